/** The syntax tree. Names keep their spelling; every node knows its place, and nothing about types. */
import type { Span } from './diagnostics.js';

interface Node {
  at: Span;
}

export interface Name extends Node {
  text: string;
}

// Units

export type Unit = Pou | TypeUnit | GlobalUnit | Configuration;

export type PouKind = 'PROGRAM' | 'FUNCTION' | 'FUNCTION_BLOCK' | 'TEST_PROGRAM' | 'TEST_FUNCTION_BLOCK';

export interface Pou extends Node {
  kind: 'pou';
  pou: PouKind;
  name: Name;
  /** Of a FUNCTION that returns something. */
  result?: TypeNode;
  sections: Section[];
  body: Statement[];
}

export interface TypeUnit extends Node {
  kind: 'types';
  types: { name: Name; type: TypeNode; initial?: Initial }[];
}

export interface GlobalUnit extends Node {
  kind: 'globals';
  section: Section;
}

export interface Configuration extends Node {
  kind: 'configuration';
  name: Name;
  globals: Section[];
  configs: ConfigSection[];
  /** What stands outside any RESOURCE is in one without a name. */
  resources: Resource[];
}

export interface Resource {
  name?: Name;
  on?: Name;
  globals: Section[];
  tasks: TaskNode[];
  programs: ProgramNode[];
}

export interface TaskNode {
  name: Name;
  settings: { name: Name; value: Expression }[];
}

export interface ProgramNode {
  name: Name;
  task?: Name;
  type: Name;
  arguments: Argument[];
}

/** `VAR_CONFIG ... END_VAR` */
export interface ConfigSection extends Node {
  entries: ConfigEntry[];
}

/** `Res.P1.x AT %IX0.0 : BOOL := TRUE;` */
export interface ConfigEntry extends Node {
  path: Name[];
  address?: string;
  type: TypeNode;
  initial?: Initial;
}

// Declarations

export type SectionKind =
  | 'VAR'
  | 'VAR_INPUT'
  | 'VAR_OUTPUT'
  | 'VAR_IN_OUT'
  | 'VAR_TEMP'
  | 'VAR_GLOBAL'
  | 'VAR_EXTERNAL';

export interface Section extends Node {
  section: SectionKind;
  constant: boolean;
  retain?: 'RETAIN' | 'NON_RETAIN' | 'PERSISTENT';
  declarations: Declaration[];
}

export interface Declaration extends Node {
  names: Name[];
  /** Such as %IX0.0. */
  address?: string;
  type: TypeNode;
  initial?: Initial;
}

export type Initial =
  | { kind: 'value'; value: Expression; at: Span }
  | { kind: 'list'; items: { repeat?: Expression; value?: Initial }[]; at: Span }
  | { kind: 'fields'; fields: { name: Name; value: Initial }[]; at: Span };

export type TypeNode =
  | { kind: 'named'; name: Name; at: Span }
  | { kind: 'string'; wide: boolean; length?: Expression; at: Span }
  | { kind: 'array'; ranges: { low: Expression; high: Expression }[]; element: TypeNode; at: Span }
  | { kind: 'struct'; fields: Declaration[]; at: Span }
  | { kind: 'enum'; base?: Name; members: { name: Name; value?: Expression }[]; at: Span }
  | { kind: 'subrange'; base: Name; low: Expression; high: Expression; at: Span };

// Statements

export type Statement =
  | { kind: 'assign'; target: Expression; value: Expression; at: Span }
  | { kind: 'invoke'; call: Call; at: Span }
  | { kind: 'if'; branches: { condition: Expression; body: Statement[] }[]; otherwise?: Statement[]; at: Span }
  | {
      kind: 'case';
      selector: Expression;
      branches: { labels: { low: Expression; high?: Expression }[]; body: Statement[] }[];
      otherwise?: Statement[];
      at: Span;
    }
  | {
      kind: 'for';
      variable: Expression;
      from: Expression;
      to: Expression;
      by?: Expression;
      body: Statement[];
      at: Span;
    }
  | { kind: 'while'; condition: Expression; body: Statement[]; at: Span }
  | { kind: 'repeat'; condition: Expression; body: Statement[]; at: Span }
  | { kind: 'exit' | 'continue' | 'return'; at: Span };

// Expressions

export interface Argument {
  /** Of `name := value` and `name => target`. */
  name?: Name;
  /** `name => target`. */
  output?: boolean;
  /** `NOT name => target`. */
  negated?: boolean;
  value: Expression;
}

export interface Call extends Node {
  kind: 'call';
  callee: Expression;
  arguments: Argument[];
}

export type Expression =
  /** `type` is a name of an elementary type, or INTEGER or DECIMAL if the literal says none. */
  | { kind: 'literal'; type: string; value: bigint | number | boolean | string; at: Span }
  | { kind: 'name'; name: string; at: Span }
  | { kind: 'address'; address: string; at: Span }
  /** `Color#Red` */
  | { kind: 'member'; type: string; name: string; at: Span }
  | { kind: 'field'; of: Expression; name: Name; at: Span }
  | { kind: 'bit'; of: Expression; bit: number; at: Span }
  | { kind: 'index'; of: Expression; indexes: Expression[]; at: Span }
  | Call
  | { kind: 'unary'; operator: '-' | '+' | 'NOT'; of: Expression; at: Span }
  | { kind: 'binary'; operator: string; left: Expression; right: Expression; at: Span };

/** From the loosest to the tightest. Operators of one level bind from left to right. */
export const PRECEDENCE: readonly (readonly string[])[] = [
  ['OR', 'OR_ELSE'],
  ['XOR'],
  ['AND', '&', 'AND_THEN'],
  ['=', '<>'],
  ['<', '>', '<=', '>='],
  ['+', '-'],
  ['*', '/', 'MOD'],
  ['**'],
];
