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
/** A requirement, or a list of them. */
export type RequirementIds = RequirementId | RequirementId[];
/** Id of a requirement, such as MCP-BASE-16. */
export type RequirementId = string;
/** Named defects of the reference. Each lists what it breaks, so that the cases can be held to catching it. */
export type MutantsFile = {
  /** What the target plays in every entry that does not say it: protocol and side. */
  role?: string;
  /** Protocol version of every mutant that does not say it. */
  version?: string;
  /**
   * The mutants.
   *
   * @minItems 1
   */
  mutants: Mutant[];
  /**
   * References of a role that lack what its own one advertises, for cases that need a target without it.
   *
   * @minItems 1
   */
  references?: Reference[];
  /**
   * What else fails under several mutants of this file, and why that is no wrong blame.
   *
   * @minItems 1
   */
  consequences?: SharedConsequence[];
};
/** A fault with a name, the role of the reference and the requirement that it breaks. */
export type Mutant = {
  /** Dotted and stable. */
  id: string;
  /** The requirement that the defect breaks. */
  breaks: string;
  /** What the target plays: protocol and side. By default the role of the file. */
  role?: string;
  /** Protocol version in which the reference has the defect. By default that of the file, else the one that is meant where none is named. */
  version?: string;
  /** The entry of `references` that it is put on, in place of the reference of its role. */
  reference?: string;
  sends?: FaultSelector;
  hears?: FaultSelector;
  /** Only on this channel, such as push. */
  on?: string;
  /** Only the nth that the selector picks, from 1; negative numbers count back from the next reply, so -1 is the last before it. */
  nth?: number;
  after?: Moment;
  /** What happens to it: an action, or a list of them, done in its order. */
  do?: Action | Action[];
  /** A named switch of the reference, for what can not be said on the wire. */
  switch?: string;
  /** The defect in one sentence. */
  title?: string;
  /**
   * What else fails under this mutant, and why that is no wrong blame.
   *
   * @minItems 1
   */
  also?: Consequence[];
};
/** Which message: one kind, narrowed by `http`, `sse`, `frame` and `where`. `reply` names the method of the request that is answered. */
export type FaultSelector = {
  /** A request of this method; `M#VARIANT` narrows it. */
  request?: string;
  /** A notification of this method; `M#VARIANT` narrows it. */
  notify?: string;
  /** The response to a request of this method, or of one of these; `M#result` is a successful one, `M#error` an error. */
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
/** Requirements that the mutant breaks beside the one that it is about. */
export type Consequence = {
  requirements: RequirementIds;
  /** Why they are broken too, or fail without being broken, in one sentence. */
  because: string;
  /** They are not broken and fail nevertheless: wrong blame that is known. */
  innocent?: true;
};
/** The reference of a role with rules that leave it conforming. */
export type Reference = {
  /** Dotted and stable. */
  id: string;
  /** What the target plays: protocol and side. By default the role of the file. */
  role?: string;
  /**
   * What makes it so; what a mutant does comes first.
   *
   * @minItems 1
   */
  rules: Fault[];
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
  /** What happens to it: an action, or a list of them, done in its order. */
  do?: Action | Action[];
  /** A named switch of the reference, for what can not be said on the wire. */
  switch?: string;
  /** The defect in one sentence. */
  title?: string;
};
/** Requirements that several mutants break beside the one that each is about. */
export type SharedConsequence = {
  /** The mutant or mutants: the beginnings of their ids, or the requirements that they break. */
  of: string | string[];
  requirements: RequirementIds;
  /** Why they are broken too, or fail without being broken, in one sentence. */
  because: string;
  /** They are not broken and fail nevertheless: wrong blame that is known. */
  innocent?: true;
};
