// Generated from schemas/ by `npm run generate`. Do not edit.

import type { JsonObject } from './json.js';

/** What the reference client of MCP does with its server, what it declares, and how its user decides. Every member is optional. */
export type McpClientScriptFile = {
  /** What it does once it is connected, one after the other. Default: nothing. */
  do?: Action[];
  /**
   * Revisions that it speaks, the latest first. Default: 2025-11-25 and 2025-06-18, or the one that it was started with.
   *
   * @minItems 1
   */
  versions?: string[];
  offer?: Offer;
  /** Its roots, as folders relative to the working directory. Default: the working directory. */
  roots?: string[];
  user?: User;
  /** Reports progress of each sampling for which the server wants that. Default: false. */
  progress?: boolean;
  /** Goes with each request over HTTP, as a bearer token. Default: none. */
  token?: string;
  login?: LoginScript;
  /** Other servers over HTTP, by their addresses, with which it does the same at the same time, each after its own login. */
  servers?: string[];
  /** Other servers, by their addresses, that it connects to over HTTP before it does anything; one that can not be spoken with is left out, with a warning on stderr. */
  beside?: string[];
  lazy?: Lazy;
  /** In Harn's profile: where the cards of servers are, by the names under which these are configured; a URL or a file each. */
  cards?: {
    [k: string]: string;
  };
  /** In Harn's profile, with `lazy`: skills by their names. */
  skills?: {
    [k: string]: Skill;
  };
  /** Agrees to files as arguments, an experiment (SEP-2356). Default: false. */
  uploads?: boolean;
  /** In Harn's profile: a host is there, which decides as the user does. Default: true. */
  host?: boolean;
  /** How long it waits for each answer. Default: for ever. */
  timeoutMs?: number;
  /** What it does as the spec permits but others do not, by name. */
  permissive?: string[];
};
/** One thing that it does: exactly one of list, call, read, prompt, watch, follow, complete, level, card, registry, activate, deactivate, info and loop. */
export type Action = {
  /** Lists all of them, page by page. */
  list?: 'tools' | 'resources' | 'templates' | 'prompts';
  /** Calls the tool of this name. */
  call?: string;
  /** Reads the resource with this URI. */
  read?: string;
  /** Gets the prompt of this name. */
  prompt?: string;
  /** Subscribes to the resource with this URI, waits for an update of it, reads it and ends the subscription. */
  watch?: string;
  /** Lists all of them, waits until the server says that they have changed, and lists them again. */
  follow?: 'tools' | 'resources' | 'prompts';
  /** Asks for completions: the params of completion/complete. */
  complete?: JsonObject;
  /** Asks for log messages from this level on. */
  level?: string;
  /** Looks at the server card at this URL, in this file or of the server of this name, and keeps it for five minutes. One that does nothing else connects to no server. */
  card?: string;
  /** With `lazy`: starts the server if it is not there and holds it, gives up one hold, or says how the server is. */
  registry?: 'ensure' | 'release' | 'status';
  /** With `skills`: activates the skill of this name, which starts the servers that it needs and holds them. */
  activate?: string;
  /** Deactivates the skill of this name, which gives up its holds. */
  deactivate?: string;
  /** Looks at what the server says of itself: its name, its instructions and its whole answer to initialize. */
  info?: true;
  loop?: AgentLoop;
  /** With `call`: arguments that are files, each as a data: URI. */
  files?: {
    [k: string]: FileArgument;
  };
  /** A name for what comes of it: all entries of a list, else the result. */
  as?: string;
  /** With `call` and `prompt`: the arguments. A text `{name.member}` stands for what came of the action of that name. */
  arguments?: JsonObject;
  /** With `call`: so many calls at the same time. Default: 1. */
  times?: number;
  /** With `call`: asks for progress. Default: false. */
  progress?: boolean;
  /** With `call`: the user cancels the call so long after it left. */
  cancelAfterMs?: number;
  /** It waits so long before it does this. Default: 0. */
  afterMs?: number;
  /** With `call`: the roots change so long after it left. */
  rootsAfterMs?: number;
  /** With `call`: as a task, where server and tool allow it. Without sessions the server decides that. Default: false. */
  task?: boolean;
  /** With `call`, without sessions: where it goes on as a task, listens for its changes in place of asking for them. Default: false. */
  listens?: boolean;
};
/** A model, and what it is told. */
export type AgentLoop = {
  /** Where the model is: the base URL of an API with the chat completions of OpenAI. */
  model: string;
  /** What the user says. Default: a short text. */
  prompt?: string;
  /** Whether the instructions of the server are in the system prompt. Default: true. */
  advisory?: boolean;
};
/** A file, and which it may be. */
export type FileArgument = {
  /** Where it is, relative to the working directory. */
  path: string;
  /** Media types, `*` for any subtype, or endings with a dot. Default: any. */
  accept?: string[];
  /** Bytes, at most. Default: any number. */
  maxSize?: number;
};
/** What of the optional features of a client it has. */
export type Offer = {
  /** Roots, and that it tells of their changes. */
  roots?: boolean;
  /** Sampling, without tools. */
  sampling?: boolean;
  /** Elicitation by form. */
  forms?: boolean;
  /** Elicitation by URL. */
  pages?: boolean;
  /** Samplings and elicitations as tasks; without sessions, calls that go on as tasks. */
  tasks?: boolean;
};
/** How the user decides. `wait`: not at all, until the request is cancelled. */
export type User = {
  /** Requests for a sampling. */
  sampling?: 'accept' | 'decline' | 'wait';
  /** Forms. */
  forms?: 'accept' | 'decline' | 'cancel' | 'wait';
  /** Pages to visit. */
  pages?: 'accept' | 'decline' | 'cancel' | 'wait';
  /** The answer to each form, its action and content, whatever `forms` says. Default: the simplest that fits. */
  answer?: JsonObject;
};
/** How it signs in to a server over HTTP (MCP 2025-11-25, Authorization). */
export type LoginScript = {
  /** The server that it signs in to and speaks with. Default: the one that it was started with. */
  url?: string;
  /** Where the metadata of the client are published, as its id for authorization servers that take that. Default: it registers. */
  document?: string;
  /** The id that an authorization server gave it beforehand. An empty secret is none. Default: it has none. */
  client?: {
    id: string;
    secret?: string;
  };
  /** Scopes that the user has set, between blanks, which are asked for in place of any others. Default: none are set. */
  scopes?: string;
  /** What opens pages: `itself`, a browser that goes where the pages send it and in which nobody sits; `printed`, whoever reads the address on stderr; or a program and its first arguments, which gets the address as its last. Default: itself. */
  opens?: ('itself' | 'printed') | string[];
  /** The folder that keeps its tokens, relative to the working directory. Default: they end with it. */
  store?: string;
  /** The name under which the keychain of the system keeps its tokens, in place of a folder. Needs the package @napi-rs/keyring. */
  keychain?: string;
};
/** A server that is started when something needs it. */
export type Lazy = {
  /** How long the server goes on when nothing holds it any more. Default: 0. */
  keepAliveMs?: number;
};
/** The servers that a skill needs: its own lazy server is `server`. */
export type Skill = {
  /** Names of servers. */
  requires_mcp?: string[];
  /** The same by its other name. */
  mcp?: string[];
};
