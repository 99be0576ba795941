/** Variables and their parts: what `a`, `a.b`, `a[i]` and `a.3` stand for. */
import { type Span, shown } from '../syntax/diagnostics.js';
import type { Expression } from '../syntax/tree.js';
import { type ArrayType, BOOL, type Elementary, isAggregate, isBits, isInteger, type Type } from '../types/types.js';
import { settled } from './coerce.js';
import { type Frame, fail, type Run } from './runtime.js';
import { constantOf, type Place, type Ref, refuse, type Scope, type Typed, type Variable, wrong } from './typed.js';

const ownFrame: Run<Frame> = (_, f) => f;
const globals: Run<Frame> = (rt) => rt.globals;

/** The value of a variable, and where it is. */
export function variable(of: Variable, at: Span): Typed {
  const { slot, type, constant, locked, where } = of;
  if (constant !== undefined) return constantOf(type, constant, at);
  const lock = locked === undefined ? {} : { locked };
  if (where === 'frame')
    return { type, run: (_, f) => f[slot], at, place: { base: ownFrame, index: slot, slot, ...lock } };
  if (where === 'global')
    return { type, run: (rt) => rt.globals[slot], at, place: { base: globals, index: slot, ...lock } };
  const run: Run = (_, f) => {
    const { base, index } = f[slot] as Ref;
    return base[index];
  };
  const base: Run<Frame> = (_, f) => (f[slot] as Ref).base;
  return { type, run, at, place: { base, index: (_, f) => (f[slot] as Ref).index, ...lock } };
}

/** What a name stands for: a variable of the unit, a global, or a value of an enumeration. */
export function named(scope: Scope, name: string, at: Span): Typed {
  const upper = name.toUpperCase();
  const { library } = scope;
  const found = scope.variables.get(upper) ?? library.globals.get(upper);
  if (found) return variable(found, at);
  const member = library.members.get(upper);
  if (member) return constantOf(member.type, member.value, at);
  if (member === null)
    return refuse(scope, at, 'ambiguous', `several types have a value "${shown(name)}": write Type#${shown(name)}`);
  return refuse(scope, at, 'undeclared', `"${shown(name)}" is not declared`);
}

/** An expression where a type is expected: there a value of that enumeration needs no `Color#`, whatever else is called so. */
export function expected(scope: Scope, node: Expression, type: Type): Typed {
  if (type.kind !== 'enum' || node.kind !== 'name') return scope.expression(node);
  const upper = node.name.toUpperCase();
  const found = type.members.get(upper);
  if (!found || scope.variables.has(upper) || scope.library.globals.has(upper)) return scope.expression(node);
  return constantOf(type, found.value, node.at);
}

/** `Color#Red`, or `Color.Red` as many write it. */
export function member(scope: Scope, typeName: string, name: string, at: Span): Typed {
  const type = scope.library.typeNamed(typeName.toUpperCase());
  if (type?.kind !== 'enum') return refuse(scope, at, 'undeclared', `"${shown(typeName)}" is not an enumeration`);
  const found = type.members.get(name.toUpperCase());
  if (!found) return refuse(scope, at, 'undeclared', `${type.name} has no value "${shown(name)}"`);
  return constantOf(type, found.value, at);
}

/** `of.name`. */
export function field(scope: Scope, node: Extract<Expression, { kind: 'field' }>): Typed {
  const { at, name } = node;
  if (node.of.kind === 'name') {
    const upper = node.of.name.toUpperCase();
    const isVariable = scope.variables.has(upper) || scope.library.globals.has(upper);
    if (!isVariable && scope.library.typeNamed(upper)?.kind === 'enum')
      return member(scope, node.of.name, name.text, at);
  }
  const of = scope.expression(node.of);
  const { type } = of;
  if (type.kind === 'unknown') return wrong(at);
  const upper = name.text.toUpperCase();
  if (type.kind === 'struct') {
    const found = type.fields.get(upper);
    if (found) return part(of, found.type, found.slot, of.place?.locked, at);
    return refuse(scope, name.at, 'undeclared', `${type.name} has no field "${shown(name.text)}"`);
  }
  if (type.kind !== 'block') return refuse(scope, at, 'type', `${type.name} has no fields`);
  const found = type.block.fields.get(upper);
  if (!found || found.role === 'hidden')
    return refuse(scope, name.at, 'undeclared', `${type.name} has no variable "${shown(name.text)}"`);
  if (found.role !== 'input' && found.role !== 'output')
    return refuse(scope, name.at, 'private', `"${found.name}" of ${type.name} is neither an input nor an output`);
  const locked = found.role === 'output' ? `"${found.name}" is an output of ${type.name}` : undefined;
  return part(of, found.type, found.slot, locked, at);
}

function part(of: Typed, type: Type, slot: number, locked: string | undefined, at: Span): Typed {
  const base = of.run as Run<Frame>;
  const outer = of.place?.slot;
  const run: Run = outer === undefined ? (rt, f) => base(rt, f)[slot] : (_, f) => (f[outer] as Frame)[slot];
  if (!of.place) return { type, run, at };
  return { type, run, at, place: locked === undefined ? { base, index: slot } : { base, index: slot, locked } };
}

/** `of[i, j]`. */
export function indexed(scope: Scope, node: Extract<Expression, { kind: 'index' }>): Typed {
  const of = scope.expression(node.of);
  const indexes = node.indexes.map((one) => settled(scope, scope.expression(one)));
  const { type } = of;
  const { at } = node;
  if (type.kind === 'unknown' || indexes.some((one) => one.type.kind === 'unknown')) return wrong(at);
  if (type.kind !== 'array') return refuse(scope, at, 'type', `${type.name} has no elements`);
  if (indexes.length !== type.dimensions.length)
    return refuse(scope, at, 'type', `${type.name} takes ${type.dimensions.length} indexes, got ${indexes.length}`);
  for (const [dimension, one] of indexes.entries()) {
    const { low, high } = type.dimensions[dimension]!;
    if (!isInteger(one.type)) return refuse(scope, one.at, 'type', `an index is an integer, got ${one.type.name}`);
    const value = one.constant as number | bigint | undefined;
    if (value !== undefined && (value < low || value > high))
      return refuse(scope, one.at, 'bounds', `index ${value} is outside of ${low}..${high}`);
  }
  const index = offset(type, indexes, at);
  const base = of.run as Run<Frame>;
  const outer = of.place?.slot;
  const run: Run =
    outer === undefined
      ? (rt, f) => {
          const from = base(rt, f);
          return from[index(rt, f)];
        }
      : (rt, f) => (f[outer] as Frame)[index(rt, f)];
  if (!of.place) return { type: type.element, run, at };
  const { locked } = of.place;
  return { type: type.element, run, at, place: locked === undefined ? { base, index } : { base, index, locked } };
}

/** Where an element is in the list of all elements, row by row. */
function offset({ dimensions }: ArrayType, indexes: Typed[], at: Span): Run<number> {
  const steps = indexes.map((one, dimension) => {
    const { low, high } = dimensions[dimension]!;
    const run = one.run as Run<number | bigint>;
    const step: Run<number> = (rt, f) => {
      const value = Number(run(rt, f));
      if (value < low || value > high) fail('bounds', `index ${value} is outside of ${low}..${high}`, at);
      return value - low;
    };
    if ((one.type as Elementary).kept === 'bigint') return step;
    const number = one.run as Run<number>;
    const fast: Run<number> = (rt, f) => {
      const value = number(rt, f);
      if (value < low || value > high) fail('bounds', `index ${value} is outside of ${low}..${high}`, at);
      return value - low;
    };
    return fast;
  });
  if (steps.length === 1) return steps[0]!;
  const sizes = dimensions.map(({ low, high }) => high - low + 1);
  return (rt, f) => {
    let index = 0;
    for (let dimension = 0; dimension < steps.length; dimension++)
      index = index * sizes[dimension]! + steps[dimension]!(rt, f);
    return index;
  };
}

/** `of.3`: a bit of a bit string or an integer. */
export function bit(scope: Scope, node: Extract<Expression, { kind: 'bit' }>): Typed {
  const of = scope.expression(node.of);
  const { at, bit: number } = node;
  const { type, run } = of;
  if (type.kind === 'unknown') return wrong(at);
  if (!isBits(type) && !isInteger(type)) return refuse(scope, at, 'type', `${type.name} has no bits that can be named`);
  const { bits, kept } = type as Elementary;
  if (number >= bits) return refuse(scope, at, 'bounds', `${type.name} has bits 0 to ${bits - 1}`);
  const read: Run =
    kept === 'bigint'
      ? (rt, f) => (((run(rt, f) as bigint) >> BigInt(number)) & 1n) === 1n
      : (rt, f) => (((run(rt, f) as number) >> number) & 1) === 1;
  if (!of.place) return { type: BOOL, run: read, at };
  return { type: BOOL, run: read, at, place: { ...of.place, slot: undefined, bit: number, word: type as Elementary } };
}

/** Whether something can be assigned to the expression; reports if not. */
export function writable(scope: Scope, target: Typed): Place | undefined {
  const { place, type, at } = target;
  if (type.kind === 'unknown') return undefined;
  if (!place)
    refuse(
      scope,
      at,
      'type',
      target.constant === undefined ? 'this is not a variable' : 'a constant cannot be changed',
    );
  else if (place.locked !== undefined) refuse(scope, at, 'read-only', `cannot be changed: ${place.locked}`);
  else return place;
  return undefined;
}

/** Code that puts a value into a place; aggregates are overwritten where they are. */
export function store(
  place: Place,
  type: Type,
  copy: (to: Frame, from: Frame) => void,
): (rt: Parameters<Run>[0], f: Frame, value: unknown) => void {
  const { base, index, slot, bit: number, word } = place;
  const at: Run<number> = typeof index === 'number' ? () => index : index;
  if (isAggregate(type)) return (rt, f, value) => copy(base(rt, f)[at(rt, f)] as Frame, value as Frame);
  if (number !== undefined && word)
    return (rt, f, value) => {
      const slots = base(rt, f);
      const here = at(rt, f);
      slots[here] = withBit(word, slots[here] as number | bigint, number, value as boolean);
    };
  if (slot !== undefined)
    return (_, f, value) => {
      f[slot] = value;
    };
  return (rt, f, value) => {
    base(rt, f)[at(rt, f)] = value;
  };
}

function withBit(word: Elementary, old: number | bigint, bit: number, value: boolean): number | bigint {
  // As an unsigned number first: the sign bit is a bit like any other.
  const bits = BigInt.asUintN(word.bits, BigInt(old));
  const mask = 1n << BigInt(bit);
  const made = value ? bits | mask : bits & ~mask;
  const signed = word.signed ? BigInt.asIntN(word.bits, made) : made;
  return word.kept === 'bigint' ? signed : Number(signed);
}
