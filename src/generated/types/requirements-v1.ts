// Generated from schemas/ by `npm run generate`. Do not edit.

/** A role of a protocol, or a list of roles. */
export type Roles = Role | Role[];
/** What a target plays: protocol and side. */
export type Role = string;
/** The registry of one protocol version: every testable sentence, in our words. */
export type RequirementsFile = {
  /** Name of the protocol. */
  protocol?: string;
  /** The version whose text is meant. */
  version?: string;
  roles?: Roles;
  /** The document of every requirement that names a `section`. */
  source?: string;
  /**
   * The requirements.
   *
   * @minItems 1
   */
  requirements: Requirement[];
};
/** One testable sentence of a spec. */
export type Requirement = {
  /** Stable id: protocol, area, number. */
  id: string;
  /** How strongly the spec asks for it; derived where the sentence is ours. */
  level: 'must' | 'should' | 'may' | 'derived';
  roles?: Roles;
  /** What must hold, in our words. */
  text: string;
  /** What happens where it is broken: a title of a few words, without a full stop. */
  broken?: string;
  /** Where it is said, if not in the document of the file. */
  source?: string;
  /** Where the document of the file says it. */
  section?: string;
  /** Why no case can prove it. */
  excluded?: string;
  /** First protocol version that asks for it. */
  since?: string;
  /** Last protocol version that asks for it. */
  until?: string;
  /** How we read it, where the text is open. */
  note?: string;
  /** How another version of the protocol says the same, by its name. */
  in?: {
    [k: string]: InVersion;
  };
};
/** How a version of the protocol says a requirement. What it leaves out is as the requirement has it. */
export type InVersion = {
  /** Where it is said. */
  source: string;
  /** How strongly the version asks for it. */
  level?: 'must' | 'should' | 'may' | 'derived';
  /** What must hold, in our words. */
  text?: string;
  /** How we read it, where the text is open. */
  note?: string;
};
