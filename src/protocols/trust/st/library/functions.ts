/** Standard functions. They take any type that makes sense, so each of them looks at its arguments itself. */
import { coerce, commonType, settled } from '../operations/coerce.js';
import { combined, isNumber } from '../operations/operators.js';
import { fail, type Run } from '../operations/runtime.js';
import { folded, refuse, type Scope, type Typed, wrong } from '../operations/typed.js';
import { type Span, shown } from '../syntax/diagnostics.js';
import type { Argument } from '../syntax/tree.js';
import {
  BOOL,
  DINT,
  type Elementary,
  INTEGER,
  isAggregate,
  isBits,
  isDuration,
  isInteger,
  isReal,
  LREAL,
  REAL,
  type Type,
  unranged,
} from '../types/types.js';
import { assertion, assertionParameters } from './assertions.js';
import { conversion, isConversion, truncation } from './conversions.js';
import { STRING_FUNCTIONS, stringFunction } from './strings.js';

type Make = (scope: Scope, list: Typed[], at: Span, name: string) => Typed;

interface Standard {
  parameters: readonly string[];
  /** Whether more arguments may follow, named as the last parameter with higher numbers. */
  more?: boolean;
  make: Make;
}

const real = (work: (value: number) => number): Standard => ({
  parameters: ['IN'],
  make: (scope, [given], at, name) => {
    const value = asReal(scope, given!);
    const { run, type } = value;
    const single = isReal(type) && type.bits === 32;
    const code: Run = (rt, f) => {
      const made = work(run(rt, f) as number);
      if (!Number.isFinite(made)) fail('overflow', `${name} has no result for this value`, at);
      return single ? Math.fround(made) : made;
    };
    return folded({ type, run: code, at }, value);
  },
});

function asReal(scope: Scope, given: Typed): Typed {
  const { type } = given;
  if (type.kind === 'elementary' && type.family === 'real') return given;
  return coerce(scope, given, isInteger(type) && type.bits <= 16 ? REAL : LREAL, 'pass');
}

/** An operator as a function: ADD, GT ... With more than two arguments it is applied from left to right. */
const operator = (sign: string, more = false): Standard => ({
  parameters: ['IN1', 'IN2'],
  more,
  make: (scope, list, at) => list.slice(1).reduce((left, right) => combined(scope, sign, left, right, at), list[0]!),
});

/** GT and the others with more than two arguments hold for each pair of neighbours. */
const chain = (sign: string): Standard => ({
  parameters: ['IN1', 'IN2'],
  more: true,
  make: (scope, list, at) =>
    list
      .slice(1)
      .map((right, index) => combined(scope, sign, list[index]!, right, at))
      .reduce((left, right) => combined(scope, 'AND', left, right, at)),
});

/** All arguments in one type that has values of all of them. */
function unified(scope: Scope, list: Typed[], name: string): { list: Typed[]; type: Type } | undefined {
  let type = list[0]!.type;
  for (const one of list.slice(1)) {
    // A literal keeps its value here, because whether it fits depends on that.
    const before = list.find((other) => other.type === type) ?? { type, run: () => undefined, at: one.at };
    const common = commonType(before, one);
    if (!common) {
      refuse(scope, one.at, 'type', `${name} cannot combine ${type.name} and ${one.type.name}`);
      return undefined;
    }
    type = common;
  }
  if (type.kind === 'integer' || type.kind === 'decimal') {
    const made = type.kind === 'decimal' ? LREAL : widest(list.map((one) => settled(scope, one).type));
    return { list: list.map((one) => coerce(scope, one, made)), type: made };
  }
  if (type.kind === 'unknown' || isAggregate(type)) {
    if (type.kind !== 'unknown') refuse(scope, list[0]!.at, 'type', `${name} does not take ${type.name}`);
    return undefined;
  }
  const target = type;
  return { list: list.map((one) => coerce(scope, one, target)), type };
}

const widest = (types: Type[]): Type =>
  types.reduce((one, other) => ((one as Elementary).bits >= (other as Elementary).bits ? one : other));

type Ordered = number | bigint | string;

const extreme = (least: boolean): Standard => ({
  parameters: ['IN1', 'IN2'],
  more: true,
  make: (scope, given, at, name) => {
    const made = unified(scope, given, name);
    if (!made) return wrong(at);
    const reads = made.list.map(({ run }) => run as Run<Ordered>);
    const run: Run = (rt, f) => {
      let found = reads[0]!(rt, f);
      for (let index = 1; index < reads.length; index++) {
        const value = reads[index]!(rt, f);
        if (least ? value < found : value > found) found = value;
      }
      return found;
    };
    return folded({ type: made.type, run, at }, ...made.list);
  },
});

const limit: Standard = {
  parameters: ['MN', 'IN', 'MX'],
  make: (scope, given, at, name) => {
    const made = unified(scope, given, name);
    if (!made) return wrong(at);
    const [low, value, high] = made.list.map(({ run }) => run as Run<Ordered>) as [
      Run<Ordered>,
      Run<Ordered>,
      Run<Ordered>,
    ];
    const run: Run = (rt, f) => {
      const [least, here, most] = [low(rt, f), value(rt, f), high(rt, f)];
      const raised = here < least ? least : here;
      return raised > most ? most : raised;
    };
    return folded({ type: made.type, run, at }, ...made.list);
  },
};

const sel: Standard = {
  parameters: ['G', 'IN0', 'IN1'],
  make: (scope, [g, ...given], at, name) => {
    const which = coerce(scope, g!, BOOL, 'pass');
    const made = unified(scope, given, name);
    if (!made) return wrong(at);
    const [choose, one, other] = [which.run, made.list[0]!.run, made.list[1]!.run];
    const run: Run = (rt, f) => {
      const [first, second] = [one(rt, f), other(rt, f)];
      return choose(rt, f) ? second : first;
    };
    return folded({ type: made.type, run, at }, which, ...made.list);
  },
};

const mux: Standard = {
  parameters: ['K', 'IN0', 'IN1'],
  more: true,
  make: (scope, [k, ...given], at, name) => {
    const which = settled(scope, k!);
    const made = unified(scope, given, name);
    if (!made || which.type.kind === 'unknown') return wrong(at);
    if (!isInteger(which.type))
      return refuse(scope, which.at, 'type', `K of MUX is an integer, got ${which.type.name}`);
    const reads = made.list.map(({ run }) => run);
    const run: Run = (rt, f) => {
      const index = Number(which.run(rt, f));
      const values = reads.map((read) => read(rt, f));
      if (index < 0 || index >= values.length)
        fail('bounds', `K of MUX is ${index}, outside of 0..${values.length - 1}`, at);
      return values[index];
    };
    return folded({ type: made.type, run, at }, which, ...made.list);
  },
};

const abs: Standard = {
  parameters: ['IN'],
  make: (scope, [given], at) => {
    const value = settled(scope, given!);
    const { type, run } = value;
    if (type.kind === 'unknown') return wrong(at);
    if (!isNumber(type) && !isDuration(type)) return refuse(scope, at, 'type', `ABS takes a number, got ${type.name}`);
    const zero: Typed = { type: INTEGER, run: () => 0n, constant: 0n, at };
    const negative = isDuration(type)
      ? folded({ type, run: (rt, f) => BigInt.asIntN(64, -(run(rt, f) as bigint)), at }, value)
      : combined(scope, '-', zero, value, at);
    const minus = negative.run;
    return folded(
      { type: unranged(type), run: (rt, f) => ((run(rt, f) as number) < 0 ? minus(rt, f) : run(rt, f)), at },
      value,
    );
  },
};

/** Shifts and rotations of bit strings. A shift by more than the width leaves nothing. */
const shift = (kind: 'SHL' | 'SHR' | 'ROL' | 'ROR'): Standard => ({
  parameters: ['IN', 'N'],
  make: (scope, [given, by], at) => {
    const value = settled(scope, given!);
    const count = settled(scope, by!);
    const { type, run } = value;
    if (type.kind === 'unknown' || count.type.kind === 'unknown') return wrong(at);
    if (!isBits(type) && !isInteger(type))
      return refuse(scope, value.at, 'type', `${kind} takes a bit string, got ${type.name}`);
    if (!isInteger(count.type))
      return refuse(scope, count.at, 'type', `N of ${kind} is an integer, got ${count.type.name}`);
    const { bits, signed, kept } = type as Elementary;
    const width = BigInt(bits);
    const read = count.run as Run<number | bigint>;
    const code: Run = (rt, f) => {
      const word = BigInt.asUintN(bits, BigInt(run(rt, f) as number | bigint));
      const asked = BigInt(read(rt, f));
      if (asked < 0n) fail('range', `N of ${kind} is ${asked}`, at);
      const n = kind.startsWith('R') ? asked % width : asked > width ? width : asked;
      const made =
        kind === 'SHL' ? word << n : kind === 'SHR' ? word >> n : rotated(word, kind === 'ROL' ? n : width - n, width);
      const toRange = signed ? BigInt.asIntN(bits, made) : BigInt.asUintN(bits, made);
      return kept === 'bigint' ? toRange : Number(toRange);
    };
    return folded({ type: unranged(type as Elementary), run: code, at }, value, count);
  },
});

const rotated = (word: bigint, n: bigint, width: bigint): bigint => (word << n) | (word >> (width - n));

const atan2: Standard = {
  parameters: ['Y', 'X'],
  make: (scope, given, at) => {
    const [y, x] = given.map((one) => coerce(scope, one, LREAL, 'pass'));
    const run: Run = (rt, f) => Math.atan2(y!.run(rt, f) as number, x!.run(rt, f) as number);
    return folded({ type: LREAL, run, at }, y!, x!);
  },
};

const same: Standard = { parameters: ['IN'], make: (scope, [given]) => settled(scope, given!) };

const FUNCTIONS: ReadonlyMap<string, Standard> = new Map<string, Standard>([
  ['ABS', abs],
  ['SQRT', real(Math.sqrt)],
  ['LN', real(Math.log)],
  ['LOG', real(Math.log10)],
  ['EXP', real(Math.exp)],
  ['SIN', real(Math.sin)],
  ['COS', real(Math.cos)],
  ['TAN', real(Math.tan)],
  ['ASIN', real(Math.asin)],
  ['ACOS', real(Math.acos)],
  ['ATAN', real(Math.atan)],
  ['ATAN2', atan2],
  ['ADD', operator('+', true)],
  ['SUB', operator('-')],
  ['MUL', operator('*', true)],
  ['DIV', operator('/')],
  ['EXPT', operator('**')],
  ['ADD_TIME', operator('+')],
  ['SUB_TIME', operator('-')],
  ['MUL_TIME', operator('*')],
  ['DIV_TIME', operator('/')],
  ['GT', chain('>')],
  ['GE', chain('>=')],
  ['EQ', chain('=')],
  ['LE', chain('<=')],
  ['LT', chain('<')],
  ['NE', operator('<>')],
  ['MOVE', same],
  ['TRUNC', { parameters: ['IN'], make: (scope, [given], at) => truncation(scope, given!, DINT, at) }],
  ['SEL', sel],
  ['MUX', mux],
  ['MIN', extreme(true)],
  ['MAX', extreme(false)],
  ['LIMIT', limit],
  ...(['SHL', 'SHR', 'ROL', 'ROR'] as const).map((name) => [name, shift(name)] as const),
]);

function found(name: string): Standard | undefined {
  const text = STRING_FUNCTIONS.get(name);
  if (text)
    return {
      parameters: text.parameters,
      more: name === 'CONCAT',
      make: (scope, list, at) => stringFunction(scope, name, list, at),
    };
  const asserted = assertionParameters(name);
  if (asserted) return { parameters: asserted, make: (scope, list, at) => assertion(scope, name, list, at) };
  if (isConversion(name))
    return { parameters: ['IN'], make: (scope, [given], at) => conversion(scope, name, given!, at) };
  return FUNCTIONS.get(name);
}

/** Whether there is a standard function of that name (in capitals). */
export const standardFunctionExists = (name: string): boolean => found(name) !== undefined;

/** The call of a standard function; undefined if there is none of that name (in capitals). */
export function standardFunction(scope: Scope, name: string, given: readonly Argument[], at: Span): Typed | undefined {
  const standard = found(name);
  if (!standard) return undefined;
  const list = ordered(scope, name, standard, given, at);
  if (!list) return wrong(at);
  if (list.some(({ type }) => type.kind === 'unknown')) return wrong(at);
  return standard.make(scope, list, at, name);
}

/** The arguments in the order of the parameters; reports what is missing or too much. */
function ordered(
  scope: Scope,
  name: string,
  standard: Standard,
  given: readonly Argument[],
  at: Span,
): Typed[] | undefined {
  const { parameters, more } = standard;
  const list: Typed[] = [];
  for (const [position, argument] of given.entries()) {
    const value = scope.expression(argument.value);
    const index = argument.name ? placeOf(argument.name.text.toUpperCase(), standard) : position;
    if (index < 0 || argument.output || (index >= parameters.length && !more)) {
      const what = argument.name
        ? `parameter "${shown(argument.name.text)}"`
        : `more than ${parameters.length} parameters`;
      refuse(
        scope,
        argument.name?.at ?? value.at,
        'undeclared',
        argument.name ? `${name} has no ${what}` : `${name} has not ${what}`,
      );
      return undefined;
    }
    if (list[index]) {
      refuse(scope, value.at, 'duplicate', `this parameter of ${name} is passed twice`);
      return undefined;
    }
    list[index] = value;
  }
  const length = Math.max(parameters.length, list.length);
  for (let index = 0; index < length; index++)
    if (!list[index]) {
      refuse(scope, at, 'type', `"${parameters[index] ?? `IN${index + 1}`}" of ${name} is missing`);
      return undefined;
    }
  return list;
}

/** `IN3` of a function with IN1, IN2 and more is its third. */
function placeOf(name: string, { parameters, more }: Standard): number {
  const index = parameters.indexOf(name);
  if (index >= 0 || !more) return index;
  const [, letters, digits] = /^([A-Z]+)(\d{1,3})$/.exec(name) ?? [];
  const last = /^([A-Z]+)(\d)$/.exec(parameters.at(-1)!)!;
  return letters === last[1] ? parameters.length - 1 + Number(digits) - Number(last[2]) : -1;
}
