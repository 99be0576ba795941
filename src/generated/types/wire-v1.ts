// Generated from schemas/ by `npm run generate`. Do not edit.

/** Any JSON value; integers that a double can't hold are bigint. */
export type Json = null | boolean | number | bigint | string | Json[] | JsonObject;
export type JsonObject = { [name: string]: Json };

/**
 * A version, a list of versions, or a range of them.
 */
export type Versions = Names | VersionRange;
/**
 * One name, or a list of names.
 */
export type Names = string | string[];
/**
 * A version of a protocol.
 */
export type VersionName = string;
/**
 * A family of versions that work alike, as versions.yaml names it.
 */
export type FamilyName = string;
/**
 * Id of a requirement of the registry, such as MCP-HTTP-28.
 */
export type RequirementId = string;
/**
 * Ids of the mutants that this case must catch.
 */
export type Kills = string[];

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
  /**
   * One sentence that says what holds.
   */
  title: string;
  kills?: Kills;
  /**
   * Settings of the rule.
   */
  with?: JsonObject;
}
/**
 * Versions of a protocol by their order and family: all that is said must hold.
 */
export interface VersionRange {
  since?: VersionName;
  until?: VersionName;
  family?: FamilyName;
}
/**
 * States and the moves between them.
 */
export interface Machine {
  /**
   * State or states to begin in.
   */
  initial: string | string[];
  /**
   * State to the states that may follow.
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
  /**
   * Whether a state may be seen again right after itself. By default it may.
   */
  repeats?: boolean;
  /**
   * The states are looked at from time to time, so some may be missed.
   */
  sampled?: boolean;
}
