import type { Json, JsonObject } from '../json/json.js';
import { isObject } from '../json/json.js';
import type { Carried } from './carried.js';

/** An HTTP request as it left. */
export interface SentRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  /** The text of the body, or its bytes where they are no text. */
  body?: string | Uint8Array;
  /** Set where it has a body that is too long to be kept. */
  cut?: true;
}

/** One entry of a transcript: something carried, by whom, when and on which channel. */
export interface WireRecord extends Carried {
  /** Position in the case's transcript, from 0. */
  seq: number;
  /** Target time in ms since the case began. */
  time: number;
  from: 'kit' | 'target';
  channel: string;
  /** The name that a step gave to this request, or to the request that this reply answers. */
  as?: string;
  /** For a response: the method of the request that it answers, once known. */
  method?: string;
  /** What a client under test reported of its work: `{ ok, value?, error? }`. */
  outcome?: Json;
  /** Of an exit: the last that the process wrote to stderr, 64 KiB at most. */
  stderr?: string;
  /** Set on what a step sent broken on purpose (raw bytes, a literal message, `extra`). */
  deliberate?: boolean;
  /** Set on a channel that does not carry the protocol: no wire rule judges it. */
  apart?: true;
  /** Set where the conversation goes on in the session of an earlier one: this opened that, and is not said again. */
  earlier?: true;
  /** JSON Pointers, into the view of the record, to what a step itself chose of a message that is otherwise sent as usual. */
  set?: string[];
  /** Of the evidence of a wire case: JSON Pointer, into the view of the record, to what is wrong with it. */
  wrong?: string;
  /** Of what the kit sent to a server over HTTP: the request as it left. */
  request?: SentRequest;
  /** Which parts of what a step sent come from the target file: JSON Pointers, each with the behavior that gave the value. */
  given?: { [pointer: string]: string };
  /** Set where only the beginning of a long text or of long bytes was kept: the whole size in bytes. */
  size?: number;
}

/** Members of a record that its view has beside those of the message. */
const BESIDE_MESSAGE: readonly (keyof WireRecord)[] = [
  'as',
  'time',
  'body',
  'http',
  'sse',
  'frame',
  'closed',
  'exit',
  'outcome',
  'stderr',
];

/** A pointer into the view of a record as one into the record itself: `/result/x` is `/message/result/x`, `/http/status` stays. */
export function pointerInRecord(record: WireRecord, path: string): string {
  const [, first] = path.split('/', 2);
  if (first === undefined) return record.message === undefined ? '' : '/message';
  const isBeside = BESIDE_MESSAGE.some((name) => name === first && record[name] !== undefined);
  if (isBeside || record.message === undefined) return path;
  return first === 'message' && !isObject(record.message) ? path : `/message${path}`;
}

/**
 * The record as patterns and pointers see it: the JSON-RPC members at the root, then `as time body http sse frame
 * closed exit outcome stderr`.
 */
export function viewOf(record: WireRecord): JsonObject {
  const view: JsonObject = isObject(record.message) ? { ...record.message } : {};
  if (record.message !== undefined && !isObject(record.message)) view.message = record.message;
  if (record.as !== undefined) view.as = record.as;
  view.time = record.time;
  if (record.text !== undefined && record.kind !== 'message') view.text = record.text;
  else if (record.kind === 'bytes' && record.bytes) view.text = Buffer.from(record.bytes).toString();
  for (const name of ['body', 'http', 'sse', 'frame', 'closed', 'exit', 'outcome', 'stderr'] as const) {
    const value = record[name];
    if (value !== undefined) view[name] = value as Json;
  }
  return view;
}
