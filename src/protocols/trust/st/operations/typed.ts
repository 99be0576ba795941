/** Expressions with their types, and the names that they can use. */
import type { Diagnostics, Span } from '../syntax/diagnostics.js';
import type { Declaration, Expression, Name, Pou, PouKind } from '../syntax/tree.js';
import type { BlockBody, Elementary, EnumType, Field, Role, Type } from '../types/types.js';
import { UNKNOWN } from '../types/types.js';
import type { Exec, Frame, Run, Runtime } from './runtime.js';

/** Where a value is kept: a list of slots and an index in it. */
export interface Place {
  base: Run<Frame>;
  index: number | Run<number>;
  /** Index in the own frame, if that is the list: the fast way. */
  slot?: number | undefined;
  /** Why it cannot be written to. */
  locked?: string;
  /** Of a bit of a place, such as `w.3`, and the type that the bit is a part of. */
  bit?: number;
  word?: Elementary;
}

export interface Typed {
  type: Type;
  run: Run;
  at: Span;
  /** Known before the program runs. */
  constant?: unknown;
  /** Of `NOT 16#F`: a literal whose high bits are all 1, as many as its type will have. */
  inverted?: boolean;
  /** Unset if the value has no place, such as a sum. */
  place?: Place;
}

export interface Variable {
  name: string;
  type: Type;
  /** `ref`: the slot holds where the value is, as of an elementary VAR_IN_OUT or one `AT %I*`. */
  where: 'frame' | 'global' | 'ref';
  slot: number;
  role: Role;
  locked?: string;
  /** Of a CONSTANT with an elementary value. */
  constant?: unknown;
  at: Span;
}

/** What is in the slot of a `ref`. */
export interface Ref {
  base: Frame;
  index: number;
}

/** A program, function or function block. */
export interface Unit extends BlockBody {
  kind: PouKind | 'BUILTIN';
  name: string;
  fields: Map<string, Field & { role: Role }>;
  /** Inputs and VAR_IN_OUT in the order of the declaration, for calls without names. */
  parameters: (Field & { role: Role })[];
  /** Of a FUNCTION that returns something. */
  result?: Field;
  /** Slots that a function block starts each call with anew: VAR_TEMP. */
  temps: Field[];
  /** Set once the body is compiled; calls look it up as they run, because units call each other. */
  body: Exec;
  /** Levels of closures that one call opens. */
  height: number;
  at: Span;
  node?: Pou;
  /** The names inside. */
  variables: Map<string, Variable>;
  /** Names of values that are kept over a reload. */
  retained: string[];
  /** Slots in the globals of variables with an address. */
  located: Map<string, number>;
  /** Variables whose address VAR_CONFIG completes, by the name in capitals. Without an `address` they need none. */
  open: Map<string, { address?: string; at: Span }>;
}

export interface Options {
  /** What integer arithmetic does if the result does not fit: `wrap` (the default) or a `fault`. */
  overflow?: 'wrap' | 'fault';
  /** Whether sources without a PROGRAM are an error. Unset: yes. */
  needsProgram?: boolean;
}

/** A type, and what its variables start with. */
export interface Made {
  type: Type;
  make: () => unknown;
}

/** All that is declared outside of units. */
export interface Library {
  diagnostics: Diagnostics;
  options: Options;
  /** Types that the sources declare, by the name in capitals; makes them when they are first asked for. */
  typeNamed: (name: string) => Type | undefined;
  madeNamed: (name: string) => Made | undefined;
  unitNamed: (name: string) => Unit | undefined;
  globals: Map<string, Variable>;
  /** Variables to which VAR_CONFIG gives an address, as `PROGRAM.VARIABLE` in capitals. */
  configured: ReadonlySet<string>;
  /** The variable of a declaration with an address in a PROGRAM. */
  declareAt: (declaration: Declaration, name: Name, constant: boolean) => Variable | undefined;
  /** Makes the variable of an address that nothing is declared at. */
  located: (address: string, at: Span) => Variable | undefined;
  /** Values of enumerations that can be named without their type; null if two types have them. */
  members: Map<string, { type: EnumType; value: number } | null>;
}

/** Where an expression stands. */
export interface Scope {
  library: Library;
  variables: Map<string, Variable>;
  unit?: Unit;
  /** Loops around the statement. */
  loops: number;
  /** Levels around what is compiled now, and the most of them so far. */
  level: number;
  height: number;
  /** Compiles an expression; here so that rooms for kinds of expressions need not know each other. */
  expression: (node: Expression) => Typed;
}

/** An expression that is wrong, once that is reported. */
export const wrong = (at: Span): Typed => ({ type: UNKNOWN, run: () => undefined, at });

/** Reports an error of an expression. */
export function refuse(scope: Scope, at: Span, code: string, message: string): Typed {
  scope.library.diagnostics.error(at, code, message);
  return wrong(at);
}

/** An expression whose value is known. */
export const constantOf = (type: Type, value: unknown, at: Span): Typed => ({
  type,
  run: () => value,
  constant: value,
  at,
});

/** A runtime for expressions that are computed while compiling. */
const idle = (): Runtime => ({ now: 0n, globals: [], budget: 100_000, depth: 0 });

/** The value of an expression whose parts are known; left to the cycle if computing it is a fault. */
export function folded(typed: Typed, ...parts: Typed[]): Typed {
  if (parts.some(({ constant }) => constant === undefined)) return typed;
  try {
    return constantOf(typed.type, typed.run(idle(), []), typed.at);
  } catch {
    return typed;
  }
}
