// Generated from schemas/ by `npm run generate`. Do not edit.

import type { Json, JsonObject } from './json.js';

/** How the reference server of A2A works. Every member is optional. */
export type A2AServerScriptFile = {
  /** Members of its card in place of the shipped ones; null takes one away. Its skills are beside it. */
  card?: JsonObject;
  /** The skills on its card, in place of the shipped ones: the name of a shipped one, or one of your own, for which `replies` say what comes of it. The first word of a message orders a shipped skill only if it is on the card. */
  skills?: (string | Skill)[];
  /** What it does with messages in place of what their first words order, also with those that answer a question of its own. Of those that a message fits, the first counts. */
  replies?: Reply[];
  /** Origins of webhooks that it posts to although they are neither on the internet nor on loopback, such as one in a private network. Default: none. */
  webhooks?: string[];
  /** The folder in which tasks are kept, so that they outlive the process. Default: none; they are kept in memory. */
  state?: string;
  /** Each change is on the disk before it is answered, so that it outlives a loss of power. Default: false; it outlives the process alone. */
  sync?: boolean;
  /** Origins besides those of this machine that browsers may come from; `*` for any. Others are answered 403. */
  origins?: string[];
  /** Names besides those of this machine that a Host header may hold; `*` for any. Others are answered 403. */
  hosts?: string[];
};
/** A skill of your own, as A2A has it. */
export type Skill = {
  /** Its id. */
  id: string;
  /** Its name. Default: its id. */
  name?: string;
  /** What it does. Default: empty. */
  description?: string;
  /** Words for it. Default: none. */
  tags?: string[];
};
/** What comes of a message: a task, its updates and its end; or a message; or an error. */
export type Reply = {
  /** A regular expression that the text of the prompt fits somewhere. Default: any prompt. */
  prompt?: string;
  /** For how many prompts it holds. Default: all. */
  times?: number;
  /** What happens to the task, in this order. If nothing ends it, it completes then. Default: nothing. */
  updates?: (
    | string
    | {
        /** As A2A has it; by default its artifactId is `reply`. */
        artifact: JsonObject;
        /** Adds the parts to those that are there. Default: false. */
        append?: boolean;
        /** Whether it is complete then. Default: true. */
        lastChunk?: boolean;
      }
    | {
        status: {
          /** The state. */
          state:
            | 'submitted'
            | 'working'
            | 'input-required'
            | 'auth-required'
            | 'completed'
            | 'canceled'
            | 'failed'
            | 'rejected';
          /** What is said about it: a text, or parts as A2A has them. */
          message?: string | JsonObject[];
        };
      }
  )[];
  /** How long it waits before each update and before the end, such as 200ms. Default: not at all. */
  every?: string;
  /** Answers with this message in place of a task: a text, or parts as A2A has them. */
  message?: string | JsonObject[];
  /** Answers with this error in place of a task. */
  error?: {
    code: number;
    message: string;
    data?: Json;
  };
};
