// Generated from schemas/ by `npm run generate`. Do not edit.

import type { ElicitationRule, Offer, PermissionRule, Prompt } from './acp-client-script-v1.js';
import type { JsonObject } from './json.js';

/** One thing that a user does. */
export type Deed = Inject | Replace | Revoke | Remind | Unremind | Cancel | StopTool | Fork | Ask;
/** What the reference client of Harn does: the members of the script of one of ACP, and more. Every member is optional. */
export type HarnClientScriptFile = {
  /** The model that the user picks, by the name that the catalog of the agent shows. Default: none. */
  model?: string;
  /** The key that authenticate brings where the agent wants a sign-in. Default: none. */
  apiKey?: string;
  /** Subscribes to the timeline of each session until its first prompt is answered, where the agent has Harn's contract. Default: false. */
  timeline?: boolean;
  /** What the user does beside the prompts, each at its moment, one after the other. What the agent does not offer is left out. */
  acts?: Act[];
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
/** Something that the user does at a moment. */
export type Act = {
  /** The method of a message of the agent, METHOD#VARIANT for one kind of update, `session/prompt` for a prompt that has left, or `answered` for the answer of one. */
  on: string;
  /** Which one of them in the session, from 1. Default: 1. */
  nth?: number;
  /** The name by which later acts refer to what this one has put into the turn. */
  as?: string;
  do: Deed;
};
/** Puts a message of the user into the turn. */
export type Inject = {
  /** The text. */
  inject: string;
  /** When it shall be delivered, where the agent has that. Default: the first that it has. */
  mode?: 'queue' | 'steer';
};
/** Changes a message that waits. */
export type Replace = {
  /** The name of the act that put it into the turn. */
  replace: string;
  /** The other text. */
  with: string;
};
/** Takes a message back that waits. */
export type Revoke = {
  /** The name of the act that put it into the turn. */
  revoke: string;
};
/** Queues a reminder of the system. */
export type Remind = {
  /** What the model is reminded of. */
  remind: string;
  /** When it shall be delivered, where the agent has that. Default: the first that it has. */
  mode?: 'interrupt_immediate' | 'finish_step' | 'audit_only';
  /** What it is about. */
  tags?: string[];
};
/** Takes a reminder back that waits. */
export type Unremind = {
  /** The name of the act that queued it. */
  unremind: string;
};
/** Cancels the turn. */
export type Cancel = {
  /** Whether messages that wait are taken back before, or wait for the next turn. */
  cancel: 'drop' | 'keep';
};
/** Ends the tool call that was told of last, and not the turn. */
export type StopTool = {
  /** The reason that the model is told. */
  stopTool: string;
};
/** Makes a branch of the session, in which the user goes on. */
export type Fork = {
  /** The name of the branch. */
  fork: string;
  /** How many messages it has of the session. Default: all. */
  keepFirst?: number;
};
/** Sends another request of Harn's or of ACP about the session, such as session/rollback. */
export type Ask = {
  /** Its method. */
  ask: string;
  /** Its params but for the session. */
  params?: JsonObject;
};
