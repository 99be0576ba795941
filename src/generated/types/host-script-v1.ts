// Generated from schemas/ by `npm run generate`. Do not edit.

import type { Json, JsonObject } from './json.js';

/** What the reference host of the Harn bridge offers, how its user decides, and what it prompts. Every member is optional; a list replaces the shipped one. */
export type HostScriptFile = {
  /** The texts that it prompts, one after the other in one session. Default: `hello`. */
  prompts?: string[];
  /** The tools of `host/tools/list`. */
  tools?: Tool[];
  /** The skills of its store. */
  skills?: StoredSkill[];
  /** How its user decides. The first rule that fits counts; where none does, the answer is no. */
  permissions?: PermissionRule[];
  /** Whether it has an index of tools. Without one, searches end in an error. Default: true. */
  search?: boolean;
  /** Whether it ranks skills. Without that, `skill/match` ends in an error. Default: true. */
  ranking?: boolean;
  /** What `host/call` can call: capability and operation with a dot between. */
  operations?: {
    [k: string]: Operation;
  };
  /** What it does by itself when something arrives. */
  reactions?: Reaction[];
  /** What it does as the spec permits but others do not, by name. */
  permissive?: string[];
};
/** A tool of the host. What a call gives: `result`, an `error`, a refusal, or else its own arguments. */
export type Tool = {
  /** Its name. */
  name: string;
  /** What it does. Default: empty. */
  description?: string;
  /** JSON Schema of its arguments. Default: null. */
  schema?: JsonObject | null;
  /** Whether something else should be used. Default: false. */
  deprecated?: boolean;
  /** What a call gives. */
  result?: Json;
  /** Calls are refused by policy (-32001), with this reason. */
  refuse?: string;
  error?: Failure;
};
/** A JSON-RPC error as answer. */
export type Failure = {
  /** The code. */
  code: number;
  /** The message. */
  message: string;
  /** Whatever else there is to say. */
  data?: Json;
};
/** A skill of the host's store. */
export type StoredSkill = {
  /** What it is fetched by. */
  id: string;
  /** Its name. */
  name: string;
  /** What it is for. Default: empty. */
  description?: string;
  /** Where it comes from. Default: `host`. */
  source?: string;
  /** The instructions. Default: empty. */
  body?: string;
  /** What it says about its use. Default: nothing. */
  manifest?: JsonObject;
};
/** How the user decides about some tools. */
export type PermissionRule = {
  /** Name of the tool; `*` stands for any text. */
  tool: string;
  /** The decision. `rewrite` approves with other arguments, `unavailable`: nobody can be asked. */
  answer: 'approve' | 'deny' | 'rewrite' | 'unavailable';
  /** With `rewrite`: laid over the arguments that the model proposed. */
  args?: JsonObject;
  /** With `deny`: why. */
  reason?: string;
};
/** An operation of the host. What a call gives: `result`, an `error`, or else its own arguments. */
export type Operation = {
  /** What a call gives. */
  result?: Json;
  error?: Failure;
};
/** One thing that the host does when a message of the runtime has been heard, or a request of it answered. */
export type Reaction = {
  /** The method of that message. */
  on: string;
  /** Which one of them, from 1. Default: 1. */
  nth?: number;
  /** Sends a notification of this method. */
  notify?: string;
  /** With `notify`: its params. */
  params?: JsonObject;
  add?: StoredSkill;
  /** Takes the skill with this id out of the store and tells it. */
  remove?: string;
};
