import { sayingOf } from '../../../reports/text/summary-line.js';
import type { Line, Session } from '../../../src/generated/types/control-v1.js';
import type { Message } from '../../../src/generated/types/recording-v1.js';
import { isObject, type Json, type JsonObject, stringifyJson } from '../../../src/json/json.js';
import type { Secrets } from '../../../src/json/secrets/redact.js';
import { idKey } from '../../../src/jsonrpc/ledger.js';
import { shapeOf } from '../../../src/jsonrpc/messages.js';
import type { MessageSummaries } from '../../../src/language/message-summary.js';
import { recordJson } from '../../../src/recording/record-json.js';
import { redactRecord } from '../../../src/recording/redact-record.js';
import type { WireRecord } from '../../../src/wire/record.js';
import type { Corpus } from '../../types.js';
import { findingJson } from '../finding-json.js';
import type { MockMessage } from '../mock-message.js';

export interface LinesOptions {
  corpus: Pick<Corpus, 'requirements'>;
  summaries: MessageSummaries;
  secrets: Secrets;
  /** How many lines are kept, and how many characters of JSON they may have. Of more, the oldest go. */
  most?: { lines: number; characters: number };
}

const MOST = { lines: 200_000, characters: 128 * 1024 * 1024 };
/** Longest message that is kept whole, in UTF-16 units: a page shows it in one piece. */
const LONGEST = 1024 * 1024;
/** Of a message that is not kept whole: characters of a text, members of an object or list, and levels that are kept. */
const CUT = { text: 200, members: 20, levels: 6 };
/** Characters of a summary. */
const SUMMARY = 160;
/** Lines that are gone before the list is made anew. */
const MOST_GONE = 10_000;
/** Sessions that are listed, and open requests that are remembered of each. */
const MOST_SESSIONS = 2_000;
const MOST_OPEN = 10_000;

interface Counted extends Session {
  /** Indexes of requests without an answer, by who asked and their id. */
  asked: Map<string, number>;
}

/** The transcript as pages see it: without secrets, numbered, each answer with its request. */
export class Lines {
  /** Index of the oldest line that is kept. */
  first = 0;
  private kept: { line: Line; characters: number }[] = [];
  /** How many at the beginning of `kept` are gone: taking each out by itself would move all others. */
  private gone = 0;
  private characters = 0;
  private readonly counted = new Map<string, Counted>();
  private readonly most: { lines: number; characters: number };

  constructor(private readonly options: LinesOptions) {
    this.most = options.most ?? MOST;
  }

  /** Index that the next line will have. */
  get next(): number {
    return this.first + this.kept.length - this.gone;
  }

  /** Adds what was carried. `mine` says that a person sent it. */
  add({ record, session, findings, before }: MockMessage, mine: boolean): Line {
    const { corpus, secrets } = this.options;
    const shown = redactRecord(record, secrets);
    const message: Message = {
      ...{ type: 'message', session },
      record: recordJson(shown, { kept: LONGEST }),
      findings: findings.map((finding) => secretless(findingJson(finding, corpus), secrets)),
    };
    const was = before === undefined || mine ? undefined : shownOf({ ...record, ...before });
    return this.put(message, shown, { mine, ...(was === undefined ? {} : { before: secrets.value(was) as Json }) });
  }

  /** Adds a line of a recording, which has no secrets any more. */
  addRecorded(message: Message, record: WireRecord): Line {
    return this.put(message, record, { mine: false });
  }

  /** Adds a finding to a line that is there. Returns the line as it is now, if it is kept. */
  addFinding(index: number, finding: Message['findings'][number]): Line | undefined {
    const line = this.at(index);
    if (line?.line.type !== 'message') return undefined;
    line.line = { ...line.line, findings: [...line.line.findings, finding] };
    return line;
  }

  /** Says at this place that messages are missing. */
  addDropped(count: number): Line {
    return this.keep({ index: this.next, line: { type: 'dropped', count } });
  }

  private put(message: Message, record: WireRecord, { mine, before }: { mine: boolean; before?: Json }): Line {
    const index = this.next;
    const replyTo = this.note(index, message.session ?? 'session 1', record);
    const isCut = message.record.message === undefined && isObject(record.message);
    return this.keep({
      ...{ index, line: message },
      ...(isCut ? { head: shortened(record.message!, CUT.levels) as JsonObject } : {}),
      summary: sayingOf(record, SUMMARY, this.options.summaries),
      ...(replyTo === undefined ? {} : { replyTo }),
      ...(mine ? { mine } : {}),
      ...(before === undefined ? {} : { before }),
    });
  }

  /** Lines from one index on. Of what is not kept any more it begins with the oldest. */
  read(from: number, limit: number): Line[] {
    const at = Math.max(0, from - this.first) + this.gone;
    return this.kept.slice(at, at + limit).map(({ line }) => line);
  }

  /** The line with this index, if it is kept. */
  at(index: number): Line | undefined {
    return index < this.first ? undefined : this.kept[index - this.first + this.gone]?.line;
  }

  sessions(): Session[] {
    return [...this.counted.values()].map(({ asked, ...session }) => ({ ...session, open: asked.size }));
  }

  /** What waits for an answer of this side. */
  waiting(by: WireRecord['from']): Line[] {
    const indexes = [...this.counted.values()].flatMap(({ asked }) =>
      [...asked].filter(([key]) => !key.startsWith(`${by} `)).map(([, index]) => index),
    );
    return indexes.flatMap((index) => this.at(index) ?? []);
  }

  private keep(line: Line): Line {
    const characters = stringifyJson(line as unknown as Json).length;
    this.kept.push({ line, characters });
    this.characters += characters;
    const { most } = this;
    while (this.next - this.first > most.lines || (this.characters > most.characters && this.next - this.first > 1)) {
      this.characters -= this.kept[this.gone]!.characters;
      this.gone += 1;
      this.first += 1;
    }
    if (this.gone > MOST_GONE) {
      this.kept = this.kept.slice(this.gone);
      this.gone = 0;
    }
    return line;
  }

  /** Counts a line of a session. Returns the index of the request that it answers. */
  private note(index: number, id: string, { from, kind, channel, message, stream }: WireRecord): number | undefined {
    const session = this.session(id);
    session.lines += 1;
    if (!session.channels.includes(channel) && session.channels.length < 100) session.channels.push(channel);
    // What ends on a stream is one exchange of many.
    if (kind === 'exit' || (kind === 'closed' && stream === undefined)) session.over = true;
    if (kind !== 'message' || !isObject(message)) return undefined;
    const shape = shapeOf(message);
    if (shape === 'request' && session.asked.size < MOST_OPEN) session.asked.set(`${from} ${idKey(message.id)}`, index);
    if (shape !== 'response') return undefined;
    const key = `${from === 'kit' ? 'target' : 'kit'} ${idKey(message.id)}`;
    const asked = session.asked.get(key);
    session.asked.delete(key);
    return asked;
  }

  private session(id: string): Counted {
    const known = this.counted.get(id);
    if (known) return known;
    const session: Counted = { id, channels: [], lines: 0, open: 0, asked: new Map() };
    this.counted.set(id, session);
    const [oldest] = this.counted.keys();
    if (this.counted.size > MOST_SESSIONS && oldest !== undefined) this.counted.delete(oldest);
    return session;
  }
}

function secretless<F extends Message['findings'][number]>(finding: F, secrets: Secrets): F {
  const { rule, requirement, level, blame, label, ...said } = finding;
  return { rule, requirement, level, blame, label, ...(secrets.value(said) as typeof said) } as F;
}

/** What a page shows of a message as it was before a fault changed it. */
function shownOf({ kind, message, text, http }: WireRecord): Json | undefined {
  if (kind === 'message') return message;
  return http === undefined ? text : (http as unknown as Json);
}

/** Enough of a value to see what it is. */
function shortened(value: Json, levels: number): Json {
  if (typeof value === 'string') return value.length > CUT.text ? `${value.slice(0, CUT.text)}…` : value;
  if (typeof value !== 'object' || value === null) return value;
  if (levels === 0) return '…';
  if (Array.isArray(value)) return value.slice(0, CUT.members).map((item) => shortened(item, levels - 1));
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, CUT.members)
      .map(([name, inner]) => [name.slice(0, CUT.text), shortened(inner, levels - 1)]),
  );
}
