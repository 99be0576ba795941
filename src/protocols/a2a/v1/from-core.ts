import { isObject, type Json, type JsonObject } from '../../../json/json.js';
import { type Change, changed, defined, each, members } from './changes.js';
import { type CoreMethod, isCoreMethod, methodOf, roleFromCore, stateFromCore } from './names.js';
import { paramsBy, resultsBy } from './places.js';

/*
 * Messages of the core form as A2A 1.0 has them. What is broken on purpose stays so: only what 1.0 has another form for is changed.
 */

/** A part: 1.0 has one kind, whose content is one of four members. */
function part(value: Json): Json {
  if (!isObject(value)) return value;
  const { kind, file, ...rest } = value;
  if (kind !== 'file' || !isObject(file)) return kind === 'text' || kind === 'data' ? rest : value;
  const { bytes, uri, mimeType, name, ...more } = file;
  return defined({ ...more, raw: bytes, url: uri, mediaType: mimeType, filename: name, ...rest });
}

/** Parts as 1.0 has them, wherever they came from. */
const parts: Change = each(part);

const artifact = members({ parts });

function message(value: Json): Json {
  if (!isObject(value)) return value;
  const { kind: _, ...rest } = value;
  return members({ role: roleFromCore, parts })(rest);
}

const status = members({ state: stateFromCore, message });

function task(value: Json): Json {
  if (!isObject(value)) return value;
  const { kind: _, ...rest } = value;
  return members({ status, artifacts: each(artifact), history: each(message) })(rest);
}

function update(value: JsonObject): Json {
  const { kind: _, final: __, ...rest } = value;
  return members({ status, artifact })(rest);
}

/** The flat webhook of 1.0, which has one scheme. */
function hook(value: Json): Json {
  if (!isObject(value)) return value;
  const { pushNotificationConfig: config, ...rest } = value;
  return isObject(config) ? { ...rest, ...flat(config) } : value;
}

function flat(config: JsonObject): JsonObject {
  const { authentication } = config;
  if (!isObject(authentication)) return config;
  const { schemes, ...rest } = authentication;
  return { ...config, authentication: Array.isArray(schemes) ? { scheme: schemes[0] ?? '', ...rest } : authentication };
}

function configuration(value: Json): Json {
  if (!isObject(value)) return value;
  const { blocking, pushNotificationConfig: config, ...rest } = value;
  return defined({
    ...rest,
    returnImmediately: typeof blocking === 'boolean' ? !blocking : blocking,
    taskPushNotificationConfig: isObject(config) ? flat(config) : config,
  });
}

const sent = members({ message, configuration });

function hookNamed(value: Json): Json {
  if (!isObject(value)) return value;
  const { id: taskId, pushNotificationConfigId: id, ...rest } = value;
  return defined({ ...rest, taskId, id });
}

const PARAMS = paramsBy({ sent, hook, hookNamed });

/** What a message led to, or an event, under the name of what it is. */
function wrapped(value: Json): Json {
  if (!isObject(value)) return value;
  switch (value.kind) {
    case 'task':
      return { task: task(value) };
    case 'message':
      return { message: message(value) };
    case 'status-update':
      return { statusUpdate: update(value) };
    case 'artifact-update':
      return { artifactUpdate: update(value) };
    default:
      return value;
  }
}

const RESULTS = {
  ...resultsBy({
    outcome: wrapped,
    task,
    hook,
    hooks: (value) => (Array.isArray(value) ? { configs: value.map(hook) } : value),
    deleted: (value) => (value === null ? {} : value),
  }),
  'tasks/list': members({ tasks: each(task) }),
};

/** A result of a method of the core form as A2A 1.0 has it. */
export const resultFromCore = (method: CoreMethod, result: Json): Json => changed(RESULTS[method], result);

/** A request of the core form as A2A 1.0 has it. One that 1.0 names keeps its form, but for parts that a target file gives. */
export function requestFromCore(request: JsonObject): JsonObject {
  const { method, params } = request;
  if (!isCoreMethod(method)) return withParts(request);
  return {
    ...request,
    method: methodOf(method),
    ...(params !== undefined && { params: changed(PARAMS[method], params) }),
  };
}

function withParts(request: JsonObject): JsonObject {
  const { params } = request;
  if (!isObject(params) || !isObject(params.message) || !Array.isArray(params.message.parts)) return request;
  return { ...request, params: { ...params, message: { ...params.message, parts: parts(params.message.parts) } } };
}
