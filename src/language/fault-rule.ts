import type { Fault, Moment } from '../generated/types/mutants-v1.js';
import { showValue } from '../json/display.js';
import type { Json, JsonObject } from '../json/json.js';
import { isObject } from '../json/json.js';
import { listed } from '../json/listed.js';
import { orNearest } from '../json/nearest.js';
import { PointerError, parsePointer } from '../json/pointer.js';
import type { ExitInfo } from '../wire/carried.js';
import { DurationError, parseDuration } from './duration.js';
import { checkPattern } from './pattern/pattern.js';
import { parseSelector, type Selector, SelectorError } from './selector.js';
import { checkTexts, isOpen, namesIn, resolve, scopeOf, toBytes, ValueError } from './values/index.js';

export type Direction = 'sends' | 'hears';

/** One fault, as written in a file, with its name. A switch is no fault on the wire. */
export type FaultRule = Pick<Fault, keyof Moment | 'nth' | 'after'> & Required<Pick<Fault, 'id' | 'do'>>;

/** A fault that can't be used; the message names it. */
export class FaultError extends Error {
  constructor(id: string, message: string) {
    super(`fault ${id}: ${message}`);
    this.name = 'FaultError';
  }
}

export interface CompiledMoment {
  direction: Direction;
  lane: string;
  selector: Selector;
}

/** What happens to a message. Values are unresolved; they may refer to `message` and `text`. */
export type Action =
  | { kind: 'drop' }
  | { kind: 'duplicate' }
  | { kind: 'set'; values: [pointer: string, value: Json][] }
  | { kind: 'remove'; pointers: string[] }
  | { kind: 'rename'; names: [pointer: string, name: string][] }
  | { kind: 'replace'; message: Json }
  | { kind: 'delay'; ms: number }
  | { kind: 'hold'; until: CompiledMoment }
  | { kind: 'insert'; what: Inserted; value: Json; before: boolean }
  | { kind: 'bytes'; value: Json }
  | { kind: 'close'; how: 'end' | 'reset' | number }
  | { kind: 'exit'; exit: ExitInfo };

const INSERTED = ['message', 'bytes', 'sse', 'frame'] as const;
type Inserted = (typeof INSERTED)[number];

export interface CompiledRule extends CompiledMoment {
  id: string;
  nth?: number;
  after?: CompiledMoment;
  do: Action[];
}

/** What a value in a fault may refer to. */
const NAMES = ['message', 'text'];

/** Reads one fault. Throws FaultError for whatever can't be used in it: a selector, a pointer, an action, a duration. */
export function compileRule(rule: FaultRule): CompiledRule {
  try {
    const { id, nth, after } = rule;
    if (nth !== undefined && (!Number.isInteger(nth) || nth === 0))
      throw new FaultError(id, `nth is 1 or more, or negative, not ${nth}`);
    const actions = listed(rule.do);
    if (actions.length === 0) throw new FaultError(id, 'it does nothing');
    return {
      ...compileMoment(id, rule),
      id,
      ...(nth === undefined ? {} : { nth }),
      ...(after === undefined ? {} : { after: compileMoment(id, after) }),
      do: actions.map((action) => compileAction(id, action)),
    };
  } catch (error) {
    const known = [SelectorError, PointerError, DurationError, ValueError].some((kind) => error instanceof kind);
    throw known ? new FaultError(rule.id, (error as Error).message) : error;
  }
}

function compileMoment(id: string, moment: Moment): CompiledMoment {
  const { sends, hears, on = 'main' } = moment;
  if ((sends === undefined) === (hears === undefined))
    throw new FaultError(id, 'it names either what the reference sends or what it hears');
  const direction: Direction = sends === undefined ? 'hears' : 'sends';
  const selector = parseSelector(resolve((sends ?? hears) as Json, scopeOf({}), 'pattern'));
  for (const pattern of [selector.pattern, selector.where, ...Object.values(selector.carriers)]) {
    const [problem] = pattern === undefined ? [] : checkPattern(pattern);
    if (problem) throw new FaultError(id, problem.message);
  }
  return { direction, lane: on, selector };
}

function compileAction(id: string, action: Json): Action {
  if (action === 'drop' || action === 'duplicate') return { kind: action };
  const [kind, ...others] = isObject(action) ? Object.keys(action) : [];
  if (kind === undefined || others.length > 0) throw new FaultError(id, `${showValue(action)} is not an action`);
  const compile = ACTIONS[kind];
  if (!compile)
    throw new FaultError(
      id,
      `nothing is done by ${kind}${orNearest(kind, ['drop', 'duplicate', ...Object.keys(ACTIONS)])}`,
    );
  return compile(id, (action as JsonObject)[kind]!);
}

const ACTIONS: { readonly [kind: string]: (id: string, operand: Json) => Action } = {
  set: (id, operand) => ({
    kind: 'set',
    values: pairs(id, 'set', operand).map(([pointer, value]) => [pointer, known(id, value)]),
  }),
  remove: (id, operand) => {
    const pointers = (Array.isArray(operand) ? operand : [operand]).map((pointer) => text(id, 'remove', pointer));
    pointers.forEach(parsePointer);
    return { kind: 'remove', pointers };
  },
  rename: (id, operand) => ({
    kind: 'rename',
    names: pairs(id, 'rename', operand).map(([pointer, name]) => [pointer, text(id, 'rename', name)]),
  }),
  replace: (id, operand) => ({ kind: 'replace', message: known(id, operand) }),
  delay: (id, operand) => ({ kind: 'delay', ms: parseDuration(text(id, 'delay', operand)) }),
  hold: (id, operand) => {
    if (!isObject(operand) || !isObject(operand.until))
      throw new FaultError(id, 'hold takes { until: { sends | hears } }');
    return { kind: 'hold', until: compileMoment(id, operand.until) };
  },
  insert: (id, operand) => {
    const what = isObject(operand) ? INSERTED.filter((name) => operand[name] !== undefined) : [];
    const [first, ...others] = what;
    if (first === undefined || others.length > 0)
      throw new FaultError(id, `insert takes one of ${INSERTED.join(', ')}`);
    const { [first]: value, when = 'before', ...rest } = operand as JsonObject;
    const [stray] = Object.keys(rest);
    if (stray !== undefined)
      throw new FaultError(id, `insert has no member ${stray}${orNearest(stray, [...INSERTED, 'when'])}`);
    if (when !== 'before' && when !== 'after')
      throw new FaultError(id, `insert happens before or after, not ${showValue(when)}`);
    return {
      kind: 'insert',
      what: first,
      value: known(id, value!, first === 'bytes' ? toBytes : undefined),
      before: when === 'before',
    };
  },
  bytes: (id, operand) => ({ kind: 'bytes', value: known(id, operand, toBytes) }),
  close: (id, operand) => {
    if (operand === 'end' || operand === 'reset' || typeof operand === 'number') return { kind: 'close', how: operand };
    throw new FaultError(id, `close takes end, reset or a close code, not ${showValue(operand)}`);
  },
  exit: (id, operand) => {
    if (typeof operand === 'number' && Number.isInteger(operand))
      return { kind: 'exit', exit: { code: operand, signal: null } };
    if (typeof operand === 'string' && /^SIG[A-Z0-9]+$/.test(operand))
      return { kind: 'exit', exit: { code: null, signal: operand } };
    throw new FaultError(id, `exit takes an exit code or a signal such as SIGKILL, not ${showValue(operand)}`);
  },
};

function pairs(id: string, kind: string, operand: Json): [string, Json][] {
  if (!isObject(operand))
    throw new FaultError(id, `${kind} takes an object from JSON Pointers, not ${showValue(operand)}`);
  const entries = Object.entries(operand);
  for (const [pointer] of entries) parsePointer(pointer);
  return entries;
}

function text(id: string, kind: string, operand: Json): string {
  if (typeof operand === 'string') return operand;
  throw new FaultError(id, `${kind} takes text, not ${showValue(operand)}`);
}

/** A value that refers to nothing but the message at hand. */
function known(id: string, value: Json, make: (value: Json) => unknown = () => undefined): Json {
  const [malformed] = checkTexts(value);
  if (malformed) throw new FaultError(id, malformed.message);
  const stray = namesIn(value).find((name) => !NAMES.includes(name.split('.')[0]!));
  if (stray === undefined) {
    // What depends on no message is tried now, so that a mistake in it shows before the run.
    if (!isOpen(value)) make(resolve(value, scopeOf({}), 'value'));
    return value;
  }
  throw new FaultError(
    id,
    `\${${stray}} is not known here; there are ${NAMES.map((name) => `\${${name}}`).join(' and ')}`,
  );
}
