// Generated from schemas/ by `npm run generate`. Do not edit.

import type { JsonObject } from './json.js';

/** A number with its unit: ms, s or m. */
export type Duration = string;
/** Text, bytes in base64, a symbolic link, or null to remove the file. */
export type FileContent =
  | (string | null)
  | {
      /** Where the link points. */
      link: string;
    }
  | {
      /** The bytes. */
      $base64: string;
    };
/** The implementation under test: how to start and reach it, and how it shows on demand what the cases need. */
export type TargetFile = {
  /** Name of the implementation, as reports show it. */
  name: string;
  /** What the target plays: protocol and side. */
  role: string;
  /** Protocol version that the target speaks, such as 2025-11-25. By default the one that is meant where none is named. */
  version?: string;
  /** Which of `transports` to use. By default the only one, or the first. */
  transport?: 'stdio' | 'http' | 'ws' | 'rest';
  /** How the target is started and reached, one entry for each transport that it speaks. */
  transports: {
    stdio?: Stdio;
    http?: Http;
    ws?: Ws;
    rest?: Http;
  };
  /** How long one process of a server lives that is reached over a socket: a case (default), all cases of a suite, or the whole run. Over stdio, and for clients and hosts, it is always a case. */
  isolation?: 'case' | 'group' | 'run';
  /** How many cases may run at once. By default the number of cores. */
  jobs?: number;
  within?: Duration;
  limit?: Duration;
  /** How the target shows each behavior that it can show. */
  behaviors?: {
    [k: string]: Behavior;
  };
  outcome?: Outcome;
  /**
   * Cases that this target can not be tested with, each with the reason. They do not make the run red.
   *
   * @maxItems 5000
   */
  untestable?: Untestable[];
  /** Values that cases read as `${secret.NAME}` and no report shows. */
  secrets?: {
    [k: string]: Secret;
  };
  /** The target takes `--clock URL` and lets the kit move its time. Only our own references do. */
  clock?: boolean;
};
/** The target is a child process that speaks on stdin and stdout. */
export type Stdio = {
  /**
   * The command as an argv list; no shell is involved. `${port}` is a free port that the kit picked, `${dir}` the directory of the case, `${node}` the running Node, `${proctor}` this program. A client or host is told with `${peer.url}` or `${peer.command}` where the kit is.
   *
   * @minItems 1
   */
  command: string[];
  /** Working directory, relative to the target file. By default the directory of the target file. */
  cwd?: string;
  /** Environment variables to set, or null to unset. Everything else is inherited. */
  env?: {
    [k: string]: string | null;
  };
  stop?: Stop;
};
/** How the target is ended. What still runs after the grace is killed, with all its children. */
export type Stop = {
  /** Close its stdin (default on stdio), send it TERM (default elsewhere), or kill it. */
  how?: 'eof' | 'term' | 'kill';
  grace?: Duration;
};
/** The target is an HTTP server, started by the kit or running already; or a client that the kit starts and that comes to `${peer.url}`. */
export type Http = {
  /**
   * The command as an argv list; no shell is involved. `${port}` is a free port that the kit picked, `${dir}` the directory of the case, `${node}` the running Node, `${proctor}` this program. A client or host is told with `${peer.url}` or `${peer.command}` where the kit is.
   *
   * @minItems 1
   */
  command?: string[];
  /** Working directory, relative to the target file. By default the directory of the target file. */
  cwd?: string;
  /** Environment variables to set, or null to unset. Everything else is inherited. */
  env?: {
    [k: string]: string | null;
  };
  /** Where a server listens. Without it, the first group of `ready.stdout` says it. */
  url?: string;
  /** Headers to add to every request, such as authorization; null removes one that the kit would send. */
  headers?: {
    [k: string]: string | null;
  };
  /** How the bodies are written, where the binding knows several ways: the docs of the role name them. */
  dialect?: string;
  /** Origins besides those of this machine that may come to `${peer.url}` and to what cases open; `*` for any. Others are answered 403. */
  origins?: string[];
  /** Names besides those of this machine that a Host header may hold there; `*` for any. Others are answered 403. */
  hosts?: string[];
  ready?: Ready;
  stop?: Stop;
};
/** How the kit knows that a started target listens. It looks until it does, and never sleeps instead. */
export type Ready = {
  /** A regular expression over the lines of stdout and stderr. Its first group, if it has one, is the URL. */
  stdout?: string;
  /** A URL that answers, with any status, once the target is ready. */
  url?: string;
  /** A TCP port on 127.0.0.1 that accepts connections once the target is ready. */
  port?: number | '${port}';
  within?: Duration;
};
/** The target is a WebSocket server, started by the kit or running already; or a client that the kit starts and that comes to `${peer.url}`. */
export type Ws = {
  /**
   * The command as an argv list; no shell is involved. `${port}` is a free port that the kit picked, `${dir}` the directory of the case, `${node}` the running Node, `${proctor}` this program. A client or host is told with `${peer.url}` or `${peer.command}` where the kit is.
   *
   * @minItems 1
   */
  command?: string[];
  /** Working directory, relative to the target file. By default the directory of the target file. */
  cwd?: string;
  /** Environment variables to set, or null to unset. Everything else is inherited. */
  env?: {
    [k: string]: string | null;
  };
  /** Where a server listens. Without it, the first group of `ready.stdout` says it. */
  url?: string;
  /** Headers to add to every request, such as authorization; null removes one that the kit would send. */
  headers?: {
    [k: string]: string | null;
  };
  /** Origins besides those of this machine that may come to `${peer.url}` and to what cases open; `*` for any. Others are answered 403. */
  origins?: string[];
  /** Names besides those of this machine that a Host header may hold there; `*` for any. Others are answered 403. */
  hosts?: string[];
  ready?: Ready;
  stop?: Stop;
};
/** How the target shows one behavior: what it is started with, what it is told, and the values that the cases then use. `{}` where it just can. */
export type Behavior = {
  /** The values that the behavior gives, read as `${behavior.NAME.x}`: literals, never patterns. */
  gives?: JsonObject;
  /** Arguments to add to the command. */
  args?: string[];
  /** Environment variables to set, or null to unset. Everything else is inherited. */
  env?: {
    [k: string]: string | null;
  };
  /** Files to put under `${dir}` before the target starts: path to content. */
  files?: {
    [k: string]: FileContent;
  };
  /** A line for the stdin of a client or host. */
  stdin?: string;
  /** What to ask the target, where a prompt makes it show the behavior. */
  prompt?: string;
  /** What the loopback model answers, in order: a path, or the answers themselves. */
  script?: string | (JsonObject | string)[];
  outcome?: Outcome;
};
/** How a finished client says how it went: by its exit code, or by a last line of JSON on stdout, `{ ok, value?, error? }`. */
export type Outcome = {
  /** By exit code. */
  exit?: {
    /**
     * Exit codes that mean success.
     *
     * @minItems 1
     */
    ok: number[];
  };
  /** By the last line of stdout. */
  stdout?: 'json';
};
/** Cases that can not judge this target, and why. */
export type Untestable = {
  /** Case id or pattern; `*` stands for any part. */
  case: string;
  /** Why. */
  reason: string;
  /** The transport over which they can not. Without it: over each. */
  transport?: 'stdio' | 'http' | 'ws' | 'rest';
};
/** Where a secret comes from. */
export type Secret = {
  /** Environment variable that holds it. */
  env?: string;
  /** The value itself, for throw-away secrets. */
  value?: string;
};
