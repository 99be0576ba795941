// TypeScript types of a group.
import { cached } from './cache.mjs';
import { bundleOf } from './sources.mjs';

const HEADER = '// Generated from schemas/ by `npm run generate`. Do not edit.\n';
const capital = (name) => name[0].toUpperCase() + name.slice(1);

/**
 * Drops what would name a type otherwise than its definition is named, what no type can say, and what stands beside a
 * reference: it would make a second type of the same shape.
 */
function plain(schema) {
  if (Array.isArray(schema)) return schema.map(plain);
  if (schema === null || typeof schema !== 'object') return schema;
  if (schema.$ref) return { $ref: schema.$ref };
  const {
    $id,
    title,
    examples,
    if: when,
    then,
    else: otherwise,
    not,
    dependentRequired,
    dependentSchemas,
    propertyNames,
    ...rest
  } = schema;
  if (when && then && otherwise && !rest.properties) {
    const { tsType, ...about } = plain(rest);
    return { ...about, anyOf: [plain(then), plain(otherwise)] };
  }
  // Without a word on its shape a value may be anything.
  if (Object.keys(rest).every((name) => name === 'description')) return { ...rest, tsType: 'Json' };
  if (isShapeless(rest)) return { description: rest.description, tsType: 'JsonObject' };
  if (Array.isArray(rest.type) && !SHAPING.some((word) => word in rest))
    return { description: rest.description, anyOf: rest.type.map((type) => plain({ type })) };
  if (rest.type === 'array' && !rest.items && !rest.prefixItems) return { ...rest, items: { tsType: 'Json' } };
  const copy = {};
  for (const [name, value] of Object.entries(rest)) {
    if (name === 'properties' || name === '$defs')
      copy[name] = Object.fromEntries(
        Object.entries(value).map(([key, inner]) => [
          key,
          name === '$defs' && isAnyValue(key, inner)
            ? { description: inner.description, tsType: 'Json' }
            : plain(inner),
        ]),
      );
    else if (name === 'const' || name === 'enum' || name === 'required') copy[name] = value;
    else copy[name] = plain(value);
  }
  return withoutShapelessUnion(copy);
}

/** The keywords that say what is in an object or a list. */
const SHAPING = ['properties', 'patternProperties', 'additionalProperties', 'items', 'oneOf', 'anyOf', 'allOf'];

/** An object of which nothing is said but that it is one. */
function isShapeless({ type, additionalProperties = true, ...rest }) {
  return type === 'object' && additionalProperties === true && !SHAPING.some((word) => word in rest);
}

/** Whether a definition is that of any JSON value, such as a pattern: scalars, and lists and objects of itself. */
function isAnyValue(name, { anyOf = [] }) {
  const self = `"items":{"$ref":"#/$defs/${name}"}`;
  return (
    anyOf.some(({ type }) => Array.isArray(type) && type.includes('null')) &&
    anyOf.some((branch) => JSON.stringify(branch).includes(self)) &&
    anyOf.some(({ type }) => type === 'object')
  );
}

/** A union whose branches only say which members must be there adds nothing to the type of an object. */
function withoutShapelessUnion(schema) {
  for (const word of ['oneOf', 'anyOf']) {
    if (schema.properties && schema[word]?.every(isPresence)) delete schema[word];
  }
  return schema;
}

/** Whether a branch of a union only says which members there are. */
function isPresence(branch) {
  return Object.entries(branch).every(([word, value]) =>
    word === 'oneOf' || word === 'anyOf' ? value.every(isPresence) : word === 'required' || word === 'properties',
  );
}

export const JSON_TYPE = `/** Any JSON value; integers that a double can't hold are bigint. */
export type Json = null | boolean | number | bigint | string | Json[] | JsonObject;
export type JsonObject = { [name: string]: Json };
`;

/** Definitions that are another one by a second name: the generator takes them for the same. */
function aliases({ defs = {} }, text) {
  const missing = Object.entries(defs).filter(
    ([name]) => !text.includes(`export type ${capital(name)} `) && !text.includes(`export interface ${capital(name)} `),
  );
  return missing
    .map(
      ([name, { description, $ref }]) =>
        `/** ${description} */\nexport type ${capital(name)} = ${capital($ref.split('/').at(-1))};\n`,
    )
    .join('');
}

/**
 * Source of the types file: one exported type for each definition, and for a format its root as `<Name>File`. A type has the
 * members that its definition names and no others, so that a wrong member is a compile error; on the wire objects are open.
 */
export function typesOf(group) {
  return cached('types', [group.protocol, group.root !== undefined, bundleOf(group)], () => makeTypes(group));
}

async function makeTypes(group) {
  // It takes longer to load than most that is made of schemas.
  const { compile } = await import('json-schema-to-typescript');
  const { $schema, ...bundle } = plain(bundleOf(group));
  const rootName = group.root ? `${capital(group.protocol)}File` : 'Definitions';
  const source = await compile(
    group.root ? bundle : { ...bundle, type: 'object', additionalProperties: false },
    rootName,
    {
      bannerComment: HEADER,
      unreachableDefinitions: true,
      additionalProperties: false,
      declareExternallyReferenced: true,
      maxItems: -1,
      ignoreMinAndMaxItems: true,
      style: { singleQuote: true, printWidth: 120 },
    },
  );
  const text = source
    .replace(/\n \*\n \* This interface was referenced by [\s\S]*?(?=\n \*\/)/g, '')
    .replace(/\/\*\*(?:(?!\*\/)[\s\S])*\*\/\nexport interface Definitions \{\}\n+/, '')
    .replace(/^( *)\/\*\*\n *\* (.*)\n *\*\/$/gm, '$1/** $2 */');
  const whole = `${text}${aliases(group, text)}`;
  return /\bJson(Object)?\b/.test(whole) ? whole.replace(HEADER, `${HEADER}\n${JSON_TYPE}`) : whole;
}
