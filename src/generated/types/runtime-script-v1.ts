// Generated from schemas/ by `npm run generate`. Do not edit.

import type { Json, JsonObject } from './json.js';

/** What the reference runtime of Harn's bridge does. Every member is optional. */
export type RuntimeScriptFile = {
  /** What it does with prompts in place of what their first words order. Of those that a prompt fits, the first counts. */
  replies?: Reply[];
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
    | {
        /** The name of the tool. */
        call: string;
        /** Its arguments. Default: none. */
        args?: JsonObject;
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
