// TypeScript types of a group.
import { bundleOf, capital } from './groups.js';
import type { Group, Loose, Schema } from './types.js';

const HEADER = '// Generated from JSON Schemas by Proctor. Do not edit.\n';

/**
 * Drops what would name a type otherwise than its definition is named, what no type can say, and what stands beside a
 * reference: it would make a second type of the same shape.
 */
function plain<T>(given: T): T {
  if (Array.isArray(given)) return given.map(plain) as T;
  if (given === null || typeof given !== 'object') return given;
  return plainSchema(given as unknown as Schema) as T;
}

function plainSchema(schema: Schema): Loose {
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
    const { tsType, ...about } = plainSchema(rest as Schema);
    return { ...about, anyOf: [plain(then), plain(otherwise)] };
  }
  // Without a word on its shape a value may be anything.
  if (Object.keys(rest).every((name) => name === 'description')) return { ...rest, tsType: 'Json' };
  if (isShapeless(rest as Schema)) return { description: rest.description, tsType: 'JsonObject' };
  if (Array.isArray(rest.type) && !isShaped(rest))
    return { description: rest.description, anyOf: rest.type.map((type) => plainSchema({ type })) };
  if (rest.type === 'array' && !rest.items && !rest.prefixItems) return { ...rest, items: { tsType: 'Json' } };
  const copy: Loose = {};
  for (const [name, value] of Object.entries(rest)) {
    if (name === 'properties' || name === '$defs')
      copy[name] = Object.fromEntries(
        Object.entries(value as { [name: string]: Schema }).map(([key, inner]) => [
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

/** A union whose branches only say which members must be there adds nothing to the type of an object. */
function withoutShapelessUnion(schema: Loose): Loose {
  for (const word of ['oneOf', 'anyOf']) {
    if (schema.properties && (schema[word] as Loose[] | undefined)?.every(isPresence)) delete schema[word];
  }
  return schema;
}

/** Whether a branch of a union only says which members there are. */
function isPresence(branch: Loose): boolean {
  return Object.entries(branch).every(([word, value]) =>
    word === 'oneOf' || word === 'anyOf'
      ? (value as Loose[]).every(isPresence)
      : word === 'required' || word === 'properties',
  );
}

export const JSON_TYPE = `/** Any JSON value; integers that a double can't hold are bigint. */
export type Json = null | boolean | number | bigint | string | Json[] | JsonObject;
export type JsonObject = { [name: string]: Json };
`;

/** Definitions that are another one by a second name: the generator takes them for the same. */
function aliases({ defs }: Group, text: string): string {
  const missing = Object.entries(defs).filter(
    ([name]) => !text.includes(`export type ${capital(name)} `) && !text.includes(`export interface ${capital(name)} `),
  );
  return missing
    .map(
      ([name, { description, $ref }]) =>
        `/** ${description} */\nexport type ${capital(name)} = ${capital($ref!.split('/').at(-1)!)};\n`,
    )
    .join('');
}

/**
 * Source of the types file: one exported type for each definition, and for a format its root as `<Name>File`. A type has the
 * members that its definition names and no others, so that a wrong member is a compile error; on the wire objects are open.
 */
export async function typesOf(group: Group): Promise<string> {
  // It takes longer to load than most that is made of schemas.
  const { compile } = await import('json-schema-to-typescript');
  const { $schema, ...bundle } = plainSchema(bundleOf(group) as unknown as Schema);
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
