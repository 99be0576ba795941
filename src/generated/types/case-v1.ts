// Generated from schemas/ by `npm run generate`. Do not edit.

import type { Json, JsonObject } from './json.js';

/** What the target plays: protocol and side. */
export type Role = string;
/** One name, or a list of names. */
export type Names = string | string[];
/** A version of a protocol. */
export type VersionName = string;
/** A family of versions that work alike, as versions.yaml names it. */
export type FamilyName = string;
/** A number with its unit: ms, s or m. */
export type Duration = string;
/** What a value must be. Objects are subsets, arrays and scalars are exact. An object whose members all begin with one `$` is a matcher or a made value; `$$x` stands for a member `$x`. */
export type Pattern = Json;
/** A name for a message, a channel or a captured value, read back as `${name}`. A value such as `${row}` may make it. */
export type Name = string;
/** A name that refers to a value. */
export type Reference = string;
/** Text or made bytes; a list is one write each. */
export type Raw = string | JsonObject | (string | JsonObject)[];
/** A method name; `M#VARIANT` narrows it to one variant where the protocol has a discriminator. */
export type Method = string;
/** Where a value stands in the record (RFC 6901): JSON-RPC members at the root, then as, time, body, http, sse and frame. */
export type Pointer = string;
/** Text, bytes in base64, a symbolic link, or null to remove the file. */
export type FileContent =
  | (string | null)
  | {
      /** Where the link points. */
      link: string;
    }
  | JsonObject;
/** The requirements that the step proves. */
export type RequirementIds = RequirementId | RequirementId[];
/** Id of a requirement of the registry, such as MCP-HTTP-28. */
export type RequirementId = string;
/** Names that a case may give to its values: none that Proctor fills itself. */
export type VariableNames = string;
/** A version, a list of versions, or a range of them. */
export type Versions = Names | VersionRange;
/** Steps, run in order. */
export type Steps = Step[];
/** Dotted and stable; the row of a table adds its name. */
export type CaseId = string;
/** The mutant that this case must catch, or a list of them. */
export type Kills = MutantId | MutantId[];
/** Id of a mutant, such as mcp.server.http-security.any-origin. */
export type MutantId = string;
/** One verb, and beside it how the step is treated. */
export type Step = {
  start?: Start;
  stop?: Stop;
  open?: Open;
  /** Ends a channel or an exchange: orderly, by a reset, with a WebSocket close code, or with the exit code of a peer that the target spawned. */
  close?: ('end' | 'reset') | number | string;
  /** Sends something; a list is sent in one write. */
  send?: Send[] | Send;
  expect?: Expect;
  call?: Call;
  never?: Never;
  any_order?: Steps;
  /**
   * The branch whose first selector picks the next message; no going back.
   *
   * @minItems 2
   */
  either?: Branch[];
  repeat?: Repeat;
  /** Splices a fragment of this file or of the role. The name is written out, never computed. In a table it may be given for each row, and for the others by `else`. */
  use?:
    | string
    | {
        [k: string]: string;
      };
  assert?: Claim;
  /** Changes files under `${dir}`: path to content. */
  write?: {
    [k: string]: FileContent;
  };
  advance?: Duration;
  control?: Control;
  /** Values for the variables of the fragment that `use` names. */
  with?: JsonObject;
  on?: Name;
  /** The requirements that this step proves. A step without `check` is a precondition: if it does not hold, the case is untestable. Ids are written out, never computed. In a table they may be given for each row, and for the others by `else`. `true`, in a fragment: the requirements of the step that uses it. */
  check?:
    | RequirementIds
    | true
    | {
        [k: string]: RequirementIds;
      };
  /** Saves the whole message, or what an assertion judged, under this name; or parts of it: name to JSON Pointer. */
  save?:
    | VariableNames
    | {
        [k: string]: Pointer;
      };
  within?: Duration;
  after?: Duration;
  /** The behavior that the step waits for. If the step does not hold, the case is untestable. */
  shows?: string;
  /** Sends nothing where the other side has closed the channel or exchange; the case goes on, and what it proves carries this note. */
  if_open?: string;
  version?: Versions;
  /** What the step expects, in words. A report says it first if the step does not hold. */
  says?: string;
  /** Why the step is here, for the reader of a report. */
  note?: string;
};
/** How to start the target. */
export type Start = {
  /** What the target is asked to do; its mapping in the target file adds arguments, environment and files. */
  behavior?: string;
  /** What the behavior takes. */
  with?: JsonObject;
  /** Further arguments. */
  args?: string[];
  /** Environment variables to set, or null to unset. */
  env?: {
    [k: string]: string | null;
  };
  lingers?: Duration;
};
/** How to end the target, and how it must exit. */
export type Stop = {
  /** Close its stdin, ask it to end, or kill it. */
  how?: 'eof' | 'term' | 'kill';
  exit?: Pattern;
};
/** A channel that the case opens. `ws` connects to a URL. `listen` waits for the target to connect and has `${NAME.url}`. `fetch` asks for a document and has `${NAME.url}`, the address of the answer. */
export type Open = {
  as: Name;
  /** WebSocket URL to connect to. */
  ws?: string;
  /** Kind of listener. `oauth` is an authorization server, which has `${NAME.issuer}`, `authorize`, `token`, `register`, `jwks`, `introspection` and `revocation` beside `url`. */
  listen?: 'http' | 'oauth' | 'tcp' | 'ws';
  /** URLs to ask for a document, in their order until one answers with 200. The answer is a record of kind `body`. They are https or on this machine; no redirect is followed; a document has 1 MiB and 10 s at most. */
  fetch?: string | Json[] | JsonObject;
  /** What `fetch` posts, as JSON. */
  json?: Json;
  /** What `fetch` posts, as a form. */
  form?: JsonObject;
  /** Origins that `fetch` may ask besides this machine and the target. If a URL is elsewhere, it is not asked and the case is untestable. */
  reaches?: string | Json[];
  /** What a tcp listener carries: a message of the protocol on each line (the default), other JSON on each line, or text. No wire rule judges other JSON and text. */
  speaks?: 'json-lines' | 'json' | 'text';
  /** Headers of the connection request. */
  headers?: {
    [k: string]: string | null;
  };
  /** Whether pings on a WebSocket are answered automatically. Default: true. */
  pongs?: boolean;
  /** Whether a WebSocket reads what comes; false: not before a step waits on it, nor pings. Default: true. */
  reads?: boolean;
  /** How an authorization server behaves, as schemas/oauth-script says. Default: it does everything right. */
  script?: JsonObject | Reference;
  /** How an HTTP listener answers, or what an authorization server answers instead of its usual answers: one answer for all requests, or a list of which the first that fits is given. */
  answers?: Answer | ChosenAnswer[];
};
/** The answer of an HTTP listener. Its values may name what came: `${received.body.x}`, and so `method`, `path`, `headers` (names in lower case), `query` (the parameters of the path) and `form` (those of a body that is a form). */
export type Answer = {
  /** Status of the answer. */
  status?: Json;
  /** Headers of the answer. */
  headers?: JsonObject | Reference;
  /** Body of the answer. */
  body?: Json;
};
/** An answer of an HTTP listener to the requests that fit `when`. */
export type ChosenAnswer = {
  when?: Pattern;
  after?: Pattern;
  /** How often it is given at most. */
  times?: number;
  /** What `times` are counted for, such as `${received.form.code}`: each value is counted separately. */
  per?: string;
  delay?: Duration;
  /** Status of the answer. */
  status?: Json;
  /** Headers of the answer. */
  headers?: JsonObject | Reference;
  /** Body of the answer. */
  body?: Json;
};
/** One thing to send. Proctor adds envelopes, ids and headers to request, notify and reply; message and raw are sent as written. */
export type Send = {
  /** Sends a request of this method. */
  request?: string;
  /** Sends a notification of this method. */
  notify?: string;
  /** Answers the request with this `as`. */
  reply?: string;
  /** A literal JSON-RPC value. */
  message?: Json;
  raw?: Raw;
  /** An HTTP body that is not a JSON-RPC message. */
  body?: Json;
  /** Params of the request or notification. */
  params?: Json;
  /** Result of the reply. */
  result?: Json;
  /** Error of the reply. */
  error?: Json;
  /** The message breaks the protocol on purpose: no wire rule judges it. */
  broken?: true;
  /** Envelope members to add or, with null, to leave out. */
  extra?: JsonObject;
  as?: Name;
  http?: HttpCarriage;
  sse?: SseCarriage;
  frame?: FrameCarriage;
};
/** The head of an HTTP message: what to send, or a pattern over what came. Header names in lower case. */
export type HttpCarriage = {
  /** Request method. */
  method?: Json;
  /** Request target, such as /mcp. */
  path?: Json;
  /** Response status. */
  status?: Json;
  /** Headers by lower-case name; null removes one that Proctor would send. */
  headers?: JsonObject | string;
};
/** The fields of a server-sent event besides its data: what to send, or a pattern. */
export type SseCarriage = {
  /** Event id. */
  id?: Json;
  /** Event name. */
  event?: Json;
  /** Reconnection time in ms. */
  retry?: Json;
};
/** A WebSocket frame: what to send, or a pattern. */
export type FrameCarriage = {
  /** continuation, text, binary, close, ping or pong. */
  opcode?: Json;
  /** Whether it is the last frame of its message. */
  fin?: Json;
  /** Close code. */
  code?: Json;
};
/** A selector that picks a message, and what must hold about it. */
export type Expect = {
  request?: Method;
  notify?: Method;
  reply?: Names;
  message?: Pattern;
  body?: Pattern;
  closed?: Pattern;
  exit?: Pattern;
  outcome?: Pattern;
  where?: Pattern;
  as?: Name;
  params?: Pattern;
  result?: Pattern;
  error?: Pattern;
  http?: HttpCarriage;
  sse?: SseCarriage;
  frame?: FrameCarriage;
  is?: Pattern;
};
/** A request and what its reply must be. A reply must come; without `result` or `error` it may be either, and `result: {}` asks for success. */
export type Call = {
  /** Method to call. */
  request: string;
  /** Params of the request. */
  params?: Json;
  result?: Pattern;
  error?: Pattern;
  as?: Name;
  /** The request only opens a session for the case: over HTTP the session of an earlier case will do. */
  anySession?: true;
  /** Envelope members to add to the request. */
  extra?: JsonObject;
  http?: HttpCarriage;
  sse?: SseCarriage;
  frame?: FrameCarriage;
};
/** A selector that must pick nothing for a while. */
export type Never = {
  request?: Method;
  notify?: Method;
  reply?: Names;
  message?: Pattern;
  body?: Pattern;
  closed?: Pattern;
  exit?: Pattern;
  outcome?: Pattern;
  where?: Pattern;
  http?: HttpCarriage;
  sse?: SseCarriage;
  frame?: FrameCarriage;
  for: Duration;
};
/** One way in which the exchange may go. */
export type Branch = {
  /** pass: as the spec wants it. non-strict: tolerated. */
  grade: 'pass' | 'non-strict';
  /** What this way means. */
  note?: string;
  steps: Steps;
};
/** Steps that are repeated until the claim holds. */
export type Repeat = {
  /** The most rounds. */
  max: number | string;
  every?: Duration;
  until: Claim;
  steps: Steps;
};
/** Something that must hold: about a value, the records seen so far, or a file. */
export type Claim = {
  /** The value to judge. */
  value?: Json;
  seen?: Seen;
  /** Path of the file to judge, under `${dir}`. */
  file?: string;
  /** Judge the list of TCP ports on which the process of the target, and what it has started, listens. A system that does not show them makes the case untestable. */
  ports?: true;
  at?: Pointer;
  /** Read the file as bytes, given in base64. */
  as?: 'base64';
  is: Pattern;
};
/** Picks records of the transcript of the channel so far; without a kind, all that `from` and `where` leave. */
export type Seen = {
  request?: Method;
  notify?: Method;
  reply?: Names;
  message?: Pattern;
  body?: Pattern;
  closed?: Pattern;
  exit?: Pattern;
  outcome?: Pattern;
  where?: Pattern;
  http?: HttpCarriage;
  sse?: SseCarriage;
  frame?: FrameCarriage;
  /** Only what this side sent. */
  from?: 'kit' | 'target';
};
/** What an authorization server of the case does from now on, or did. On `main`: what Proctor's requests to the target have from now on. */
export type Control = {
  /** On `main`: headers of all later requests to the target, over those of the target file; null takes one away. */
  headers?: {
    [k: string]: string | null;
  };
  /** Members of its script that change from now on. */
  set?: JsonObject;
  /** An access token, or a refresh token together with all that came of its login, that is valid no more. */
  revoke?: string;
  /** Introspection calls every access token so far expired. */
  expire?: true;
  /** A new key signs from now on. */
  rotate?: true;
};
/** Versions of a protocol by their order and family: all that is said must hold. */
export type VersionRange = {
  since?: VersionName;
  until?: VersionName;
  family?: FamilyName;
};
