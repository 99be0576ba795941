import type { Json, JsonObject } from '../src/json/json.js';
import type { Case, Place } from '../src/language/case.js';
import type { Machine } from '../src/language/machine.js';
import type { Requirement } from '../src/language/requirement.js';
import type { WatchRule } from '../src/watch/finding.js';

/** Something wrong in a file that the user (or the corpus) wrote. */
export interface FileProblem {
  /** The file as the user knows it: the path that was given, or a path relative to the corpus. */
  file: string;
  /** Unset where the file as a whole is meant, such as one that does not exist. */
  place?: Place;
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
  /** The protocol version whose text is meant. */
  version: string;
  /** First version that asks for it, where not from the beginning. */
  since?: string;
  /** How we read it, where the text is open. */
  note?: string;
  place: Place;
}

/** What a target must be able to show on demand. `with` and `gives` are JSON Schemas by name. */
export interface Behavior {
  name: string;
  protocol: string;
  roles: string[];
  text: string;
  with: JsonObject;
  gives: JsonObject;
  place: Place;
}

/** A request that a living target answers at the end of a case, and the requirement that it breaks where it does not. */
interface Alive {
  request: string;
  params?: Json;
  /** A pattern. */
  result?: Json;
  /** Asked only once the target has answered this method with a result. */
  once?: string;
  check: string;
  place: Place;
}

/** A message that may come between others, since and until when (selectors over what was seen). */
export interface Anytime {
  notify?: string;
  request?: string;
  since?: JsonObject;
  until?: JsonObject;
}

/** What holds for every case of a role. Durations as text. */
export interface Role {
  role: string;
  /** The role that the kit plays against it. */
  peer: string;
  within: string;
  limit: string;
  replies: 'by-id' | 'ordered';
  alive: Alive | null;
  /** The id of the case that learns the capabilities, or null. */
  probe: string | null;
  anytime: Anytime[];
  transports: string[];
  place: Place;
}

/** A rule that watches every message of a run; it becomes the case `<protocol>.<role>.wire.<id>`. */
export interface WireRule extends WatchRule {
  protocol: string;
  /** Mutants that this rule must catch; unset where it names none. */
  kills?: string[];
  place: Place;
}

/** A named defect of the reference. `fault` is its rule as the mutants format has it, without id, breaks and role. */
export interface Mutant {
  id: string;
  breaks: string;
  role: string;
  fault: JsonObject;
  place: Place;
}

/** The constants of one version of a protocol, read as `${version.x}`. */
export type VersionConstants = JsonObject;

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
  mutants: Map<string, Mutant>;
  cases: Case[];
}

export type TransportName = 'stdio' | 'http' | 'ws';

/** How a target is ended. `grace` as text of a duration. */
export interface StopSpec {
  how?: 'eof' | 'term' | 'kill';
  grace?: string;
}

/** How the kit knows that a started target listens: exactly one of stdout (a regular expression), url, port. */
export interface ReadySpec {
  stdout?: string;
  url?: string;
  port?: number | string;
  within?: string;
}

/** One way to start and reach the target. `${node} ${proctor} ${port} ${dir}` still stand in the texts. */
export interface TransportSpec {
  command?: string[];
  /** Absolute. */
  cwd: string;
  env: Record<string, string | null>;
  url?: string;
  headers: Record<string, string | null>;
  ready?: ReadySpec;
  stop: StopSpec;
}

export interface OutcomeSpec {
  exit?: { ok: number[] };
  stdout?: 'json';
}

/** How the target shows one behavior. */
export interface BehaviorSpec {
  gives: JsonObject;
  args: string[];
  env: Record<string, string | null>;
  /** Path under `${dir}` to content. */
  files: JsonObject;
  stdin?: string;
  prompt?: string;
  script?: Json;
  outcome?: OutcomeSpec;
}

/** Cases that the target file declares untestable: a pattern over case ids, and why. */
export interface ListedUntestable {
  case: string;
  reason: string;
  place: Place;
}

/** The implementation under test. Durations as text. */
export interface Target {
  /** The target file as given; unset where the target was built from the command line. */
  file?: string;
  name: string;
  role: string;
  /** Unset: the newest version that the corpus has. */
  version?: string;
  /** In the order of the file; the first is the default unless `transport` names another. */
  transports: Partial<Record<TransportName, TransportSpec>>;
  transport: TransportName;
  isolation: 'case' | 'group' | 'run';
  jobs?: number;
  within?: string;
  limit?: string;
  behaviors: Map<string, BehaviorSpec>;
  outcome?: OutcomeSpec;
  untestable: ListedUntestable[];
  /** Values that cases read as `${secret.NAME}` and no report may show. */
  secrets: Map<string, string>;
  clock: boolean;
}

/** A failure that the implementer expects, and why. */
export interface KnownEntry {
  /** Case id or pattern. */
  pattern: string;
  /** Set where only this requirement is meant. */
  requirement?: string;
  reason: string;
  issue: string;
  /** The day after which the entry is overdue, as in 2027-01-31. */
  until?: string;
  state: 'fails' | 'flaky';
  place: Place;
}
