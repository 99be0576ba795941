import type { Codec, HttpPart } from '../../../conversation/codec/codec.js';
import { isObject, type JsonObject } from '../../../json/json.js';
import { mediaType } from '../../../wire/http/headers.js';
import { EVENT_STREAM } from '../../../wire/http/sse.js';
import { isStreaming } from '../bindings/streaming.js';
import { paramsOf, readRoute, readRouteOfTenant, writeRoute } from './rest-paths.js';
import { errorOf, statusOf } from './rest-status.js';

/** The media type of bodies (A2A 1.0.1, 11.1). */
export const MEDIA_TYPE = 'application/a2a+json';

const BODY = { 'content-type': MEDIA_TYPE };

/**
 * HTTP+JSON of A2A 1.0, in the form of 1.0: verb and path are the method, a result is the body, and an error a google.rpc.Status, whose
 * details are the data of an error of JSON-RPC.
 */
export const v1Rest: Codec = restBy(readRoute);

/** The same as a server reads it, with the paths that begin with a tenant. */
export const v1RestOfServer: Codec = restBy(readRouteOfTenant);

function restBy(route: typeof readRoute): Codec {
  return {
    write: (message, asked) => (asked ? writeReply(message) : writeRequest(message)),
    read: (part, asked) => (asked ? readReply(part, asked) : readRequest(part, route)),
  };
}

/**
 * A request as verb, path and body.
 *
 * @param inside whether its tenant is in the query or the body. Default: it begins the path
 */
export function writeRequest({ method, params }: JsonObject, inside = false): HttpPart {
  const { verb, path, body } = writeRoute(String(method), isObject(params) ? params : {}, inside);
  const accept = isStreaming(method) ? EVENT_STREAM : `${MEDIA_TYPE}, application/json`;
  return { method: verb, path, headers: { accept, ...(body ? BODY : {}) }, ...(body ? { body } : {}) };
}

function readRequest({ method = '', path = '', body }: HttpPart, route: typeof readRoute): JsonObject | undefined {
  const asked = route(method, path);
  return asked && { method: asked.method, params: paramsOf(asked.params, asked.body ? body : undefined) };
}

function writeReply({ result, error }: JsonObject): HttpPart {
  if (!isObject(error)) return { status: 200, headers: BODY, body: result ?? {} };
  const { code, body } = statusOf(error);
  return { status: code, headers: BODY, body };
}

function readReply(
  { status = 0, headers = {}, body }: HttpPart,
  { id = null, method }: JsonObject,
): JsonObject | undefined {
  const isEvent = mediaType(headers) === EVENT_STREAM;
  if (status >= 400 || (isEvent && isObject(body) && 'error' in body))
    return body === undefined ? undefined : { id, error: errorOf(body) };
  if (status < 200 || status >= 300) return undefined;
  if (body !== undefined) return { id, result: body };
  // What confirms a deletion is left to the server (3.1.10).
  return isEvent || method !== 'DeleteTaskPushNotificationConfig' ? undefined : { id, result: null };
}
