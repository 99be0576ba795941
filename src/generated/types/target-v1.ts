// Generated from schemas/ by `npm run generate`. Do not edit.

import type { Json, JsonObject } from './json.js';

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
/** How a client shows its user a page. Proctor visits it, follows its redirects with their cookies, and never leaves this machine. */
export type Opens =
  | 'program'
  | {
      /** It prints the address: a regular expression over the lines of stdout and stderr, whose first group is the address. */
      printed: string;
    };
/** A path, or a list of paths, relative to the target file. */
export type Paths = string | string[];
/** The implementation under test: how to start and reach it, and how it shows the behaviors that cases need. */
export type TargetFile = {
  /** Name of the implementation, as reports show it. */
  name: string;
  /** What the target plays: protocol and side. */
  role: string;
  /** Protocol version that the target speaks, such as 2025-11-25. Default: of A2A what the agent card offers, else `default` in versions.yaml of the protocol, else its newest version. `--version` overrides it. */
  version?: string;
  /**
   * All protocol versions that the target speaks, instead of `version`: a run tests it in each of them.
   *
   * @minItems 1
   */
  versions?: string[];
  /** Which of `transports` comes first: a run tests the target over each of them. By default the first of the file. */
  transport?: 'stdio' | 'http' | 'ws' | 'rest';
  /** How the target is started and reached, one entry for each transport that it supports: stdio, http, ws, rest. */
  transports: {
    stdio?: Stdio;
    http?: Http;
    ws?: Ws;
    rest?: Http;
  };
  /** Which cases have the same process of a server. `shared` (default): all that neither start, stop nor end it, over stdio on one connection after the other; what does not pass there is run again alone. `case`: each has its own. `group`, `run`: over a socket, all cases of a suite, or of the run. Clients and hosts are started for each case. */
  isolation?: 'shared' | 'case' | 'group' | 'run';
  /** How many cases may run at once. By default the number of cores. */
  jobs?: number;
  within?: Duration;
  limit?: Duration;
  /** How the target shows each behavior that it can show. */
  behaviors?: {
    [k: string]: Behavior;
  };
  cases?: Paths;
  requirements?: Paths;
  schemas?: Paths;
  auth?: Auth;
  outcome?: Outcome;
  opens?: Opens;
  /**
   * Cases that can't test this target, each with a reason. They do not make the run red.
   *
   * @maxItems 5000
   */
  untestable?: Untestable[];
  /** Which broken shoulds, mays and derived requirements fail a case: `true` for all, or a list of requirements (`MCP-HTTP-28`, `MCP-HTTP`) and cases (`mcp.server.tools`); `*` stands for any part. */
  strict?: true | string[];
  /** Values that cases read as `${secret.NAME}`. No report shows them. */
  secrets?: {
    [k: string]: Secret;
  };
  /** The target takes `--clock URL` and lets Proctor move its time. Only Proctor's references do. */
  clock?: boolean;
};
/** The target is a child process that is spoken to over stdin and stdout. */
export type Stdio = {
  /**
   * The command as a list of arguments, without a shell. `${port}` is a free loopback port, `${dir}` the folder of the case, `${node}` the running Node, `${proctor}` this program, `${env.NAME}` a variable of the environment. A client or host finds Proctor by `${peer.url}` or `${peer.command}` (`:json` and `:sh` quote it).
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
/** The target is an HTTP server that Proctor starts or that is running already, or a client that Proctor starts and that connects to `${peer.url}`. */
export type Http = {
  /**
   * The command as a list of arguments, without a shell. `${port}` is a free loopback port, `${dir}` the folder of the case, `${node}` the running Node, `${proctor}` this program, `${env.NAME}` a variable of the environment. A client or host finds Proctor by `${peer.url}` or `${peer.command}` (`:json` and `:sh` quote it).
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
  /** The URL of a server. Default: the first group of `ready.stdout`. */
  url?: string;
  /** Headers to add to every request, such as authorization; null removes one that Proctor would send. */
  headers?: {
    [k: string]: string | null;
  };
  /** How bodies are written, if the binding allows several ways. For a2a/server over rest: `core` (default), as in JSON-RPC, or `protojson`, as in the official SDKs. Replies are read in either. */
  dialect?: string;
  /** Origins that may connect to `${peer.url}` and to listeners of cases, in addition to pages of this machine; `*` allows all. Others get 403. */
  origins?: string[];
  /** Names that a Host header may have there, in addition to those of this machine; `*` allows all. Others get 403. */
  hosts?: string[];
  ready?: Ready;
  stop?: Stop;
};
/** How Proctor knows that a started target listens. */
export type Ready = {
  /** A regular expression over the lines of stdout and stderr. Its first group, if it has one, is the URL. */
  stdout?: string;
  /** A URL that answers, with any status, once the target is ready. */
  url?: string;
  /** A TCP port on 127.0.0.1 that accepts connections once the target is ready. */
  port?: number | '${port}';
  within?: Duration;
};
/** The target is a WebSocket server that Proctor starts or that is running already, or a client that Proctor starts and that connects to `${peer.url}`. */
export type Ws = {
  /**
   * The command as a list of arguments, without a shell. `${port}` is a free loopback port, `${dir}` the folder of the case, `${node}` the running Node, `${proctor}` this program, `${env.NAME}` a variable of the environment. A client or host finds Proctor by `${peer.url}` or `${peer.command}` (`:json` and `:sh` quote it).
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
  /** The URL of a server. Default: the first group of `ready.stdout`. */
  url?: string;
  /** Headers to add to every request, such as authorization; null removes one that Proctor would send. */
  headers?: {
    [k: string]: string | null;
  };
  /** Origins that may connect to `${peer.url}` and to listeners of cases, in addition to pages of this machine; `*` allows all. Others get 403. */
  origins?: string[];
  /** Names that a Host header may have there, in addition to those of this machine; `*` allows all. Others get 403. */
  hosts?: string[];
  ready?: Ready;
  stop?: Stop;
};
/** How the target shows one behavior: how it is started for it, and the values that cases use. `{}` if it needs nothing for that. */
export type Behavior = {
  /** What the target shows, for your own behavior that no behaviors.yaml declares. */
  text?: string;
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
  /** A line that a client or host reads from stdin. */
  stdin?: string;
  /** A prompt that makes the target show the behavior. */
  prompt?: string;
  /** The answers of the loopback model, in order: a path, or the answers themselves. */
  script?: string | (JsonObject | string)[];
  outcome?: Outcome;
  opens?: Opens;
};
/** How a client reports its outcome: by its exit code, or by a last line of JSON on stdout, `{ ok, value?, error? }`. */
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
/** What a server that asks for tokens protects, and where tokens for it come from. Texts may name `${env.X}`. */
export type Auth = {
  protected?: ToolCall;
  /** The URL by which tokens and metadata name the server, if that is not the one by which Proctor reaches it. */
  resource?: string;
  /** Origins of its authorization servers, such as https://login.example. Proctor asks them for metadata, and otherwise only this machine and the server. It follows no redirect and sends no token. */
  servers?: string[];
  tokens?: AuthTokens;
  issuer?: AuthIssuer;
  scoped?: AuthScoped;
  own?: AuthOwn;
  handles?: AuthHandles;
  upstream?: AuthUpstream;
};
/** A call of a tool. */
export type ToolCall = {
  /** Name of the tool. */
  name: string;
  /** Its arguments. Default: none. */
  arguments?: JsonObject;
};
/** Access tokens that you have. No report shows them; `${env.NAME}` keeps them out of the file. Cases that need one that is missing are skipped. */
export type AuthTokens = {
  /** One that is good for `protected`. Default: the token of the header `authorization` of the transport. */
  good?: string;
  /** One of the same authorization server for another resource. */
  other_audience?: string;
  /** One that has expired. */
  expired?: string;
  /** A valid one whose scopes are too few for `scoped`. */
  low_scope?: string;
  /** One that is as good as `good`, of another user. */
  other_user?: string;
};
/** How the server is started so that it trusts the authorization server of a case. Texts may name `${auth.issuer}`, `${auth.jwks}`, `${auth.introspection}`, `${auth.audience}` and its other endpoints. */
export type AuthIssuer = {
  /** Arguments to add to the command. */
  args?: string[];
  /** Environment variables to set, or null to unset. */
  env?: {
    [k: string]: string | null;
  };
  /** Files to put under `${dir}` before the server starts: path to content. */
  files?: {
    [k: string]: FileContent;
  };
  /** jwt (the default): it verifies tokens by the keys of the issuer. opaque: it asks the issuer about each token (introspection). */
  tokens?: 'jwt' | 'opaque';
  cache?: Duration;
  opaque?: AuthOpaque;
  /** Scopes that a token needs for `protected`. Default: none. */
  scopes?: string[];
  /** Whether it distinguishes users by the claim `sub`. Default: true. */
  users?: boolean;
};
/** How a server that verifies tokens by keys is started instead so that it asks the issuer about each token. */
export type AuthOpaque = {
  /** Arguments to add to the command. */
  args?: string[];
  /** Environment variables to set, or null to unset. */
  env?: {
    [k: string]: string | null;
  };
  /** Files to put under `${dir}` before the server starts: path to content. */
  files?: {
    [k: string]: FileContent;
  };
  cache?: Duration;
};
/** A tool call that needs scopes besides those of `protected`. */
export type AuthScoped = {
  /** Name of the tool. */
  name: string;
  /** Its arguments. Default: none. */
  arguments?: JsonObject;
  /**
   * All scopes that the call needs.
   *
   * @minItems 1
   */
  scopes: string[];
  /** A scope that implies all of them. */
  broader?: string;
};
/** For a server that is its own authorization server. Clients must be able to register there, and its consent page must approve at once. */
export type AuthOwn = {
  /** Arguments to add to the command. */
  args?: string[];
  /** Environment variables to set, or null to unset. */
  env?: {
    [k: string]: string | null;
  };
  /** Files to put under `${dir}` before the server starts: path to content. */
  files?: {
    [k: string]: FileContent;
  };
  /** Scopes that a login asks for. Default: none. */
  scopes?: string[];
};
/** A tool call that makes a handle of state, and one that uses it. */
export type AuthHandles = {
  make: ToolCall;
  /** Where in its result the handle is, as a JSON Pointer. */
  at: string;
  /** Name of the tool that uses it. */
  use: string;
  /** The only argument of that tool, which takes the handle. Default: handle. */
  argument?: string;
};
/** A tool call for which the server asks another API, and how the server is started so that Proctor plays that API. Texts may name `${upstream.url}`. */
export type AuthUpstream = {
  /** Name of the tool. */
  name: string;
  /** Its arguments. Default: none. */
  arguments?: JsonObject;
  /** What the API answers, with status 200. Default: an empty object. */
  answer?: Json;
  /** Arguments to add to the command. */
  args?: string[];
  /** Environment variables to set, or null to unset. */
  env?: {
    [k: string]: string | null;
  };
  /** Files to put under `${dir}` before the server starts: path to content. */
  files?: {
    [k: string]: FileContent;
  };
};
/** Cases that can't test this target, and why: those of a pattern, or all that need a behavior. */
export type Untestable = {
  /** Case id or pattern; `*` stands for any part. */
  case?: string;
  /** A behavior that the target can't show: all cases that need it, or start the target with it. */
  behavior?: string;
  /** Why. */
  reason: string;
  /** Only over this transport. Default: over all. */
  transport?: 'stdio' | 'http' | 'ws' | 'rest';
};
/** Where a secret comes from. */
export type Secret = {
  /** Environment variable that holds it. */
  env?: string;
  /** The value itself, for throw-away secrets. */
  value?: string;
};
