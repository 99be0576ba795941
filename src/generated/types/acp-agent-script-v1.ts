// Generated from schemas/ by `npm run generate`. Do not edit.

import type { Json, JsonObject } from './json.js';

/** What the reference agent of ACP can do. Every member is optional. */
export type AcpAgentScriptFile = {
  abilities?: Abilities;
  /** Folder in which it keeps its sessions, relative to its working directory: an agent that starts later there can list, load and resume them. Default: none, it forgets them. */
  store?: string;
  /** Sessions on one page of session/list. Default: 3. */
  pageSize?: number;
  /** What it does with prompts in place of what their first words order. Of those that a prompt fits, the first counts. */
  replies?: Reply[];
  /** The slash commands that it offers in each session, in place of those that the first words of prompts order. Default: these. What comes of one `replies` say. Clients hear of a change in every open session. */
  commands?: Command[];
  webSocket?: WebSocketAccess;
  harn?: HarnScript;
  /** Folders whose files it touches for its client, beside its working directory and what lies below; relative to that. Over stdio it also touches those of the folder that a session names. Default: none. */
  files?: string[];
  /** The programs that it starts for its client, such as MCP servers: all, none, or those that the client names exactly so and without variables of the environment. Default: all over stdio, none over WebSocket. */
  programs?: boolean | string[];
  /** For harn/agent: how long a program may run that a turn waits for, in ms. Default: 30000. */
  programTimeoutMs?: number;
  /** What it does as the spec permits but others do not, by name. */
  permissive?: string[];
};
/** What an agent may be able to do; each is there unless it is false. */
export type Abilities = {
  /** Takes up a session and repeats what was said: session/load. */
  load?: boolean;
  /** Tells its sessions: session/list. */
  list?: boolean;
  /** Takes up a session without a word: session/resume. */
  resume?: boolean;
  /** Ends sessions: session/close. */
  close?: boolean;
  /** Deletes sessions: session/delete. As of 1.21.0. */
  delete?: boolean;
  /** Takes directories beside the working directory of a session: additionalDirectories. As of 1.21.0. */
  directories?: boolean;
  /** Signs users out: logout. As of 1.21.0. */
  logout?: boolean;
  /** Takes images in prompts. */
  image?: boolean;
  /** Takes audio in prompts. */
  audio?: boolean;
  /** Takes embedded resources in prompts. */
  embeddedContext?: boolean;
  /** Connects to MCP servers over Streamable HTTP. */
  http?: boolean;
  /** Connects to MCP servers over the older HTTP with SSE. */
  sse?: boolean;
  /** Sessions have modes. */
  modes?: boolean;
  /** Sessions have settings. */
  settings?: boolean;
};
/** What comes of a prompt: updates, and the end of the turn. */
export type Reply = {
  /** A regular expression that the text of the prompt fits somewhere. Default: any prompt. */
  prompt?: string;
  /** For how many prompts it holds. Default: all. */
  times?: number;
  /** What is told, in this order. Default: nothing. */
  updates?: (
    | string
    | {
        sessionUpdate: string;
      }
  )[];
  /** How long it waits before each update and before the end, such as 200ms. Default: not at all. */
  every?: string;
  /** Why the turn ends that nobody cancels. Default: end_turn. */
  stopReason?: 'end_turn' | 'max_tokens' | 'max_turn_requests' | 'refusal';
  /** Ends the turn with this error in place of a stop reason. */
  error?: {
    code: number;
    message: string;
    data?: Json;
  };
};
/** A command as ACP has it (AvailableCommand). */
export type Command = {
  /** How users call it, without the slash. */
  name: string;
  /** What it does. */
  description: string;
  /** What users may write after it. Default: it takes no input. */
  hint?: string;
};
/** Who may connect, and what they may send. */
export type WebSocketAccess = {
  /** Keys that an upgrade may bring as Authorization: Bearer or X-API-Key. Where there are any, who brings none signs in later, by `authenticate`; who brings a wrong one is answered 401. */
  keys?: string[];
  /** The origins that browsers may come from; `*` for any. Others are answered 403. Default: those of this machine. */
  origins?: string[];
  /** Names besides those of this machine that a Host header may hold; `*` for any. Others are answered 403. */
  hosts?: string[];
  /** Bytes of the longest message that is read. */
  maxMessageBytes?: number;
};
/** For harn/agent alone. */
export type HarnScript = {
  /** What a turn may use of each thing, such as llm_tokens, where its session sets no budget. */
  budget?: {
    [k: string]: number;
  };
  /** Providers that an overlay adds to the catalog, by id. */
  providers?: string[];
  /** Members that an overlay sets in rows of the catalog, by the id of the model. */
  capabilities?: {
    [k: string]: JsonObject;
  };
};
