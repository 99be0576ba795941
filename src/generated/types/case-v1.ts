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
/** Names that a case may give to its own values: no name that the kit fills itself. */
export type VariableNames = string;
/** A version, a list of versions, or a range of them. */
export type Versions = Names | VersionRange;
/** Steps, played in order. */
export type Steps = Step[];
/** Dotted and stable; the row of a table adds its name. */
export type CaseId = string;
/** The mutant that this case must catch, or a list of them. */
export type Kills = MutantId | MutantId[];
/** Id of a mutant, such as mcp.server.http-security.any-origin. */
export type MutantId = string;
/** A suite of conformance cases for one role. A case is data: a transcript of steps, each with one verb. */
export type CaseFile = {
  /** What the cases are about; the heading under which reports group them. */
  suite: string;
  role: Role;
  needs?: Needs;
  /** Configuration of the reference that plays our side in all cases of the file. A member that a case says itself goes before that here. */
  peer?: JsonObject;
  within?: Duration;
  fragments?: Fragments;
  /**
   * The cases.
   *
   * @minItems 1
   */
  cases: Case[];
};
/** What the target must have for the case to make sense. A missing capability, transport or version skips it, and so does a capability that must not be there; a missing behavior makes it untestable. */
export type Needs = {
  capability?: Names;
  without?: Names;
  behavior?: Names;
  transport?: Names;
  version?: Names;
  since?: VersionName;
  until?: VersionName;
  family?: FamilyName;
};
/** Shared steps by name; `use` splices them. */
export type Fragments = {
  [k: string]: Steps;
};
/** One verb, and beside it how the step is treated. */
export type Step = {
  start?: Start;
  stop?: Stop;
  open?: Open;
  /** Ends a channel or an exchange: orderly, by a reset, or with a WebSocket close code. */
  close?: ('end' | 'reset') | number | string;
  /** Sends something; a list leaves in one write. */
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
  /** Splices a fragment of this file or of the role. Its name is written out, never computed; in a table it may be said for each row, and for the others by `else`. */
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
  /** Values for the variables of the fragment that `use` names. */
  with?: JsonObject;
  on?: Name;
  /** The requirements that this step proves. Only a step with check can fail. Ids are written out, never computed; in a table they may be said for each row, and for the others by `else`. `true`, in a fragment: what the `check` beside its `use` says. */
  check?:
    | RequirementIds
    | true
    | {
        [k: string]: RequirementIds;
      };
  /** Captures the whole message, or what an assertion judged, under this name; or parts of it: name to JSON Pointer. */
  save?:
    | VariableNames
    | {
        [k: string]: Pointer;
      };
  within?: Duration;
  after?: Duration;
  /** The behavior that the target was asked to show; when the step does not hold the case is untestable, not failed. */
  shows?: string;
  version?: Versions;
  /** What the step expects, in words: reports say it first where the step does not hold. */
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
};
/** How to end the target, and how it must exit. */
export type Stop = {
  /** Close its stdin, ask it to end, or kill it. */
  how?: 'eof' | 'term' | 'kill';
  exit?: Pattern;
};
/** A channel that the case opens: `ws` connects to a URL, `listen` waits for the target to connect and has `${NAME.url}`. */
export type Open = {
  as: Name;
  /** WebSocket URL to connect to. */
  ws?: string;
  /** Kind of listener. */
  listen?: 'http' | 'tcp' | 'ws';
  /** What a tcp listener carries: a message of the protocol on each line (the default), other JSON on each line, or text. No wire rule judges other JSON and text. */
  speaks?: 'json-lines' | 'json' | 'text';
  /** Headers of the connection request. */
  headers?: {
    [k: string]: string | null;
  };
  /** Whether pings on a WebSocket are answered by themselves. Default: true. */
  pongs?: boolean;
  /** Whether a WebSocket reads what comes; false: not before a step waits on it, nor pings. Default: true. */
  reads?: boolean;
  /** How an HTTP listener answers: one standing answer, or a list of which the first that fits is given. */
  answers?: Answer | ChosenAnswer[];
};
/** The answer of an HTTP listener. Its values may name what came: `${received.body.x}`, and so `method`, `path`, `headers` (names in lower case), `query` (the parameters of the path) and `form` (those of a body that is a form). */
export type Answer = {
  /** Status of the answer. */
  status?: Json;
  /** Headers of the answer. */
  headers?: JsonObject;
  /** Body of the answer. */
  body?: Json;
};
/** An answer of an HTTP listener to the requests that fit `when`. */
export type ChosenAnswer = {
  when?: Pattern;
  after?: Pattern;
  /** How often it is given at most. */
  times?: number;
  /** Status of the answer. */
  status?: Json;
  /** Headers of the answer. */
  headers?: JsonObject;
  /** Body of the answer. */
  body?: Json;
};
/** One thing to send. The kit adds envelopes, ids and headers to request, notify and reply; message and raw go as they stand. */
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
  /** An HTTP body that is no JSON-RPC message. */
  body?: Json;
  /** Params of the request or notification. */
  params?: Json;
  /** Result of the reply. */
  result?: Json;
  /** Error of the reply. */
  error?: Json;
  /** The message breaks the protocol on purpose, so that no rule of the wire holds it against the kit. */
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
  /** Headers by lower-case name; null removes one that the kit would send. */
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
/** Versions of a protocol by their order and family: all that is said must hold. */
export type VersionRange = {
  since?: VersionName;
  until?: VersionName;
  family?: FamilyName;
};
/** A transcript: what is sent, what must come back, and which requirement that proves. */
export type Case = {
  id: CaseId;
  /** One sentence that says what holds. */
  title: string;
  needs?: Needs;
  /** Configuration of the reference that plays our side; `faults` is a list of fault rules for what it says and hears. */
  peer?: JsonObject;
  /** Constants of the case, read as `${name}`. */
  let?: JsonObject;
  /** A table: each row makes one case, named `id.row`; `${row}` is its name. */
  each?: {
    [k: string]: Row;
  };
  kills?: Kills;
  within?: Duration;
  limit?: Duration;
  steps: Steps;
};
/** One row of a table: its values override `let`; title, needs and kills add to those of the case. */
export type Row = {
  /** Title of this row. */
  title?: string;
  needs?: Needs;
  kills?: Kills;
} & JsonObject;
