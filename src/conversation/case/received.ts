import type { Json, JsonObject } from '../../json/json.js';
import { parseJson } from '../../json/json.js';
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
  const at = path.indexOf('?');
  const isForm = mediaType(headers) === 'application/x-www-form-urlencoded';
  return {
    method,
    path,
    query: parametersOf(at < 0 ? '' : path.slice(at + 1)),
    headers,
    body: jsonOr(text),
    ...(isForm && { form: parametersOf(text) }),
  };
}

/** Decoded parameters by name; one that comes several times is a list. */
function parametersOf(text: string): JsonObject {
  const parameters: JsonObject = {};
  const all = new URLSearchParams(text);
  for (const name of new Set(all.keys())) {
    const values = all.getAll(name);
    Object.defineProperty(parameters, name, {
      value: values.length === 1 ? values[0]! : values,
      enumerable: true,
    });
  }
  return parameters;
}

function jsonOr(text: string): Json {
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}
