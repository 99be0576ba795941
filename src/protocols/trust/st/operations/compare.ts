/** Comparisons of two values of one type. Numbers have closures of their own: mixed with others V8 would not optimise them. */
import type { Type } from '../types/types.js';
import type { Run } from './runtime.js';
import type { Typed } from './typed.js';

/** `left operator right`; both are of the type, which is elementary, a string, an enumeration, or a literal. */
export function comparison(operator: string, type: Type, left: Typed, right: Typed): Run<boolean> {
  const numeric = type.kind === 'enum' || (type.kind === 'elementary' && type.kept === 'number');
  if (!numeric) return ofAny(operator, left.run as Run<bigint>, right.run as Run<bigint>);
  const slot = left.place?.slot;
  if (slot !== undefined && right.constant !== undefined) return withConstant(operator, slot, right.constant as number);
  return ofNumbers(operator, left.run as Run<number>, right.run as Run<number>);
}

function withConstant(operator: string, slot: number, value: number): Run<boolean> {
  switch (operator) {
    case '=':
      return (_, f) => f[slot] === value;
    case '<>':
      return (_, f) => f[slot] !== value;
    case '<':
      return (_, f) => (f[slot] as number) < value;
    case '>':
      return (_, f) => (f[slot] as number) > value;
    case '<=':
      return (_, f) => (f[slot] as number) <= value;
    default:
      return (_, f) => (f[slot] as number) >= value;
  }
}

function ofNumbers(operator: string, a: Run<number>, b: Run<number>): Run<boolean> {
  switch (operator) {
    case '=':
      return (rt, f) => a(rt, f) === b(rt, f);
    case '<>':
      return (rt, f) => a(rt, f) !== b(rt, f);
    case '<':
      return (rt, f) => a(rt, f) < b(rt, f);
    case '>':
      return (rt, f) => a(rt, f) > b(rt, f);
    case '<=':
      return (rt, f) => a(rt, f) <= b(rt, f);
    default:
      return (rt, f) => a(rt, f) >= b(rt, f);
  }
}

function ofAny(operator: string, a: Run<bigint>, b: Run<bigint>): Run<boolean> {
  switch (operator) {
    case '=':
      return (rt, f) => a(rt, f) === b(rt, f);
    case '<>':
      return (rt, f) => a(rt, f) !== b(rt, f);
    case '<':
      return (rt, f) => a(rt, f) < b(rt, f);
    case '>':
      return (rt, f) => a(rt, f) > b(rt, f);
    case '<=':
      return (rt, f) => a(rt, f) <= b(rt, f);
    default:
      return (rt, f) => a(rt, f) >= b(rt, f);
  }
}
