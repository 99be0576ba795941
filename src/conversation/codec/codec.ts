import { isObject, type Json, type JsonObject } from '../../json/json.js';
import type { Headers } from '../../wire/carried.js';

/** What HTTP carries of one message: the line and headers of a request, or status and headers of a response, and the body. */
export interface HttpPart {
  method?: string;
  /** Behind the address of the binding, with a slash in front. */
  path?: string;
  status?: number;
  headers?: Headers;
  body?: Json;
}

/**
 * How a binding writes messages and reads them: between what HTTP carries and `{ id, method, params }` or
 * `{ id, result or error }`, so that selectors, wire rules, faults and pairing see the same record whatever the binding is.
 */
export interface Codec {
  /** @param asked for a reply, the request that it answers */
  write(message: JsonObject, asked?: JsonObject): HttpPart;
  /**
   * Undefined for what is none of the protocol, which stays as it came. A request gets its id from the caller where HTTP carries
   * none.
   *
   * @param asked for a response, the request that it answers
   */
  read(part: HttpPart, asked?: JsonObject): JsonObject | undefined;
  /** The same, writing bodies in the form that the body of a request or a response has, where there are several. Default: there is one. */
  like?(body: Json, of: 'request' | 'response'): Codec;
  /** What target files call the form of its bodies. Default: it is the usual one. */
  dialect?: string;
  /** Set if cases write messages in the form of another version: how the version has them that is spoken. Wire rules judge that form. */
  native?: Native;
}

/** The form of messages that the bytes have, beside another form that cases write. */
export interface Native {
  codec: Codec;
  /** A request in that form. */
  of(request: JsonObject): JsonObject;
}

/** JSON-RPC: the body is the message. */
export const jsonRpc: Codec = {
  write: (message, asked) => ({
    ...(asked ? { status: 200 } : { method: 'POST', path: '' }),
    headers: { 'content-type': 'application/json' },
    body: message,
  }),
  read: ({ body }) => (isObject(body) ? body : undefined),
};
