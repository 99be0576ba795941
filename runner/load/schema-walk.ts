import type { Json, JsonObject } from '../../src/jsonrpc/json.js';
import { isObject } from '../../src/jsonrpc/messages.js';
import { getPointer, parsePointer } from '../../src/play/pointer.js';

/** Finds a schema by its `$id`, such as `case/v1.json`. */
export type FindSchema = (id: string) => JsonObject | undefined;

/** A schema that speaks about a value, and the document in which it stands. */
export interface Speaking {
  schema: JsonObject;
  root: JsonObject;
  /** Set where it speaks only because the value has this member (`dependentSchemas`). */
  because?: string;
}

/**
 * Every schema that may speak about the value at a JSON Pointer: what its references lead to, and all branches of its
 * `allOf`, `anyOf`, `oneOf`, `if`. For messages, not for judging: whether a branch applies is not asked.
 */
export function speakingAt(root: JsonObject, data: Json, pointer: string, find: FindSchema): Speaking[] {
  let speaking = expand({ schema: root, root }, data, find);
  let value: Json | undefined = data;
  for (const token of parsePointer(pointer)) {
    const inner: Json | undefined = value === undefined ? undefined : memberOf(value, token);
    speaking = speaking.flatMap((one) =>
      childSchemas(one.schema, token, value).flatMap((schema) => expand({ schema, root: one.root }, inner, find)),
    );
    value = inner;
  }
  return speaking;
}

function memberOf(value: Json, token: string): Json | undefined {
  if (Array.isArray(value)) return value[Number(token)];
  return isObject(value) && Object.hasOwn(value, token) ? value[token] : undefined;
}

function childSchemas(schema: JsonObject, token: string, value: Json | undefined): JsonObject[] {
  if (Array.isArray(value)) return [schema.items].filter(isObject);
  const { properties, patternProperties, additionalProperties } = schema;
  if (isObject(properties) && isObject(properties[token])) return [properties[token]];
  const byPattern = isObject(patternProperties)
    ? Object.entries(patternProperties).filter(([pattern]) => new RegExp(pattern, 'u').test(token))
    : [];
  if (byPattern.length > 0) return byPattern.map(([, one]) => one).filter(isObject);
  return [additionalProperties].filter(isObject);
}

function expand(one: Speaking, value: Json | undefined, find: FindSchema): Speaking[] {
  const { schema, root } = one;
  const all: Speaking[] = [one];
  const add = (part: Json | undefined, because?: string) => {
    if (!isObject(part)) return;
    all.push(...expand({ schema: part, root, ...(because === undefined ? {} : { because }) }, value, find));
  };
  if (typeof schema.$ref === 'string') {
    const target = resolve(schema.$ref, root, find);
    if (target) all.push(...expand(target, value, find));
  }
  for (const keyword of ['allOf', 'anyOf', 'oneOf'] as const)
    for (const part of Array.isArray(schema[keyword]) ? schema[keyword] : []) add(part);
  for (const keyword of ['then', 'else'] as const) add(schema[keyword]);
  if (isObject(schema.dependentSchemas) && isObject(value))
    for (const [name, part] of Object.entries(schema.dependentSchemas)) if (name in value) add(part, name);
  return all;
}

function resolve(reference: string, root: JsonObject, find: FindSchema): Speaking | undefined {
  const [path = '', fragment = ''] = reference.split('#');
  let document: JsonObject | undefined = root;
  if (path !== '') {
    const base = `https://x/${typeof root.$id === 'string' ? root.$id.replace(/^https?:\/\/[^/]+\//, '') : ''}`;
    document = find(new URL(path, base).pathname.slice(1));
  }
  const schema = document && getPointer(document, fragment);
  return document && isObject(schema) ? { schema, root: document } : undefined;
}
