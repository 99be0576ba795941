import { equal } from '../../../json/equal.js';
import { isObject, type Json, type JsonObject } from '../../../json/json.js';
import { setOwn } from '../../../json/own.js';

/** A schema of a form; `true` allows all. */
export type Schema = JsonObject | boolean;

/** What a field of a form is made from. All of it may come from a peer: depth and numbers are bounded by who draws it. */
export type Field = { title?: string; description?: string } & (
  | { kind: 'string'; long: boolean }
  | { kind: 'number'; integer: boolean }
  | { kind: 'boolean' }
  | { kind: 'null' }
  | { kind: 'constant'; value: Json }
  | { kind: 'choice'; values: readonly Json[] }
  | { kind: 'object'; members: readonly Member[]; open: boolean }
  | { kind: 'list'; items: Schema }
  | { kind: 'either'; options: readonly { title: string; schema: Schema }[] }
  | { kind: 'any' }
);

export interface Member {
  name: string;
  schema: Schema;
  required: boolean;
}

/** Most references that lead from one to the next. */
const HOPS = 20;
/** Most members, values or options of one field. */
export const MOST = 200;

/** What a schema asks for. References are looked up in `root`. */
export function fieldOf(schema: Schema, root: Schema): Field {
  const found = resolved(schema, root);
  if (!isObject(found)) return { kind: 'any' };
  const said = {
    ...(typeof found.title === 'string' && { title: found.title }),
    ...(typeof found.description === 'string' && { description: found.description }),
  };
  if (Object.hasOwn(found, 'const')) return { ...said, kind: 'constant', value: found.const! };
  if (Array.isArray(found.enum)) return { ...said, kind: 'choice', values: found.enum.slice(0, MOST) };
  const options = optionsOf(found, root);
  if (options.length > 0) return { ...said, ...either(options, root) };
  switch (typeOf(found)) {
    case 'string':
      return { ...said, kind: 'string', long: !Number.isFinite(found.maxLength) || Number(found.maxLength) > 80 };
    case 'integer':
    case 'number':
      return { ...said, kind: 'number', integer: found.type === 'integer' };
    case 'boolean':
      return { ...said, kind: 'boolean' };
    case 'null':
      return { ...said, kind: 'null' };
    case 'array':
      return { ...said, kind: 'list', items: isSchema(found.items) ? found.items : true };
    case 'object':
      return { ...said, kind: 'object', members: membersOf(found), open: found.additionalProperties !== false };
    default:
      return { ...said, kind: 'any' };
  }
}

const isSchema = (value: Json | undefined): value is Schema => typeof value === 'boolean' || isObject(value);

/** Follows references, and puts the parts of `allOf` together. */
function resolved(schema: Schema, root: Schema): Schema {
  let now: Schema = schema;
  for (let hop = 0; hop < HOPS; hop++) {
    if (!isObject(now)) return now;
    const { $ref, ...beside } = now;
    if (typeof $ref === 'string') {
      const target = lookedUp($ref, root);
      if (target === undefined) return Object.keys(beside).length > 0 ? beside : true;
      now = isObject(target) ? { ...target, ...beside } : target;
      continue;
    }
    if (!Array.isArray(now.allOf)) return now;
    const { allOf, ...rest } = now;
    const parts = allOf.slice(0, MOST).map((part) => (isSchema(part) ? resolvedOnce(part, root) : {}));
    now = parts.reduce<JsonObject>(merged, rest);
  }
  return true;
}

function resolvedOnce(part: Schema, root: Schema): JsonObject {
  if (!isObject(part)) return {};
  if (typeof part.$ref !== 'string') return part;
  const target = lookedUp(part.$ref, root);
  return isObject(target) ? target : {};
}

function merged(one: JsonObject, other: JsonObject): JsonObject {
  const properties = { ...objectOr(other.properties), ...objectOr(one.properties) };
  const required = [...listOr(one.required), ...listOr(other.required)];
  const allOf = [...listOr(one.allOf), ...listOr(other.allOf)];
  return {
    ...other,
    ...one,
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(required.length > 0 && { required }),
    ...(allOf.length > 0 && { allOf }),
  };
}

const objectOr = (value: Json | undefined): JsonObject => (isObject(value) ? value : {});
const listOr = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : []);

function lookedUp(ref: string, root: Schema): Schema | undefined {
  if (!ref.startsWith('#') || !isObject(root)) return undefined;
  let value: Json | undefined = root;
  for (const token of ref.slice(1).split('/').slice(1)) {
    const name = decoded(token).replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as JsonObject)[name];
  }
  return isSchema(value) ? value : undefined;
}

function decoded(token: string): string {
  try {
    return decodeURIComponent(token);
  } catch {
    return token;
  }
}

function typeOf(schema: JsonObject): string | undefined {
  if (typeof schema.type === 'string') return schema.type;
  if (isObject(schema.properties)) return 'object';
  return schema.items !== undefined ? 'array' : undefined;
}

function membersOf({ properties, required }: JsonObject): Member[] {
  const needed = new Set(listOr(required));
  const members = Object.entries(objectOr(properties))
    .slice(0, MOST)
    .map(([name, schema]) => ({ name, schema: isSchema(schema) ? schema : true, required: needed.has(name) }));
  // One that is required and not described can be anything.
  for (const name of needed)
    if (typeof name === 'string' && !members.some((one) => one.name === name) && members.length < MOST)
      members.push({ name, schema: true, required: true });
  return [...members.filter((one) => one.required), ...members.filter((one) => !one.required)];
}

/** The alternatives of a schema, each with all that stands beside them. */
function optionsOf(schema: JsonObject, root: Schema): Schema[] {
  const { oneOf, anyOf, type, ...beside } = schema;
  const listed = Array.isArray(oneOf) ? oneOf : anyOf;
  if (Array.isArray(listed)) {
    // What the whole is called is not what each alternative is called.
    const { title, description, ...parts } = schema;
    const common = Object.fromEntries(Object.entries(parts).filter(([name]) => name !== 'oneOf' && name !== 'anyOf'));
    return listed
      .slice(0, MOST)
      .filter(isSchema)
      .filter((option) => !isOnlyRequired(option))
      .map((option) => {
        const found = resolved(option, root);
        return isObject(found) ? merged(found, common) : found;
      });
  }
  return Array.isArray(type) ? type.slice(0, 10).map((one) => ({ ...beside, type: one })) : [];
}

/** `anyOf: [{ required: [a] }, { required: [b] }]` says which members there must be: the members are those of the whole. */
const isOnlyRequired = (option: Schema): boolean =>
  isObject(option) && Object.keys(option).every((name) => name === 'required');

function either(options: Schema[], root: Schema): Field {
  // Alternatives of one value each are the choice between them.
  const constants = options.flatMap((option) =>
    isObject(option) && Object.hasOwn(option, 'const') ? [option.const!] : [],
  );
  if (constants.length === options.length) return { kind: 'choice', values: constants };
  return { kind: 'either', options: options.map((schema, at) => ({ title: titleOf(schema, at, root), schema })) };
}

/** What an alternative is called. It looks no deeper than the alternative itself: a schema may contain itself. */
function titleOf(schema: Schema, at: number, root: Schema): string {
  if (!isObject(schema)) return 'anything';
  for (const [name, member] of Object.entries(objectOr(schema.properties)).slice(0, MOST)) {
    const found = isSchema(member) ? resolved(member, root) : true;
    if (isObject(found) && typeof found.const === 'string') return `${name}: ${found.const}`;
  }
  if (typeof schema.title === 'string') return schema.title;
  const type = typeOf(schema);
  const named: { [type: string]: string } = { array: 'a list', null: 'null', object: `an object (${at + 1})` };
  return type === undefined ? `option ${at + 1}` : (named[type] ?? `a ${type}`);
}

/** How many fields are looked at for one answer: schemas of peers may contain themselves many times over. */
class Budget {
  private left = 2000;

  get isSpent(): boolean {
    return this.left-- <= 0;
  }
}

/** Whether a value may be meant for a field: enough to find the alternative that it belongs to. */
export function fits(value: Json, schema: Schema, root: Schema, levels = 3, budget = new Budget()): boolean {
  if (schema === false) return false;
  if (budget.isSpent) return true;
  const field = fieldOf(schema, root);
  switch (field.kind) {
    case 'string':
      return typeof value === 'string';
    case 'number':
      return typeof value === 'number' || typeof value === 'bigint';
    case 'boolean':
      return typeof value === 'boolean';
    case 'null':
      return value === null;
    case 'constant':
      return equal(value, field.value);
    case 'choice':
      return field.values.some((one) => equal(one, value));
    case 'list':
      return Array.isArray(value);
    case 'object':
      return (
        isObject(value) &&
        field.members.every(({ name, schema: inner, required }) =>
          Object.hasOwn(value, name) ? levels === 0 || fits(value[name]!, inner, root, levels - 1, budget) : !required,
        )
      );
    case 'either':
      return levels > 0 && field.options.some((option) => fits(value, option.schema, root, levels - 1, budget));
    case 'any':
      return true;
  }
}

/** Levels that a value is filled in to. */
const DEEP = 8;

/** What a field begins with: all that is required, and nothing else. */
export function initialOf(schema: Schema, root: Schema, levels = DEEP, budget = new Budget()): Json {
  if (budget.isSpent) return null;
  const found = resolved(schema, root);
  if (isObject(found) && found.default !== undefined) return found.default;
  const field = fieldOf(schema, root);
  switch (field.kind) {
    case 'string':
      return '';
    case 'number':
      return isObject(found) && typeof found.minimum === 'number' ? found.minimum : 0;
    case 'boolean':
      return false;
    case 'constant':
      return field.value;
    case 'choice':
      return field.values[0] ?? null;
    case 'list':
      return [];
    case 'object': {
      const object: JsonObject = {};
      for (const member of levels === 0 ? [] : field.members)
        if (member.required) setOwn(object, member.name, initialOf(member.schema, root, levels - 1, budget));
      return object;
    }
    case 'either':
      return levels === 0 ? null : initialOf(field.options[0]!.schema, root, levels - 1, budget);
    case 'any':
      return {};
    case 'null':
      return null;
  }
}
