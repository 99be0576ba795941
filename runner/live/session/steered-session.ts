import {
  CONTROL_ERRORS,
  type ControlListener,
  type ControlMethod,
  type ControlParams,
  ControlProblem,
  type ControlResult,
  type LiveSession,
} from '../../../src/control/types.js';
import { ANY_ANSWER, type PersonQuestions } from '../../../src/conversation/questions.js';
import type {
  Answer,
  Ending,
  Pending,
  SendMessageParams,
  SendMessageResult,
  SetAuthorizationParams,
  State,
  Variant,
} from '../../../src/generated/types/control-v1.js';
import type { Message } from '../../../src/generated/types/recording-v1.js';
import { isObject, type JsonObject } from '../../../src/json/json.js';
import { shapeOf } from '../../../src/jsonrpc/messages.js';
import type { Corpus } from '../../types.js';
import type { MockMessage } from '../mock-message.js';
import type { ByHand, HeldRequest } from './by-hand.js';
import type { Lines } from './lines.js';
import type { SendableMethods } from './methods.js';
import { Notices } from './notices.js';
import { readLines, type Save, saveLines } from './reading.js';
import type { SwitchedFaults } from './ready-faults.js';
import { readRequirements } from './requirements.js';

/** What stays the same as long as a mock or proxy runs. */
export type Facts = Pick<
  State,
  'by' | 'title' | 'proctor' | 'startedAt' | 'roles' | 'protocolVersion' | 'transport' | 'clock' | 'command' | 'again'
>;

export interface SteeredSessionOptions {
  facts: Facts;
  corpus: Pick<Corpus, 'requirements'>;
  lines: Lines;
  /** How many rules have judged something, of how many. */
  rules(): { judged: number; total: number };
  /** What the clock shows, in ms since the beginning. */
  now(): number;
  faults?: SwitchedFaults;
  /** Where a person stands in for the mock; unset for a proxy. */
  hand?: ByHand;
  questions?: PersonQuestions;
  /** Methods whose requests wait for a person at first. */
  holds?: readonly string[];
  methods?: SendableMethods;
  /** Moves the clock, if it is stepped. */
  advance?(ms: number): Promise<void>;
  /** What can be changed once it runs. */
  changes?: LiveChanges;
  save: Save;
}

/** What can be changed of a mock that runs. It is filled when the mock has started. */
export interface LiveChanges {
  /** Permissive variants that can be switched. */
  permissive?: { list(): Variant[]; set(name: string, on: boolean): Promise<void> };
  authorize?(what: SetAuthorizationParams): void;
}

/** A mock or a proxy as its page sees it. */
export class SteeredSession implements LiveSession {
  private readonly notices: Notices;
  private readonly held = new Set<string>();
  /** Of requests that wait: index of the line, and when it came. */
  private readonly cameAt = new WeakMap<object, { index: number; time: number }>();
  private ending: Ending | undefined;
  private url: string | undefined;
  private hasHeard = false;
  private applied: ReadonlyMap<string, number>;

  constructor(private readonly options: SteeredSessionOptions) {
    this.applied = options.faults?.applied() ?? new Map();
    for (const method of options.holds ?? []) this.held.add(method);
    this.notices = new Notices(
      () => this.state(),
      () => this.pending(),
    );
  }

  /** Whether requests of this method wait for a person. Nobody has to wait for one who is not there. */
  isHeld = (method: string): boolean => this.held.has(method);

  watch(listener: ControlListener): () => void {
    return this.notices.watch(listener);
  }

  /** Takes what passed. */
  message(message: MockMessage): void {
    const { lines, hand, faults } = this.options;
    const { record } = message;
    const line = lines.add(message, hand?.madeBy(record) !== undefined);
    if (record.from === 'target' && record.kind !== 'closed' && record.kind !== 'exit') this.hasHeard = true;
    if (isObject(record.message)) this.cameAt.set(record.message, { index: line.index, time: record.time });
    if (faults?.came(line.index, this.applied)) this.applied = faults.applied();
    this.notices.line(line);
  }

  /** Where it listens. */
  listening(url: string): void {
    this.url = url;
    this.notices.changed();
  }

  /** It is over. */
  end(ending: Omit<Ending, 'time' | 'unanswered'>): void {
    const unanswered = this.options.lines.waiting('target').map(({ line }) => methodOf(line as Message));
    const early = ending.early === true || unanswered.length > 0;
    this.ending = {
      ...{ ...ending, time: this.options.now() },
      ...(early ? { early } : {}),
      ...(unanswered.length > 0 ? { unanswered } : {}),
    };
    this.notices.changed();
    this.notices.flush();
  }

  /** Other requests wait for a person than before. */
  pendingChanged = (): void => {
    this.notices.pendingChanged();
    this.notices.changed();
  };

  flush(): void {
    this.notices.flush();
  }

  async request<M extends ControlMethod>(method: M, params: NonNullable<ControlParams<M>>): Promise<ControlResult<M>> {
    const handler = this.handlers[method as keyof typeof this.handlers] as
      | ((params: NonNullable<ControlParams<M>>) => unknown)
      | undefined;
    if (!handler)
      throw new ControlProblem(
        method === 'page/list' ? 'pages are listed by those who serve one' : 'there is no hosted run here',
      );
    return (await handler(params)) as ControlResult<M>;
  }

  private readonly handlers: {
    [M in Exclude<ControlMethod, 'page/list' | `hosted/${string}`>]: (
      params: NonNullable<ControlParams<M>>,
    ) => ControlResult<M> | Promise<ControlResult<M>>;
  } = {
    'session/list': () => {
      // Whoever asks for the state wants to know what waits, too.
      this.notices.pendingChanged();
      return this.state();
    },
    'transcript/read': (params) => readLines(this.options.lines, params),
    'requirement/read': ({ ids }) => readRequirements(this.options.corpus, ids),
    'method/list': () => ({ methods: this.hand('send') && (this.options.methods?.list() ?? []) }),
    'pending/answer': ({ id, reply }) => {
      if (reply !== undefined && (reply.result === undefined) === (reply.error === undefined))
        throw new ControlProblem('a reply has either a result or an error', CONTROL_ERRORS.invalidParams);
      if (!this.hand('answer').answer(id, reply))
        throw new ControlProblem(`no request ${id} waits any more`, CONTROL_ERRORS.invalidParams);
      return {};
    },
    'pending/hold': ({ methods }) => {
      this.hand('answer');
      this.held.clear();
      for (const one of methods) this.held.add(one);
      this.notices.changed();
      return {};
    },
    'message/send': (params) => this.send(params),
    'fault/set': ({ id, on, rule }) => {
      const { faults } = this.options;
      if (!faults) throw new ControlProblem(`${this.what} has no faults that could be switched`);
      const problem = faults.set(id, on, rule);
      if (problem !== undefined) throw new ControlProblem(problem, CONTROL_ERRORS.invalidParams);
      this.notices.changed();
      return {};
    },
    'permissive/set': async ({ name, on }) => {
      const { permissive } = this.options.changes ?? {};
      if (!permissive) throw new ControlProblem(`${this.what} has no permissive variants that could be switched`);
      await permissive.set(name, on);
      this.notices.changed();
      return {};
    },
    'clock/advance': async ({ ms }) => {
      const { advance, now } = this.options;
      if (!advance)
        throw new ControlProblem(`the clock of ${this.what} is real: start it with --step to move its time`);
      await advance(ms);
      this.notices.changed();
      return { now: now() };
    },
    'authorization/set': (params) => {
      const { authorize } = this.options.changes ?? {};
      if (!authorize) throw new ControlProblem(`${this.what} has no authorization server: start it with --auth`);
      authorize(params);
      return {};
    },
    'recording/save': (params) => saveLines(this.options, params, () => ({ state: this.state() })),
  };

  private get what(): string {
    return `this ${this.options.facts.by}`;
  }

  private hand(what: string): ByHand {
    const { hand } = this.options;
    if (!hand) throw new ControlProblem(`nobody can ${what} by hand here: ${this.what} only passes messages on`);
    return hand;
  }

  private send({ message, request, invalid = false }: SendMessageParams): SendMessageResult {
    const hand = this.hand('send');
    const given = message as JsonObject;
    const problems = this.options.methods?.problems(given) ?? [];
    if (problems.length > 0 && !invalid) return { problems };
    const isRequest = request ?? shapeOf({ jsonrpc: '2.0', ...given }) === 'request';
    const before = this.options.lines.next;
    const sent = hand.send(given, isRequest, problems.length > 0);
    if (!sent)
      throw new ControlProblem('nobody is there to whom it could go: no connection, or over HTTP no open stream');
    const index = this.cameAt.get(sent)?.index;
    return { problems, ...(index !== undefined && index >= before ? { index } : {}) };
  }

  private pending(): Pending[] {
    return (this.options.hand?.waiting() ?? []).map((held) => this.pendingOf(held));
  }

  private pendingOf({ id, message }: HeldRequest): Pending {
    const method = String(message.method);
    const params = isObject(message.params) ? message.params : {};
    const question = this.options.questions?.[method];
    const { index, time } = this.cameAt.get(message) ?? {
      index: Math.max(0, this.options.lines.next - 1),
      time: this.options.now(),
    };
    return {
      ...{ id, index, method, since: time },
      question: question?.question(params) ?? `It asks for ${method}.`,
      answers: [...(question?.answers(params) ?? []), ...ANY_ANSWER] as unknown as Answer[],
    };
  }

  private state(): State {
    const { facts, lines, rules, now, faults, hand, advance, methods, questions, changes } = this.options;
    const { permissive, authorize } = changes ?? {};
    const can = [
      ...(hand ? (['answer', 'send'] as const) : []),
      ...(faults ? (['fault'] as const) : []),
      ...(permissive ? (['permissive'] as const) : []),
      ...(advance ? (['clock'] as const) : []),
      ...(authorize ? (['authorization'] as const) : []),
    ];
    return {
      ...facts,
      ...(this.url === undefined ? {} : { url: this.url }),
      now: now(),
      state: this.ending ? 'ended' : this.hasHeard ? 'live' : 'waiting',
      ...(this.ending ? { ended: this.ending } : {}),
      ...{ first: lines.first, next: lines.next },
      sessions: lines.sessions(),
      rules: rules(),
      faults: faults?.list() ?? [],
      permissive: permissive?.list() ?? [],
      held: [...this.held],
      ...(hand ? { holdable: [...new Set([...Object.keys(questions ?? {}), ...(methods?.asked() ?? [])])] } : {}),
      can,
    };
  }
}

function methodOf({ record }: Message): string {
  const message = record.message;
  return isObject(message) ? String((message as JsonObject).method) : record.kind;
}
