import { parse as explain, stringify as stringifyExactly } from 'lossless-json';
import { crypto } from './crypto.js';
import { setOwn } from './own.js';
import { bareNumbers, tooDeepAt } from './scan.js';

export { duplicateKeys } from './scan.js';

/** A JSON value as Proctor keeps it: integers that a double can't hold are `bigint`, so nothing is lost on the way. */
export type Json = null | boolean | number | bigint | string | Json[] | JsonObject;
export type JsonObject = { [name: string]: Json };

/** Deepest nesting that is read. Ten times what any protocol needs, and far from what recursive code survives. */
const MAX_DEPTH = 1000;
/** Longest integer that is read, in digits: the cost of a bigint grows with the square of its length. */
const MAX_DIGITS = 10_000;
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

/**
 * Reads one JSON text (RFC 8259). Integers beyond 2^53 become bigint; of a key that occurs twice the last value counts.
 * Throws JsonProblem for whatever is no JSON, nests deeper than `MAX_DEPTH`, or holds an integer of more than 10,000 digits.
 */
export function parseJson(text: string): Json {
  const deep = tooDeepAt(text, MAX_DEPTH);
  if (deep >= 0) throw new JsonProblem(`nested deeper than ${MAX_DEPTH} levels`, deep);
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch (error) {
    throw problemOf(text, error);
  }
  return /\d{16}/.test(text) ? withBigints(text, value) : value;
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

/**
 * Parses once more with each integer that a double can't hold replaced by a marked string, and puts bigints where the marks
 * are: the engine's parser is twenty times faster than one written in JavaScript, and a message of many MiB may come here
 * because of one long id.
 */
function withBigints(text: string, value: Json): Json {
  const parts: string[] = [];
  // Random, so that no text can hold it by design, not even spelt with escapes.
  const mark = `${crypto().randomUUID()}:`;
  let done = 0;
  for (const [start, end] of bareNumbers(text)) {
    const digits = text.slice(start, end);
    if (!/^-?\d+$/.test(digits) || Number.isSafeInteger(Number(digits))) continue;
    if (digits.length > MAX_DIGITS) throw new JsonProblem(`an integer of ${digits.length} digits`, start);
    parts.push(text.slice(done, start), `"${mark}${digits}"`);
    done = end;
  }
  if (done === 0) return value;
  parts.push(text.slice(done));
  const root: { value: Json } = { value: JSON.parse(parts.join('')) as Json };
  const open: (Json[] | JsonObject)[] = [root as JsonObject];
  for (let container = open.pop(); container !== undefined; container = open.pop()) {
    const members = container as JsonObject;
    for (const name of Object.keys(members)) {
      const member = members[name]!;
      if (typeof member === 'string' && member.startsWith(mark))
        setOwn<Json>(members, name, BigInt(member.slice(mark.length)));
      else if (typeof member === 'object' && member !== null) open.push(member);
    }
  }
  return root.value;
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
export const asObject = (value: object): JsonObject => value as JsonObject;
