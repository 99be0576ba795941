import type { Difference } from '../../../json/difference.js';
import { showValue } from '../../../json/display.js';
import type { Actual } from '../../../json/equal.js';
import type { Json } from '../../../json/json.js';
import type { Machine } from '../../machine.js';

/** A pattern that can't be used: an unknown matcher, an operand of the wrong kind. */
export class PatternError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'PatternError';
  }
}

/** What matchers may ask the world. */
export interface MatchContext {
  /** The validator of a definition of the protocol's schema by name, or of a JSON Schema; undefined where there is no such definition. */
  schema?(definition: Json): ((value: Json) => readonly Violation[]) | undefined;
  /** A state machine by its name, such as mcp/task. */
  machine?(name: string): Machine | undefined;
  /** What says why a document of a kind, such as a2a/card, was not signed with these JSON Web Keys; undefined for a kind that has no signatures. */
  signed?(kind: string): ((document: Json, keys: Json) => string | undefined) | undefined;
}

/** One way in which a value breaks a schema. `path` is a JSON Pointer from the value. */
export interface Violation {
  path: string;
  message: string;
}

/** Where in the record a comparison stands, and what it may ask. */
export interface Spot {
  /** JSON Pointer from the root of the record. */
  path: string;
  depth: number;
  /** How many differences are worth finding. */
  max: number;
  context: MatchContext;
  /** Compares below or at this spot; `token` goes one level down. */
  compare(pattern: Json, actual: Actual, token?: string | number): Difference[];
  /** Whether a pattern fits, without saying why not. */
  holds(pattern: Json, actual: Actual): boolean;
}

export interface Matcher {
  /** What is wrong with an operand, or undefined. `open` says that a part of a value is known only in the run. */
  check(operand: Json, open: (value: Json) => boolean): string | undefined;
  /** The patterns inside the operand, each with the pointer to it, for checking ahead of a run. */
  patterns?(operand: Json): [path: string, pattern: Json][];
  /** Why the actual value doesn't fit; empty where it does. `operand` has passed `check`. */
  apply(operand: Json, actual: Actual, spot: Spot): Difference[];
}

/** One difference at a spot. `message` is a sentence without a dot. */
export function differs(spot: Spot, expected: Json, actual: Actual, message: string): Difference[] {
  const difference: Difference = { path: spot.path, expected, message };
  if (actual !== undefined) difference.actual = actual as Json;
  return [difference];
}

/** The usual difference: "expected X, got Y". */
export function wanted(spot: Spot, expected: Json, actual: Actual, what: string): Difference[] {
  return differs(spot, expected, actual, `expected ${what}, got ${showValue(actual)}`);
}

/** An operand that must be `true`. */
export const onlyTrue = (name: string) => (operand: Json) => (operand === true ? undefined : `${name} takes true`);
