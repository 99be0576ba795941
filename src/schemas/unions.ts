import { kindOf } from '../json/display.js';
import type { Json, JsonObject } from '../json/json.js';
import { isObject } from '../json/json.js';
import { escapeToken } from '../json/pointer.js';
import { hasType, notAmong, typeWords } from './basics.js';
import type { SchemaError } from './explain.js';
import type { JsonSchema, SchemaObject } from './json-schema.js';

/** A branch of a union, behind its references, and what it has against the value. */
export interface Tried {
  schema: JsonSchema;
  schemaPath: string;
  errors: SchemaError[];
}

type Union = Pick<SchemaError, 'path' | 'keyword' | 'schemaPath'>;

/**
 * What to say of a value that fits no branch of a union: the errors of the branch that was meant, or one error where that
 * can be said in one sentence. `tried` is not empty.
 */
export function nearestBranch(tried: readonly Tried[], value: Json, union: Union): SchemaError[] {
  const bare = tried.map(({ schema }) => requiredOnly(schema));
  if (bare.every((names) => names.length > 0))
    return [
      {
        ...union,
        message: `needs one of ${[...new Set(bare.flat())].map((name) => `\`${name}\``).join(', ')}`,
        actual: value,
      },
    ];

  const ofType = tried.filter(({ schema }) => typesOf(schema).some((type) => hasType(type, value)));
  if (ofType.length === 0) {
    const types = tried.flatMap(({ schema }) => typesOf(schema));
    const message = `wanted ${typeWords(types)}, got ${kindOf(value)}`;
    return [{ ...union, message, expected: { $type: [...new Set(types)] }, actual: value }];
  }
  return isObject(value) ? nearestObject(ofType, value, union) : fewest(ofType, union.path);
}

/** Tells the branches of a union of objects apart by the member whose value names the variant, where there is one. */
function nearestObject(tried: readonly Tried[], value: JsonObject, { path, schemaPath }: Union): SchemaError[] {
  const name = discriminatorOf(tried.map(({ schema }) => schema));
  if (name === undefined) return fewest(tried, path);
  const named = value[name];
  if (named === undefined) {
    const without = tried.filter(({ schema }) => !demands(schema, name));
    if (without.length > 0) return fewest(without, path);
    return [{ path, message: `lacks \`${name}\``, keyword: 'required', schemaPath }];
  }
  const meant = tried.filter(({ schema }) => variantsOf(schema, name)?.includes(named));
  if (meant.length > 0) return fewest(meant, path);
  const allowed = [...new Set(tried.flatMap(({ schema }) => variantsOf(schema, name) ?? []))];
  const error = { ...notAmong(allowed, named), path: `${path}/${escapeToken(name)}`, keyword: 'const', schemaPath };
  return [typeof named === 'string' ? { ...error, unknownVariant: true } : error];
}

/**
 * The member that has a fixed value, or one of a few, in every branch, and not the same in all of them. A union of one
 * branch is there for variants to come, so a fixed value tells it apart.
 */
function discriminatorOf(schemas: readonly JsonSchema[]): string | undefined {
  const [first] = schemas;
  if (typeof first !== 'object') return undefined;
  const { properties = {} } = first;
  if (schemas.length === 1) return Object.keys(properties).find((name) => isFixed(properties[name]));
  return Object.keys(properties).find((name) => {
    const variants = schemas.map((schema) => variantsOf(schema, name));
    return variants.every((list) => list !== undefined) && new Set(variants.map((list) => list.join('\n'))).size > 1;
  });
}

const isFixed = (schema: JsonSchema | undefined) => typeof schema === 'object' && typeof schema.const === 'string';

function variantsOf(schema: JsonSchema, name: string): Json[] | undefined {
  if (typeof schema !== 'object' || !schema.properties || !Object.hasOwn(schema.properties, name)) return undefined;
  const member = schema.properties[name];
  if (typeof member !== 'object') return undefined;
  const list = member.const === undefined ? member.enum : [member.const];
  return list?.every((item) => typeof item === 'string') ? list : undefined;
}

const demands = (schema: JsonSchema, name: string) =>
  typeof schema === 'object' && (schema.required ?? []).includes(name);

/** What a keyword that is broken at the top says about whether the branch was meant: the higher, the less. */
const WEIGHT: { [keyword: string]: number } = { const: 6, required: 5, type: 3, enum: 3, additionalProperties: 2 };

/** The errors of the branch with the least against the value. What is wrong far down speaks for a branch, not against it. */
function fewest(tried: readonly Tried[], path: string): SchemaError[] {
  const level = path.split('/').length + 1;
  const weight = (error: SchemaError) => (error.path.split('/').length > level ? 1 : (WEIGHT[error.keyword] ?? 1));
  const cost = ({ errors }: Tried) => errors.reduce((sum, error) => sum + weight(error), 0);
  let best = tried[0] as Tried;
  for (const branch of tried) if (cost(branch) < cost(best)) best = branch;
  return best.errors;
}

const ALL_TYPES = ['null', 'boolean', 'number', 'string', 'array', 'object'];

/** The types of the values that a schema may accept, as far as its own keywords say. */
function typesOf(schema: JsonSchema): string[] {
  if (schema === false) return [];
  if (schema === true) return ALL_TYPES;
  const { type, const: only, enum: list, anyOf } = schema satisfies SchemaObject;
  if (type !== undefined) return [type].flat();
  if (only !== undefined) return [typeOf(only)];
  if (list !== undefined) return list.map(typeOf);
  if (anyOf)
    return anyOf.flatMap((branch) => (typeof branch === 'object' && branch.$ref ? ALL_TYPES : typesOf(branch)));
  return ALL_TYPES;
}

function typeOf(value: Json): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value === 'bigint' || Number.isInteger(value) ? 'integer' : typeof value;
}

function requiredOnly(schema: JsonSchema): string[] {
  if (typeof schema !== 'object' || Object.keys(schema).some((key) => key !== 'required')) return [];
  return schema.required ?? [];
}
