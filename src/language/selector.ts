import { showName, showValue } from '../json/display.js';
import { sameScalar } from '../json/equal.js';
import type { Json, JsonObject } from '../json/json.js';
import { isObject } from '../json/json.js';
import { orNearest } from '../json/nearest.js';
import { getPointer } from '../json/pointer.js';
import { shapeOf } from '../jsonrpc/messages.js';
import { viewOf, type WireRecord } from '../wire/record.js';
import { holds, type MatchContext } from './pattern/pattern.js';

/** A selector that can't be used. */
export class SelectorError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'SelectorError';
  }
}

const MESSAGES = ['request', 'notify', 'reply', 'message', 'body', 'closed', 'exit', 'outcome', 'any'] as const;
/** From the outermost carrier inwards: where several stand alone, the innermost is what is selected. */
const CARRIERS = ['http', 'sse', 'frame'] as const;
const KINDS = [...MESSAGES, ...CARRIERS] as const;

type SelectorKind = (typeof KINDS)[number];

/** Which records are meant. Patterns are resolved. */
export interface Selector {
  kind: SelectorKind;
  /** request, notify: the method, or `*` for any. */
  method?: string;
  /** request, notify: the variant after `#`; reply: `result` or `error`. */
  variant?: string;
  /** reply: names of requests (in faults: their methods), or `*` for any. */
  names?: string[];
  /** The other kinds: what their part of the record must fit. Unset where anything of the kind is meant. */
  pattern?: Json;
  /** Carriers beside another kind. */
  carriers: { http?: Json; sse?: Json; frame?: Json };
  where?: Json;
  from?: 'kit' | 'target';
}

/** What selectors may ask the world. */
export interface SelectContext extends MatchContext {
  /** The JSON Pointer, from the root of the message, to the member that tells the variants of a method apart. */
  discriminator?(method: string): string | undefined;
  /** The ids of the requests of this name, each with who asked. */
  idsOf?(name: string): readonly { id: Json; from: 'kit' | 'target' }[];
  /**
   * The record stands at the border of a reference, where faults act: replies are selected by the method that they answer,
   * and `http` picks whatever comes with a head, because there a message and its head are one.
   */
  atBorder?: boolean;
}

/**
 * Reads a selector: one kind, narrowed by carriers, `where` and `from`; with `where` or `from` alone it is `any`. Throws
 * SelectorError for none or several kinds, an unknown member, or a value that the kind can't have.
 */
export function parseSelector(value: Json): Selector {
  if (!isObject(value))
    throw new SelectorError(`a selector is an object such as { request: ping }, not ${showValue(value)}`);
  const members = Object.keys(value);
  const unknown = members.find((name) => !isKind(name) && name !== 'where' && name !== 'from');
  if (unknown !== undefined) {
    throw new SelectorError(`a selector has no member ${unknown}${orNearest(unknown, [...KINDS, 'where', 'from'])}`);
  }
  const kinds = MESSAGES.filter((name) => value[name] !== undefined);
  if (kinds.length > 1) throw new SelectorError(`a selector has one kind, not ${kinds.join(' and ')}`);
  const narrowed = value.where !== undefined || value.from !== undefined;
  const kind = kinds[0] ?? CARRIERS.findLast((name) => value[name] !== undefined) ?? (narrowed ? 'any' : undefined);
  if (kind === undefined) throw new SelectorError(`a selector names what it selects: ${KINDS.join(', ')}`);
  const selector: Selector = { kind, carriers: {}, ...detail(kind, value[kind] ?? true) };
  for (const carrier of CARRIERS) {
    const pattern = value[carrier];
    if (carrier !== kind && pattern !== undefined) selector.carriers[carrier] = carrierPattern(carrier, pattern);
  }
  if (value.where !== undefined) selector.where = value.where;
  if (value.from !== undefined) {
    if (value.from !== 'kit' && value.from !== 'target')
      throw new SelectorError(`from is kit or target, not ${showValue(value.from)}`);
    selector.from = value.from;
  }
  return selector;
}

const isKind = (name: string): name is SelectorKind => (KINDS as readonly string[]).includes(name);

function detail(kind: SelectorKind, value: Json): Pick<Selector, 'method' | 'variant' | 'names' | 'pattern'> {
  switch (kind) {
    case 'request':
    case 'notify': {
      if (typeof value !== 'string' || value === '')
        throw new SelectorError(`${kind} takes a method, not ${showValue(value)}`);
      const hash = value.indexOf('#');
      return hash < 0 ? { method: value } : { method: value.slice(0, hash), variant: value.slice(hash + 1) };
    }
    case 'reply': {
      const written = Array.isArray(value) ? value : [value];
      const wrong = written.find((name) => typeof name !== 'string' || name === '');
      if (written.length === 0 || wrong !== undefined)
        throw new SelectorError(`reply takes the name of a request, or a list of names`);
      return replyDetail(written as string[]);
    }
    case 'any':
    case 'outcome':
      if (value !== true) throw new SelectorError(`${kind} takes true, not ${showValue(value)}`);
      return {};
    case 'message':
    case 'body':
      return { pattern: value };
    default:
      return value === true ? {} : { pattern: carrierPattern(kind, value) };
  }
}

/** Names of requests, each perhaps with `#result` or `#error`, which narrows all of them alike. */
function replyDetail(written: string[]): Pick<Selector, 'names' | 'variant'> {
  const [variant, ...others] = new Set(written.map((name) => name.split('#')[1]));
  if (others.length > 0)
    throw new SelectorError('the replies of a list have one variant, `#result` or `#error`, or none');
  const names = written.map((name) => name.split('#')[0]!);
  if (variant === undefined) return { names };
  if (variant !== 'result' && variant !== 'error')
    throw new SelectorError(`a reply has the variants result and error, so there is no ${written[0]}`);
  return { names, variant };
}

/** The pattern for a part of the record, from its short forms: a close code, an exit code, a signal. */
function carrierPattern(kind: SelectorKind, value: Json): Json {
  if (value === true) return {};
  if (kind === 'closed' || kind === 'exit') {
    if (typeof value === 'string') return kind === 'closed' ? { how: value } : { signal: value };
    const bare = !isObject(value) || Object.keys(value).some((name) => name.startsWith('$'));
    return bare ? { code: value } : value;
  }
  if (!isObject(value)) throw new SelectorError(`${kind} takes a pattern for its members, not ${showValue(value)}`);
  if (kind !== 'http' || !isObject(value.headers)) return value;
  // Records hold header names in lower case, and HTTP does not tell cases apart.
  const headers = Object.entries(value.headers).map(([name, member]) => [name.toLowerCase(), member]);
  return { ...value, headers: Object.fromEntries(headers) };
}

/** Whether a selector picks a record. Throws PatternError for an unusable pattern, SelectorError for a variant of a method that has none. */
export function selects(selector: Selector, record: WireRecord, context: SelectContext = {}): boolean {
  if (selector.from !== undefined && selector.from !== record.from) return false;
  if (!isOfKind(selector, record, context)) return false;
  for (const carrier of CARRIERS) {
    const pattern = selector.carriers[carrier];
    if (pattern !== undefined && !holds(pattern, record[carrier] as Json | undefined, context)) return false;
  }
  return selector.where === undefined || holds(selector.where, viewOf(record), context);
}

function isOfKind(selector: Selector, record: WireRecord, context: SelectContext): boolean {
  const fits = (actual: unknown) =>
    selector.pattern === undefined || holds(selector.pattern, actual as Json | undefined, context);
  switch (selector.kind) {
    case 'any':
      return true;
    case 'request':
    case 'notify':
      return record.kind === 'message' && isCall(selector, record.message!, context);
    case 'reply':
      return (
        record.kind === 'message' &&
        shapeOf(record.message!) === 'response' &&
        (selector.variant === undefined || Object.hasOwn(record.message as JsonObject, selector.variant)) &&
        answers(selector.names ?? [], record, context)
      );
    case 'outcome':
      return viewOf(record).outcome !== undefined;
    case 'sse':
    case 'frame':
      // Messages come in events and frames too, and are meant here as well.
      return record[selector.kind] !== undefined && fits(record[selector.kind]);
    case 'http':
      return (record.kind === 'http' || (context.atBorder === true && record.http !== undefined)) && fits(record.http);
    default:
      return record.kind === selector.kind && fits(record[selector.kind]);
  }
}

function isCall(selector: Selector, message: Json, context: SelectContext): boolean {
  if (shapeOf(message) !== (selector.kind === 'request' ? 'request' : 'notification')) return false;
  const method = (message as JsonObject).method as string;
  if (selector.method !== '*' && selector.method !== method) return false;
  if (selector.variant === undefined) return true;
  const pointer = context.discriminator?.(method);
  if (pointer === undefined)
    throw new SelectorError(`${method} has no variants, so there is no ${method}#${selector.variant}`);
  return getPointer(message, pointer) === selector.variant;
}

function answers(names: string[], record: WireRecord, context: SelectContext): boolean {
  if (names.includes('*')) return true;
  if (context.atBorder) return record.method !== undefined && names.includes(record.method);
  if (record.as !== undefined) return names.includes(record.as);
  const id = (record.message as JsonObject).id;
  // Each side counts its own ids, so a reply never comes from the side that asked.
  return names.some(
    (name) => context.idsOf?.(name).some((asked) => asked.from !== record.from && sameScalar(asked.id, id)) ?? false,
  );
}

/**
 * Splits the body of an `expect` into what picks the message and what is judged once it is taken. `params result error is`
 * are judged, and so are `http sse frame` beside another kind, and the details of an HTTP head, an event, an end or an exit:
 * a wrong status is then reported as such and not as a message that never came. What a request without a message is, its
 * method and path say. Throws SelectorError.
 *
 * @returns `judgement` holds patterns for members of the record, and `is` for what the selector takes as a whole.
 */
export function splitExpect(body: JsonObject): { selector: Selector; judgement: JsonObject; as?: string } {
  const judgement: JsonObject = {};
  const selecting: JsonObject = {};
  const alone = !MESSAGES.some((name) => body[name] !== undefined);
  const kind = alone ? CARRIERS.findLast((name) => body[name] !== undefined) : undefined;
  for (const [name, value] of Object.entries(body)) {
    if (['params', 'result', 'error', 'is'].includes(name)) judgement[name] = value;
    else if (
      name === 'closed' ||
      name === 'exit' ||
      (isCarrier(name) && name !== 'frame') ||
      (name === 'frame' && !alone)
    ) {
      if (name === kind || !isCarrier(name)) selecting[name] = requestLine(name, value);
      if (value !== true) judgement[name] = carrierPattern(name, value);
    } else if (name !== 'as') selecting[name] = value;
  }
  const selector = parseSelector(selecting);
  return { selector, judgement, ...(typeof body.as === 'string' ? { as: body.as } : {}) };
}

/** Which request a bare head is about is said by its method and path, where they are known; the rest of a head is judged. */
function requestLine(name: string, value: Json): Json {
  if (name !== 'http' || !isObject(value) || typeof value.method !== 'string') return true;
  return { method: value.method, ...(value.path === undefined ? {} : { path: value.path }) };
}

const isCarrier = (name: string): name is (typeof CARRIERS)[number] => (CARRIERS as readonly string[]).includes(name);

/** What a selector waits for, in words: "reply to turn", "notification session/update (tool_call)". */
export function describe(selector: Selector): string {
  const narrowed = selector.where === undefined ? '' : ` where ${showValue(selector.where)}`;
  const from = selector.from === undefined ? '' : ` from the ${selector.from}`;
  const carried = CARRIERS.filter((name) => selector.carriers[name] !== undefined)
    .map((name) => ` with ${name} ${showValue(selector.carriers[name])}`)
    .join('');
  return what(selector) + carried + from + narrowed;
}

function what({ kind, method, variant, names = [], pattern }: Selector): string {
  const detail =
    pattern === undefined || (isObject(pattern) && Object.keys(pattern).length === 0) ? '' : ` ${showValue(pattern)}`;
  switch (kind) {
    case 'request':
    case 'notify': {
      const word = kind === 'request' ? 'request' : 'notification';
      return method === '*'
        ? `any ${word}`
        : `${word} ${showName(method ?? '')}${variant === undefined ? '' : ` (${variant})`}`;
    }
    case 'reply': {
      const narrowed = variant === undefined ? '' : ` (${variant})`;
      if (names.includes('*')) return `any reply${narrowed}`;
      const each = [...new Set(names)].map(showName);
      return `reply to ${each.length < 2 ? (each[0] ?? 'a request') : `${each.slice(0, -1).join(', ')} or ${each.at(-1)}`}${narrowed}`;
    }
    case 'http':
      return `HTTP head${detail}`;
    case 'sse':
      return `event${detail}`;
    case 'closed':
      return `the end of the channel${detail}`;
    case 'exit':
      return `the exit of the target${detail}`;
    case 'outcome':
      return 'the outcome';
    case 'any':
      return 'anything';
    default:
      return `${kind}${detail}`;
  }
}
