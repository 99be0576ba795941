// Generated from schemas/ by `npm run generate`. Do not edit.

/**
 * The registry of one protocol version: every testable sentence, in our words.
 */
export interface RequirementsFile {
  /**
   * Name of the protocol.
   */
  protocol: string;
  /**
   * The version whose text is meant.
   */
  version: string;
  /**
   * The requirements.
   *
   * @minItems 1
   */
  requirements: Requirement[];
}
/**
 * One testable sentence of a spec.
 */
export interface Requirement {
  /**
   * Stable id: protocol, area, number.
   */
  id: string;
  /**
   * How strongly the spec asks for it; derived where the sentence is ours.
   */
  level: 'must' | 'should' | 'may' | 'derived';
  /**
   * The roles that it binds.
   *
   * @minItems 1
   */
  roles: string[];
  /**
   * What must hold, in our words.
   */
  text: string;
  /**
   * Where the spec says it.
   */
  source: string;
  /**
   * Why no case can prove it.
   */
  excluded?: string;
  /**
   * First protocol version that asks for it.
   */
  since?: string;
  /**
   * Last protocol version that asks for it.
   */
  until?: string;
  /**
   * How we read it, where the text is open.
   */
  note?: string;
}
