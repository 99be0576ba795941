// Generated from schemas/ by `npm run generate`. Do not edit.

import type { Json, JsonObject } from './json.js';

/** The name of a state between two messages. */
export type State = string;
/** What a mock says to requests and notifications in place of what it would, for `proctor mock ROLE --answers FILE`. Of the rules that a message fits, the first one counts. */
export type AnswersFile = {
  initial?: State;
  /** Whether all sessions share one state, what is saved, and what `times` counts. Default: false; each session has its own. */
  shared?: boolean;
  /**
   * The rules, the first that fits first.
   *
   * @minItems 1
   */
  answers: Answer[];
};
/** A rule: what the mock says to the messages that it picks. One for requests has a `reply`; one for notifications has none. */
export type Answer = {
  on: On;
  /** Only in this state, or in one of these. Default: in any. */
  state?: State | State[];
  then?: State;
  /** How often the rule is used. Default: without end. */
  times?: number;
  save?: Saves;
  /**
   * What is sent first, in this order.
   *
   * @minItems 1
   */
  send?: Sent[];
  reply?: Reply;
};
/** Which messages of the peer a rule is for: a selector of the case language. */
export type On = {
  /** A request of this method; `*` for any. METHOD#VARIANT picks a variant. */
  request?: string;
  /** A notification of this method; `*` for any. */
  notify?: string;
  /** A pattern that the message must fit, with the matchers of the case language and saved values. */
  where?: Json;
};
/** What is saved of a message for later texts, as `${name}`: name to JSON Pointer in the message. */
export type Saves = {
  [k: string]: string;
};
/** A message that is sent before the reply: a notification, a request whose reply is waited for, or one of several replies. */
export type Sent = {
  /** The method of a notification. */
  notify?: string;
  /** The method of a request. */
  request?: string;
  /** Its params. */
  params?: Json;
  /** Members of the message beside these. */
  extra?: JsonObject;
  save?: Saves;
  reply?: Reply;
};
/** A reply to the request of the rule. */
export type Reply = {
  /** Its result. */
  result?: Json;
  /** Its error, in place of a result. */
  error?: {
    /** The code, an integer. */
    code: Json;
    /** The message. */
    message: string;
    /** More about it. */
    data?: Json;
  };
  /** Members of the message beside these. */
  extra?: JsonObject;
  /** Over HTTP: the head of a response that is no stream. */
  http?: {
    /** The status. Default: the usual one. */
    status?: number;
    /** Headers beside the usual ones. */
    headers?: {
      [k: string]: string;
    };
  };
};
