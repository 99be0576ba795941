import type { Json, JsonObject } from '../json/json.js';
import type { Place } from './case.js';

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
