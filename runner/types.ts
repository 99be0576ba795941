import type { Ask } from '../src/generated/types/behaviors-v1.js';
import type { Revision, VersionsFile } from '../src/generated/types/versions-v1.js';
import type { JsonObject } from '../src/json/json.js';
import type { Case, SourcePosition } from '../src/language/case.js';
import type { Machine } from '../src/language/machine.js';
import type { Requirement } from '../src/language/requirement.js';
import type { Role } from '../src/language/role.js';
import type { DefinitionSet, MethodTable } from '../src/schemas/index.js';
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
export interface RegisteredRequirement extends Requirement {
  /** The version whose text is meant. */
  version: string;
  /** Set for one that a project brings. */
  ofProject?: true;
  /** First protocol version that asks for it. */
  since?: string;
  /** How we read it, if the text is open. */
  note?: string;
  /** The document of its file, which a part of its source means that names none. */
  document?: string;
  /** The same as other versions of the protocol say it, by their names. */
  in?: { readonly [version: string]: RegisteredRequirement };
  place: SourcePosition;
}

/** A document that sources of requirements name, with its sections in the order in which they stand there; unset if these are numbered. */
export interface CitedDocument {
  name: string;
  sections?: string[];
}

/** What a target must be able to show on demand. */
export interface Behavior {
  name: string;
  protocol: string;
  /** Roles that may be asked for it. */
  roles: string[];
  /** What the target shows, in words that its implementer can follow. */
  text: string;
  /** Capabilities that it belongs to, as JSON Pointers: a target that advertises none of them is not asked for it. */
  capability?: string[];
  /** Why a target need not be able to show it: if it does not map it, the case is skipped. */
  optional?: string;
  /** The part of a target file that maps it in place of `behaviors`. */
  part?: string;
  /** Other behaviors that show this one as well, in the order in which they are taken. */
  shownBy?: string[];
  /** A pattern for a record of the probe that shows the behavior. */
  seen?: JsonObject;
  /** What it gives if the target file does not say otherwise. */
  default?: JsonObject;
  /** Set if a target takes its time for it: cases that need it begin early in a run. */
  lasts?: true;
  /** How a person is asked for it in a hosted run; unset if nobody can be. */
  ask?: Ask;
  /** What a case passes to it: name to JSON Schema. */
  with: { [name: string]: JsonObject | boolean };
  /** What the target file must supply: name to JSON Schema. */
  gives: { [name: string]: JsonObject | boolean };
  place: SourcePosition;
}

/** A rule that watches every message of a run; it becomes the case `<protocol>.<role>.wire.<id>`. */
export interface WireRule extends WatchRule {
  protocol: string;
  kills?: string[];
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

/** The requirements that a release of Proctor had. The list never changes again, so what is counted by it can be compared over time. */
export interface RequirementProfile {
  /** The release, such as 0.1.0. */
  name: string;
  requirements: ReadonlySet<string>;
}

/** Everything below cases/ that was loaded. Maps and lists are in the order of the files, by path. */
export interface Corpus {
  requirements: Map<string, RegisteredRequirement>;
  /** What sources of requirements name, by protocol. */
  documents: Map<string, CitedDocument[]>;
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
  /** SHA-256 over the files of each protocol, hexadecimal; under the empty name over those that a project brings. */
  digests: Map<string, string>;
  /** The requirements by which counts are compared; unset where nothing is counted. */
  profile?: RequirementProfile;
  /** What a project has beside the protocols of its roles; unset without any. */
  extensions?: Extension[];
}

/** The methods and definitions of a project, and the wire rule that judges its messages by them. */
export interface Extension {
  /** The role that has them. */
  role: string;
  methods: MethodTable;
  definitions: DefinitionSet;
  rule?: WireRule;
}

/** A failure that the implementer expects, and why. */
export interface KnownEntry {
  /** Case id or pattern; `*` for an entry that names a requirement alone. */
  pattern: string;
  /** Set where only this requirement is meant. */
  requirement?: string;
  reason: string;
  /** Where it is tracked. */
  issue?: string;
  /** The day after which the entry is overdue, such as 2027-01-31. */
  until?: string;
  /** `fails`: it must fail. `flaky`: it may pass or fail. */
  state: 'fails' | 'flaky';
  place: SourcePosition;
}

/** One entry of a baseline of known failures: cases of one family that break one requirement. */
export interface BaselineEntry {
  /** Texts of `case`: one for the family where all its cases are meant, else the cases one by one. */
  cases: string[];
  /** Unset for cases that are flaky without breaking anything. */
  requirement?: string;
  state: 'fails' | 'flaky';
}
