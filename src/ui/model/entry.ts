import type { Line } from '../../generated/types/control-v1.js';
import type { Finding, Record } from '../../generated/types/report-v1.js';
import { isObject, type Json, type JsonObject, stringifyJson } from '../../json/json.js';

/** What a row is. `chunk` is a piece of something longer: a part of a text, of a body, of a stream. */
export type Kind = 'request' | 'reply' | 'notify' | 'http' | 'chunk' | 'end' | 'dropped';

/** How bad a finding is; `hint` is for what Proctor or the person did, which counts against nobody. */
export type Tone = 'fail' | 'warn' | 'skip' | 'hint';

/** Where a transcript comes from, as far as its rows depend on it. */
export interface Origin {
  by: 'mock' | 'proxy' | 'run' | 'file';
  roles: { kit: string; target: string };
}

/** A row of the transcript: a line, and what is made of it once so that drawing costs nothing. */
export class Entry {
  readonly index: number;
  readonly record: Record | undefined;
  readonly time: number | undefined;
  /** `out` is away from Proctor's side; in a proxy, away from the client. */
  readonly dir: 'in' | 'out' | 'none';
  readonly kind: Kind;
  /** Whether something answers it, and so whether a bracket begins here. */
  readonly opens: boolean;
  readonly id: Json | undefined;
  /** Index of the request that it answers. */
  readonly request: number | undefined;
  /** Index of what answers it. */
  reply: number | undefined;
  /** ms from a request to its answer. */
  took: number | undefined;
  /** The state of each bracket on this row: `s` begins, `m` goes on, `e` ends, `-` none. */
  rail = '';
  method: string;
  private text: string | undefined;
  private bytes: number | undefined;
  private sought: Facts | undefined;

  constructor(
    readonly line: Line,
    private readonly origin: Origin,
    request?: Entry,
  ) {
    this.index = line.index;
    const inner = line.line;
    if (inner.type === 'dropped') {
      this.record = undefined;
      this.time = inner.time;
      this.dir = 'none';
      this.kind = 'dropped';
      this.opens = false;
      this.method = '';
      this.id = undefined;
      this.request = undefined;
      return;
    }
    const { record } = inner;
    this.record = record;
    this.time = record.time;
    const known = headed(record, line);
    this.kind = kindOf(known);
    this.dir = this.kind === 'end' ? 'none' : (record.from === 'kit') === kitIsLeft(origin) ? 'out' : 'in';
    this.request = line.replyTo;
    this.opens = this.kind === 'request' || (this.kind === 'http' && typeof record.http?.method === 'string');
    this.id = isObject(known.message) ? known.message.id : undefined;
    this.method = methodOf(known) ?? request?.method ?? '';
  }

  get findings(): readonly Finding[] {
    return this.line.line.type === 'message' ? this.line.line.findings : [];
  }

  get session(): string | undefined {
    return this.line.line.type === 'message' ? this.line.line.session : undefined;
  }

  /** The worst of its findings. */
  get worst(): { finding: Finding; tone: Tone } | undefined {
    let worst: { finding: Finding; tone: Tone } | undefined;
    for (const finding of this.findings) {
      const tone = toneOf(finding, this.origin);
      if (worst === undefined || TONES.indexOf(tone) < TONES.indexOf(worst.tone)) worst = { finding, tone };
    }
    return worst;
  }

  /** What stands in the row beside the method. */
  get summary(): string {
    const { summary } = this.line;
    // A whole message is no summary of it.
    const isSummary = summary !== undefined && !summary.startsWith('{"jsonrpc"');
    const said = isSummary ? summary : this.record ? fallbackOf(this.record) : '';
    // The method stands beside it.
    return said.startsWith(`${this.method} `) ? said.slice(this.method.length + 1) : said;
  }

  /** What a bare word of a filter is looked for in. */
  get searched(): string {
    this.text ??= `${this.method} ${this.summary}`.toLowerCase();
    return this.text;
  }

  /** In bytes, as it was carried. */
  get size(): number {
    this.bytes ??= this.record ? sizeOf(this.record) : 0;
    return this.bytes;
  }

  /** What it is about, as filters name it. */
  get facts(): Facts {
    this.sought ??= factsOf(this.record && headed(this.record, this.line));
    return this.sought;
  }
}

/** A record whose message was too long to be kept, with what is known of it. */
const headed = (record: Record, { head }: Line): Record =>
  head === undefined ? record : { ...record, message: head as JsonObject };

/** From bad to harmless. */
const TONES: readonly Tone[] = ['fail', 'warn', 'skip', 'hint'];

export function toneOf(finding: Finding, { by }: Pick<Origin, 'by'>): Tone {
  // In a proxy Proctor itself sends nothing: both sides are somebody's.
  if (finding.blame === 'kit' && by !== 'proxy') return 'hint';
  if (finding.label === 'undeclared extension') return 'skip';
  return finding.level === 'must' ? 'fail' : 'warn';
}

/** Of a pair of tones, whether the first is worse. */
export const isWorse = (one: Tone, other: Tone): boolean => TONES.indexOf(one) < TONES.indexOf(other);

/** Whether `kit` stands on the left, where arrows to the right begin. */
export const kitIsLeft = ({ by, roles }: Origin): boolean =>
  by !== 'proxy' || !/\/(?:.*-)?(?:client|host)$/.test(roles.target);

function kindOf(record: Record): Kind {
  switch (record.kind) {
    case 'message': {
      const { message } = record;
      if (!isObject(message) || typeof message.method !== 'string') return 'reply';
      if (message.id !== undefined) return 'request';
      return isChunk(message) ? 'chunk' : 'notify';
    }
    case 'http':
      return 'http';
    case 'closed':
    case 'exit':
      return 'end';
    default:
      return 'chunk';
  }
}

/** Members that say what a notification is. */
const DISCRIMINATORS = new Set(['sessionUpdate', 'kind', 'type']);

/** Whether a notification says of itself that it is a piece. */
function isChunk({ params }: JsonObject): boolean {
  if (!isObject(params)) return false;
  return [params, ...Object.values(params).filter(isObject)].some((object) =>
    Object.entries(object).some(
      ([name, value]) => DISCRIMINATORS.has(name) && typeof value === 'string' && /(?:^|[_-])chunk$/.test(value),
    ),
  );
}

function methodOf({ message, method, http, kind }: Record): string | undefined {
  if (isObject(message) && typeof message.method === 'string') return message.method;
  if (method !== undefined) return method;
  // What belongs to an exchange has its head too, and is no head.
  if (http === undefined || kind !== 'http') return kind === 'message' ? undefined : kind;
  return typeof http.method === 'string' ? http.method : String(http.status ?? 'http');
}

/** Longest text of a row, in characters. */
const LONGEST = 200;

/** What can be said without knowing the method. */
function fallbackOf(record: Record): string {
  const { message, http, kind } = record;
  if (kind === 'http' && http !== undefined) return typeof http.path === 'string' ? http.path : '';
  if (record.problem !== undefined) return record.problem;
  if (isObject(message)) return cut(message.params ?? message.result ?? message.error);
  const rest = message ?? record.sse ?? record.frame ?? record.body ?? record.closed ?? record.exit;
  return cut(rest ?? record.text);
}

function cut(value: Json | undefined): string {
  if (value === undefined) return '';
  // A long text is not written whole to be cut: what is left of a large value is decided member by member.
  const text = stringifyJson(shortened(value, 3));
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

function shortened(value: Json, levels: number): Json {
  if (typeof value === 'string') return value.slice(0, LONGEST);
  if (typeof value !== 'object' || value === null) return value;
  if (levels === 0) return '…';
  if (Array.isArray(value)) return value.slice(0, 10).map((item) => shortened(item, levels - 1));
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, 10)
      .map(([name, inner]) => [name.slice(0, LONGEST), shortened(inner, levels - 1)]),
  );
}

function sizeOf({ size, text, bytes, message, body }: Record): number {
  if (size !== undefined) return size;
  if (bytes !== undefined) return Math.floor((bytes.length * 3) / 4);
  const whole = text ?? message ?? body ?? '';
  return new TextEncoder().encode(typeof whole === 'string' ? whole : stringifyJson(whole)).length;
}

/** What a message is about. */
export interface Facts {
  tools: readonly string[];
  sessions: readonly string[];
  statuses: readonly string[];
}

const TOOL_MEMBERS = new Set(['toolCallId', 'toolName', 'tool', 'toolUseId', 'callId']);
const STATUS_MEMBERS = new Set(['status', 'state']);
/** Values of one message that are looked at. */
const MOST_VALUES = 2000;

function factsOf(record: Record | undefined): Facts {
  const tools = new Set<string>();
  const sessions = new Set<string>();
  const statuses = new Set<string>();
  if (record?.http?.status !== undefined) statuses.add(String(record.http.status));
  const message = record?.message;
  if (isObject(message) && typeof message.method === 'string' && /^tools?\//.test(message.method))
    if (isObject(message.params) && typeof message.params.name === 'string') tools.add(message.params.name);
  const open: Json[] = message === undefined ? [] : [message];
  for (let seen = 0; open.length > 0 && seen < MOST_VALUES; seen++) {
    const value = open.pop()!;
    if (typeof value !== 'object' || value === null) continue;
    if (Array.isArray(value)) {
      open.push(...value.slice(0, 100));
      continue;
    }
    const isCall = typeof value.toolCallId === 'string';
    for (const [name, inner] of Object.entries(value)) {
      if (typeof inner === 'string') {
        if (TOOL_MEMBERS.has(name) || (isCall && name === 'title')) tools.add(inner);
        if (name === 'sessionId') sessions.add(inner);
      }
      if (STATUS_MEMBERS.has(name) && (typeof inner === 'string' || typeof inner === 'number'))
        statuses.add(String(inner));
      if (typeof inner === 'object') open.push(inner);
    }
  }
  return { tools: [...tools], sessions: [...sessions], statuses: [...statuses] };
}
