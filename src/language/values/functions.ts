import { Buffer } from 'node:buffer';
import { showValue } from '../../json/display.js';
import { isObject, type Json, stringifyJson } from '../../json/json.js';
import { textOf, ValueError } from './template.js';

/** Bytes as they stand in resolved values: a single member `$base64` with valid base64. `toBytes` reads them. */
export type Bytes = { $base64: string };

/** The largest text, array or byte string that a value function makes: characters, elements or bytes. */
const LARGEST = 256 * 1024 * 1024;

/**
 * The functions that make values, by name. Each takes its operand with everything inside resolved, and throws ValueError
 * for an operand that it can't use. `$lit`, `$pick` and `$maybe` are not here: their operands are not
 * resolved as values before. Nor are those of `MADE_BY_STEPS`: the scope makes them.
 */
export const VALUE_FUNCTIONS: { readonly [name: string]: (operand: Json) => Json } = {
  $int: exactInteger,
  $base64: base64,
  $json: (operand) => stringifyJson(operand),
  $repeat: repeat,
  $plus: plus,
  $pluck: pluck,
  $keyed: keyed,
  $pieces: pieces,
  $url: url,
};

/** Functions that need what only the steps of a case have. */
export const MADE_BY_STEPS: ReadonlySet<string> = new Set(['$token', '$challenges', '$places', '$query']);

const NAMES: ReadonlySet<string> = new Set([...Object.keys(VALUE_FUNCTIONS), '$pick', '$maybe', ...MADE_BY_STEPS]);

/** The names of the functions that make values, for suggestions. */
export function valueFunctionNames(): string[] {
  return [...NAMES, '$lit'];
}

/** Whether a function that makes a value, other than `$lit`, has this name. */
export function isValueFunction(name: string): boolean {
  return NAMES.has(name);
}

/** Whether a resolved value stands for bytes. */
export function isBytes(value: Json): value is Bytes {
  return isObject(value) && typeof value.$base64 === 'string' && Object.keys(value).length === 1;
}

/** The bytes of a resolved value: a text in UTF-8, or what `$base64` holds. Throws ValueError for everything else. */
export function toBytes(value: Json): Uint8Array {
  if (typeof value === 'string') return new Uint8Array(Buffer.from(value, 'utf8'));
  if (isBytes(value)) return new Uint8Array(Buffer.from(value.$base64, 'base64'));
  throw new ValueError(
    `${showValue(value)} is neither text nor { $base64 }, so it makes no bytes; { $json } makes its text`,
  );
}

/** Bytes as a resolved value holds them. */
export function fromBytes(bytes: Uint8Array): Bytes {
  return { $base64: Buffer.from(bytes).toString('base64') };
}

/** An integer of any size: a number where a double holds it exactly, else a bigint. Throws ValueError. */
export function exactInteger(operand: Json): number | bigint {
  const digits = typeof operand === 'string' && /^-?\d+$/.test(operand) && operand.length <= 10_000;
  if (!digits && typeof operand !== 'bigint' && !Number.isInteger(operand)) {
    throw new ValueError(`$int takes an integer or its digits, got ${showValue(operand)}`);
  }
  const exact = BigInt(operand as string | number | bigint);
  return Number.isSafeInteger(Number(exact)) ? Number(exact) : exact;
}

function base64(operand: Json): Json {
  if (typeof operand !== 'string' || operand.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(operand)) {
    throw new ValueError(`$base64 takes base64 text with its padding, got ${showValue(operand)}`);
  }
  return { $base64: operand };
}

function repeat(operand: Json): Json {
  const { value, times } = repeatOperand(operand);
  const count = typeof times === 'string' && /^\d+$/.test(times) ? Number(times) : times;
  if (typeof count !== 'number' || !Number.isInteger(count) || count < 0) {
    throw new ValueError(`$repeat takes a whole number of times, got ${showValue(times)}`);
  }
  const bytes = isBytes(value) ? toBytes(value) : undefined;
  if (bytes === undefined && typeof value !== 'string' && !Array.isArray(value)) {
    throw new ValueError(`$repeat repeats a text, bytes or an array, got ${showValue(value)}`);
  }
  const size = bytes?.length ?? (value as string | Json[]).length;
  if (size * count > LARGEST) throw new ValueError(`$repeat would make ${size} × ${count}, more than ${LARGEST}`);
  if (bytes) return fromBytes(Buffer.alloc(size * count, size === 0 ? undefined : bytes));
  if (typeof value === 'string') return value.repeat(count);
  return Array.from({ length: count }, () => value as Json[]).flat();
}

function repeatOperand(operand: Json): { value: Json; times: Json } {
  if (Array.isArray(operand) && operand.length === 2) return { value: operand[0]!, times: operand[1]! };
  if (isObject(operand)) {
    const value = operand.value ?? operand.text;
    const known = Object.keys(operand).every((name) => ['value', 'text', 'times'].includes(name));
    if (known && value !== undefined && operand.times !== undefined) return { value, times: operand.times };
  }
  throw new ValueError(`$repeat takes { value, times } or [value, times], got ${showValue(operand)}`);
}

function plus(operand: Json): Json {
  if (!Array.isArray(operand) || operand.length === 0)
    throw new ValueError(`$plus takes a list, got ${showValue(operand)}`);
  if (operand.every((item) => typeof item === 'number' || typeof item === 'bigint')) return sum(operand);
  if (operand.every((item) => typeof item === 'string')) return operand.join('');
  if (operand.every((item) => Array.isArray(item))) return operand.flat();
  // Text beside bytes is bytes: this is how a broken sequence stands in the middle of a message.
  if (operand.every((item) => typeof item === 'string' || isBytes(item)))
    return fromBytes(Buffer.concat(operand.map(toBytes)));
  throw new ValueError(
    `$plus adds numbers, texts, bytes or arrays, but not one kind to another: ${showValue(operand)}`,
  );
}

function sum(items: readonly (number | bigint)[]): number | bigint {
  if (items.every((item) => Number.isInteger(item) || typeof item === 'bigint')) {
    return exactInteger(items.reduce<bigint>((total, item) => total + BigInt(item), 0n));
  }
  return items.reduce<number>((total, item) => total + Number(item), 0);
}

/** `[list, name]`: the member `name` of each object in the list that has it. In place of a list, an object gives its values. */
function pluck(operand: Json): Json {
  const [given, name] = Array.isArray(operand) && operand.length === 2 ? operand : [];
  const list = isObject(given) ? Object.values(given) : given;
  if (!Array.isArray(list) || typeof name !== 'string')
    throw new ValueError(`$pluck takes [list, name], got ${showValue(operand)}`);
  return list.flatMap((item) => (isObject(item) && Object.hasOwn(item, name) ? [item[name]!] : []));
}

/** `[names, value]`: an object in which each of these names has this value. Names are a text, those of an object, or a list of both. */
function keyed(operand: Json): Json {
  const [names, value] = Array.isArray(operand) && operand.length === 2 ? operand : [];
  const list = [names].flat().flatMap((name): unknown[] => (isObject(name) ? Object.keys(name) : [name]));
  if (value === undefined || !list.every((name) => typeof name === 'string'))
    throw new ValueError(`$keyed takes [names or object, value], got ${showValue(operand)}`);
  return Object.fromEntries(list.map((name) => [name, value] as const));
}

/** `[address, { name: value }]`: the address with these parameters added to its query. */
function url(operand: Json): Json {
  const [address, parameters] = Array.isArray(operand) && operand.length === 2 ? operand : [];
  if (typeof address !== 'string' || !URL.canParse(address) || !isObject(parameters))
    throw new ValueError(`$url takes [absolute address, { name: value }], got ${showValue(operand)}`);
  const made = new URL(address);
  for (const [name, value] of Object.entries(parameters)) made.searchParams.append(name, textOf(value));
  return made.href;
}

/** `[text, size]`: the bytes of a text (or bytes) in pieces of that many, wherever that cuts. */
function pieces(operand: Json): Json {
  const [whole, size] = Array.isArray(operand) && operand.length === 2 ? operand : [];
  if (whole === undefined || typeof size !== 'number' || !Number.isInteger(size) || size < 1)
    throw new ValueError(`$pieces takes [text or bytes, size], got ${showValue(operand)}`);
  const bytes = toBytes(whole);
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, nth) =>
    fromBytes(bytes.subarray(nth * size, (nth + 1) * size)),
  );
}
