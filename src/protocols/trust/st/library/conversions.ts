/**
 * Conversions by name: X_TO_Y and TO_Y. Integers wrap around; a real is rounded to the nearest integer, halves to the even
 * one, and is a fault outside of the range; a time as a number counts milliseconds, a long time nanoseconds.
 */
import { coerce, settled } from '../operations/coerce.js';
import { fail, type Run } from '../operations/runtime.js';
import { folded, refuse, type Scope, type Typed, wrong } from '../operations/typed.js';
import type { Span } from '../syntax/diagnostics.js';
import { LIMITS } from '../syntax/limits.js';
import { readTime, TICK, TIME_PREFIXES } from '../syntax/times.js';
import { CHAR, ELEMENTARY, type Elementary, LREAL, stringType, type Type, unranged, WCHAR } from '../types/types.js';
import { textOf } from './texts.js';

type Convert = (value: unknown, at: Span) => unknown;

/** The types of `X_TO_Y`; undefined if the name is of no conversion. */
function typesOf(name: string): { from?: Type; to: Type } | undefined {
  const [, before, after] = /^(?:(\w+?)_)?TO_(\w+)$/.exec(name) ?? [];
  const to = after === undefined ? undefined : typeOf(after);
  if (!to || before === undefined) return to ? { to } : undefined;
  const from = typeOf(before);
  return from ? { from, to } : undefined;
}

function typeOf(name: string): Type | undefined {
  if (name === 'CHAR') return CHAR;
  if (name === 'WCHAR') return WCHAR;
  if (name === 'STRING' || name === 'WSTRING') return stringType(name === 'WSTRING', LIMITS.longString, false);
  return ELEMENTARY.get(name);
}

export const isConversion = (name: string): boolean => typesOf(name) !== undefined;

/** The call of a conversion. */
export function conversion(scope: Scope, name: string, given: Typed, at: Span): Typed {
  const { from, to } = typesOf(name)!;
  if (given.type.kind === 'unknown') return wrong(at);
  const value = from && given.type.kind !== 'enum' ? coerce(scope, given, from, 'pass') : settled(scope, given);
  const source = value.type.kind === 'enum' ? value.type.base : value.type;
  const convert = converter(source, to);
  if (value.type.kind === 'unknown') return wrong(at);
  if (!convert) return refuse(scope, at, 'type', `${value.type.name} cannot be converted to ${to.name}`);
  const { run } = value;
  const code: Run = (rt, f) => convert(run(rt, f), at);
  return folded({ type: to, run: code, at }, value);
}

function converter(from: Type, to: Type): Convert | undefined {
  if (from.kind === 'string' && to.kind === 'string') return (value) => (value as string).slice(0, to.length);
  if (to.kind === 'string') return from.kind === 'elementary' ? toText(from) : undefined;
  if (to.kind !== 'elementary') return undefined;
  if (from.kind === 'string') return fromText(to);
  return from.kind === 'elementary' ? between(unranged(from), to) : undefined;
}

const toText =
  (from: Elementary): Convert =>
  (value) =>
    textOf(from, value);

function fromText(to: Elementary): Convert {
  return (value, at) => {
    const text = (value as string).trim();
    const made = parsed(to, text);
    if (made === undefined) fail('conversion', `"${text.slice(0, 60)}" is no ${to.name}`, at);
    return made;
  };
}

function parsed(to: Elementary, text: string): unknown {
  if (to.family === 'bool') return /^(true|1)$/i.test(text) ? true : /^(false|0)$/i.test(text) ? false : undefined;
  if (to.family === 'duration' || to.family === 'date') {
    const [, prefix, body] = /^(\w+)#(.+)$/.exec(text) ?? [];
    const fits = prefix === undefined || TIME_PREFIXES.get(prefix.toUpperCase()) === to.name;
    return fits && text.length <= LIMITS.literal ? readTime(to.name, body ?? text) : undefined;
  }
  if (to.family === 'real') {
    const number = /^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN;
    const made = to.bits === 32 ? Math.fround(number) : number;
    return Number.isFinite(made) ? made : undefined;
  }
  const [, sign, base, digits] = /^([+-]?)(?:(2|8|16)#)?([0-9a-f]{1,64})$/i.exec(text) ?? [];
  if (digits === undefined || !(base ? /^[0-9a-f]+$/i : /^\d+$/).test(digits)) return undefined;
  const lead = { '2': '0b', '8': '0o', '16': '0x' }[base ?? ''] ?? '';
  if ((base === '2' && /[^01]/.test(digits)) || (base === '8' && /[^0-7]/.test(digits))) return undefined;
  const whole = sign === '-' ? -BigInt(lead + digits) : BigInt(lead + digits);
  if (whole < to.low || whole > to.high) return undefined;
  return to.kept === 'bigint' ? whole : Number(whole);
}

function between(from: Elementary, to: Elementary): Convert | undefined {
  if (from === to) return (value) => value;
  if (isTime(from) && isTime(to)) return timeToTime(from, to);
  const whole = toWhole(from);
  if (to.family === 'bool') return from.family === 'real' ? (value) => value !== 0 : (value) => whole(value) !== 0n;
  if (from.family === 'real') return ofReal(from, to);
  if (to.family === 'real') {
    if (from.family === 'bits' && from.bits === to.bits)
      return (value, at) => bitsToReal(to, BigInt(value as number), at);
    return (value) => (to.bits === 32 ? Math.fround(Number(whole(value))) : Number(whole(value)));
  }
  const unit = to.name === 'TIME' ? TICK : 1n;
  return (value) => wrapped(to, whole(value) * unit);
}

const isTime = ({ family }: Elementary): boolean => family === 'duration' || family === 'date';

/** What a value counts as a number. */
function toWhole({ family, name }: Elementary): (value: unknown) => bigint {
  if (family === 'bool') return (value) => (value ? 1n : 0n);
  if (name === 'TIME') return (value) => (value as bigint) / TICK;
  return (value) => BigInt(value as bigint | number);
}

function wrapped({ signed, bits, kept }: Elementary, value: bigint): bigint | number {
  const made = signed ? BigInt.asIntN(bits, value) : BigInt.asUintN(bits, value);
  return kept === 'bigint' ? made : Number(made);
}

function ofReal(from: Elementary, to: Elementary): Convert {
  if (to.family === 'real')
    return (value, at) => {
      const made = to.bits === 32 ? Math.fround(value as number) : (value as number);
      return Number.isFinite(made) ? made : fail('overflow', 'arithmetic overflow', at);
    };
  // Between a real and a bit string of its size, the bits are what is kept.
  if (to.family === 'bits' && to.bits === from.bits) return (value) => realToBits(from, value as number);
  const unit = to.name === 'TIME' ? TICK : 1n;
  return (value, at) => {
    const whole = BigInt(rounded(value as number)) * unit;
    if (whole < to.low || whole > to.high) fail('range', `${value} is outside the range of ${to.name}`, at);
    return to.kept === 'bigint' ? whole : Number(whole);
  };
}

/** The nearest integer; of two that are as near, the even one. */
function rounded(value: number): number {
  const low = Math.floor(value);
  const over = value - low;
  if (over !== 0.5) return Math.round(value) + 0;
  return low % 2 === 0 ? low : low + 1;
}

const cell = new DataView(new ArrayBuffer(8));

function realToBits({ bits }: Elementary, value: number): number | bigint {
  if (bits === 32) {
    cell.setFloat32(0, value);
    return cell.getUint32(0);
  }
  cell.setFloat64(0, value);
  return cell.getBigUint64(0);
}

function bitsToReal({ bits }: Elementary, value: bigint, at: Span): number {
  if (bits === 32) cell.setUint32(0, Number(value));
  else cell.setBigUint64(0, value);
  const made = bits === 32 ? cell.getFloat32(0) : cell.getFloat64(0);
  return Number.isFinite(made) ? made : fail('conversion', 'the bits are no finite number', at);
}

const DAY_MS = 86_400_000n;

/** Between times: short and long forms, and the parts of a date and time. */
function timeToTime(from: Elementary, to: Elementary): Convert | undefined {
  const bare = (name: string) => (name.startsWith('L') ? name.slice(1) : name);
  const [source, target] = [bare(from.name), bare(to.name)];
  const part = source === 'DT' && (target === 'DATE' || target === 'TOD');
  if (source !== target && !part) return undefined;
  const unit = (type: Elementary) => (type.family === 'date' && !type.name.startsWith('L') ? TICK : 1n);
  const [up, down] = [unit(from), unit(to)];
  const day = DAY_MS * TICK;
  return (value) => {
    const nanos = (value as bigint) * up;
    const ofDay = ((nanos % day) + day) % day;
    const kept = !part ? nanos : target === 'TOD' ? ofDay : nanos - ofDay;
    return BigInt.asIntN(64, kept / down);
  };
}

/** TRUNC: towards zero. The result is a DINT; a real outside of its range is a fault. */
export function truncation(scope: Scope, given: Typed, to: Elementary, at: Span): Typed {
  const value =
    given.type.kind === 'elementary' && given.type.family === 'real' ? given : coerce(scope, given, LREAL, 'pass');
  const { run } = value;
  const code: Run = (rt, f) => {
    const whole = Math.trunc(run(rt, f) as number) + 0;
    if (whole < Number(to.low) || whole > Number(to.high))
      fail('range', `${whole} is outside the range of ${to.name}`, at);
    return whole;
  };
  return folded({ type: to, run: code, at }, value);
}
