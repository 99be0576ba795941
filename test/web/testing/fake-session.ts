import type { ControlListener, ControlMethod, LiveSession } from '../../../src/control/types.js';
import { ControlProblem } from '../../../src/control/types.js';
import type { Fault, Line, Method, Pending, Requirement, State } from '../../../src/generated/types/control-v1.js';
import type { Finding, Record } from '../../../src/generated/types/report-v1.js';
import type { Json, JsonObject } from '../../../src/json/json.js';

/** What a line has beside its message. */
export interface More {
  summary?: string;
  findings?: Finding[];
  mine?: boolean;
  before?: Json;
  record?: Partial<Record>;
  /** ms since the line before. */
  after?: number;
}

/** A mock of an ACP client as the page sees it, without anything behind it: a test says what happens, and what it was asked. */
export class FakeSession implements LiveSession {
  readonly lines: Line[] = [];
  readonly asked: { method: ControlMethod; params: unknown }[] = [];
  pending: Pending[] = [];
  requirements: Requirement[] = [];
  methods: Method[] = [];
  /** What the schema forbids of the next message. */
  problems: { path: string; message: string }[] = [];
  state: State;
  private readonly refusals = new Map<ControlMethod, string>();
  private time = 0;
  private readonly listeners = new Set<ControlListener>();
  private readonly open = new Map<string, number>();

  constructor(state: Partial<State> = {}) {
    this.state = {
      by: 'mock',
      title: 'mock acp/client -- my-agent',
      proctor: '0.1.0',
      startedAt: new Date().toISOString(),
      roles: { kit: 'acp/client', target: 'acp/agent' },
      protocolVersion: '0.12.2',
      transport: 'stdio',
      command: ['my-agent'],
      again: 'npx proctor mock acp/client --inspect -- my-agent',
      clock: 'real',
      state: 'waiting',
      first: 0,
      next: 0,
      sessions: [],
      rules: { judged: 0, total: 27 },
      faults: [],
      permissive: [],
      held: [],
      can: ['answer', 'send', 'fault', 'permissive'],
      ...state,
    };
  }

  watch(listener: ControlListener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  async request(method: ControlMethod, params: unknown): Promise<never> {
    this.asked.push({ method, params });
    const refusal = this.refusals.get(method);
    if (refusal !== undefined) throw new ControlProblem(refusal);
    return this.answer(method, params as JsonObject) as never;
  }

  /** A method can't be used, for this reason. */
  refuse(method: ControlMethod, reason: string): void {
    this.refusals.set(method, reason);
  }

  /** The params of all requests of a method. */
  all(method: ControlMethod): unknown[] {
    return this.asked.filter((one) => one.method === method).map(({ params }) => params);
  }

  /** The params of the last request of a method. */
  last(method: ControlMethod): unknown {
    return this.all(method).at(-1);
  }

  /** Adds a message and sends its line. */
  say(from: 'kit' | 'target', message: JsonObject, more: More = {}): Line {
    const line = this.made(from, message, more);
    this.send('transcript/line', { lines: [line] });
    return line;
  }

  /** Adds messages, and sends their lines at once. */
  burst(messages: readonly ['kit' | 'target', JsonObject, More?][]): void {
    const lines = messages.map(([from, message, more]) => this.made(from, message, more ?? {}));
    for (let at = 0; at < lines.length; at += 500) this.send('transcript/line', { lines: lines.slice(at, at + 500) });
  }

  /** A line that is no message. */
  line(line: Line['line']): void {
    const whole: Line = { index: this.lines.length, line };
    this.lines.push(whole);
    this.send('transcript/line', { lines: [whole] });
  }

  /** Something has changed beside lines. */
  change(state: Partial<State>): void {
    this.state = { ...this.state, ...state };
    this.send('session/changed', { state: this.now });
  }

  ask(...pending: Pending[]): void {
    this.pending = pending;
    this.send('pending/changed', { pending });
  }

  send: ControlListener = (name, params) => {
    for (const listener of this.listeners) listener(name, params);
  };

  private get now(): State {
    const sessions = [{ id: 'session_1', channels: ['main'], lines: this.lines.length, open: 0 }];
    return { ...this.state, next: this.lines.length, sessions: this.lines.length > 0 ? sessions : this.state.sessions };
  }

  private made(from: 'kit' | 'target', message: JsonObject, more: More): Line {
    const index = this.lines.length;
    this.time += more.after ?? 7;
    const isReply = message.method === undefined;
    const key = `${(from === 'kit') === isReply ? 'target' : 'kit'} ${String(message.id)}`;
    const replyTo = isReply ? this.open.get(key) : undefined;
    if (!isReply && message.id !== undefined) this.open.set(key, index);
    const record: Record = {
      seq: index,
      time: this.time,
      from,
      channel: 'main',
      kind: 'message',
      message,
      ...more.record,
    };
    const { summary, mine, before } = more;
    const line: Line = {
      index,
      line: { type: 'message', session: 'session_1', record, findings: more.findings ?? [] },
      ...(summary !== undefined && { summary }),
      ...(replyTo !== undefined && { replyTo }),
      ...(mine !== undefined && { mine }),
      ...(before !== undefined && { before }),
    };
    this.lines.push(line);
    return line;
  }

  private answer(method: ControlMethod, params: JsonObject): unknown {
    switch (method) {
      case 'session/list':
        // A page that comes late learns what waits as one that was there.
        queueMicrotask(() => this.send('pending/changed', { pending: this.pending }));
        return this.now;
      case 'transcript/read': {
        const from = Number(params.from ?? 0);
        const lines = this.lines.slice(from, from + Number(params.limit ?? 1000));
        return { lines, next: from + lines.length, end: from + lines.length >= this.lines.length };
      }
      case 'page/list':
        return { pages: [] };
      case 'requirement/read':
        return { requirements: this.requirements.filter(({ id }) => (params.ids as string[]).includes(id)) };
      case 'method/list':
        return { methods: this.methods };
      case 'pending/answer':
        this.ask(...this.pending.filter(({ id }) => id !== params.id));
        return {};
      case 'pending/hold':
        this.change({ held: params.methods as string[] });
        return {};
      case 'message/send':
        return this.sent(params);
      case 'fault/set':
        return this.switched(params);
      case 'permissive/set':
        this.change({
          permissive: this.state.permissive.map((one) =>
            one.name === params.name ? { ...one, on: params.on === true } : one,
          ),
        });
        return {};
      case 'clock/advance':
        return { now: (this.state.now ?? 0) + Number(params.ms) };
      case 'recording/save': {
        const [name, mediaType] = {
          recording: ['session.ndjson', 'application/x-ndjson'],
          har: ['session.har', 'application/json'],
          case: ['session.yaml', 'application/yaml'],
          html: ['session.html', 'text/html'],
        }[String(params.format)]!;
        return {
          name,
          mediaType,
          text: JSON.stringify(params),
          notes: params.format === 'har' ? ['stdio is not in a HAR file'] : [],
        };
      }
      default:
        return {};
    }
  }

  private sent({ message, invalid, request }: JsonObject): unknown {
    if (this.problems.length > 0 && invalid !== true) return { problems: this.problems };
    const whole =
      request === true ? { ...(message as JsonObject), id: 900 + this.lines.length } : (message as JsonObject);
    return { index: this.say('kit', whole, { mine: true }).index, problems: this.problems };
  }

  private switched({ id, on, rule }: JsonObject): unknown {
    if (rule !== undefined && !String(rule).includes('do:')) throw new ControlProblem('1:1  a rule needs do', -32602);
    const known = this.state.faults.some((one) => one.id === id);
    const added: Fault[] = known
      ? []
      : [{ id: String(id), title: `The rule ${String(id)}`, on: false, applied: 0, rule: String(rule) }];
    const faults = [...this.state.faults, ...added].map((one) => (one.id === id ? { ...one, on: on === true } : one));
    this.change({ faults });
    return {};
  }
}
