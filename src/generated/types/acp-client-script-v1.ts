// Generated from schemas/ by `npm run generate`. Do not edit.

import type { JsonObject } from './json.js';

/** A text, or content with the moment at which the user cancels the turn. */
export type Prompt =
  | string
  | {
      /** Content blocks. Those that the agent does not take are left out. */
      content: JsonObject[];
      cancel?: Moment;
    };
/** What the reference client of ACP serves, how its user decides, which sessions it opens and what it prompts. Every member is optional; a list replaces the shipped one. */
export type AcpClientScriptFile = {
  /** What the user says, one after the other. Default: `hello`. */
  prompts?: Prompt[];
  /** How the session is opened. `load` and `resume` take `sessionId`, or else the first that session/list tells of; where the agent can't, the session is a new one. Default: `new`. */
  session?: 'new' | 'load' | 'resume';
  /** With `load` and `resume`: the session. */
  sessionId?: string;
  /** How many sessions are opened; the prompts are said in all of them at the same time. Default: 1. */
  sessions?: number;
  /** Lists the sessions, page by page, where the agent can. Default: false. */
  list?: boolean;
  /** The mode that the user picks, where the agent has it. */
  mode?: string;
  /** The settings that the user picks, by id, where the agent has them. */
  config?: {
    [k: string]: string | boolean;
  };
  /** Directories that the session may use beside its working directory, relative to that, where the agent takes them. As of 1.21.0. Default: none. */
  directories?: string[];
  /** A session that is deleted before one is opened, where the agent can. As of 1.21.0. Default: none. */
  delete?: string;
  /** Signs the user out at the end, where the agent can. As of 1.21.0. Default: false. */
  logout?: boolean;
  /** MCP servers for the session. Those over http and sse are left out where the agent does not take them. Default: none. */
  mcpServers?: JsonObject[];
  /** Closes the session at the end, where the agent can. Default: false. */
  close?: boolean;
  /** How to sign in, where the agent wants that. Default: the first way that it offers. */
  methodId?: string;
  /** How the user decides. The first rule that fits counts; where none does, the answer is no. Default: everything is allowed. */
  permissions?: PermissionRule[];
  /** What the user answers to questions of the agent (elicitation/create, as of 1.21.0). The first rule that fits counts; where none does, the user declines. Default: everything is accepted. */
  elicitations?: ElicitationRule[];
  offer?: Offer;
  /** Files that are open in an editor with changes that are not saved: text by path, relative to the working directory. */
  unsaved?: {
    [k: string]: string;
  };
  /** Folders whose files the agent may read and write, beside the working directory and what lies below; relative to that. Default: none. */
  files?: string[];
  /** The programs that the agent may run in a terminal: all, none, or those that it names exactly so and without variables of the environment. Default: all. */
  programs?: boolean | string[];
  /** What it does as the spec permits but others do not, by name. */
  permissive?: string[];
};
/** As soon as a message has come. */
export type Moment = {
  /** The method of that message, or METHOD#VARIANT for one kind of update. `session/prompt`: as soon as the prompt itself has left. */
  on: string;
  /** Which one of them in this turn, from 1. Default: 1. */
  nth?: number;
};
/** How the user decides about some tool calls. */
export type PermissionRule = {
  /** Title of the tool call; `*` stands for any text. */
  tool: string;
  /** The decision. `wait`: the user does nothing, until the turn is cancelled. */
  answer: 'allow' | 'reject' | 'wait';
};
/** What the user answers to some elicitations. */
export type ElicitationRule = {
  /** Message of the elicitation; `*` stands for any text. */
  message: string;
  /** What the user does. */
  answer: 'accept' | 'decline' | 'cancel';
  /** With `accept`: the values of the form. Default: the defaults of its fields, and values that fit them. */
  content?: JsonObject;
};
/** What of the optional methods of a client it serves. Default of each: true. */
export type Offer = {
  /** fs/read_text_file. */
  readTextFile?: boolean;
  /** fs/write_text_file. */
  writeTextFile?: boolean;
  /** All of terminal/*. */
  terminal?: boolean;
  /** elicitation/create with a form. As of 1.21.0. */
  form?: boolean;
  /** elicitation/create with a URL. As of 1.21.0. */
  url?: boolean;
  /** Settings that are on or off. As of 1.21.0. */
  booleans?: boolean;
};
