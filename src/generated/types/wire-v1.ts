// Generated from schemas/ by `npm run generate`. Do not edit.

/**
 * Id of a requirement of the registry, such as MCP-HTTP-28.
 *
 * This interface was referenced by `WireFile`'s JSON-Schema
 * via the `definition` "RequirementId".
 */
export type RequirementId = string;

/**
 * The judgement that is always on: which rules watch every message of a run, and the state machines of the protocol.
 */
export interface WireFile {
  /**
   * The rules.
   */
  rules: Rule[];
  /**
   * State machines by name, shared with `$walk`.
   */
  machines?: {
    [k: string]: Machine;
  };
}
/**
 * One rule; it becomes the case `<protocol>.<role>.wire.<id>`.
 *
 * This interface was referenced by `WireFile`'s JSON-Schema
 * via the `definition` "Rule".
 */
export interface Rule {
  /**
   * Last part of the case id.
   */
  id: string;
  /**
   * What is judged.
   */
  rule:
    | 'envelope'
    | 'ids'
    | 'schema'
    | 'unmatched'
    | 'after-final'
    | 'answered-notification'
    | 'stdout'
    | 'states'
    | 'json';
  /**
   * Roles that it watches. By default all of the protocol.
   *
   * @minItems 1
   */
  roles?: string[];
  requirement: RequirementId;
  /**
   * One sentence that says what holds.
   */
  title: string;
  /**
   * Settings of the rule.
   */
  with?: {
    [k: string]: unknown;
  };
}
/**
 * States and the moves between them.
 *
 * This interface was referenced by `WireFile`'s JSON-Schema
 * via the `definition` "Machine".
 */
export interface Machine {
  /**
   * States to begin in.
   *
   * @minItems 1
   */
  initial: string[];
  /**
   * State to the states that may follow. Staying is always allowed.
   */
  moves: {
    /**
     * States to go to.
     */
    [k: string]: string[];
  };
  /**
   * States that are never left.
   */
  final: string[];
}
