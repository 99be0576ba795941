/** Operators: which types they take, and the code for them. */
import type { Span } from '../syntax/diagnostics.js';
import { TICK } from '../syntax/times.js';
import type { Expression } from '../syntax/tree.js';
import {
  BOOL,
  basic,
  DECIMAL,
  type Elementary,
  INTEGER,
  isBits,
  isBool,
  isDate,
  isDuration,
  isInteger,
  isReal,
  type Type,
  unranged,
} from '../types/types.js';
import { arithmetic, fitBig, negation } from './arithmetic.js';
import { paired, settled } from './coerce.js';
import { comparison } from './compare.js';
import { fail, type Run } from './runtime.js';
import { constantOf, folded, refuse, type Scope, type Typed, wrong } from './typed.js';

export const isNumber = (type: Type): type is Elementary => isInteger(type) || isReal(type);

/** An expression with a sign or NOT. */
export function unary(scope: Scope, node: Extract<Expression, { kind: 'unary' }>): Typed {
  const of = scope.expression(node.of);
  const { at, operator } = node;
  const { type } = of;
  if (type.kind === 'unknown') return wrong(at);
  if (operator === 'NOT') return inverted(scope, of, at);
  if (type.kind === 'integer' || type.kind === 'decimal') {
    const value = of.constant as bigint | number;
    return constantOf(type, operator === '-' ? -value : value, at);
  }
  if (!isNumber(type) && !isDuration(type))
    return refuse(scope, at, 'type', `"${operator}" takes a number, got ${type.name}`);
  if (operator === '+') return { type, run: of.run, at };
  const bare = unranged(type);
  if (!bare.signed) return refuse(scope, at, 'type', `"-" takes a signed number, got ${type.name}`);
  const faults = scope.library.options.overflow === 'fault';
  return folded({ type: bare, run: negation(bare, of, faults, at), at }, of);
}

function inverted(scope: Scope, of: Typed, at: Span): Typed {
  const { type, run } = of;
  if (type.kind === 'integer') return { ...constantOf(type, ~(of.constant as bigint), at), inverted: true };
  if (isBool(type)) return folded({ type, run: (rt, f) => !run(rt, f), at }, of);
  if (!isBits(type)) return refuse(scope, at, 'type', `NOT takes BOOL or a bit string, got ${type.name}`);
  if (type.kept === 'bigint')
    return folded({ type, run: (rt, f) => BigInt.asUintN(64, ~(run(rt, f) as bigint)), at }, of);
  const mask = Number(type.high);
  return folded({ type, run: (rt, f) => (~(run(rt, f) as number) & mask) >>> 0, at }, of);
}

/** An expression with two operands. */
export function binary(scope: Scope, node: Extract<Expression, { kind: 'binary' }>): Typed {
  const left = scope.expression(node.left);
  const right = scope.expression(node.right);
  return combined(scope, node.operator, left, right, node.at);
}

/** `left operator right`. Also what functions such as ADD and GT are. */
export function combined(scope: Scope, operator: string, left: Typed, right: Typed, at: Span): Typed {
  if (left.type.kind === 'unknown' || right.type.kind === 'unknown') return wrong(at);
  switch (operator) {
    case 'AND':
    case 'OR':
    case 'XOR':
    case 'AND_THEN':
    case 'OR_ELSE':
      return logic(scope, operator, left, right, at);
    case '=':
    case '<>':
    case '<':
    case '>':
    case '<=':
    case '>=': {
      const [a, b, type] = paired(scope, left, right, `"${operator}"`);
      if (type.kind === 'unknown') return wrong(at);
      if (type.kind === 'array' || type.kind === 'struct' || type.kind === 'block')
        return refuse(scope, at, 'type', `"${operator}" does not compare ${type.name}: compare its parts`);
      return folded({ type: BOOL, run: comparison(operator, type, a, b), at }, a, b);
    }
    default:
      return withTimes(scope, operator, left, right, at) ?? numbers(scope, operator, left, right, at);
  }
}

function numbers(scope: Scope, operator: string, left: Typed, right: Typed, at: Span): Typed {
  if (operator === '**' && isReal(left.type) && right.type.kind === 'elementary' && isInteger(right.type)) {
    // Any whole exponent will do for a real base.
    const { run } = right;
    const exponent: Typed = { type: left.type, run: (rt, f) => Number(run(rt, f)), at: right.at };
    return numbers(scope, operator, left, folded(exponent, right), at);
  }
  const [a, b, type] = paired(scope, left, right, `"${operator}"`);
  if (type.kind === 'unknown') return wrong(at);
  if (type.kind === 'integer' || type.kind === 'decimal') return literals(scope, operator, a, b, at);
  const takes = operator === 'MOD' ? isInteger(type) : isNumber(type);
  if (!takes) {
    const kind = operator === 'MOD' ? 'integers' : 'numbers';
    return refuse(scope, at, 'type', `"${operator}" takes ${kind}, got ${left.type.name} and ${right.type.name}`);
  }
  const faults = scope.library.options.overflow === 'fault';
  return folded({ type, run: arithmetic(type as Elementary, operator, a, b, faults, at), at }, a, b);
}

/** Two literals are computed exactly, and are a literal again. */
function literals(scope: Scope, operator: string, left: Typed, right: Typed, at: Span): Typed {
  const [x, y] = [left.constant as bigint | number, right.constant as bigint | number];
  if (typeof x === 'bigint' && typeof y === 'bigint') {
    if ((operator === '/' || operator === 'MOD') && y === 0n) return refuse(scope, at, 'constant', 'division by zero');
    const value = wholes(operator, x, y);
    // Beyond 64 bits no type could take it, and chains of "**" would take all memory.
    if (value === undefined || value > 1n << 64n || value < -(1n << 64n))
      return refuse(scope, at, 'constant', `the result of "${operator}" does not fit into 64 bits`);
    return constantOf(INTEGER, value, at);
  }
  const [a, b] = [Number(x), Number(y)];
  if (operator === 'MOD') return refuse(scope, at, 'type', '"MOD" takes integers');
  if (operator === '/' && b === 0) return refuse(scope, at, 'constant', 'division by zero');
  const value =
    operator === '+' ? a + b : operator === '-' ? a - b : operator === '*' ? a * b : operator === '/' ? a / b : a ** b;
  if (!Number.isFinite(value)) return refuse(scope, at, 'constant', `the result of "${operator}" is too large`);
  return constantOf(DECIMAL, value, at);
}

function wholes(operator: string, x: bigint, y: bigint): bigint | undefined {
  switch (operator) {
    case '+':
      return x + y;
    case '-':
      return x - y;
    case '*':
      return x * y;
    case '/':
      return x / y;
    case 'MOD':
      return x % y;
    default:
      if (y < 0n) return undefined;
      return y <= 64n || x === 0n || x === 1n || x === -1n ? x ** (y > 64n ? 64n + (y % 2n) : y) : undefined;
  }
}

function logic(scope: Scope, operator: string, left: Typed, right: Typed, at: Span): Typed {
  const [a, b, common] = paired(scope, left, right, operator);
  if (common.kind === 'unknown') return wrong(at);
  if (common.kind === 'integer') return literalBits(operator, a, b, at);
  const [x, y, type] = [a, b, common];
  if (!isBool(type) && !isBits(type))
    return refuse(
      scope,
      at,
      'type',
      `${operator} takes BOOL or bit strings, got ${left.type.name} and ${right.type.name}`,
    );
  if (operator.includes('_') && !isBool(type))
    return refuse(scope, at, 'type', `${operator} takes BOOL, got ${type.name}`);
  const run = isBool(type)
    ? ofBools(operator, x, y)
    : (type as Elementary).kept === 'bigint'
      ? ofBigs(operator, x, y)
      : ofBits(operator, x, y);
  return folded({ type, run, at }, x, y);
}

function literalBits(operator: string, left: Typed, right: Typed, at: Span): Typed {
  const [a, b] = [left.constant as bigint, right.constant as bigint];
  const value = operator === 'AND' ? a & b : operator === 'OR' ? a | b : a ^ b;
  return { ...constantOf(INTEGER, value, at), inverted: value < 0n };
}

function ofBools(operator: string, left: Typed, right: Typed): Run {
  const [a, b] = [left.run, right.run];
  switch (operator) {
    // Both sides are evaluated, as IEC asks of AND and OR: a function on the right may change something.
    case 'AND': {
      if (right.place || right.constant !== undefined) return (rt, f) => a(rt, f) && b(rt, f);
      return (rt, f) => {
        const first = a(rt, f);
        return b(rt, f) && first;
      };
    }
    case 'OR': {
      if (right.place || right.constant !== undefined) return (rt, f) => a(rt, f) || b(rt, f);
      return (rt, f) => {
        const first = a(rt, f);
        return b(rt, f) || first;
      };
    }
    case 'AND_THEN':
      return (rt, f) => a(rt, f) && b(rt, f);
    case 'OR_ELSE':
      return (rt, f) => a(rt, f) || b(rt, f);
    default:
      return (rt, f) => a(rt, f) !== b(rt, f);
  }
}

function ofBits(operator: string, left: Typed, right: Typed): Run {
  const [a, b] = [left.run as Run<number>, right.run as Run<number>];
  if (operator === 'AND') return (rt, f) => (a(rt, f) & b(rt, f)) >>> 0;
  if (operator === 'OR') return (rt, f) => (a(rt, f) | b(rt, f)) >>> 0;
  return (rt, f) => (a(rt, f) ^ b(rt, f)) >>> 0;
}

function ofBigs(operator: string, left: Typed, right: Typed): Run {
  const [a, b] = [left.run as Run<bigint>, right.run as Run<bigint>];
  if (operator === 'AND') return (rt, f) => a(rt, f) & b(rt, f);
  if (operator === 'OR') return (rt, f) => a(rt, f) | b(rt, f);
  return (rt, f) => a(rt, f) ^ b(rt, f);
}

/** Sums and differences of times and dates, and products of times with numbers; undefined if it is none of these. */
function withTimes(scope: Scope, operator: string, left: Typed, right: Typed, at: Span): Typed | undefined {
  const [a, b] = [left.type, right.type];
  if (isDuration(a) && isDuration(b) && (operator === '+' || operator === '-')) {
    const [x, y, type] = paired(scope, left, right, `"${operator}"`);
    return folded({ type, run: arithmetic(type as Elementary, operator, x, y, isFault(scope), at), at }, x, y);
  }
  if (isDate(a) && isDuration(b) && (operator === '+' || operator === '-'))
    return moved(scope, operator, left, right, at);
  if (isDuration(a) && isDate(b) && operator === '+') return moved(scope, operator, right, left, at);
  if (isDate(a) && isDate(b) && operator === '-' && a === b) return apart(scope, left, right, at);
  if (isDuration(a) && (operator === '*' || operator === '/')) return scaled(scope, operator, left, right, at);
  return isDuration(b) && operator === '*' ? scaled(scope, operator, right, left, at) : undefined;
}

const isFault = (scope: Scope): boolean => scope.library.options.overflow === 'fault';

function moved(scope: Scope, operator: string, date: Typed, by: Typed, at: Span): Typed {
  const type = date.type as Elementary;
  const toRange = fitBig(type, isFault(scope), at);
  const [a, b] = [date.run as Run<bigint>, by.run as Run<bigint>];
  const unit = type.name.startsWith('L') ? 1n : TICK;
  const sign = operator === '+' ? 1n : -1n;
  return folded({ type, run: (rt, f) => toRange(a(rt, f) + (sign * b(rt, f)) / unit), at }, date, by);
}

function apart(scope: Scope, left: Typed, right: Typed, at: Span): Typed {
  const long = (left.type as Elementary).name.startsWith('L');
  const type = basic(long ? 'LTIME' : 'TIME');
  const toRange = fitBig(type, isFault(scope), at);
  const [a, b] = [left.run as Run<bigint>, right.run as Run<bigint>];
  const unit = long ? 1n : TICK;
  return folded({ type, run: (rt, f) => toRange((a(rt, f) - b(rt, f)) * unit), at }, left, right);
}

function scaled(scope: Scope, operator: string, time: Typed, number: Typed, at: Span): Typed {
  const by = settled(scope, number);
  const type = unranged(time.type as Elementary);
  if (by.type.kind === 'unknown') return wrong(at);
  if (!isNumber(by.type))
    return refuse(scope, at, 'type', `"${operator}" takes a number beside ${type.name}, got ${by.type.name}`);
  const toRange = fitBig(type, isFault(scope), at);
  const [a, b] = [time.run as Run<bigint>, by.run as Run<bigint | number>];
  const divides = operator === '/';
  const run: Run = (rt, f) => {
    const nanos = a(rt, f);
    const factor = b(rt, f);
    if (divides && Number(factor) === 0) fail('division-by-zero', 'division by zero', at);
    if (typeof factor === 'bigint' || Number.isInteger(factor))
      return toRange(divides ? nanos / BigInt(factor) : nanos * BigInt(factor));
    const value = divides ? Number(nanos) / factor : Number(nanos) * factor;
    if (!Number.isFinite(value)) fail('overflow', 'arithmetic overflow', at);
    return toRange(BigInt(Math.trunc(value)));
  };
  return folded({ type, run, at }, time, by);
}
