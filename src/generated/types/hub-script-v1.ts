// Generated from schemas/ by `npm run generate`. Do not edit.

import type { Json } from './json.js';

/** How the reference hub is set up. Every member is optional. */
export type HubScriptFile = {
  /** The folder that the event log is kept in, relative to the working directory. Without it the log ends with the process. */
  state?: string;
  /** Each frame is on the disk before it is sent, so that it outlives a loss of power. Default: false; it outlives the process alone. */
  sync?: boolean;
  /** Seconds that a worker waits for its host owner. Default: the variable HARN_ACP_WS_RETAIN_SECS, else 300. */
  retainSecs?: number;
  /** Keys of which an upgrade must bring one as Authorization: Bearer. Default: those of the variable HARN_ORCHESTRATOR_API_KEYS, with commas between them, else none is needed. */
  keys?: string[];
  /** The origins that browsers may come from; `*` for any. Others are answered 403. Default: those of this machine. */
  origins?: string[];
  /** Names besides those of this machine that a Host header may hold; `*` for any. Others are answered 403. */
  hosts?: string[];
  /** Folders whose files its agents touch, beside the working directory and what lies below; relative to that. Default: none. */
  files?: string[];
  /** Bytes of the longest message that is read. */
  maxMessageBytes?: number;
  /** Bytes that may wait to be read by a client before it is cut off. Default: 16 MiB. */
  sendBufferBytes?: number;
  /** What its agents do with prompts in place of what their first words order. Of those that a prompt fits, the first counts. */
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
