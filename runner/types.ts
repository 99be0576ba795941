import type { Behavior as WrittenBehavior } from '../src/generated/types/behaviors-v1.js';
import type { Entry as WrittenEntry } from '../src/generated/types/known-v1.js';
import type { Revision, VersionsFile } from '../src/generated/types/versions-v1.js';
import type { Rule } from '../src/generated/types/wire-v1.js';
import type { JsonObject } from '../src/json/json.js';
import type { Case, SourcePosition } from '../src/language/case.js';
import type { Machine } from '../src/language/machine.js';
import type { Requirement } from '../src/language/requirement.js';
import type { Role } from '../src/language/role.js';
import type { WatchRule } from '../src/watch/finding.js';

/** Something wrong in a file that the user (or the corpus) wrote. */
export interface FileProblem {
  /** The file as the user knows it: the path that was given, or a path relative to the corpus. */
  file: string;
  /** Unset where the file as a whole is meant, such as one that does not exist. */
  place?: SourcePosition;
  /** What is wrong, one line, without place and suggestion. */
  message: string;
  /** What to do about it, such as "did you mean `command`?". */
  suggestion?: string;
  /** The offending line with its number, and carets below; empty where there is no place. */
  excerpt: string;
}

/** Something wrong with what the user asked for on the command line. */
export interface UsageProblem {
  message: string;
  suggestion?: string;
}

/** A requirement and where the registry states it. */
interface RegisteredRequirement extends Requirement {
  /** The version whose text is meant. */
  version: string;
  /** First protocol version that asks for it. */
  since?: string;
  /** How we read it, if the text is open. */
  note?: string;
  place: SourcePosition;
}

/** What a target must be able to show on demand. `with` and `gives` are JSON Schemas by name. */
export interface Behavior
  extends Required<Omit<WrittenBehavior, OptionalOfBehavior>>,
    Pick<WrittenBehavior, Exclude<OptionalOfBehavior, 'default' | 'seen'>> {
  name: string;
  protocol: string;
  seen?: JsonObject;
  default?: JsonObject;
  place: SourcePosition;
}
type OptionalOfBehavior = 'capability' | 'optional' | 'lasts' | 'shownBy' | 'seen' | 'default';

/** A rule that watches every message of a run; it becomes the case `<protocol>.<role>.wire.<id>`. */
export interface WireRule extends Omit<Rule, 'versions'>, Pick<WatchRule, 'profile'> {
  protocol: string;
  /** The versions for which it holds; unset for all. */
  versions?: string[];
  place: SourcePosition;
}

/**
 * A named defect of the reference. `fault` is its rule as the mutants format has it, without id, breaks, role, version and
 * reference.
 */
export interface Mutant {
  id: string;
  /** The requirement that it breaks. */
  breaks: string;
  role: string;
  /** The version in which the reference has it; unset for the one that is meant if none is named. */
  version?: string;
  /** The reduced reference that it is put on; unset for the reference of its role. */
  reference?: string;
  fault: JsonObject;
  place: SourcePosition;
}

/** The reference of a role with rules that leave it conforming, such as without a capability: faults as files have them. */
export interface ReducedReference {
  id: string;
  role: string;
  rules: JsonObject[];
  place: SourcePosition;
}

/** Requirements that fail under mutants beside the one that each is about, and why they are broken too. */
export interface Consequence {
  /** The mutants of its file that it is about: the beginnings of their ids, or the requirements that they break. */
  of: string[];
  /** Whether it stands in the mutant itself. */
  own: boolean;
  /** Whether they are not broken, and fail nevertheless: wrong blame that is known. */
  innocent: boolean;
  requirements: string[];
  because: string;
  place: SourcePosition;
}

/** The constants of one version of a protocol, read as `${version.x}`. */
export type VersionConstants = VersionsFile['versions'][string] & JsonObject;

/** Everything below cases/ that was loaded. Maps and lists are in the order of the files, by path. */
export interface Corpus {
  requirements: Map<string, RegisteredRequirement>;
  /** By protocol, then by name. */
  behaviors: Map<string, Map<string, Behavior>>;
  /** By role, such as mcp/server. */
  roles: Map<string, Role>;
  wire: WireRule[];
  /** State machines by name, such as mcp/task. */
  machines: Map<string, Machine>;
  /** By protocol, then by version, oldest first. */
  versions: Map<string, Map<string, VersionConstants>>;
  /** By protocol: the version that is meant where none is named, where versions.yaml names one. */
  defaults: Map<string, string>;
  /** By protocol: every version that a target may speak, oldest first. */
  history: Map<string, Revision[]>;
  mutants: Map<string, Mutant>;
  /** By id. */
  references: Map<string, ReducedReference>;
  consequences: Consequence[];
  cases: Case[];
}

/** A failure that the implementer expects, and why. */
export interface KnownEntry extends Omit<WrittenEntry, 'case' | 'state'>, Required<Pick<WrittenEntry, 'state'>> {
  /** Case id or pattern. */
  pattern: string;
  /** Set where only this requirement is meant. */
  requirement?: string;
  place: SourcePosition;
}
