import type * as Written from '../generated/types/target-v1.js';
import type { JsonObject } from '../json/json.js';
import type { SourcePosition } from './case.js';

export type TransportName = keyof Written.TargetFile['transports'];

/** How a target is ended. `grace` as text of a duration. */
export type StopSpec = Written.Stop;

/** How the kit knows that a started target listens: exactly one of stdout (a regular expression), url, port. */
export type ReadySpec = Written.Ready;

/** One way to start and reach the target. `${node} ${proctor} ${port} ${dir}` still stand in the texts. */
export interface TransportSpec {
  /** The command as an argv list. */
  command?: string[];
  cwd: string;
  /** Environment variables to set, or null to unset. */
  env: { [name: string]: string | null };
  /** Where a server listens. */
  url?: string;
  /** Headers to add to every request; null removes one. */
  headers: { [name: string]: string | null };
  /** How the bodies are written, where the binding knows several ways. */
  dialect?: string;
  /** Origins besides those of this machine that may come to `${peer.url}` and to what cases open. */
  origins?: string[];
  /** Names besides those of this machine that a Host header may hold there. */
  hosts?: string[];
  ready?: ReadySpec;
  stop: StopSpec;
}

export type OutcomeSpec = Written.Outcome;

/** How a client shows its user a page. */
export type OpensSpec = Written.Opens;

/** How the target shows one behavior; the path of a script is absolute. */
export interface BehaviorSpec {
  /** The values that the behavior gives, read as `${behavior.NAME.x}`: literals, never patterns. */
  gives: JsonObject;
  /** Arguments to add to the command. */
  args: string[];
  /** Environment variables to set, or null to unset. */
  env: { [name: string]: string | null };
  /** Path under `${dir}` to content. */
  files: JsonObject;
  /** A line for the stdin of a client or host. */
  stdin?: string;
  /** What to ask the target, where a prompt makes it show the behavior. */
  prompt?: string;
  /** What the loopback model answers, in order: a path, or the answers themselves. */
  script?: string | (JsonObject | string)[];
  outcome?: OutcomeSpec;
  opens?: OpensSpec;
  /** Where the target file maps it; unset where no file does. */
  place?: SourcePosition;
}

/** Cases that the target file declares untestable, by a pattern over case ids or by a behavior that they need, and why. */
export interface ListedUntestable extends Written.Untestable {
  place: SourcePosition;
}

/** One transport of a target in one of its versions, if its file has several. */
export interface Leg {
  /** Such as "over http" or "over http in 2026-07-28". */
  name: string;
  /** The only one that the run was asked for: then reports do not name it. */
  isOnly: boolean;
  /** The transports of all legs of the target. */
  transports: readonly TransportName[];
  /** The versions of all legs; none where no version is named. */
  versions: readonly string[];
  /** The first leg has the cases that apply to none. */
  isFirst: boolean;
}

/** The implementation under test. Durations as text. */
export interface Target {
  /** Its name, as reports show it. */
  name: string;
  /** What it plays: protocol and side. */
  role: string;
  /** The version of the protocol that it speaks. */
  version?: string;
  /** All versions that it speaks, where its file names several. */
  versions?: string[];
  /** Which of `transports` comes first; with `leg` the only one. */
  transport: TransportName;
  /** Set if its file has several, each of which is a target of its own for a run. */
  leg?: Leg;
  isolation: NonNullable<Written.TargetFile['isolation']>;
  /** How many cases may run at once; unset for the number of cores. */
  jobs?: number;
  within?: string;
  limit?: string;
  outcome?: OutcomeSpec;
  opens?: OpensSpec;
  /** A person starts it, and is asked for what its behaviors show. */
  hosted?: true;
  /** Whether it takes `--clock URL` and lets Proctor move its time. */
  clock: boolean;
  /** The target file as given; unset where the target was built from the command line. */
  file?: string;
  /** In the order of the file; the first is the default unless `transport` names another. */
  transports: { [transport in TransportName]?: TransportSpec };
  behaviors: Map<string, BehaviorSpec>;
  untestable: ListedUntestable[];
  /** Which broken shoulds, mays and derived sentences fail a case: all, or those of these patterns over cases and requirements. */
  strict?: true | readonly string[];
  /** Values that cases read as `${secret.NAME}` and no report may show. */
  secrets: Map<string, string>;
}
