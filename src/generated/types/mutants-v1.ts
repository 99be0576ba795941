// Generated from schemas/ by `npm run generate`. Do not edit.

import type { Pattern } from './case-v1.js';
import type { Json, JsonObject } from './json.js';

/** What a fault does to the message that it got hold of. */
export type Action =
  | ('drop' | 'duplicate')
  | {
      /** Sets members. */
      set?: JsonObject;
      /** Removes members. */
      remove?: Pointer | Pointer[];
      /** Renames members. */
      rename?: {
        [k: string]: string;
      };
      /** Replaces the whole message. */
      replace?: Json;
      delay?: Duration;
      /** Keeps it until something else has happened. */
      hold?: {
        until: Moment;
      };
      /** Adds something beside it. */
      insert?: {
        /** The message to add. */
        message?: Json;
        bytes?: Bytes;
        /** An event without data, such as `{ retry: 10 }`. */
        sse?: {
          /** Event id. */
          id?: Json;
          /** Event name. */
          event?: Json;
          /** Reconnection time in ms. */
          retry?: Json;
        };
        /** A WebSocket frame, such as `{ opcode: ping }`. */
        frame?: {
          /** What kind of frame. */
          opcode: 'continuation' | 'text' | 'binary' | 'close' | 'ping' | 'pong';
          /** Whether it is the last of its message. */
          fin?: boolean;
          /** Close code. */
          code?: number;
        };
        /** Before it (default) or after it. */
        when?: 'before' | 'after';
      };
      bytes?: Bytes;
      /** Ends the channel. */
      close?: ('end' | 'reset') | number;
      /** Ends the process. */
      exit?: number | string;
    };
/** Where a value stands in the record (RFC 6901): JSON-RPC members at the root, then http, sse, frame, close and as. */
export type Pointer = string;
/** A number with its unit: ms, s or m. */
export type Duration = string;
/** Text, or a value that makes text or bytes: base64, JSON text, a repetition, a concatenation. */
export type Bytes = string | JsonObject;
/** Which message: one kind, narrowed by `http`, `sse`, `frame` and `where`. `reply` names the method of the request that is answered. */
export type FaultSelector = {
  /** A request of this method; `M#VARIANT` narrows it. */
  request?: string;
  /** A notification of this method; `M#VARIANT` narrows it. */
  notify?: string;
  /** The response to a request of this method, or of one of these. */
  reply?: string | string[];
  message?: Pattern;
  body?: Pattern;
  http?: Pattern;
  sse?: Pattern;
  frame?: Pattern;
  closed?: Pattern;
  /** Every message. */
  any?: true;
  where?: Pattern;
};
/** Something that the reference sends or hears. */
export type Moment = {
  sends?: FaultSelector;
  hears?: FaultSelector;
  /** On this channel. */
  on?: string;
};
/** The same rule for `mock --fault`, without the duty to name what it breaks. */
export type Fault = {
  /** Names it in messages. By default `fault-N`, after its place in the file. */
  id?: string;
  /** The requirement that the defect breaks. */
  breaks?: string;
  /** What the target plays: protocol and side. By default the role of the file. */
  role?: string;
  sends?: FaultSelector;
  hears?: FaultSelector;
  /** Only on this channel, such as push. */
  on?: string;
  /** Only the nth that the selector picks, from 1; negative numbers count back from the next reply, so -1 is the last before it. */
  nth?: number;
  after?: Moment;
  /**
   * What happens to it, in this order.
   *
   * @minItems 1
   */
  do?: Action[];
  /** A named switch of the reference, for what can not be said on the wire. */
  switch?: string;
  /** The defect in one sentence. */
  title?: string;
};
