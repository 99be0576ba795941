import { isObject, type Json, type JsonObject } from '../../../json/json.js';
import { type Change, changed, defined, each, members } from './changes.js';
import { type CoreMethod, coreMethodOf, roleToCore, stateToCore } from './names.js';
import { paramsBy, resultsBy } from './places.js';

/*
 * Messages of A2A 1.0 in the core form. What fits no definition of 1.0 stays as it is: a wire rule judges the form of 1.0 before this.
 */

function part(value: Json): Json {
  if (!isObject(value)) return value;
  const { raw, url, mediaType, filename, ...rest } = value;
  if (raw === undefined && url === undefined) {
    const kind = 'text' in value ? 'text' : 'data' in value ? 'data' : undefined;
    return kind === undefined ? value : { kind, ...value };
  }
  return { kind: 'file', file: defined({ bytes: raw, uri: url, mimeType: mediaType, name: filename }), ...rest };
}

const parts = each(part);
const artifact = members({ parts });

function message(value: Json): Json {
  return isObject(value) ? { kind: 'message', ...(members({ role: roleToCore, parts })(value) as JsonObject) } : value;
}

const status = members({ state: stateToCore, message });

function task(value: Json): Json {
  const change = members({ status, artifacts: each(artifact), history: each(message) });
  // The core has a context for each task. One that is left out is empty (ProtoJSON).
  return isObject(value) ? { kind: 'task', contextId: '', ...(change(value) as JsonObject) } : value;
}

function update(kind: string): Change {
  const change = members({ status, artifact });
  return (value) => (isObject(value) ? { kind, ...(change(value) as JsonObject) } : value);
}

const WRAPPED: { readonly [name: string]: Change } = {
  task,
  message,
  statusUpdate: update('status-update'),
  artifactUpdate: update('artifact-update'),
};

function unwrapped(value: Json): Json {
  if (!isObject(value)) return value;
  const [name] = Object.keys(WRAPPED).filter((one) => isObject(value[one]));
  return name === undefined ? value : WRAPPED[name]!(value[name]!);
}

/** A webhook as the core has it, beside its task; with several schemes. */
function hook(value: Json): Json {
  if (!isObject(value) || !('url' in value)) return value;
  const { taskId, tenant: _, ...config } = value;
  return defined({ taskId, pushNotificationConfig: deep(config) });
}

function deep(config: JsonObject): JsonObject {
  const { authentication } = config;
  if (!isObject(authentication)) return config;
  const { scheme, ...rest } = authentication;
  return { ...config, authentication: { schemes: scheme === undefined ? [] : [scheme], ...rest } };
}

function configuration(value: Json): Json {
  if (!isObject(value)) return value;
  const { returnImmediately, taskPushNotificationConfig: config, ...rest } = value;
  return defined({
    ...rest,
    blocking: typeof returnImmediately === 'boolean' ? !returnImmediately : returnImmediately,
    pushNotificationConfig: isObject(config) ? deep(config) : config,
  });
}

const sent = members({ message, configuration });

function hookNamed(value: Json): Json {
  if (!isObject(value)) return value;
  const { taskId: id, id: pushNotificationConfigId, ...rest } = value;
  return defined({ ...rest, id, pushNotificationConfigId });
}

const PARAMS = paramsBy({ sent, hook, hookNamed });

/** A list that ProtoJSON leaves out is empty. */
const hooks = ({ configs = [] }: JsonObject): Json => (Array.isArray(configs) ? configs.map(hook) : configs);

const RESULTS = resultsBy({
  outcome: unwrapped,
  task,
  hook,
  hooks: (value) => (isObject(value) ? hooks(value) : value),
  // What confirms a deletion is left to the server (1.0.1, 3.1.10).
  deleted: () => null,
});

/** A result that A2A 1.0 has for a method of the core form, in that form. */
export const resultToCore = (method: CoreMethod, result: Json): Json => changed(RESULTS[method], result);

/** A request of A2A 1.0 in terms of the core; undefined for a method that 1.0 does not have. */
export function requestToCore(
  name: string,
  params: JsonObject,
): { method: CoreMethod; params: JsonObject } | undefined {
  const method = coreMethodOf(name);
  return method && { method, params: changed(PARAMS[method], params) as JsonObject };
}

/** A whole request in the core form. One whose method 1.0 does not have stays as it is. */
export function messageToCore(request: JsonObject): JsonObject {
  const read = requestToCore(String(request.method), isObject(request.params) ? request.params : {});
  if (!read) return request;
  const { method, params } = read;
  return { ...request, method, ...(request.params !== undefined && { params }) };
}

/** A whole reply to a request in the core form. One without a result stays as it is. */
export const replyToCore = (reply: JsonObject, method: CoreMethod): JsonObject =>
  reply.result === undefined ? reply : { ...reply, result: resultToCore(method, reply.result) };
