import type { Json, JsonObject } from '../json/json.js';

/** Where something stands in a file; line and col count from 1. */
export interface Place {
  file: string;
  line: number;
  col: number;
}

export const VERBS = [
  'start',
  'stop',
  'open',
  'close',
  'send',
  'expect',
  'call',
  'never',
  'any_order',
  'either',
  'repeat',
  'assert',
  'write',
  'advance',
] as const;
export type Verb = (typeof VERBS)[number];

/**
 * One step, ready to be played: fragments are spliced in, `let`, `each` and `with` values are substituted. `body` is the
 * verb's value as written; values that only a run knows (`${sessionId}`) still stand in it as text.
 */
export interface Step {
  verb: Verb;
  body: Json;
  /** Nested steps of any_order and repeat. */
  steps?: Step[];
  /** Branches of either. */
  branches?: Branch[];
  on?: string;
  check: string[];
  save: Record<string, string>;
  /** Text of a duration, as in the file: "300ms", "2s", "1m". */
  within?: string;
  after?: string;
  shows?: string;
  note?: string;
  /** Where the step is written: for a step of a fragment, in the fragment. */
  place: Place;
  /** For a step of a fragment: the `use` in the case that brought it here. */
  usedAt?: Place;
}

export interface Branch {
  grade: 'pass' | 'non-strict';
  note?: string;
  steps: Step[];
}

export interface Needs {
  capability: string[];
  behavior: string[];
  transport: string[];
  version?: string;
}

/** A case as loaded: one row of a table is one case of its own. */
export interface Case {
  id: string;
  title: string;
  suite: string;
  role: string;
  place: Place;
  needs: Needs;
  /** Configuration of the reference that plays our side. */
  peer: JsonObject;
  /** Mutants that this case must catch. */
  kills: string[];
  /** Text of a duration; real time for the whole case. */
  limit?: string;
  /** Row name of a table, else undefined. */
  row?: string;
  steps: Step[];
  /** Every requirement that some step checks, in order of first mention. */
  requirements: string[];
}
