// Generated from schemas/ by `npm run generate`. Do not edit.

import type { Kills, RequirementId, Versions } from './case-v1.js';
import type { JsonObject } from './json.js';

/** The judgement that is always on: which rules watch every message of a run, and the state machines of the protocol. */
export type WireFile = {
  /** The rules. */
  rules: Rule[];
  /** State machines by name, shared with `$walk`. */
  machines?: {
    [k: string]: Machine;
  };
};
/** One rule; it becomes the case `<protocol>.<role>.wire.<id>`. */
export type Rule = {
  /** Last part of the case id. */
  id: string;
  /** What is judged. */
  rule:
    | 'envelope'
    | 'ids'
    | 'schema'
    | 'unmatched'
    | 'after-final'
    | 'answered-notification'
    | 'stdout'
    | 'states'
    | 'json'
    | 'names'
    | 'undeclared'
    | 'fits'
    | 'given'
    | 'offered'
    | 'opening'
    | 'keys'
    | 'misplaced'
    | 'picked'
    | 'among'
    | 'refused'
    | 'left-open'
    | 'document'
    | 'repeated'
    | 'usable-schemas';
  /** Role that it watches, or a list of roles. By default all of the protocol. */
  roles?: string | string[];
  versions?: Versions;
  /** Transport on which it holds, or a list of transports. By default all. */
  transports?: ('stdio' | 'http' | 'ws' | 'rest') | ('stdio' | 'http' | 'ws' | 'rest')[];
  requirement: RequirementId;
  /** One sentence that says what holds. */
  title: string;
  kills?: Kills;
  /** Settings of the rule. */
  with?: JsonObject;
};
/** States and the moves between them. */
export type Machine = {
  /** State or states to begin in. */
  initial: string | string[];
  /** State to the states that may follow. */
  moves: {
    /** States to go to. */
    [k: string]: string[];
  };
  /** States that are never left. */
  final: string[];
  /** Whether a state may be seen again right after itself. By default it may. */
  repeats?: boolean;
  /** The states are looked at from time to time, so some may be missed. */
  sampled?: boolean;
};
