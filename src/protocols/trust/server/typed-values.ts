import type { TypedValue } from '../../../generated/types/trust-v1.js';
import { isObject, type Json, type JsonObject } from '../../../json/json.js';
import { invalidParams } from '../errors.js';
import type { StValue as Value } from '../st/index.js';

/** Lowest and highest value of each type of whole numbers. */
const WHOLE: ReadonlyMap<string, readonly [low: bigint, high: bigint]> = new Map([
  ...[8, 16, 32, 64].flatMap((bits, index): [string, [bigint, bigint]][] => {
    const [signed, unsigned, pattern] = [
      ['SINT', 'USINT', 'BYTE'],
      ['INT', 'UINT', 'WORD'],
      ['DINT', 'UDINT', 'DWORD'],
      ['LINT', 'ULINT', 'LWORD'],
    ][index] as [string, string, string];
    const half = 2n ** BigInt(bits - 1);
    return [
      [signed, [-half, half - 1n]],
      [unsigned, [0n, 2n * half - 1n]],
      [pattern, [0n, 2n * half - 1n]],
    ];
  }),
]);
const NANOS = new Set(['TIME', 'LTIME', 'LDATE', 'LTOD', 'LDT']);
const TICKS = new Set(['DATE', 'TOD', 'DT']);
/** Values in one value, and levels of arrays and structures. */
const MOST = 100_000;
const DEEPEST = 16;

/**
 * A value of the harness out of its typed JSON (Agent API v1, Typed Values).
 *
 * @throws RpcError -32602 for what is none
 */
export function decodeValue(json: Json): Value {
  return new Decoder().read(json, 0);
}

/** A value of the harness as typed JSON. Whole numbers are exact, however large. */
export function encodeValue(value: Value): TypedValue {
  return json(value) as unknown as TypedValue;
}

/** Whether two values are one: of the same type, with the same content. */
export function sameValue(one: Value, other: Value): boolean {
  return textOf(one) === textOf(other);
}

/** As it is compared: a REAL has 32 bits, whatever it was written with, and names have no case. */
function textOf(value: Value): string {
  if ('elements' in value) return `${JSON.stringify(value.dimensions)}[${value.elements.map(textOf).join()}]`;
  if ('fields' in value) {
    const fields = Object.entries(value.fields).map(([name, field]) => `${name.toUpperCase()}:${textOf(field)}`);
    return `${value.type_name.toUpperCase()}{${fields.sort().join()}}`;
  }
  if ('variant' in value) return `${value.type_name}.${value.variant}`.toUpperCase();
  if ('nanos' in value) return `${value.type} ${value.nanos}`;
  if ('ticks' in value) return `${value.type} ${value.ticks}`;
  const content = value.type === 'REAL' ? Math.fround(Number(value.value)) : value.value;
  return `${value.type} ${typeof content === 'string' ? JSON.stringify(content) : content}`;
}

function json(value: Value): Json {
  if ('nanos' in value) return { type: value.type, nanos: exact(value.nanos) };
  if ('ticks' in value) return { type: value.type, ticks: exact(value.ticks) };
  if ('elements' in value) return { type: 'ARRAY', dimensions: value.dimensions, elements: value.elements.map(json) };
  if ('fields' in value) {
    const fields = Object.entries(value.fields).map(([name, field]) => [name, json(field)]);
    return { type: 'STRUCT', type_name: value.type_name, fields: Object.fromEntries(fields) };
  }
  if ('variant' in value) return { ...value };
  if (value.type === 'NULL') return { type: 'NULL' };
  return { type: value.type, value: typeof value.value === 'bigint' ? exact(value.value) : value.value };
}

/** As JSON has it if that is exact. */
const exact = (whole: bigint): number | bigint =>
  whole >= Number.MIN_SAFE_INTEGER && whole <= Number.MAX_SAFE_INTEGER ? Number(whole) : whole;

class Decoder {
  private count = 0;

  read(json: Json, depth: number): Value {
    this.count++;
    if (this.count > MOST || depth > DEEPEST) throw invalidParams('Invalid typed value: it is too large.');
    if (!isObject(json) || typeof json.type !== 'string')
      throw invalidParams('Invalid typed value: it must be an object with a type.');
    const type = json.type.toUpperCase();
    const whole = WHOLE.get(type);
    if (whole) return { type, value: exact(this.whole(json, 'value', whole)) };
    if (NANOS.has(type)) return { type: type as 'TIME', nanos: this.whole(json, 'nanos', WHOLE.get('LINT')!) };
    if (TICKS.has(type)) return { type: type as 'DATE', ticks: this.whole(json, 'ticks', WHOLE.get('LINT')!) };
    switch (type) {
      case 'BOOL':
        if (typeof json.value === 'boolean') return { type, value: json.value };
        throw wrong(type, 'value must be a boolean');
      case 'REAL':
      case 'LREAL':
        return { type, value: this.real(json, type) };
      case 'STRING':
      case 'WSTRING':
        if (typeof json.value === 'string') return { type, value: json.value };
        throw wrong(type, 'value must be a string');
      case 'CHAR':
      case 'WCHAR':
        if (typeof json.value === 'string' && json.value.length === 1) return { type, value: json.value };
        throw wrong(type, 'value must be a string of one character');
      case 'ARRAY':
        return this.array(json, depth);
      case 'STRUCT':
        return this.structure(json, depth);
      case 'ENUM':
        return this.enumeration(json);
      default:
        throw invalidParams(`Invalid typed value: the type '${type.slice(0, 60)}' can't be given.`);
    }
  }

  private whole(json: JsonObject, member: string, [low, high]: readonly [bigint, bigint]): bigint {
    const { [member]: given } = json;
    const isWhole = typeof given === 'bigint' || (typeof given === 'number' && Number.isSafeInteger(given));
    if (!isWhole) throw wrong(String(json.type), `${member} must be an integer`);
    const value = BigInt(given as number | bigint);
    if (value < low || value > high) throw wrong(String(json.type), `${member} must lie between ${low} and ${high}`);
    return value;
  }

  private real(json: JsonObject, type: string): number {
    const { value } = json;
    const number = typeof value === 'bigint' ? Number(value) : value;
    const kept = type === 'REAL' && typeof number === 'number' ? Math.fround(number) : number;
    if (typeof kept !== 'number' || !Number.isFinite(kept)) throw wrong(type, 'value must be a number of its range');
    return kept;
  }

  private array({ dimensions, elements }: JsonObject, depth: number): Value {
    if (!Array.isArray(dimensions) || dimensions.length === 0) throw wrong('ARRAY', 'dimensions must be a list');
    const bounds = dimensions.map((one): [number, number] => {
      const [low, high] = Array.isArray(one) && one.length === 2 ? one : [];
      if (!Number.isSafeInteger(low) || !Number.isSafeInteger(high) || Number(high) < Number(low))
        throw wrong('ARRAY', 'each dimension must be [first, last]');
      return [Number(low), Number(high)];
    });
    if (!Array.isArray(elements)) throw wrong('ARRAY', 'elements must be a list');
    const size = bounds.reduce((product, [low, high]) => product * (high - low + 1), 1);
    if (size !== elements.length) throw wrong('ARRAY', `the dimensions have ${size} elements, not ${elements.length}`);
    return { type: 'ARRAY', dimensions: bounds, elements: elements.map((one) => this.read(one, depth + 1)) };
  }

  private structure({ type_name, fields }: JsonObject, depth: number): Value {
    if (!isObject(fields ?? null)) throw wrong('STRUCT', 'fields must be an object');
    const read = Object.entries(fields as JsonObject).map(([name, one]) => [name, this.read(one, depth + 1)]);
    return {
      type: 'STRUCT',
      type_name: typeof type_name === 'string' ? type_name : '',
      fields: Object.fromEntries(read),
    };
  }

  private enumeration({ type_name, variant, numeric }: JsonObject): Value {
    if (typeof variant !== 'string') throw wrong('ENUM', 'variant must be a string');
    if (numeric !== undefined && !Number.isSafeInteger(numeric)) throw wrong('ENUM', 'numeric must be an integer');
    const named = { type: 'ENUM', type_name: typeof type_name === 'string' ? type_name : '', variant };
    return { ...named, ...(numeric !== undefined && { numeric: Number(numeric) }) } as Value;
  }
}

const wrong = (type: string, why: string) => invalidParams(`Invalid typed value: ${type.slice(0, 60)}: ${why}.`);
