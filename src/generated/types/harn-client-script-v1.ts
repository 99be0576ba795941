// Generated from schemas/ by `npm run generate`. Do not edit.

import type { JsonObject } from './json.js';

/** One thing that a user does. */
export type Deed = Inject | Replace | Revoke | Remind | Unremind | Cancel | StopTool | Fork | Ask;
/** What the reference client of Harn does beside one of ACP. The members of the script of that (acp-client-script) stand beside these. Every member is optional. */
export type HarnClientScriptFile = {
  /** The model that the user picks, by the name that the catalog of the agent shows. Default: none. */
  model?: string;
  /** The key that authenticate brings where the agent wants a sign-in. Default: none. */
  apiKey?: string;
  /** Subscribes to the timeline of each session until its first prompt is answered, where the agent has Harn's contract. Default: false. */
  timeline?: boolean;
  /** What the user does beside the prompts, each at its moment, one after the other. What the agent does not offer is left out. */
  acts?: Act[];
} & JsonObject;
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
