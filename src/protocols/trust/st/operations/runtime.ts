/** What compiled code runs on. */
import type { Span } from '../syntax/diagnostics.js';

/** The slots of a program, a function block, or a call of a function. */
export type Frame = unknown[];

/** The state of a machine as closures see it. */
export interface Runtime {
  /** Nanoseconds since the machine was made. */
  now: bigint;
  globals: Frame;
  /** What is left of the instructions of this cycle: each turn of a loop and each call takes some. */
  budget: number;
  /** Levels of closures that are open. */
  depth: number;
}

/** Compiled code: an expression gives its value, a statement says how it ended. */
export type Run<T = unknown> = (rt: Runtime, f: Frame) => T;

/** How a statement ended, and so what its list does next. */
export const DONE = 0;
export const EXIT = 1;
export const CONTINUE = 2;
export const RETURN = 3;
export type Exec = Run<number>;

export type FaultKind =
  | 'division-by-zero'
  | 'overflow'
  | 'bounds'
  | 'range'
  | 'conversion'
  | 'budget'
  | 'depth'
  | 'assertion';

/** What ended a cycle early. `at` is the place in the sources, if one is to blame. */
export interface Fault {
  kind: FaultKind;
  message: string;
  at?: Span;
}

/** Thrown by closures, and caught where a cycle or a test begins: nobody outside of this room sees it. */
export class Faulted extends Error {
  constructor(readonly fault: Fault) {
    super(fault.message);
  }
}

/** Ends the cycle. */
export function fail(kind: FaultKind, message: string, at?: Span): never {
  throw new Faulted(at ? { kind, message, at } : { kind, message });
}

/** Takes instructions from the budget of the cycle. */
export function spend(rt: Runtime, count: number, at?: Span): void {
  rt.budget -= count;
  if (rt.budget < 0) fail('budget', 'the instruction budget of the cycle is exhausted', at);
}
