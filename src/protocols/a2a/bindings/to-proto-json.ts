import { isObject, type Json, type JsonObject } from '../../../json/json.js';
import { own } from '../../../json/own.js';

/*
 * The other way of ruling R1: requests and results of the core as ProtoJSON writes them. What is broken on purpose stays so: only what
 * the proto has another form for is changed.
 */

type Change = (value: Json) => Json;

/** The proto spells one state its own way, and has no name for another. */
const SPELLED: { readonly [state: string]: string } = { canceled: 'CANCELLED', unknown: 'UNSPECIFIED' };

/** The body of a request: that of a message, or that which sets a webhook. */
export function requestToProto(body: Json): Json {
  if (!isObject(body)) return body;
  const { message: said, configuration, config, ...rest } = body;
  return defined({
    ...rest,
    message: said === undefined ? undefined : message(said),
    configuration: configuration === undefined ? undefined : configurationOf(configuration),
    ...(config === undefined ? {} : hookOfRequest(config)),
  });
}

/** The body of a response: a task, the wrapper of what a message led to, a webhook, or a list of webhooks. */
export function resultToProto(body: Json): Json {
  if (Array.isArray(body)) return { configs: body.map(hook) };
  if (!isObject(body)) return body;
  if (body.kind === 'task') return task(body);
  if ('pushNotificationConfig' in body) return hook(body);
  const wrapped = Object.entries(body).map(([name, value]) => [name, own(WRAPPED, name)?.(value) ?? value]);
  return Object.fromEntries(wrapped);
}

const task: Change = changed({ status, artifacts: each(artifact), history: each(message) });

/** What stands in a wrapper, by its name. */
const WRAPPED: { readonly [name: string]: Change } = {
  task,
  message,
  statusUpdate: changed({ status }),
  artifactUpdate: changed({ artifact }),
};

function message(value: Json): Json {
  if (!isObject(value)) return value;
  const { kind: _, role, parts, ...rest } = value;
  return defined({
    ...rest,
    role: typeof role === 'string' ? `ROLE_${role.toUpperCase()}` : role,
    content: Array.isArray(parts) ? parts.map(part) : parts,
  });
}

function status(value: Json): Json {
  if (!isObject(value)) return value;
  const { state, message: said, ...rest } = value;
  return defined({ state: stateOf(state), ...rest, update: said === undefined ? undefined : message(said) });
}

function stateOf(state: Json | undefined): Json | undefined {
  if (typeof state !== 'string') return state;
  return `TASK_STATE_${own(SPELLED, state) ?? state.toUpperCase().replaceAll('-', '_')}`;
}

function artifact(value: Json): Json {
  if (!isObject(value)) return value;
  const { parts } = value;
  return Array.isArray(parts) ? { ...value, parts: parts.map(part) } : value;
}

function part(value: Json): Json {
  if (!isObject(value)) return value;
  const { kind, file, data, ...rest } = value;
  if (isObject(file)) {
    const { uri, bytes, ...named } = file;
    return { file: defined({ ...named, fileWithUri: uri, fileWithBytes: bytes }), ...rest };
  }
  return kind === 'data' && data !== undefined ? { data: { data }, ...rest } : defined({ file, data, ...rest });
}

function configurationOf(value: Json): Json {
  if (!isObject(value)) return value;
  const { pushNotificationConfig, ...rest } = value;
  return defined({ ...rest, pushNotification: pushNotificationConfig });
}

/**
 * What sets a webhook: the request of the proto, with the task beside the path, as some servers read it, and the one member of it that the
 * HTTP mapping of the proto makes the body, as others do. Each ignores what it does not know.
 */
function hookOfRequest(value: Json): { [name: string]: Json } {
  if (!isObject(value)) return { config: value };
  const { taskId, ...rest } = value;
  return { parent: `tasks/${String(taskId)}`, config: rest, name: nameOf(value), ...rest };
}

/** The webhook of a task, whose task stands in its name. */
function hook(value: Json): Json {
  if (!isObject(value) || !isObject(value.pushNotificationConfig)) return value;
  return { name: nameOf(value), pushNotificationConfig: value.pushNotificationConfig };
}

function nameOf({ taskId, pushNotificationConfig }: JsonObject): string {
  const id = isObject(pushNotificationConfig) ? (pushNotificationConfig.id ?? '') : '';
  return `tasks/${String(taskId)}/pushNotificationConfigs/${String(id)}`;
}

function changed(members: { [name: string]: Change }): Change {
  return (value) => {
    if (!isObject(value)) return value;
    const { kind: _, ...rest } = value;
    const all = Object.entries(rest).map(([name, member]) => [name, own(members, name)?.(member) ?? member]);
    return Object.fromEntries(all);
  };
}

function each(change: Change): Change {
  return (value) => (Array.isArray(value) ? value.map(change) : value);
}

function defined(members: { [name: string]: Json | undefined }): JsonObject {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as JsonObject;
}
