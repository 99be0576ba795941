/** Types as they are written to types, with what a variable of each starts with. */

import { coerce } from '../operations/coerce.js';
import { expected } from '../operations/places.js';
import { type Made, refuse, type Scope } from '../operations/typed.js';
import { type Span, shown } from '../syntax/diagnostics.js';
import { LIMITS } from '../syntax/limits.js';
import type { Declaration, Expression, Initial, TypeNode } from '../syntax/tree.js';
import {
  type ArrayType,
  CHAR,
  ELEMENTARY,
  type EnumType,
  type Field,
  INT,
  isAggregate,
  isInteger,
  isKept,
  type StructType,
  stringType,
  type Type,
  UNKNOWN,
  WCHAR,
} from '../types/types.js';
import { copyOf, defaultOf, depthOf, valuesOf } from '../types/values.js';

const made = (type: Type): Made => {
  if (isAggregate(type)) return { type, make: () => defaultOf(type) };
  const value = defaultOf(type);
  return { type, make: () => value };
};

const NOTHING = made(UNKNOWN);

/** The type that a node says. */
export function typeOf(scope: Scope, node: TypeNode, name = ''): Made {
  const type = anyType(scope, node, name);
  const { at } = node;
  if (valuesOf(type.type) > LIMITS.values) refuse(scope, at, 'limit', `the type has more than ${LIMITS.values} values`);
  else if (depthOf(type.type) > LIMITS.type)
    refuse(scope, at, 'limit', `types are nested more than ${LIMITS.type} levels deep`);
  else return type;
  return NOTHING;
}

function anyType(scope: Scope, node: TypeNode, name: string): Made {
  switch (node.kind) {
    case 'named':
      return namedType(scope, node.name.text, node.at);
    case 'string':
      return stringOf(scope, node);
    case 'array':
      return arrayOf(scope, node, name);
    case 'struct':
      return structOf(scope, node.fields, name);
    case 'enum':
      return enumOf(scope, node, name);
    case 'subrange':
      return subrangeOf(scope, node);
  }
}

function namedType(scope: Scope, name: string, at: Span): Made {
  const upper = name.toUpperCase();
  const basic = upper === 'CHAR' ? CHAR : upper === 'WCHAR' ? WCHAR : ELEMENTARY.get(upper);
  if (basic) return made(basic);
  const { library } = scope;
  const declared = library.madeNamed(upper);
  if (declared) return declared;
  const unit = library.unitNamed(upper);
  if (unit && (unit.kind === 'FUNCTION_BLOCK' || unit.kind === 'BUILTIN'))
    return { type: { kind: 'block', name: unit.name, block: unit }, make: () => unit.make() };
  refuse(
    scope,
    at,
    'undeclared',
    unit ? `"${shown(name)}" is a ${unit.kind} and no type` : `there is no type "${shown(name)}"`,
  );
  return NOTHING;
}

/** The value of an expression that must be known, as an integer. */
function whole(scope: Scope, node: Expression, what: string): number | undefined {
  const value = scope.expression(node);
  if (value.type.kind === 'unknown') return undefined;
  const number = Number(value.constant);
  const fits = value.constant !== undefined && (value.type.kind === 'integer' || isInteger(value.type));
  if (fits && Math.abs(number) <= 2 ** 31) return number;
  refuse(scope, value.at, 'constant', `${what} is a constant integer of 32 bits`);
  return undefined;
}

function stringOf(scope: Scope, node: Extract<TypeNode, { kind: 'string' }>): Made {
  if (!node.length) return made(stringType(node.wide, LIMITS.string, false));
  const length = whole(scope, node.length, 'the length of a string');
  if (length === undefined) return NOTHING;
  if (length >= 1 && length <= LIMITS.longString) return made(stringType(node.wide, length));
  refuse(scope, node.length.at, 'limit', `the length of a string is 1 to ${LIMITS.longString}`);
  return NOTHING;
}

function arrayOf(scope: Scope, node: Extract<TypeNode, { kind: 'array' }>, name: string): Made {
  const dimensions: { low: number; high: number }[] = [];
  let size = 1;
  for (const range of node.ranges) {
    const low = whole(scope, range.low, 'the bound of an array');
    const high = whole(scope, range.high, 'the bound of an array');
    if (low === undefined || high === undefined) return NOTHING;
    if (high < low) {
      refuse(scope, range.high.at, 'constant', `the bounds ${low}..${high} are the wrong way round`);
      return NOTHING;
    }
    dimensions.push({ low, high });
    size = Math.min(LIMITS.values + 1, size * (high - low + 1));
  }
  const element = typeOf(scope, node.element);
  if (element.type.kind === 'unknown') return NOTHING;
  if (size > LIMITS.values || dimensions.length > LIMITS.dimensions) {
    const most = size > LIMITS.values ? `${LIMITS.values} elements` : `${LIMITS.dimensions} dimensions`;
    refuse(scope, node.at, 'limit', `an array has at most ${most}`);
    return NOTHING;
  }
  const ranges = dimensions.map(({ low, high }) => `${low}..${high}`);
  const type: ArrayType = {
    kind: 'array',
    name: name || `ARRAY[${ranges.join(', ')}] OF ${element.type.name}`,
    dimensions,
    element: element.type,
    size,
    values: Math.min(LIMITS.values + 1, size * valuesOf(element.type)),
    depth: 1 + depthOf(element.type),
  };
  if (isAggregate(element.type)) return { type, make: () => Array.from({ length: size }, () => element.make()) };
  const value = element.make();
  return { type, make: () => new Array(size).fill(value) };
}

function structOf(scope: Scope, declarations: Declaration[], name: string): Made {
  const fields = new Map<string, Field>();
  let values = 0;
  let depth = 0;
  for (const declaration of declarations) {
    const { type, make } = declaredType(scope, declaration);
    for (const field of declaration.names) {
      const upper = field.text.toUpperCase();
      if (fields.has(upper))
        refuse(scope, field.at, 'duplicate', `the structure already has a field "${shown(field.text)}"`);
      else fields.set(upper, { name: field.text, type, slot: fields.size, make });
      values = Math.min(LIMITS.values + 1, values + valuesOf(type));
      depth = Math.max(depth, depthOf(type));
    }
  }
  const type: StructType = { kind: 'struct', name: name || 'STRUCT', fields, values, depth: depth + 1 };
  const list = [...fields.values()];
  return { type, make: () => list.map((field) => field.make()) };
}

function enumOf(scope: Scope, node: Extract<TypeNode, { kind: 'enum' }>, name: string): Made {
  const base = node.base ? ELEMENTARY.get(node.base.text.toUpperCase()) : INT;
  if (base?.family !== 'int' || base.kept !== 'number') {
    refuse(scope, node.base?.at ?? node.at, 'type', 'an enumeration is based on an integer type of up to 32 bits');
    return NOTHING;
  }
  const type: EnumType = { kind: 'enum', name: name || 'ENUM', base, members: new Map() };
  let next = 0;
  for (const { name: member, value } of node.members) {
    const upper = member.text.toUpperCase();
    if (type.members.has(upper))
      refuse(scope, member.at, 'duplicate', `the enumeration already has a value "${shown(member.text)}"`);
    next = value ? (whole(scope, value, 'the value of an enumeration') ?? next) : next;
    if (BigInt(next) < base.low || BigInt(next) > base.high)
      refuse(scope, member.at, 'type', `${next} is outside the range of ${base.name}`);
    type.members.set(upper, { name: member.text, value: next++ });
  }
  return made(type);
}

function subrangeOf(scope: Scope, node: Extract<TypeNode, { kind: 'subrange' }>): Made {
  const base = ELEMENTARY.get(node.base.text.toUpperCase());
  if (base?.family !== 'int') {
    refuse(scope, node.base.at, 'type', 'a range is of an integer type');
    return NOTHING;
  }
  const [low, high] = [node.low, node.high].map((one) => coerce(scope, scope.expression(one), base));
  if (low!.constant === undefined || high!.constant === undefined) {
    if (low!.type.kind !== 'unknown') refuse(scope, node.at, 'constant', 'the bounds of a range are constants');
    return NOTHING;
  }
  const [from, to] = [BigInt(low!.constant as number), BigInt(high!.constant as number)];
  if (from > to) {
    refuse(scope, node.at, 'constant', `the bounds ${from}..${to} are the wrong way round`);
    return NOTHING;
  }
  return made({ ...base, name: `${base.name} (${from}..${to})`, low: from, high: to, range: true });
}

/** The type of a declaration, with its initial value if it has one. */
export function declaredType(
  scope: Scope,
  { type: node, initial }: { type: TypeNode; initial?: Initial },
  name = '',
): Made {
  const from = typeOf(scope, node, name);
  if (!initial) return from;
  const make = initialOf(scope, from, initial);
  return make ? { type: from.type, make } : from;
}

/** What makes the initial value; undefined if it is wrong. */
function initialOf(scope: Scope, { type, make }: Made, node: Initial): (() => unknown) | undefined {
  if (type.kind === 'unknown') return undefined;
  if (node.kind === 'list') return listOf(scope, type, make, node);
  if (node.kind === 'fields') return fieldsOf(scope, type, make, node);
  const value = coerce(scope, expected(scope, node.value, type), type, 'assign');
  if (value.type.kind === 'unknown') return undefined;
  if (value.constant !== undefined) {
    const { constant } = value;
    return isAggregate(type) ? () => copyOf(type, constant) : () => constant;
  }
  refuse(scope, node.at, 'constant', 'an initial value is a constant');
  return undefined;
}

function listOf(
  scope: Scope,
  type: Type,
  make: () => unknown,
  node: Extract<Initial, { kind: 'list' }>,
): (() => unknown) | undefined {
  if (type.kind !== 'array') {
    refuse(scope, node.at, 'type', `${type.name} is not an array`);
    return undefined;
  }
  const { element, size } = type;
  const makers: (() => unknown)[] = [];
  const plain = { type: element, make: () => defaultOf(element) };
  let length = 0;
  for (const { repeat, value } of node.items) {
    const times = repeat ? (whole(scope, repeat, 'a repetition') ?? 0) : 1;
    const one = value ? initialOf(scope, plain, value) : undefined;
    length += Math.max(0, times);
    if (length > size) {
      refuse(scope, value?.at ?? node.at, 'bounds', `the array has ${size} elements, and more initial values`);
      return undefined;
    }
    // Without a value, the elements keep what they have.
    for (let count = 0; count < times; count++) makers.push(one ?? KEEP);
  }
  return () => {
    const slots = make() as unknown[];
    for (const [index, one] of makers.entries()) if (one !== KEEP) slots[index] = one();
    return slots;
  };
}

const KEEP = (): unknown => undefined;

function fieldsOf(
  scope: Scope,
  type: Type,
  make: () => unknown,
  node: Extract<Initial, { kind: 'fields' }>,
): (() => unknown) | undefined {
  const fields = type.kind === 'struct' ? type.fields : type.kind === 'block' ? type.block.fields : undefined;
  if (!fields) {
    refuse(scope, node.at, 'type', `${type.name} has no fields`);
    return undefined;
  }
  const makers: [number, () => unknown][] = [];
  for (const { name, value } of node.fields) {
    const field = fields.get(name.text.toUpperCase());
    const role = type.kind === 'block' ? type.block.fields.get(name.text.toUpperCase())?.role : undefined;
    if (!field) refuse(scope, name.at, 'undeclared', `${type.name} has no field "${shown(name.text)}"`);
    else if (role && !isKept(role))
      refuse(scope, name.at, 'type', `"${field.name}" of ${type.name} has its value elsewhere: it cannot be set here`);
    else {
      const one = initialOf(scope, field, value);
      if (one) makers.push([field.slot, one]);
    }
  }
  return () => {
    const slots = make() as unknown[];
    for (const [slot, one] of makers) slots[slot] = one();
    return slots;
  };
}
