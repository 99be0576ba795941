import type { Json, JsonObject } from '../../json/json.js';
import { isObject } from '../../json/json.js';
import { escapeToken } from '../../json/pointer.js';
import type { JsonSchema } from '../json-schema.js';
import type { SchemaError } from './schema-error.js';
import { notAmong, quote, requiredOnly, wrongType } from './wording.js';

/** A branch of a union, behind its references, and what it has against the value. */
export interface Tried {
  schema: JsonSchema;
  /** Worked out when it is read: a union of messages has many branches, and few of them are ever told. */
  readonly errors: SchemaError[];
  /** The types that it takes, where the value has none of them. */
  otherTypes?: string[];
}

type Union = Pick<SchemaError, 'path' | 'keyword' | 'schemaPath'>;

/**
 * What to say of a value that fits no branch of a union: the errors of the branch that was meant, or one error where that
 * can be said in one sentence. `tried` is not empty.
 */
export function nearestBranch(tried: readonly Tried[], value: Json, union: Union): SchemaError[] {
  const bare = tried.map(({ schema }) => requiredOnly(schema));
  if (bare.every((names) => names.length > 0)) {
    const message = `needs one of ${[...new Set(bare.flat())].map(quote).join(', ')}`;
    return [{ ...union, message, actual: value }];
  }
  const fitting = tried.filter(({ otherTypes }) => otherTypes === undefined);
  const types = tried.flatMap(({ otherTypes = [] }) => otherTypes);
  if (fitting.length === 0 && types.length > 0)
    return [{ ...union, ...wrongType(types, value, undefined), actual: value }];
  const ofType = fitting.length > 0 ? fitting : tried;
  const choices = ofType.length > 1 ? allChoicesOf(ofType, union.path) : undefined;
  if (choices !== undefined) {
    const allowed = [...new Set(choices)];
    return [{ ...union, ...notAmong(allowed, value), keyword: 'enum', actual: value }];
  }
  return isObject(value) ? nearestObject(ofType, value, union) : fewest(ofType, union.path);
}

/** The values that the branches allow together, where that is all that each of them says. */
function allChoicesOf(tried: readonly Tried[], path: string): Json[] | undefined {
  const all: Json[] = [];
  for (const one of tried) {
    const choices = choicesOf(one, path);
    if (choices === undefined) return undefined;
    all.push(...choices);
  }
  return all;
}

/** The values that a branch allows, where all that it has against the value is that it is none of them. */
function choicesOf(tried: Tried, path: string): Json[] | undefined {
  const { schema } = tried;
  if (typeof schema !== 'object' || (schema.const === undefined && schema.enum === undefined)) return undefined;
  const { errors } = tried;
  const [error] = errors;
  if (errors.length !== 1 || error?.path !== path) return undefined;
  if (error.keyword === 'const' && schema.const !== undefined) return [schema.const];
  return error.keyword === 'enum' ? schema.enum : undefined;
}

/** What to say of a value that fits several branches of which it may fit only one. */
export function tooManyBranches(schemas: readonly JsonSchema[], value: Json, union: Union): SchemaError {
  const names = schemas.map(requiredOnly);
  const present = names.flat().filter((name) => isObject(value) && Object.hasOwn(value, name));
  const message = names.every((list) => list.length > 0)
    ? `only one of ${present.map(quote).join(', ')} can stand here`
    : 'fits more than one of the forms that exclude each other';
  return { ...union, message, actual: value };
}

/** Tells the branches of a union of objects apart by the member whose value names the variant, where there is one. */
function nearestObject(tried: readonly Tried[], value: JsonObject, { path, schemaPath }: Union): SchemaError[] {
  const name = discriminatorOf(tried.map(({ schema }) => schema));
  if (name === undefined) return fewest(tried, path);
  const named = Object.hasOwn(value, name) ? value[name] : undefined;
  if (named === undefined) {
    const without = tried.filter(({ schema }) => !demands(schema, name));
    if (without.length > 0) return fewest(without, path);
    return [{ path, message: `lacks ${quote(name)}`, missing: name, keyword: 'required', schemaPath }];
  }
  const meant = tried.filter(({ schema }) => variantsOf(schema, name)?.includes(named));
  if (meant.length > 0) return fewest(meant, path);
  const allowed = [...new Set(tried.flatMap(({ schema }) => variantsOf(schema, name) ?? []))];
  const where = `${path}/${escapeToken(name)}`;
  const error = { ...notAmong(allowed, named), actual: named, path: where, keyword: 'const', schemaPath };
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
  if (tried.length === 1) return best.errors;
  let least = cost(best);
  for (const branch of tried) {
    const own = cost(branch);
    if (own >= least) continue;
    best = branch;
    least = own;
  }
  return best.errors;
}
