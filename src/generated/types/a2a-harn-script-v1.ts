// Generated from schemas/ by `npm run generate`. Do not edit.

import type { Json, JsonObject } from './json.js';

/** What the reference server of A2A serves in Harn's profile. Every member is optional. */
export type A2AHarnScriptFile = {
  /** Members of its card in place of the shipped ones; null takes one away. Its skills are the functions that it exports. */
  card?: JsonObject;
  /** Origins of webhooks that it posts to although they are neither on the internet nor on loopback, such as one in a private network. Default: none. */
  webhooks?: string[];
  /**
   * The functions that it exports: names of shipped ones, or some of your own, for which `replies` say what comes of them. Default: all that it has but `hidden`.
   *
   * @minItems 1
   */
  exports?: (string | Skill)[];
  /** Wants credentials with every request. Default: false. */
  secured?: boolean;
  /** Signs its card with this secret. Default: it does not. */
  cardSecret?: string;
  /** The folder that has the state of workflows below `.harn`. Default: a folder of its own, which goes with it. */
  workspace?: string;
  /** Origins besides those of this machine that browsers may come from; `*` for any. Others are answered 403. */
  origins?: string[];
  /** Names besides those of this machine that a Host header may hold; `*` for any. Others are answered 403. */
  hosts?: string[];
  /** What it does as the guide permits but others do not, by name. */
  permissive?: string[];
  /** What it does with calls in place of what their function does, also with messages that answer a question of its own. Of those that a call fits, the first counts. */
  replies?: Reply[];
};
/** A function of your own, as a skill of A2A. */
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
  /** The function that is called. Default: any, also none. */
  function?: string;
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
