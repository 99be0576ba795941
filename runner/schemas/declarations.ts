// TypeScript types of a group.
import { bundleOf, capital } from './groups.js';
import type { Group, Loose, Schema } from './types.js';

const HEADER = '// Generated from JSON Schemas by Proctor. Do not edit.\n';

/**
 * Drops what would name a type otherwise than its definition is named, what no type can say, and what stands beside a
 * reference: it would make a second type of the same shape. What stands beside `allOf` or a union is put into an `allOf` with it: the
 * generator would take one of them and leave the other out.
 */
function plain<T>(given: T): T {
  if (Array.isArray(given)) return given.map(plain) as T;
  if (given === null || typeof given !== 'object') return given;
  return plainSchema(given as unknown as Schema) as T;
}

function plainSchema(schema: Schema): Loose {
  if (schema.$ref) return { $ref: schema.$ref };
  const { description, allOf = [], anyOf, oneOf, if: when, then, else: otherwise, ...rest } = schema;
  const parts = (allOf as Schema[]).filter((part) => !isPresence(part));
  for (const branches of [anyOf, oneOf] as (Schema[] | undefined)[])
    if (branches && !branches.every(isPresence)) parts.push({ anyOf: branches });
  if (when && then && otherwise && !rest.properties) parts.push({ anyOf: [then, otherwise] });
  const own = plainOwn(rest as Schema);
  const isSaid = Object.keys(own).length > 0 && !(parts.length > 0 && isShapeless(own as Schema));
  if (parts.length === 0) return { ...(description && { description }), ...(isSaid ? own : { tsType: 'Json' }) };
  const all = parts.map((part) =>
    part.anyOf && Object.keys(part).length === 1 ? { anyOf: part.anyOf.map(plain) } : plainSchema(part),
  );
  if (isSaid) all.push(own);
  const whole = all.length === 1 && !('$ref' in all[0]!) ? all[0]! : { allOf: all };
  return { ...(description && { description }), ...whole };
}

/** What a schema says without its compound parts; empty if a type can say nothing of it. */
function plainOwn(schema: Schema): Loose {
  const { $id, title, examples, not, dependentRequired, dependentSchemas, propertyNames, ...own } = schema;
  if (isShapeless(own as Schema)) return { tsType: 'JsonObject' };
  // A type can't tell names by their form: where others may be anything, so may these.
  const { patternProperties, additionalProperties = true } = own;
  if (patternProperties && additionalProperties === true)
    Object.assign(own, { patternProperties: {}, additionalProperties });
  if (Array.isArray(own.type) && !isShaped(own)) return { anyOf: own.type.map((type) => plainSchema({ type })) };
  if (own.type === 'array' && !own.items && !own.prefixItems) return { ...own, items: { tsType: 'Json' } };
  const copy: Loose = {};
  for (const [name, value] of Object.entries(own)) {
    if (name === 'properties')
      copy[name] = Object.fromEntries(Object.entries(value as Loose).map(([key, inner]) => [key, plain(inner)]));
    else if (name === 'const' || name === 'enum' || name === 'required') copy[name] = value;
    else copy[name] = plain(value);
  }
  return copy;
}

/** A definition: also one of any JSON value, and one that is another by a second name, which the generator would take for the same. */
function plainDefinition(name: string, schema: Schema): Loose {
  const { description, $ref } = schema;
  if (isAnyValue(name, schema)) return { description, tsType: 'Json' };
  if ($ref) return { description, tsType: capital($ref.split('/').at(-1)!) };
  return plainSchema(schema);
}

/** The keywords that say what is in an object or a list. */
const SHAPING = ['properties', 'patternProperties', 'additionalProperties', 'items', 'oneOf', 'anyOf', 'allOf'];

/** Whether a schema says what is in an object or a list: that anything may be says nothing. */
const isShaped = (schema: Loose): boolean =>
  SHAPING.some((word) => word in schema && !(word === 'additionalProperties' && schema[word] === true));

/** An object of which nothing is said but that it is one. */
const isShapeless = (schema: Schema): boolean => schema.type === 'object' && !isShaped(schema);

/** Whether a definition is that of any JSON value, such as a pattern: scalars, and lists and objects of itself. */
function isAnyValue(name: string, { anyOf = [] }: Schema): boolean {
  const branches = anyOf as Schema[];
  const self = `"items":{"$ref":"#/$defs/${name}"}`;
  return (
    branches.some(({ type }) => Array.isArray(type) && type.includes('null')) &&
    branches.some((branch) => JSON.stringify(branch).includes(self)) &&
    branches.some(({ type }) => type === 'object')
  );
}

/** Whether a part of a schema only says which members there must be, or must not be. */
function isPresence(part: Loose): boolean {
  return Object.entries(part).every(([word, value]) => {
    if (word === 'oneOf' || word === 'anyOf' || word === 'allOf') return (value as Loose[]).every(isPresence);
    if (word === 'properties')
      return Object.values(value as Loose).every((one) => typeof one === 'boolean' || isPresence(one as Loose));
    return ['required', 'not', 'description'].includes(word);
  });
}

export const JSON_TYPE = `/** Any JSON value; integers that a double can't hold are bigint. */
export type Json = null | boolean | number | bigint | string | Json[] | JsonObject;
export type JsonObject = { [name: string]: Json };
`;

/**
 * Source of the types file: one exported type for each definition, and for a format its root as `<Name>File`. An object that may
 * have other members on the wire may have them in its type, unless `open` is false: then a type has the members that its definition names and
 * no others, so that a wrong member is a compile error.
 */
export async function typesOf(group: Group, { open = true }: { open?: boolean } = {}): Promise<string> {
  // It takes longer to load than most that is made of schemas.
  const { compile } = await import('json-schema-to-typescript');
  const { $schema, $defs, ...root } = bundleOf(group);
  const definitions = Object.entries($defs).map(([name, one]) => [name, plainDefinition(name, one as Schema)]);
  const whole = group.root ? plainSchema(root as Schema) : { type: 'object', additionalProperties: false };
  const source = await compile(
    { ...whole, $defs: Object.fromEntries(definitions) },
    group.root ? `${capital(group.protocol)}File` : 'Definitions',
    {
      bannerComment: HEADER,
      unreachableDefinitions: true,
      additionalProperties: open,
      declareExternallyReferenced: true,
      maxItems: -1,
      ignoreMinAndMaxItems: true,
      style: { singleQuote: true, printWidth: 120 },
    },
  );
  const text = source
    .replace(/\n \*\n \* This interface was referenced by [\s\S]*?(?=\n \*\/)/g, '')
    .replace(/^export interface Definitions \{\}\n+/m, '')
    .replace(/^( *)\/\*\*\n *\* (.*)\n *\*\/$/gm, '$1/** $2 */');
  return /\bJson(Object)?\b/.test(text) ? text.replace(HEADER, `${HEADER}\n${JSON_TYPE}`) : text;
}
