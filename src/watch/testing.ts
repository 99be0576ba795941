import type { Json } from '../json/json.js';
import { stringifyJson } from '../json/json.js';
import type { WireRecord } from '../wire/record.js';
import type { Finding, WatchRule } from './finding.js';
import type { Definitions, Misfit, WatchedMethod } from './rule.js';
import { createWatch, type Watch, type WatchOptions } from './watch.js';

/** A small protocol for the tests of the rules: who sends what, and one check a definition. */
const METHODS: { [name: string]: WatchedMethod } = {
  greet: { kind: 'request', from: ['kit'], message: 'GreetMessage', paramsRequired: true, results: ['GreetResult'] },
  ask: { kind: 'request', from: ['target'], message: 'AskMessage', paramsRequired: false, results: ['AskResult'] },
  ping: {
    kind: 'request',
    from: ['kit', 'target'],
    message: 'PingMessage',
    paramsRequired: false,
    results: ['EmptyResult'],
  },
  progress: {
    kind: 'notification',
    from: ['kit', 'target'],
    message: 'ProgressMessage',
    paramsRequired: false,
    results: [],
  },
  ready: { kind: 'notification', from: ['kit'], message: 'ReadyMessage', paramsRequired: false, results: [] },
  status: { kind: 'notification', from: ['target'], message: 'StatusMessage', paramsRequired: false, results: [] },
  news: { kind: 'notification', from: ['target'], params: 'News', paramsRequired: true, results: [] },
};

const demands: { [definition: string]: (value: Json) => Misfit[] } = {
  GreetMessage: (value) => texts(value, '/params/name'),
  GreetResult: (value) => texts(value, '/text'),
  News: (value) => texts(value, '/item/title'),
};

function texts(value: Json, path: string): Misfit[] {
  let at: Json | undefined = value;
  for (const token of path.slice(1).split('/')) at = (at as { [name: string]: Json } | undefined)?.[token];
  if (at === 'variant') return [{ path, message: 'no such variant', unknownVariant: true }];
  if (typeof at === 'string') return [];
  if (at === undefined) {
    // As validators tell it: at the object that lacks the member.
    const [, parent, missing] = /^(.*)\/(.*)$/.exec(path)!;
    return [{ path: parent!, message: `lacks "${missing}"`, missing: missing! }];
  }
  return [{ path, message: `expected a string, got ${typeof at}`, actual: at }];
}

const demoDefinitions: Definitions = {
  undeclared: () => [],
  method: (name) => (Object.hasOwn(METHODS, name) ? METHODS[name] : undefined),
  misfits: (definitions, value) => {
    const all = definitions.map((definition) => demands[definition]?.(value) ?? []);
    return all.find((misfits) => misfits.length === 0) ?? all[0] ?? [];
  },
};

type Extra = Partial<WireRecord>;

/** Feeds a watch with one session, record by record. */
export class Feed {
  readonly watch: Watch;
  #seq = 0;

  constructor(
    rules: (Partial<WatchRule> & Pick<WatchRule, 'rule'>)[],
    options: Partial<WatchOptions> = {},
    readonly session = 'case',
  ) {
    this.watch = createWatch({
      rules: rules.map((rule) => ({ id: rule.rule, requirement: 'DEMO-01', title: rule.rule, ...rule })),
      definitions: demoDefinitions,
      machines: {},
      role: 'demo/server',
      transport: 'stdio',
      ...options,
    });
  }

  /** The kit sends a message. */
  kit(message: Json, extra: Extra = {}): Finding[] {
    return this.record({ from: 'kit', kind: 'message', message, ...extra });
  }

  /** The target sends a message. */
  target(message: Json, extra: Extra = {}): Finding[] {
    return this.record({ from: 'target', kind: 'message', message, text: stringifyJson(message), ...extra });
  }

  bytes(text: string | Uint8Array, extra: Extra = {}): Finding[] {
    const bytes = typeof text === 'string' ? Buffer.from(text) : text;
    return this.record({ from: 'target', kind: 'bytes', bytes, problem: 'not JSON: no value', ...extra });
  }

  record(record: Partial<WireRecord> & Pick<WireRecord, 'from' | 'kind'>): Finding[] {
    this.#seq += 1;
    return this.watch.observe(this.session, { seq: this.#seq, time: this.#seq, channel: 'main', ...record });
  }
}

export const request = (id: Json, method: string, params?: Json): Json => ({
  jsonrpc: '2.0',
  id,
  method,
  ...(params === undefined ? {} : { params }),
});
export const notify = (method: string, params?: Json): Json => ({
  jsonrpc: '2.0',
  method,
  ...(params === undefined ? {} : { params }),
});
export const reply = (id: Json, result: Json): Json => ({ jsonrpc: '2.0', id, result });
export const failure = (id: Json | undefined, code: number, message = 'no'): Json => ({
  jsonrpc: '2.0',
  ...(id === undefined ? {} : { id }),
  error: { code, message },
});
