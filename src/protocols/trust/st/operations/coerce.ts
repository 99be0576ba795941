/** Which type an expression has where it stands: literals become what is asked for, and values are widened. */
import { shown } from '../syntax/diagnostics.js';
import { TICK } from '../syntax/times.js';
import {
  basic,
  DINT,
  type Elementary,
  INT,
  isReal,
  LINT,
  LREAL,
  REAL,
  type StringType,
  sameType,
  type Type,
  ULINT,
  unranged,
  VOID,
  widens,
} from '../types/types.js';
import { fail, type Run } from './runtime.js';
import { constantOf, folded, refuse, type Scope, type Typed, wrong } from './typed.js';

/**
 * The expression as a value of `target`. If that would lose something, or mean something else, an error is reported that
 * says which conversion to write.
 * @param what the use, for the message: "assign", "pass"
 */
export function coerce(scope: Scope, from: Typed, target: Type, what = 'assign'): Typed {
  if (from.type === VOID) return refuse(scope, from.at, 'type', 'this call has no value');
  if (from.type.kind === 'unknown' || target.kind === 'unknown') return { ...from, type: target };
  if (target.kind === 'integer' || target.kind === 'decimal') return from;
  const made = converted(from, target);
  if (made) return made;
  const { type, at } = from;
  if (
    type.kind === 'integer' &&
    target.kind === 'elementary' &&
    target.family !== 'duration' &&
    target.family !== 'date'
  )
    return refuse(scope, at, 'type', `${shown(String(from.constant))} is outside the range of ${target.name}`);
  const hint =
    type.kind === 'elementary' && target.kind === 'elementary'
      ? `: use ${unranged(type).name}_TO_${unranged(target).name}`
      : '';
  return refuse(scope, at, 'type', `cannot ${what} ${type.name} to ${target.name}${hint}`);
}

/** Without a report: undefined if it does not fit. */
export function converted(from: Typed, target: Type): Typed | undefined {
  const { type, at } = from;
  if (type.kind === 'integer') return target.kind === 'elementary' ? ofInteger(from, target) : undefined;
  if (type.kind === 'decimal') {
    if (!isReal(target)) return undefined;
    const value = target.bits === 32 ? Math.fround(from.constant as number) : from.constant;
    return Number.isFinite(value) ? constantOf(target, value, at) : undefined;
  }
  if (type.kind === 'elementary' && target.kind === 'elementary') return widened(from, type, target);
  if (type.kind === 'string' && target.kind === 'string') return ofString(from, type, target);
  return sameType(type, target) ? from : undefined;
}

function ofInteger({ constant, inverted, at }: Typed, target: Elementary): Typed | undefined {
  const bits = inverted === true && target.family === 'bits' && -(constant as bigint) <= target.high + 1n;
  const value = bits ? BigInt.asUintN(target.bits, constant as bigint) : (constant as bigint);
  if (target.family === 'bool') return value === 0n || value === 1n ? constantOf(target, value === 1n, at) : undefined;
  if (target.family === 'real') {
    const number = target.bits === 32 ? Math.fround(Number(value)) : Number(value);
    return Number.isFinite(number) ? constantOf(target, number, at) : undefined;
  }
  if (target.family !== 'int' && target.family !== 'bits') return undefined;
  if (value < target.low || value > target.high) return undefined;
  return constantOf(target, target.kept === 'bigint' ? value : Number(value), at);
}

function widened(from: Typed, type: Elementary, target: Elementary): Typed | undefined {
  if (!widens(type, target)) return undefined;
  const { run, at } = from;
  let made: Typed = { type: target, run, at };
  if (from.constant !== undefined) made.constant = from.constant;
  const bare = unranged(target);
  if (unranged(type) === bare) {
    if (from.place) made.place = from.place;
  } else if (bare.kept === 'bigint' && type.kept === 'number')
    made = folded({ type: target, run: (rt, f) => BigInt(run(rt, f) as number), at }, from);
  else if (bare.family === 'date')
    made = folded({ type: target, run: (rt, f) => BigInt.asIntN(64, (run(rt, f) as bigint) * TICK), at }, from);
  if (!target.range || (type.range && type.low >= target.low && type.high <= target.high)) return made;
  const { low, high, name } = target;
  const check: Run = (rt, f) => {
    const value = run(rt, f) as bigint | number;
    if (value < low || value > high) fail('range', `${value} is outside the range of ${name}`, at);
    return value;
  };
  return folded({ type: target, run: check, at }, from);
}

function ofString(from: Typed, type: StringType, target: StringType): Typed | undefined {
  if (type.wide !== target.wide) return undefined;
  const { run, at, constant } = from;
  if (target.name.endsWith('CHAR')) {
    if (type.name.endsWith('CHAR')) return from;
    return typeof constant === 'string' && constant.length === 1 ? { ...from, type: target } : undefined;
  }
  if (type.length <= target.length) return { ...from, type: target };
  const { length } = target;
  return folded({ type: target, run: (rt, f) => (run(rt, f) as string).slice(0, length), at }, from);
}

/** The type that a literal has if nothing around it says more. */
export function settled(scope: Scope, from: Typed): Typed {
  if (from.type.kind === 'decimal') return { ...from, type: LREAL };
  if (from.type.kind !== 'integer') return from;
  for (const type of [INT, DINT, LINT, ULINT]) {
    const made = converted(from, type);
    if (made) return made;
  }
  return refuse(scope, from.at, 'type', `${shown(String(from.constant))} does not fit into 64 bits`);
}

const NUMBERS = ['SINT', 'USINT', 'INT', 'UINT', 'DINT', 'UDINT', 'LINT', 'ULINT', 'REAL', 'LREAL'].map(basic);

/** The smallest type that both have values of; undefined if there is none. Literals may stay literals. */
export function commonType(one: Typed, other: Typed): Type | undefined {
  const [a, b] = [one.type, other.type];
  if (a.kind === 'unknown' || b.kind === 'unknown') return a.kind === 'unknown' ? a : b;
  if (a.kind === 'integer' || a.kind === 'decimal') {
    if (b.kind === 'integer' || b.kind === 'decimal') return a.kind === 'decimal' ? a : b;
    return literalWith(one, b);
  }
  if (b.kind === 'integer' || b.kind === 'decimal') return literalWith(other, a);
  if (a.kind === 'elementary' && b.kind === 'elementary') {
    const [x, y] = [unranged(a), unranged(b)];
    if (widens(x, y)) return y;
    return widens(y, x) ? x : NUMBERS.find((type) => widens(x, type) && widens(y, type));
  }
  if (a.kind === 'string' && b.kind === 'string' && a.wide === b.wide) return a.length >= b.length ? a : b;
  return sameType(a, b) ? a : undefined;
}

function literalWith(literal: Typed, other: Type): Type | undefined {
  if (other.kind !== 'elementary') return undefined;
  const bare = unranged(other);
  if (converted(literal, bare)) return bare;
  if (literal.type.kind === 'decimal') return bare.family === 'int' ? (widens(bare, REAL) ? REAL : LREAL) : undefined;
  if (bare.family !== 'int') return undefined;
  return NUMBERS.find((type) => widens(bare, type) && converted(literal, type) !== undefined);
}

/** Both expressions in their common type; reports if they have none. */
export function paired(scope: Scope, one: Typed, other: Typed, what: string): [Typed, Typed, Type] {
  const type = commonType(one, other);
  if (type === undefined) {
    const made = refuse(scope, one.at, 'type', `${what} cannot combine ${one.type.name} and ${other.type.name}`);
    return [made, made, made.type];
  }
  if (type.kind === 'unknown') return [wrong(one.at), wrong(other.at), type];
  return [coerce(scope, one, type), coerce(scope, other, type), type];
}
