import type { RunEvent } from '../events.js';

/** How a target is reached over a transport. */
export type Transport = 'stdio' | 'http' | 'ws' | 'rest';

/** What is run, against what. One of `target`, `command` and `url`; without any, `self`. Paths are relative to the working directory. */
export interface RunSettings {
  /** A target file. */
  target?: string;
  /** What the target plays, such as `mcp/server`. Needed beside `command` and `url`. */
  role?: string;
  /** Program and arguments of a target over stdio. */
  command?: readonly string[];
  /** Address of a target that already runs. */
  url?: string;
  /** Runs the kit on its own references instead; with `role` on that of one role. */
  self?: boolean;
  /** Case ids, or patterns such as `mcp.server.tools`. Default: all. */
  patterns?: readonly string[];
  transport?: Transport;
  /** Protocol version, as the schemas name it; several with commas between them. */
  version?: string;
  /** Headers of every request; a value may name `${env.NAME}`. */
  headers?: { readonly [name: string]: string };
  /** Variables in the environment of what is started. */
  env?: { readonly [name: string]: string };
  /** Folder in which the target is started. */
  cwd?: string;
  /** Budget of each wait, such as `20s`; at most a week. */
  within?: string;
  /** Cases of your own, beside those that the target file names: files and folders. */
  cases?: readonly string[];
  /** File of known failures. */
  known?: string;
  /** Cases at once. Default: the cores. */
  jobs?: number;
  /** Which cases have the same process of a server. Default: as the target file says, or `shared`. */
  isolation?: 'shared' | 'case';
  /** Which of the cases that share a process are also run alone. Default: 1. */
  seed?: number;
  /** Measures the CPU time and memory of the target. */
  resources?: boolean;
  /** Plays each case so often; other verdicts are flaky. */
  repeat?: number;
  /** Factor on every time budget, at most 1000. */
  slow?: number;
  /** The release whose list of requirements counts go by: cases of newer ones are in `summary.newer` too. Default: the newest. */
  profile?: string;
  /** Whole transcripts in the results. */
  trace?: 'failed' | 'all';
  /** A broken should or may fails too. */
  strict?: boolean;
  /** A broken should or may fails too if the known failures do not have it. */
  noNewWarnings?: boolean;
  /** Plans and plays nothing. */
  dryRun?: boolean;
  /** Ends the run early; what has no verdict then is not run. */
  signal?: AbortSignal;
  /** Told of everything while the run goes on. */
  onEvent?: (event: RunEvent) => void;
}
