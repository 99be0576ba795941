// Generated from schemas/ by `npm run generate`. Do not edit.

import type { JsonObject } from './json.js';

/** What the reference client of A2A asks of its agent. Every member is optional. */
export type A2AClientScriptFile = {
  /** The text that it sends. Default: `hello`. */
  message?: string;
  /** Sends the message by message/stream, where the agent streams. Default: false. */
  stream?: boolean;
  /** The text that it sends where the task waits for input. Default: none; it ends there. */
  answer?: string;
  /** Cancels the task that the message led to. Default: false. */
  cancel?: boolean;
  /** The url of a webhook that it sets for the task, reads, and takes away again. Default: none. */
  webhook?: string;
  /** Reads the extended card first, where the agent has one. Default: false. */
  extendedCard?: boolean;
  /** Headers of every request to the agent, such as its credentials. They go to the origin of `--url` and to those of `credentialOrigins`, whatever address the card names. Default: none. */
  headers?: {
    [k: string]: string;
  };
  /** Origins, beside that of `--url`, to which `headers` may be sent where the card names them. Default: none. */
  credentialOrigins?: string[];
  /** Verifies the signatures of the card, since A2A 1.0, and uses no card without one that is true of it. Default: it does not look at them. */
  verify?: {
    /** The JSON Web Keys that it trusts. Default: those of the key set that a signature names, if that is at the origin of `--url`. */
    keys?: JsonObject[];
  };
  /** What it does as the spec permits but others do not, by name. */
  permissive?: string[];
};
