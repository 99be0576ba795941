// Generated from schemas/ by `npm run generate`. Do not edit.

import type { Kills, RequirementId, Versions } from './case-v1.js';
import type { JsonObject } from './json.js';

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
    | 'foreign'
    | 'fits'
    | 'given'
    | 'offered'
    | 'opening'
    | 'keys'
    | 'misplaced'
    | 'picked'
    | 'refused'
    | 'left-open'
    | 'document';
  /**
   * Roles that it watches. By default all of the protocol.
   *
   * @minItems 1
   */
  roles?: string[];
  versions?: Versions;
  /**
   * Transports on which it holds. By default all.
   *
   * @minItems 1
   */
  transports?: ('stdio' | 'http' | 'ws' | 'rest')[];
  requirement: RequirementId;
  /** One sentence that says what holds. */
  title: string;
  kills?: Kills;
  /** Settings of the rule. */
  with?: JsonObject;
};
