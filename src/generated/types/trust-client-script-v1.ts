// Generated from schemas/ by `npm run generate`. Do not edit.

import type { JsonObject } from './json.js';

/** One thing to do. `loop`, `harness` and `parallel` are several requests. Every other step is one request: it has the name of its method without what stands before the dot, and its value is the params. */
export type Step =
  | Call
  | {
      loop: Loop;
    }
  | {
      harness: Harness;
    }
  | {
      /**
       * Requests that are sent without waiting for each other.
       *
       * @minItems 1
       */
      parallel: Call[];
    };
/** The params of the method. An absolute path below the workspace is sent relative to it. */
export type Params = JsonObject;
/** What the reference client of truST's Agent API asks its server. Every member is optional. */
export type TrustClientScriptFile = {
  /** What it does after agent.describe, in this order. Default: one harness session with a small program of its own, which changes no file. */
  steps?: Step[];
  /** How long it waits for an answer, in ms. Default: 60000. */
  timeoutMs?: number;
  /** What it does as the spec permits but others do not, by name. */
  permissive?: string[];
};
/** One request. */
export type Call = {
  read?: Params;
  write?: Params;
  project_info?: Params;
  diagnostics?: Params;
  format?: Params;
  build?: Params;
  compile_reload?: Params;
  validate?: Params;
  test?: Params;
  reload?: Params;
};
/** Writes files and reloads the runtime with them. If the sources have errors, the next version of the files is tried. */
export type Loop = {
  /**
   * The files of each attempt: text by path.
   *
   * @minItems 1
   */
  versions: {
    [k: string]: string;
  }[];
  /** The project. Default: the workspace. */
  project?: string;
  /** Where its sources are, relative to the project. Default: `src`. */
  sources_root?: string;
  /** Where the runtime is controlled. Default: what the project says. */
  endpoint?: string;
  /** The token for it. */
  token?: string;
};
/** Loads a program into the harness, runs it, and reads its outputs, in this order. If the load fails, the program that ran before goes on. */
export type Harness = {
  load?: Params;
  reload?: Params;
  /** Typed values by variable. */
  inputs?: {
    [k: string]: Params;
  };
  advance_time?: Params;
  cycle?: Params;
  until?: Params;
  /** Variables that are read at the end. */
  outputs?: string[];
};
