import type { Codec, HttpPart } from '../../../conversation/codec/codec.js';
import { isObject, type Json, type JsonObject } from '../../../json/json.js';
import { mediaType } from '../../../wire/http/headers.js';
import { EVENT_STREAM } from '../../../wire/http/sse.js';
import { fromProto, isProto, isProtoRequest, isProtoResult, requestFromProto } from './proto-json.js';
import { readRoute, writeRoute } from './rest-paths.js';
import { codeOf, statusOf } from './rest-status.js';
import { isStreaming } from './streaming.js';
import { requestToProto, resultToProto } from './to-proto-json.js';

/** The forms of bodies that ruling R1 permits, as target files name them; the first is that of the core. */
export const DIALECTS = ['core', 'protojson'] as const;

/**
 * REST (A2A 0.3.0, 3.2.3): verb and path are the method, results are bodies, an error is a status with a body. Bodies are written
 * in the form of the core, and read in either form of ruling R1. How an error looks in its body is left open (3.2.3): ours has its
 * code and message where readers of either habit look.
 */
export const rest: Codec = {
  write: (message, asked) => (asked ? writeReply(message, asked) : writeRequest(message)),
  read: (part, asked) => (asked ? readReply(part, asked) : readRequest(part)),
  like: (body, of) => ((of === 'request' ? isProtoRequest : isProtoResult)(body) ? restOfProto : rest),
};

const restOfProto: Codec = {
  ...rest,
  dialect: 'protojson',
  write: (message, asked) => {
    const part = rest.write(message, asked);
    if (part.body === undefined || 'error' in message) return part;
    return { ...part, body: asked ? resultToProto(part.body) : requestToProto(part.body) };
  },
};

/** The same with bodies written in one of `DIALECTS`. */
export const restIn = (dialect: string | undefined): Codec => (dialect === 'protojson' ? restOfProto : rest);

const JSON_BODY = { 'content-type': 'application/json' };

/** What a result stands under, by its kind. */
const NAMES: { readonly [kind: string]: keyof typeof fromProto } = {
  task: 'task',
  message: 'message',
  'status-update': 'statusUpdate',
  'artifact-update': 'artifactUpdate',
};

function writeRequest({ method, params }: JsonObject): HttpPart {
  const { verb, path, body } = writeRoute(String(method), isObject(params) ? params : {});
  const accept = isStreaming(method) ? EVENT_STREAM : 'application/json';
  return {
    method: verb,
    path,
    headers: { accept, ...(body ? JSON_BODY : {}) },
    ...(body ? { body } : {}),
  };
}

function readRequest({ method = '', path = '', body }: HttpPart): JsonObject | undefined {
  const route = readRoute(method, path);
  if (!route) return undefined;
  if (route.body === undefined) return { method: route.method, params: route.params };
  // What is no object is refused as params are.
  if (body !== undefined && !isObject(body)) return { method: route.method, params: body };
  const given = bodyOf(isProtoRequest(body ?? {}) ? requestFromProto(body!) : (body ?? {}), route.body);
  return { method: route.method, params: { ...given, ...route.params } };
}

/** The params in a body. Where they should stand under a name and do not, the body is the webhook itself. */
function bodyOf(body: JsonObject, place: true | string): JsonObject {
  if (place === true) return body;
  const inner = body[place];
  if (isObject(inner)) return inner;
  if ('pushNotificationConfig' in body) return body;
  return inner === undefined && 'url' in body ? { pushNotificationConfig: body } : body;
}

function writeReply({ result, error }: JsonObject, { method }: JsonObject): HttpPart {
  if (isObject(error))
    return { status: statusOf(error.code), headers: JSON_BODY, body: { jsonrpc: '2.0', id: null, ...error, error } };
  if (result === null || result === undefined) return { status: 204, headers: {} };
  return { status: 200, headers: JSON_BODY, body: isWrapped(method) ? wrapped(result) : result };
}

/** Whether the results of a method stand under the name of what they are. */
const isWrapped = (method: Json | undefined) => method === 'message/send' || isStreaming(method);

function wrapped(result: Json): Json {
  const name = isObject(result) ? NAMES[String(result.kind)] : undefined;
  return name === undefined ? result : { [name]: result };
}

function readReply(
  { status = 0, headers = {}, body }: HttpPart,
  { id = null, method }: JsonObject,
): JsonObject | undefined {
  const isEvent = mediaType(headers) === EVENT_STREAM;
  if (status >= 400 || (isEvent && isFailure(body)))
    return body === undefined ? undefined : { id, error: errorOf(body) };
  if (status < 200 || status >= 300) return undefined;
  if (body === undefined)
    return isEvent || method !== 'tasks/pushNotificationConfig/delete' ? undefined : { id, result: null };
  return { id, result: resultOf(method, body) };
}

const isFailure = (body: Json | undefined) =>
  isObject(body) && ('error' in body || ('code' in body && 'message' in body));

/** An error stands alone or under its name (A2A 0.3.0 asks only for a consistent form). */
const errorOf = (body: Json): Json => named(isObject(body) && body.error !== undefined ? body.error : body);

/** An error as Google's APIs write it, with a status of HTTP as its code, has that of A2A by the name that its details have. */
function named(error: Json): Json {
  if (!isObject(error) || !Array.isArray(error.details)) return error;
  const code = error.details.map((detail) => (isObject(detail) ? codeOf(detail.reason) : undefined)).find(Boolean);
  return code === undefined ? error : { ...error, code };
}

function resultOf(method: Json | undefined, body: Json): Json {
  if (!isObject(body)) return body;
  if (isWrapped(method)) return unwrapped(body);
  if (method === 'tasks/get' || method === 'tasks/cancel') return isProto(body) ? fromProto.task(body) : body;
  if (method === 'tasks/pushNotificationConfig/list') return hooks(body);
  return String(method).startsWith('tasks/pushNotificationConfig/') ? hook(body) : body;
}

/** What stands under its name. A result that does not is one of the core, where it says its kind. */
function unwrapped(body: JsonObject): Json {
  for (const name of Object.values(NAMES)) if (isObject(body[name])) return fromProto[name](body[name]);
  return body;
}

/** A list of webhooks, which ProtoJSON leaves out where it is empty. */
function hooks({ configs = [] }: JsonObject): Json {
  return Array.isArray(configs) ? configs.map(hook) : configs;
}

/** The webhook of a task, whose proto has the task in a name. */
function hook(value: Json): Json {
  if (!isObject(value) || typeof value.name !== 'string') return value;
  const { name, ...rest } = value;
  const taskId = /^tasks\/([^/]+)\//.exec(name)?.[1];
  return taskId === undefined ? value : { taskId, ...rest };
}
