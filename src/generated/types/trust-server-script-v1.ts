// Generated from schemas/ by `npm run generate`. Do not edit.

import type { Json, JsonObject } from './json.js';

/** How the reference server of truST is set up. Every member is optional. */
export type TrustServerScriptFile = {
  /** The workspace root, relative to the working directory. Default: the working directory. */
  workspace?: string;
  /** How long a runtime may take to answer at its control endpoint, in ms. Default: 10000. */
  controlTimeoutMs?: number;
  /** What it answers in place of what it would. Of those that a request fits, the first counts. */
  replies?: Reply[];
};
/** What comes of a request: a result, an error, or the usual answer after a while. */
export type Reply = {
  /** The method of the request. */
  method: string;
  /** A pattern that its params fit, in the language of cases. Default: any params. */
  params?: JsonObject;
  /** For how many requests it holds. Default: all. */
  times?: number;
  /** How long it waits before it answers, such as 200ms. Default: not at all. */
  every?: string;
  /** The result, in place of what the server would answer. */
  result?: JsonObject;
  /** Answers with this error. */
  error?: {
    code: number;
    message: string;
    data?: Json;
  };
};
