/** The types of values, and how values of each are kept while a program runs. */

/**
 * How a value is kept: BOOL as boolean; integers and bit strings of up to 32 bits as number; those of 64 bits, times and
 * dates as bigint; REAL and LREAL as number; strings as string; arrays, structures and function blocks as a list of slots.
 */
export type Kept = 'boolean' | 'number' | 'bigint' | 'string';

export interface Elementary {
  kind: 'elementary';
  name: string;
  family: 'bool' | 'int' | 'bits' | 'real' | 'duration' | 'date';
  kept: Kept;
  bits: number;
  signed: boolean;
  /** Of integers, bit strings, times and dates. */
  low: bigint;
  high: bigint;
  /** Of a subrange, such as INT (0..10): its name says so, and values outside of it are faults. */
  range?: boolean;
}

export interface StringType {
  kind: 'string';
  name: string;
  wide: boolean;
  /** Characters that it holds; longer values are cut. 1 for CHAR and WCHAR. */
  length: number;
}

export interface EnumType {
  kind: 'enum';
  name: string;
  base: Elementary;
  /** By the name in capitals, in the order of the declaration. */
  members: Map<string, { name: string; value: number }>;
}

export interface ArrayType {
  kind: 'array';
  name: string;
  dimensions: { low: number; high: number }[];
  element: Type;
  size: number;
  /** Number of elementary values in it, and levels of types inside; kept, because types may double at each level. */
  values: number;
  depth: number;
}

/** A place in a structure, a function block, a program or the globals. */
export interface Field {
  name: string;
  type: Type;
  /** Index in the list of slots. */
  slot: number;
  /** What it starts with. */
  make: () => unknown;
}

export interface StructType {
  kind: 'struct';
  name: string;
  /** By the name in capitals, in the order of the declaration. */
  fields: Map<string, Field>;
  values: number;
  depth: number;
}

/** A function block. Its frame is made by what declares it. */
export interface BlockType {
  kind: 'block';
  name: string;
  block: BlockBody;
}

/** What a function block type is, as seen by a variable of it. */
export interface BlockBody {
  /** By the name in capitals; also what the outside cannot see. */
  fields: Map<string, Field & { role: Role }>;
  make: () => unknown[];
  /** Number of elementary values. */
  values: number;
  depth: number;
}

/**
 * What a variable is to its unit. `hidden` variables are the private state of standard function blocks. The value of a
 * `located` one may be kept outside of the unit, at the address that VAR_CONFIG gives it.
 */
export type Role = 'input' | 'output' | 'inout' | 'local' | 'temp' | 'located' | 'hidden';

/** Whether a variable of this role is a part of its function block: not what refers to a value elsewhere. */
export const isKept = (role: Role): boolean => role !== 'inout' && role !== 'located';

/** What a literal without a type is until its neighbours say more. */
export interface Literal {
  kind: 'integer' | 'decimal';
  name: string;
}

/** What a wrong expression is: it fits everywhere, so that one error does not cause others. */
export interface Unknown {
  kind: 'unknown';
  name: string;
}

export type Type = Elementary | StringType | EnumType | ArrayType | StructType | BlockType | Literal | Unknown;

export const UNKNOWN: Unknown = { kind: 'unknown', name: '?' };
/** What a call of a function without a result gives. */
export const VOID: Unknown = { kind: 'unknown', name: 'nothing' };
export const INTEGER: Literal = { kind: 'integer', name: 'integer literal' };
export const DECIMAL: Literal = { kind: 'decimal', name: 'decimal literal' };

function elementary(name: string, family: Elementary['family'], bits: number, signed: boolean): Elementary {
  const wide = bits === 64 && family !== 'real';
  const low = signed ? -(1n << BigInt(bits - 1)) : 0n;
  const high = signed ? -low - 1n : (1n << BigInt(bits)) - 1n;
  const kept: Kept = family === 'bool' ? 'boolean' : wide ? 'bigint' : 'number';
  return { kind: 'elementary', name, family, kept, bits, signed, low, high };
}

const list: Elementary[] = [
  elementary('BOOL', 'bool', 1, false),
  ...['SINT', 'INT', 'DINT', 'LINT'].map((name, index) => elementary(name, 'int', 8 << index, true)),
  ...['USINT', 'UINT', 'UDINT', 'ULINT'].map((name, index) => elementary(name, 'int', 8 << index, false)),
  ...['BYTE', 'WORD', 'DWORD', 'LWORD'].map((name, index) => elementary(name, 'bits', 8 << index, false)),
  elementary('REAL', 'real', 32, true),
  elementary('LREAL', 'real', 64, true),
  ...['TIME', 'LTIME'].map((name) => elementary(name, 'duration', 64, true)),
  ...['DATE', 'LDATE', 'TOD', 'LTOD', 'DT', 'LDT'].map((name) => elementary(name, 'date', 64, true)),
];

/** The elementary types by their names; some have two. */
export const ELEMENTARY: ReadonlyMap<string, Elementary> = new Map([
  ...list.map((type) => [type.name, type] as const),
  ...Object.entries({ TIME_OF_DAY: 'TOD', LTIME_OF_DAY: 'LTOD', DATE_AND_TIME: 'DT', LDATE_AND_TIME: 'LDT' }).map(
    ([name, other]) => [name, list.find((type) => type.name === other)!] as const,
  ),
]);

/** An elementary type that exists. */
export const basic = (name: string): Elementary => ELEMENTARY.get(name)!;

export const BOOL = basic('BOOL');
export const INT = basic('INT');
export const DINT = basic('DINT');
export const LINT = basic('LINT');
export const ULINT = basic('ULINT');
export const REAL = basic('REAL');
export const LREAL = basic('LREAL');

export const stringType = (wide: boolean, length: number, declared = true): StringType => ({
  kind: 'string',
  name: `${wide ? 'WSTRING' : 'STRING'}${declared ? `[${length}]` : ''}`,
  wide,
  length,
});

export const CHAR: StringType = { kind: 'string', name: 'CHAR', wide: false, length: 1 };
export const WCHAR: StringType = { kind: 'string', name: 'WCHAR', wide: true, length: 1 };

export const isInteger = (type: Type): type is Elementary => type.kind === 'elementary' && type.family === 'int';
export const isBits = (type: Type): type is Elementary => type.kind === 'elementary' && type.family === 'bits';
export const isReal = (type: Type): type is Elementary => type.kind === 'elementary' && type.family === 'real';
export const isBool = (type: Type): boolean => type.kind === 'elementary' && type.family === 'bool';
export const isDuration = (type: Type): type is Elementary => type.kind === 'elementary' && type.family === 'duration';
export const isDate = (type: Type): type is Elementary => type.kind === 'elementary' && type.family === 'date';

/** Whether a value is kept as a list of slots, so that a copy of it must copy these. */
export const isAggregate = (type: Type): type is ArrayType | StructType | BlockType =>
  type.kind === 'array' || type.kind === 'struct' || type.kind === 'block';

/** The type without its range. */
export const unranged = (type: Elementary): Elementary => (type.range ? basic(type.name.split(' ')[0]!) : type);

/** Whether two types are the same for an assignment of whole values. */
export function sameType(one: Type, other: Type): boolean {
  if (one === other) return true;
  if (one.kind === 'elementary' && other.kind === 'elementary') return unranged(one) === unranged(other);
  if (one.kind === 'string' && other.kind === 'string') return one.wide === other.wide;
  if (one.kind === 'block' && other.kind === 'block') return one.block === other.block;
  return (
    one.kind === 'array' &&
    other.kind === 'array' &&
    one.size === other.size &&
    one.dimensions.length === other.dimensions.length &&
    one.dimensions.every(({ low, high }, index) => {
      const { low: from, high: to } = other.dimensions[index]!;
      return low === from && high === to;
    }) &&
    sameType(one.element, other.element)
  );
}

/** Whether every value of one elementary type can stand for one of another, so that it needs no conversion by name. */
export function widens(from: Elementary, to: Elementary): boolean {
  const [one, other] = [unranged(from), unranged(to)];
  if (one === other) return true;
  if (one.family === 'int' && other.family === 'int') return one.low >= other.low && one.high <= other.high;
  if (one.family === 'bits' && other.family === 'bits') return one.bits <= other.bits;
  if (one.family === 'real' && other.family === 'real') return one.bits <= other.bits;
  if (one.family === 'int' && other.family === 'real') return one.bits * 2 <= other.bits;
  // TIME to LTIME, DATE to LDATE and so on.
  return other.name === `L${one.name}` && (one.family === 'duration' || one.family === 'date');
}
