import { isObject, type Json, type JsonObject } from '../../../json/json.js';

/*
 * Ruling R1: the bodies of REST may look like those of the core, or as ProtoJSON writes the messages of the proto. This is how the
 * one becomes the other. What fits neither stays as it is, for the schema to judge. ProtoJSON may leave out what has its default: an
 * empty list, false, the first state.
 */

type Change = (value: Json) => Json;

const STATE = /^TASK_STATE_([A-Z_]+)$/;
const ROLE = /^ROLE_(USER|AGENT)$/;
/** The proto spells one state its own way. */
const SPELLED: { readonly [state: string]: string } = { cancelled: 'canceled' };

/** Reads what ProtoJSON has of a task, a message, or one of the two events, each under its name. */
export const fromProto = {
  task: changing('task', { status, artifacts: each(artifact), history: each(message) }),
  message,
  statusUpdate: changing('status-update', { status }, { final: false }),
  artifactUpdate: changing('artifact-update', { artifact }),
} as const satisfies { readonly [name: string]: Change };

/** Whether a body is of ProtoJSON: what has a kind is of the core. */
export const isProto = (value: Json): boolean => isObject(value) && !('kind' in value);

function message(value: Json): Json {
  if (!isObject(value) || !isProto(value)) return value;
  const { content, role, ...rest } = value;
  const known = typeof role === 'string' ? ROLE.exec(role)?.[1] : undefined;
  return defined({
    kind: 'message',
    ...rest,
    role: known?.toLowerCase() ?? role,
    parts: parts(content),
  });
}

function status(value: Json): Json {
  if (!isObject(value)) return value;
  const { state, update, ...rest } = value;
  const said = update ?? rest.message;
  return defined({
    ...rest,
    state: stateOf(state ?? 'TASK_STATE_UNSPECIFIED'),
    message: said === undefined ? undefined : message(said),
  });
}

function stateOf(state: Json | undefined): Json | undefined {
  const known = typeof state === 'string' ? STATE.exec(state)?.[1] : undefined;
  if (known === undefined) return state;
  const name = known.toLowerCase().replace('_', '-');
  return SPELLED[name] ?? (name === 'unspecified' ? 'unknown' : name);
}

function artifact(value: Json): Json {
  if (!isObject(value)) return value;
  return { ...value, parts: parts(value.parts) };
}

const parts = (list: Json | undefined): Json => (Array.isArray(list) ? list.map(part) : (list ?? []));

function part(value: Json): Json {
  if (!isObject(value) || !isProto(value)) return value;
  const { file, data, ...rest } = value;
  if (isObject(file)) {
    const { fileWithUri, fileWithBytes, ...named } = file;
    return { kind: 'file', file: defined({ ...named, uri: fileWithUri, bytes: fileWithBytes }), ...rest };
  }
  if (isObject(data)) return defined({ kind: 'data', data: data.data, ...rest });
  return { kind: 'text', ...rest };
}

/**
 * Writes the body of a request as ProtoJSON: that of a message, or that which sets a webhook. What is broken on purpose stays so:
 * only what the proto has another form for is changed.
 */
export function requestToProto(body: Json): Json {
  if (!isObject(body)) return body;
  const { message: said, configuration, config, ...rest } = body;
  return defined({
    ...rest,
    message: said === undefined ? undefined : messageToProto(said),
    configuration: configuration === undefined ? undefined : configurationToProto(configuration),
    ...(config === undefined ? {} : hookToProto(config)),
  });
}

function messageToProto(value: Json): Json {
  if (!isObject(value)) return value;
  const { kind: _, role, parts, ...rest } = value;
  return defined({
    ...rest,
    role: typeof role === 'string' ? `ROLE_${role.toUpperCase()}` : role,
    content: Array.isArray(parts) ? parts.map(partToProto) : parts,
  });
}

function partToProto(value: Json): Json {
  if (!isObject(value)) return value;
  const { kind, file, data, ...rest } = value;
  if (isObject(file)) {
    const { uri, bytes, ...named } = file;
    return { file: defined({ ...named, fileWithUri: uri, fileWithBytes: bytes }), ...rest };
  }
  return kind === 'data' && data !== undefined ? { data: { data }, ...rest } : defined({ file, data, ...rest });
}

function configurationToProto(value: Json): Json {
  if (!isObject(value)) return value;
  const { pushNotificationConfig, ...rest } = value;
  return defined({ ...rest, pushNotification: pushNotificationConfig });
}

/** Beside the path, some servers want the names that the proto has for task and webhook. */
function hookToProto(value: Json): { [name: string]: Json } {
  if (!isObject(value)) return { config: value };
  const { taskId, ...rest } = value;
  return { parent: `tasks/${String(taskId)}`, config: rest };
}

function changing(kind: string, members: { [name: string]: Change }, defaults: JsonObject = {}): Change {
  return (value) => {
    if (!isObject(value) || !isProto(value)) return value;
    const changed = Object.entries(members).flatMap(([name, change]) =>
      value[name] === undefined ? [] : [[name, change(value[name])]],
    );
    return { kind, ...defaults, ...value, ...Object.fromEntries(changed) };
  };
}

function each(change: Change): Change {
  return (value) => (Array.isArray(value) ? value.map(change) : value);
}

function defined(members: { [name: string]: Json | undefined }): JsonObject {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as JsonObject;
}
