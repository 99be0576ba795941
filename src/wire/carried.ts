import type { Json } from '../json/json.js';

/** Header names in lower case; a header that came several times is one string joined with ", ". */
export type Headers = Record<string, string>;

/** The head of an HTTP request (method, path) or response (status). */
export interface HttpHead {
  method?: string;
  path?: string;
  status?: number;
  headers: Headers;
}

/** The fields of one server-sent event besides its data. `retry` in ms. */
export interface SseFields {
  id?: string;
  event?: string;
  retry?: number;
}

/** One WebSocket frame, or the close code that ended the connection. */
export interface FrameInfo {
  opcode: 'continuation' | 'text' | 'binary' | 'close' | 'ping' | 'pong';
  fin: boolean;
  code?: number;
}

export interface Closed {
  /** `end`: orderly; `reset`: torn down; `error`: could not be read to its end (`problem` says why). */
  how: 'end' | 'reset' | 'error';
  code?: number;
  reason?: string;
  problem?: string;
}

export interface ExitInfo {
  code: number | null;
  signal: string | null;
}

/**
 * One thing that a transport carried, in either direction, before anybody judged it. Exactly one kind:
 *
 * - `message`: a JSON value that stood where a JSON-RPC message belongs. `message` holds it, `text` the exact text.
 * - `bytes`: what stood there and is not JSON: `bytes` keeps it (up to the cap), `problem` says what is wrong with it. On a
 *   lane that carries text and no messages, a piece of it: `text` beside `bytes`, and no problem.
 * - `http`: the head of a request or response.
 * - `sse`: an event without data (a priming event, a bare retry, or data that is empty).
 * - `frame`: a WebSocket control frame or a fragment, `bytes` being the payload of a control frame. A `message` that a
 *   WebSocket carried has its opcode in `frame` too.
 * - `body`: a complete HTTP body that is no JSON-RPC message and no event stream.
 * - `closed`: the lane or the exchange ended; `body` is the whole text of a body that was no event stream, `bytes`
 *   the event that a stream ended in the middle of.
 * - `exit`: the process ended.
 */
export interface Carried {
  kind: 'message' | 'bytes' | 'http' | 'sse' | 'frame' | 'body' | 'closed' | 'exit';
  message?: Json;
  /** The message as the bytes have it, if `message` has it in the form of another version of the protocol. */
  native?: Json;
  text?: string;
  bytes?: Uint8Array;
  problem?: string;
  /** Set on `bytes` that may be a sound message and are beyond a limit of ours, which `problem` names: no mistake of their sender. */
  beyondLimit?: true;
  http?: HttpHead;
  sse?: SseFields;
  frame?: FrameInfo;
  body?: Json;
  closed?: Closed;
  exit?: ExitInfo;
  /** Which exchange or stream of the transport carried it; unset where the transport has only one lane. */
  stream?: string;
}

/** Takes what a transport carried, in the order of arrival. */
export type Listener = (carried: Carried) => void;

/**
 * The border between a reference and its transport, where faults act. Both methods may emit nothing, the same, something
 * else, or several things, now or later. The plain border emits what it got, at once.
 */
export interface Border {
  /** `carried` is about to leave; `emit` puts it on the wire. */
  sends(carried: Carried, emit: Listener): void;
  /** `carried` came from the wire; `deliver` hands it to the reference. */
  hears(carried: Carried, deliver: Listener): void;
  /** The border of one connection, where several are told apart. Default: all have this one. */
  ofConnection?(): Border;
}

/** The border without faults. */
export const openBorder: Border = {
  sends: (carried, emit) => emit(carried),
  hears: (carried, deliver) => deliver(carried),
};
