/** Values: what a variable of a type starts with, copies, and how they look from outside. */
import { LIMITS } from '../syntax/limits.js';
import {
  type ArrayType,
  type BlockType,
  type Elementary,
  type Field,
  isAggregate,
  isKept,
  type Type,
} from './types.js';

/** What a variable starts with if its declaration says nothing. */
export function defaultOf(type: Type): unknown {
  switch (type.kind) {
    case 'elementary': {
      if (type.family === 'bool') return false;
      const least = type.range && type.low > 0n ? type.low : type.range && type.high < 0n ? type.low : 0n;
      return type.kept === 'bigint' ? least : Number(least);
    }
    case 'string':
      return type.length === 1 && type.name.endsWith('CHAR') ? '\0' : '';
    case 'enum':
      return type.members.values().next().value?.value ?? 0;
    case 'array':
      return isAggregate(type.element)
        ? Array.from({ length: type.size }, () => defaultOf(type.element))
        : new Array(type.size).fill(defaultOf(type.element));
    case 'struct':
      return [...type.fields.values()].map(({ make }) => make());
    case 'block':
      return type.block.make();
    default:
      return undefined;
  }
}

/** A copy that shares nothing with the value. */
export function copyOf(type: Type, value: unknown): unknown {
  if (type.kind === 'array') {
    const from = value as unknown[];
    return isAggregate(type.element) ? from.map((one) => copyOf(type.element, one)) : from.slice();
  }
  if (type.kind === 'struct') {
    const from = value as unknown[];
    return [...type.fields.values()].map((field) => copyOf(field.type, from[field.slot]));
  }
  return value;
}

/** Overwrites a value of a type that is kept as slots. Whoever refers to the value sees the new one. */
export function copyInto(type: Type, to: unknown[], from: readonly unknown[]): void {
  if (to === from) return;
  if (type.kind === 'array') {
    const { element } = type;
    if (isAggregate(element))
      for (let index = 0; index < to.length; index++)
        copyInto(element, to[index] as unknown[], from[index] as unknown[]);
    else for (let index = 0; index < to.length; index++) to[index] = from[index];
  } else if (type.kind === 'struct')
    for (const field of type.fields.values())
      if (isAggregate(field.type)) copyInto(field.type, to[field.slot] as unknown[], from[field.slot] as unknown[]);
      else to[field.slot] = from[field.slot];
}

/** Number of elementary values in one of this type, up to one more than the limit. A string counts by its length. */
export function valuesOf(type: Type): number {
  if (type.kind === 'array' || type.kind === 'struct') return type.values;
  if (type.kind === 'string') return 1 + Math.floor(type.length / 64);
  return type.kind === 'block' ? Math.min(LIMITS.values + 1, type.block.values) : 1;
}

/** Levels of arrays, structures and function blocks inside one another. */
export function depthOf(type: Type): number {
  if (type.kind === 'array' || type.kind === 'struct') return type.depth;
  return type.kind === 'block' ? 1 + type.block.depth : 0;
}

/** A value with its type, as the harness of truST writes it. */
export type Value =
  | { type: 'BOOL'; value: boolean }
  /** Integers, bit strings, REAL and LREAL. A bigint if, and only if, the type has 64 bits and is no LREAL. */
  | { type: string; value: number | bigint | string }
  | { type: 'TIME' | 'LTIME' | 'LDATE' | 'LTOD' | 'LDT'; nanos: bigint }
  | { type: 'DATE' | 'TOD' | 'DT'; ticks: bigint }
  | { type: 'ARRAY'; dimensions: [number, number][]; elements: Value[] }
  | { type: 'STRUCT'; type_name: string; fields: Record<string, Value> }
  | { type: 'ENUM'; type_name: string; variant: string; numeric: number };

const TICKS = new Set(['DATE', 'TOD', 'DT']);

/** A kept value as it looks from outside. A function block is shown as INSTANCE, or with `inside` as a STRUCT of all it keeps. */
export function showValue(type: Type, value: unknown, inside = false): Value {
  switch (type.kind) {
    case 'elementary':
      return showElementary(type, value);
    case 'string':
      return { type: type.name.replace(/\[.*/, ''), value: value as string };
    case 'enum': {
      const numeric = value as number;
      const member = [...type.members.values()].find((one) => one.value === numeric);
      return { type: 'ENUM', type_name: type.name, variant: member?.name ?? '', numeric };
    }
    case 'array':
      return {
        type: 'ARRAY',
        dimensions: type.dimensions.map(({ low, high }) => [low, high]),
        elements: (value as unknown[]).map((one) => showValue(type.element, one, inside)),
      };
    case 'struct':
      return { type: 'STRUCT', type_name: type.name, fields: showFields(type.fields, value as unknown[], inside) };
    case 'block':
      if (!inside) return { type: 'INSTANCE', value: type.name };
      return { type: 'STRUCT', type_name: type.name, fields: showFields(keptFields(type), value as unknown[], true) };
    default:
      return { type: 'NULL', value: '' };
  }
}

/** The fields of a function block that hold values: not its references. */
const keptFields = ({ block }: BlockType): Map<string, Field> =>
  new Map([...block.fields].filter(([, { role }]) => isKept(role)));

function showFields(fields: Map<string, Field>, slots: unknown[], inside: boolean): Record<string, Value> {
  // Without a prototype, so that a field may be called __proto__.
  const shown: Record<string, Value> = Object.create(null);
  for (const { name, type, slot } of fields.values()) shown[name] = showValue(type, slots[slot], inside);
  return shown;
}

function showElementary({ name, family }: Elementary, value: unknown): Value {
  const bare = name.split(' ')[0]!;
  if (family === 'duration' || (family === 'date' && !TICKS.has(bare)))
    return { type: bare as 'TIME', nanos: value as bigint };
  if (family === 'date') return { type: bare as 'DATE', ticks: value as bigint };
  return { type: bare, value: value as number };
}

/** A value from outside as it is kept by a variable of this type; undefined if it does not fit. */
export function takeValue(type: Type, value: Value): unknown {
  const given = value as unknown as Record<string, unknown>;
  switch (type.kind) {
    case 'elementary':
      return takeElementary(type, given);
    case 'string': {
      const text = given.value;
      if (typeof text !== 'string' || !/^W?(STRING|CHAR)$/.test(value.type)) return undefined;
      if (type.name.endsWith('CHAR')) return text.length === 1 ? text : undefined;
      return text.slice(0, type.length);
    }
    case 'enum': {
      if (value.type !== 'ENUM') return undefined;
      const member = type.members.get(String(given.variant).toUpperCase());
      return member && (given.numeric === undefined || Number(given.numeric) === member.value)
        ? member.value
        : undefined;
    }
    case 'array':
      return takeArray(type, given);
    case 'struct':
      return value.type === 'STRUCT' ? takeFields(type.fields, given.fields) : undefined;
    case 'block':
      // Only what `showValue` wrote with `inside` comes back here: the state that survives a reload.
      return value.type === 'STRUCT' && given.type_name === type.name
        ? takeBlock(type.block.make(), keptFields(type), given.fields)
        : undefined;
    default:
      return undefined;
  }
}

function takeElementary(type: Elementary, given: Record<string, unknown>): unknown {
  const { value } = given;
  if (type.family === 'bool') return typeof value === 'boolean' ? value : undefined;
  if (type.family === 'duration') return takeWhole(type, given.nanos);
  if (type.family === 'date') return takeWhole(type, TICKS.has(type.name) ? given.ticks : given.nanos);
  if (typeof value !== 'number' && typeof value !== 'bigint') return undefined;
  const real = given.type === 'REAL' || given.type === 'LREAL';
  if (type.family !== 'real') return real ? undefined : takeWhole(type, value);
  const number = type.bits === 32 ? Math.fround(Number(value)) : Number(value);
  return Number.isFinite(number) ? number : undefined;
}

function takeWhole({ low, high, kept }: Elementary, value: unknown): bigint | number | undefined {
  if (typeof value !== 'bigint' && !Number.isSafeInteger(value)) return undefined;
  const whole = BigInt(value as bigint | number);
  if (whole < low || whole > high) return undefined;
  return kept === 'bigint' ? whole : Number(whole);
}

function takeArray(type: ArrayType, given: Record<string, unknown>): unknown {
  const { elements, dimensions } = given;
  if (given.type !== 'ARRAY' || !Array.isArray(elements) || elements.length !== type.size) return undefined;
  if (!Array.isArray(dimensions) || dimensions.length !== type.dimensions.length) return undefined;
  const fits = type.dimensions.every(({ low, high }, index) => {
    const [from, to] = Array.isArray(dimensions[index]) ? dimensions[index] : [];
    return Number(from) === low && Number(to) === high;
  });
  const taken = fits ? elements.map((one) => takeValue(type.element, one)) : [undefined];
  return taken.includes(undefined) ? undefined : taken;
}

function takeFields(fields: Map<string, Field>, given: unknown): unknown[] | undefined {
  const slots: unknown[] = [];
  const named = byName(given);
  if (named.size !== fields.size) return undefined;
  for (const [name, field] of fields) {
    const one = named.get(name);
    const taken = one && takeValue(field.type, one);
    if (taken === undefined) return undefined;
    slots[field.slot] = taken;
  }
  return slots;
}

function takeBlock(frame: unknown[], fields: Map<string, Field>, given: unknown): unknown[] | undefined {
  const named = byName(given);
  for (const [name, field] of fields) {
    const one = named.get(name);
    const taken = one && takeValue(field.type, one);
    if (taken === undefined) return undefined;
    frame[field.slot] = taken;
  }
  return frame;
}

function byName(given: unknown): Map<string, Value> {
  const fields = typeof given === 'object' && given !== null ? Object.entries(given) : [];
  return new Map(fields.map(([name, value]) => [name.toUpperCase(), value as Value]));
}
