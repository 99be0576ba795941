import type { Json, JsonObject } from '../../json/json.js';
import { parseJson } from '../../json/json.js';
import { parametersOf, queryOf } from '../../language/parameters.js';
import type { Headers } from '../../wire/carried.js';
import { mediaType } from '../../wire/http/headers.js';

/** A request that has come to a listener of a case, as the answers of the listener see it. Its members are those of `RECEIVED`. */
export interface ReceivedRequest extends JsonObject {
  method: string;
  /** With the query, as it was sent. */
  path: string;
  headers: Headers;
  /** JSON where it is JSON, else text. */
  body: Json;
}

/** What `${received.…}` may name in an answer. */
export const RECEIVED: readonly string[] = ['method', 'path', 'query', 'headers', 'body', 'form'];

/** Reads a request. Beside what was sent: `query`, the parameters behind the path, and `form`, those of a body that is a form. */
export function receivedRequest(
  head: { method: string; path: string; headers: Headers },
  bytes: Uint8Array,
): ReceivedRequest {
  const { method, path, headers } = head;
  const text = Buffer.from(bytes).toString('utf8');
  const isForm = mediaType(headers) === 'application/x-www-form-urlencoded';
  return {
    method,
    path,
    query: parametersOf(queryOf(path)),
    headers,
    body: jsonOr(text),
    ...(isForm && { form: parametersOf(text) }),
  };
}

function jsonOr(text: string): Json {
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}
