import { parse as explain, stringify as stringifyExactly } from 'lossless-json';
import type { Json, JsonObject } from '../generated/types/json.js';
import { crypto } from './crypto.js';
import { setOwn } from './own.js';
import { bareNumbers, extentOf } from './scan.js';

export { duplicateKeys, membersIn } from './scan.js';
export type { Json, JsonObject };

/**
 * How much one JSON text may hold, besides its bytes. JSON itself sets no limits, and lets each reader set its own (RFC 8259,
 * section 9): a text beyond them is no mistake of its author.
 */
export const JSON_LIMITS = {
  /** Deepest nesting. Ten times what any protocol needs, and far from what recursive code survives. */
  depth: 1000,
  /** Longest integer, in digits: the cost of a bigint grows with the square of its length. */
  digits: 10_000,
  /** Values of every kind. A value costs memory however short its text is. */
  values: 10_000_000,
  /**
   * Lists and objects: so many in any text, and in a longer one as many as it has times five characters. An empty object takes three bytes as
   * text, and more than twenty times as many in memory.
   */
  containers: (length: number): number => Math.max(250_000, Math.floor(length / 5)),
  /** Members of one object, in the same way: the engine keeps a large object as a table, of some 250 bytes for each member. */
  members: (length: number): number => Math.max(100_000, Math.floor(length / 20)),
};
/** Shortest integer that a double may not hold, in digits. */
const LONG = 16;
/** Above this length (characters) a syntax error is reported in the engine's own words, which cost nothing. */
const EXPLAINED = 256 * 1024;

/** What is wrong with a text or value that should be JSON. `offset` counts UTF-16 units of the text, -1 where there is none. */
export class JsonProblem extends Error {
  constructor(
    message: string,
    readonly offset: number,
  ) {
    super(offset < 0 ? message : `${message} (at offset ${offset})`);
    this.name = 'JsonProblem';
  }
}

/** A text that may be sound JSON and is beyond one of `JSON_LIMITS`. */
export class JsonLimit extends JsonProblem {
  override name = 'JsonLimit';
}

/**
 * Reads one JSON text (RFC 8259). Integers beyond 2^53 become bigint; of a key that occurs twice the last value counts.
 * Throws JsonLimit for what is beyond `JSON_LIMITS`, and JsonProblem for whatever is no JSON.
 */
export function parseJson(text: string): Json {
  const digits = digitsIn(text);
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch (error) {
    throw problemOf(text, error);
  }
  return digits >= LONG ? withBigints(text, value) : value;
}

/** The longest run of digits in a text, or at least whether it is long enough for a bigint. Throws JsonLimit. */
function digitsIn(text: string): number {
  const { depth, values, containers, members } = JSON_LIMITS;
  // A level takes two characters, so a short text needs no close look.
  if (text.length <= depth * 2) return /\d{16}/.test(text) ? LONG : 0;
  const extent = extentOf(text, depth);
  if (extent.tooDeepAt >= 0) throw new JsonLimit(`nested deeper than ${depth} levels`, extent.tooDeepAt);
  if (extent.values > values)
    throw new JsonLimit(`${extent.values} values in one text, more than the limit of ${values}`, -1);
  const within = (count: number, most: number, what: string) => {
    const size = `${text.length} characters`;
    if (count > most)
      throw new JsonLimit(`${count} ${what} in ${size}, more than the limit of ${most} for this length`, -1);
  };
  within(extent.containers, containers(text.length), 'lists and objects');
  within(extent.members, members(text.length), 'members of one object');
  return extent.digits;
}

/**
 * Writes a JSON value on one line, or with `space` columns of indentation a member a line; bigint as its digits. Throws JsonProblem for
 * what has no JSON form: a cycle, nesting too deep for the engine, undefined.
 */
export function stringifyJson(value: Json, space = 0): string {
  try {
    const text = JSON.stringify(value, null, space);
    if (text !== undefined) return text;
  } catch (error) {
    if (error instanceof RangeError) throw new JsonProblem('nested too deep to be written', -1);
    return stringifyBigints(value, space);
  }
  throw new JsonProblem(`a ${typeof value} has no JSON form`, -1);
}

/** How deep a value nests: 0 for a scalar, 1 for an empty object or array. Uses no recursion. */
export function depthOf(value: Json): number {
  let depth = 0;
  let level: Json[] = [value];
  while (true) {
    const next: Json[] = [];
    let containers = false;
    for (const item of level) {
      if (typeof item !== 'object' || item === null) continue;
      containers = true;
      for (const child of Object.values(item)) next.push(child);
    }
    if (!containers) return depth;
    depth += 1;
    level = next;
  }
}

/** Decodes UTF-8 strictly. A byte order mark is kept as U+FEFF. Throws JsonProblem with the byte offset of the first wrong byte. */
export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return strict.decode(bytes);
  } catch {
    throw new JsonProblem('invalid UTF-8', wrongByteAt(bytes));
  }
}

/** Reads one JSON text from bytes. Throws JsonProblem as `parseJson` and `decodeUtf8` do. */
export function parseBytes(bytes: Uint8Array): { value: Json; text: string } {
  const text = decodeUtf8(bytes);
  return { value: parseJson(text), text };
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const lenient = new TextDecoder('utf-8', { ignoreBOM: true });

function wrongByteAt(bytes: Uint8Array): number {
  const text = lenient.decode(bytes);
  let at = 0;
  let from = 0;
  for (let next = text.indexOf('\uFFFD'); next >= 0; next = text.indexOf('\uFFFD', from)) {
    at += Buffer.byteLength(text.slice(from, next));
    const genuine = bytes[at] === 0xef && bytes[at + 1] === 0xbf && bytes[at + 2] === 0xbd;
    if (!genuine) return at;
    at += 3;
    from = next + 1;
  }
  return at;
}

function problemOf(text: string, error: unknown): JsonProblem {
  if (text.trim() === '') return new JsonProblem('empty', 0);
  if (text.startsWith('\uFEFF')) return new JsonProblem('begins with a byte order mark', 0);
  const nul = text.indexOf('\0');
  if (nul >= 0) return new JsonProblem('holds a NUL character', nul);
  const engine = error instanceof Error ? error.message : String(error);
  const own = / at position (\d+)/.exec(engine);
  if (text.length > EXPLAINED) return new JsonProblem(plain(engine), own ? Number(own[1]) : -1);
  try {
    explain(text, undefined, { parseNumber: (digits) => digits, onDuplicateKey: ({ newValue }) => newValue });
  } catch (explained) {
    const found = /^([\s\S]*) at position (\d+)$/.exec(explained instanceof Error ? explained.message : '');
    if (found) return new JsonProblem(lowerFirst(found[1] ?? ''), Number(found[2]));
  }
  return new JsonProblem(plain(engine), own ? Number(own[1]) : -1);
}

/** The engine's words without the quoted text, which may be long, and without the position, which we state ourselves. */
function plain(message: string): string {
  return lowerFirst(
    message.replace(/, [\s\S]*is not valid JSON$/, '').replace(/( in JSON)? at position \d+[\s\S]*$/, ''),
  );
}

function lowerFirst(text: string): string {
  return /^[A-Z][a-z ]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}

/** How many pieces of a text lie side by side before they are joined: each costs more than its characters. */
const PIECES = 1024;

/**
 * Parses once more with each integer that a double can't hold replaced by a marked string, and puts bigints where the marks
 * are: the engine's parser is twenty times faster than one written in JavaScript, and a message of many MiB may come here
 * because of one long id.
 */
function withBigints(text: string, value: Json): Json {
  const joined: string[] = [];
  let pieces: string[] = [];
  // Random, so that no text can hold it by design, not even spelt with escapes.
  const mark = `${crypto().randomUUID().slice(0, 18)}:`;
  let done = 0;
  for (const [start, end] of bareNumbers(text)) {
    if (end - start < LONG) continue;
    const digits = text.slice(start, end);
    if (!/^-?\d+$/.test(digits) || Number.isSafeInteger(Number(digits))) continue;
    if (digits.length > JSON_LIMITS.digits)
      throw new JsonLimit(`an integer of ${digits.length} digits, more than the limit of ${JSON_LIMITS.digits}`, start);
    pieces.push(text.slice(done, start), '"', mark, digits, '"');
    done = end;
    if (pieces.length < PIECES) continue;
    joined.push(pieces.join(''));
    pieces = [];
  }
  if (done === 0) return value;
  joined.push(pieces.join(''), text.slice(done));
  const root: JsonObject = { value: JSON.parse(joined.join('')) as Json };
  const open: (Json[] | JsonObject)[] = [root];
  const look = (container: Json[] | JsonObject, name: string | number) => {
    const member = (container as JsonObject)[name]!;
    if (typeof member === 'string' && member.startsWith(mark))
      setOwn<Json>(container as JsonObject, String(name), BigInt(member.slice(mark.length)));
    else if (typeof member === 'object' && member !== null) open.push(member);
  };
  for (let container = open.pop(); container !== undefined; container = open.pop()) {
    if (Array.isArray(container)) for (let at = 0; at < container.length; at += 1) look(container, at);
    else for (const name of Object.keys(container)) look(container, name);
  }
  return root.value!;
}

function stringifyBigints(value: Json, space: number): string {
  try {
    const text = stringifyExactly(value, null, space);
    if (text !== undefined) return text;
  } catch (error) {
    if (error instanceof RangeError) throw new JsonProblem('a cycle, or nested too deep to be written', -1);
    throw new JsonProblem(error instanceof Error ? error.message : String(error), -1);
  }
  throw new JsonProblem(`a ${typeof value} has no JSON form`, -1);
}

/** Whether a value is a JSON object: not null, not an array. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A value of a type that names its members, as the JSON object that it is: such types have no index signature. */
/** The object that a value is by its schema. Throws TypeError if it is none. */
export function objectOf(value: unknown): JsonObject {
  if (!isObject(value)) throw new TypeError('not an object');
  return value;
}

export const asObject = (value: object): JsonObject => value as JsonObject;
