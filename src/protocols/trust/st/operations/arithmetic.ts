/**
 * Arithmetic. Operands that are variables of the own frame or constants get closures of their own, because most operands of
 * a scan cycle are, and a call less for each halves its time.
 */
import type { Span } from '../syntax/diagnostics.js';
import type { Elementary } from '../types/types.js';
import { fail, type Run } from './runtime.js';
import type { Typed } from './typed.js';

type Numbers = Run<number>;
type Bigs = Run<bigint>;

/** Brings a result that does not fit into the range of the type: it wraps around, or is a fault. */
function fitNumber(type: Elementary, faults: boolean, at: Span): (value: number) => number {
  if (type.family === 'real') {
    const single = type.bits === 32;
    return (value) => {
      const made = single ? Math.fround(value) : value;
      // Only infinities and NaN are not zero here.
      if (made - made !== 0) fail('overflow', 'arithmetic overflow', at);
      return made;
    };
  }
  if (faults && type.family === 'int') {
    const [low, high] = [Number(type.low), Number(type.high)];
    // A quotient may be -0, which is no integer.
    return (value) => (value < low || value > high ? fail('overflow', 'arithmetic overflow', at) : value + 0);
  }
  switch (`${type.signed}${type.bits}`) {
    case 'true8':
      return (value) => (value << 24) >> 24;
    case 'true16':
      return (value) => (value << 16) >> 16;
    case 'true32':
      return (value) => value | 0;
    case 'false8':
      return (value) => value & 0xff;
    case 'false16':
      return (value) => value & 0xffff;
    default:
      return (value) => value >>> 0;
  }
}

/** The same for 64 bits. */
export function fitBig(type: Elementary, faults: boolean, at: Span): (value: bigint) => bigint {
  const { low, high } = type;
  if (faults && type.family !== 'bits')
    return (value) => (value < low || value > high ? fail('overflow', 'arithmetic overflow', at) : value);
  return type.signed ? (value) => BigInt.asIntN(64, value) : (value) => BigInt.asUintN(64, value);
}

/** `left operator right` of one numeric type, both already of it. */
export function arithmetic(
  type: Elementary,
  operator: string,
  left: Typed,
  right: Typed,
  faults: boolean,
  at: Span,
): Run {
  if (type.kept === 'bigint') return bigs(operator, left.run as Bigs, right.run as Bigs, fitBig(type, faults, at), at);
  const toRange = fitNumber(type, faults, at);
  const [a, b] = [left.run as Numbers, right.run as Numbers];
  if (type.family === 'real') return reals(operator, a, b, toRange, at);
  if (operator === '+' || operator === '-') {
    if (!faults && type.signed && type.bits === 16) return int16(operator, left, right);
    if (!faults && type.signed && type.bits === 32) return int32(operator, left, right);
  }
  switch (operator) {
    case '+':
      return (rt, f) => toRange(a(rt, f) + b(rt, f));
    case '-':
      return (rt, f) => toRange(a(rt, f) - b(rt, f));
    case '*': {
      if (faults) return (rt, f) => toRange(a(rt, f) * b(rt, f));
      return (rt, f) => toRange(Math.imul(a(rt, f), b(rt, f)));
    }
    case '/':
      return (rt, f) => {
        const dividend = a(rt, f);
        const divisor = b(rt, f);
        if (divisor === 0) fail('division-by-zero', 'division by zero', at);
        return toRange(Math.trunc(dividend / divisor));
      };
    case 'MOD':
      return (rt, f) => {
        const dividend = a(rt, f);
        const divisor = b(rt, f);
        if (divisor === 0) fail('division-by-zero', 'division by zero', at);
        // The remainder of a negative number may be -0, which is no integer.
        return (dividend % divisor) + 0;
      };
    default:
      return (rt, f) =>
        Number(power(BigInt(a(rt, f)), BigInt(b(rt, f)), (value) => BigInt(toRange(inRange(value, faults))), at));
  }
}

/** Low bits suffice to wrap around; a fault needs to see that the value is too large. */
const inRange = (value: bigint, faults: boolean): number => (faults ? Number(value) : Number(BigInt.asIntN(32, value)));

function int16(operator: string, left: Typed, right: Typed): Run {
  const [a, b] = [left.run as Numbers, right.run as Numbers];
  const [x, y] = [left.place?.slot, right.place?.slot];
  const sign = operator === '+' ? 1 : -1;
  if (x !== undefined && right.constant !== undefined) {
    const by = sign * (right.constant as number);
    return (_, f) => (((f[x] as number) + by) << 16) >> 16;
  }
  if (operator === '+') {
    if (x !== undefined && y !== undefined) return (_, f) => (((f[x] as number) + (f[y] as number)) << 16) >> 16;
    return (rt, f) => ((a(rt, f) + b(rt, f)) << 16) >> 16;
  }
  if (x !== undefined && y !== undefined) return (_, f) => (((f[x] as number) - (f[y] as number)) << 16) >> 16;
  return (rt, f) => ((a(rt, f) - b(rt, f)) << 16) >> 16;
}

function int32(operator: string, left: Typed, right: Typed): Run {
  const [a, b] = [left.run as Numbers, right.run as Numbers];
  const [x, y] = [left.place?.slot, right.place?.slot];
  const sign = operator === '+' ? 1 : -1;
  if (x !== undefined && right.constant !== undefined) {
    const by = sign * (right.constant as number);
    return (_, f) => ((f[x] as number) + by) | 0;
  }
  if (operator === '+') {
    if (x !== undefined && y !== undefined) return (_, f) => ((f[x] as number) + (f[y] as number)) | 0;
    return (rt, f) => (a(rt, f) + b(rt, f)) | 0;
  }
  if (x !== undefined && y !== undefined) return (_, f) => ((f[x] as number) - (f[y] as number)) | 0;
  return (rt, f) => (a(rt, f) - b(rt, f)) | 0;
}

function reals(operator: string, a: Numbers, b: Numbers, toRange: (value: number) => number, at: Span): Run {
  switch (operator) {
    case '+':
      return (rt, f) => toRange(a(rt, f) + b(rt, f));
    case '-':
      return (rt, f) => toRange(a(rt, f) - b(rt, f));
    case '*':
      return (rt, f) => toRange(a(rt, f) * b(rt, f));
    case '/':
      return (rt, f) => {
        const dividend = a(rt, f);
        const divisor = b(rt, f);
        if (divisor === 0) fail('division-by-zero', 'division by zero', at);
        return toRange(dividend / divisor);
      };
    default:
      return (rt, f) => toRange(a(rt, f) ** b(rt, f));
  }
}

function bigs(operator: string, a: Bigs, b: Bigs, toRange: (value: bigint) => bigint, at: Span): Run {
  switch (operator) {
    case '+':
      return (rt, f) => toRange(a(rt, f) + b(rt, f));
    case '-':
      return (rt, f) => toRange(a(rt, f) - b(rt, f));
    case '*':
      return (rt, f) => toRange(a(rt, f) * b(rt, f));
    case '/':
    case 'MOD': {
      const rest = operator === 'MOD';
      return (rt, f) => {
        const dividend = a(rt, f);
        const divisor = b(rt, f);
        if (divisor === 0n) fail('division-by-zero', 'division by zero', at);
        return toRange(rest ? dividend % divisor : dividend / divisor);
      };
    }
    default:
      return (rt, f) => power(a(rt, f), b(rt, f), toRange, at);
  }
}

/** By squaring, so that the time does not grow with the exponent; each product is brought back into range. */
function power(base: bigint, exponent: bigint, toRange: (value: bigint) => bigint, at: Span): bigint {
  if (exponent < 0n) fail('range', 'an integer has no power with a negative exponent', at);
  let result = 1n;
  let square = base;
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = toRange(result * square);
    if (rest > 1n) square = toRange(square * square);
  }
  return result;
}

/** `-x`. */
export function negation(type: Elementary, of: Typed, faults: boolean, at: Span): Run {
  if (type.kept === 'bigint') {
    const toRange = fitBig(type, faults, at);
    const run = of.run as Bigs;
    return (rt, f) => toRange(-run(rt, f));
  }
  const run = of.run as Numbers;
  if (type.family === 'real') return (rt, f) => -run(rt, f);
  const toRange = fitNumber(type, faults, at);
  return (rt, f) => toRange(0 - run(rt, f));
}
