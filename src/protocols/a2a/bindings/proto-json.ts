import { isObject, type Json, type JsonObject } from '../../../json/json.js';
import { own } from '../../../json/own.js';

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
  return own(SPELLED, name) ?? (name === 'unspecified' ? 'unknown' : name);
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

/** Whether the body of a request is one of ProtoJSON: it says so by the names that only the proto has. */
export function isProtoRequest(body: Json): boolean {
  if (!isObject(body)) return false;
  const { message: said, configuration, name, parent } = body;
  const ofHook = typeof name === 'string' || typeof parent === 'string';
  if (isObject(said)) return 'content' in said || (typeof said.role === 'string' && ROLE.test(said.role));
  return ofHook || (isObject(configuration) && 'pushNotification' in configuration);
}

/** Whether the body of a response is one of ProtoJSON: it has no kind where the core has one, or names that only the proto has. */
export function isProtoResult(body: Json): boolean {
  if (!isObject(body)) return false;
  const kinds = Object.keys(fromProto).flatMap((name) => (isObject(body[name]) ? [body[name]] : []));
  const isTask = isObject(body.status) && 'contextId' in body;
  const isHook = 'configs' in body || (typeof body.name === 'string' && 'pushNotificationConfig' in body);
  return kinds.some(isProto) || (isTask && isProto(body)) || isHook;
}

/** Reads what ProtoJSON has of a request: that of a message, or that which sets a webhook. */
export function requestFromProto(body: JsonObject): JsonObject {
  const { message: said, configuration, name: _, parent: __, ...rest } = body;
  return defined({
    ...rest,
    message: said === undefined ? undefined : message(said),
    configuration: isObject(configuration) ? configurationFrom(configuration) : configuration,
  });
}

function configurationFrom({ pushNotification, ...rest }: JsonObject): JsonObject {
  return defined({ ...rest, pushNotificationConfig: pushNotification });
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
