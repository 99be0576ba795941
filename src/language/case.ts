import type * as Written from '../generated/types/case-v1.js';
import type { Json, JsonObject } from '../json/json.js';

/** Where something stands in a file; line and col count from 1. */
export interface SourcePosition {
  file: string;
  line: number;
  col: number;
}

/** What stands beside the verb of a step and says how it is treated. */
type Treatment = 'on' | 'check' | 'save' | 'within' | 'after' | 'shows' | 'if_open' | 'says' | 'note' | 'version';
/** What a step of a file may be: a verb, or `use` with the values of the fragment, of which nothing is left once it is loaded. */
export type Verb = Exclude<keyof Written.Step, Treatment | 'use' | 'with'>;

const verbs: { readonly [verb in Verb]: true } = {
  start: true,
  stop: true,
  open: true,
  close: true,
  send: true,
  expect: true,
  call: true,
  never: true,
  any_order: true,
  either: true,
  repeat: true,
  assert: true,
  write: true,
  advance: true,
  control: true,
};
export const VERBS = Object.keys(verbs) as readonly Verb[];

/**
 * One step, ready to be played: fragments are spliced in, `let`, `each` and `with` values are substituted. `body` is the
 * verb's value as written; values that only a run knows (`${sessionId}`) still stand in it as text.
 */
export interface Step {
  verb: Verb;
  body: Json;
  /** The channel; the main one if it is unset. */
  on?: Written.Name;
  within?: Written.Duration;
  after?: Written.Duration;
  /** The behavior that the step waits for. */
  shows?: string;
  /** Nothing is sent where the channel has ended, and this note says so. */
  if_open?: string;
  /** What the step expects, in words. */
  says?: string;
  note?: string;
  /** Nested steps of any_order and repeat. */
  steps?: Step[];
  /** Branches of either. */
  branches?: Branch[];
  check: Written.RequirementId[];
  /** Name to JSON Pointer; `""` is the whole message. */
  save: { [name: string]: Written.Pointer };
  /** The versions of its protocol, or of one that this extends, that it belongs to; unset where it belongs to all. */
  version?: string[];
  /** Where the step is written: for a step of a fragment, in the fragment. */
  place: SourcePosition;
  /** For a step of a fragment: the `use` in the case that brought it here. */
  usedAt?: SourcePosition;
}

export interface Branch {
  grade: Written.Branch['grade'];
  note?: string;
  steps: Step[];
}

/** What a case needs; each list is that of the case and of its row together, and empty where nothing is needed. */
export interface Needs {
  capability: string[];
  without: string[];
  behavior: string[];
  transport: string[];
  version: string[];
}

/** A case as loaded: one row of a table is one case of its own, with constants filled in. */
export interface Case {
  id: Written.CaseId;
  title: string;
  suite: string;
  role: Written.Role;
  limit?: Written.Duration;
  /** Why it needs a process of its own, if its steps do not show that. */
  fresh?: string;
  kills: Written.MutantId[];
  place: SourcePosition;
  needs: Needs;
  /** Configuration of the reference that plays the peer. */
  peer: JsonObject;
  /** Row name of a table, else undefined. */
  row?: string;
  steps: Step[];
  /** Every requirement that some step checks, in order of first mention. */
  requirements: Written.RequirementId[];
}

/** The id of the table that a case is a row of; of a case in no table its own. */
export function tableOf({ id, row }: Pick<Case, 'id' | 'row'>): string {
  return row === undefined ? id : id.slice(0, -row.length - 1);
}
