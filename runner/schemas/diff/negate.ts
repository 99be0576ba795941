import type { JsonSchema } from '../../../src/schemas/json-schema.js';
import { type AnySchema, assertionsOf, TYPES } from './keywords.js';

/** How deep references and negations are followed. */
const DEEPEST = 20;

/**
 * A schema that takes exactly what another one refuses, without `not`; undefined if there is no simple one. `resolve` follows a
 * reference.
 */
export function negated(
  schema: JsonSchema,
  resolve: (reference: string) => JsonSchema,
  depth = 0,
): JsonSchema | undefined {
  if (typeof schema === 'boolean') return !schema;
  if (depth > DEEPEST) return undefined;
  const branches: JsonSchema[] = [];
  for (const keyword of assertionsOf(schema)) {
    const branch = negatedKeyword(schema as AnySchema, keyword, resolve, depth);
    if (branch === undefined) return undefined;
    if (branch !== false) branches.push(branch);
  }
  return branches.length === 0 ? false : branches.length === 1 ? branches[0] : { anyOf: branches };
}

function negatedKeyword(
  schema: AnySchema,
  keyword: string,
  resolve: (reference: string) => JsonSchema,
  depth: number,
): JsonSchema | undefined {
  const of = (one: JsonSchema) => negated(one, resolve, depth + 1);
  switch (keyword) {
    case '$ref':
      return of(resolve(schema.$ref!));
    case 'type':
      return otherTypes([schema.type!].flat());
    case 'const':
      return { '~excludes': [schema.const!] } as JsonSchema;
    case 'enum':
      return { '~excludes': schema.enum! } as JsonSchema;
    case '~excludes':
      return { enum: schema['~excludes']! };
    case 'required': {
      const branches = schema.required!.map((name): JsonSchema => ({ type: 'object', properties: { [name]: false } }));
      return branches.length === 1 ? branches[0] : { anyOf: branches };
    }
    case 'properties': {
      const branches: JsonSchema[] = [];
      for (const [name, one] of Object.entries(schema.properties!)) {
        const inner = of(one);
        if (inner === undefined) return undefined;
        if (inner !== false) branches.push({ type: 'object', required: [name], properties: { [name]: inner } });
      }
      return branches.length === 1 ? branches[0] : { anyOf: branches };
    }
    case 'allOf':
      return all(schema.allOf!.map(of), (anyOf) => ({ anyOf }));
    case 'anyOf':
      return all(schema.anyOf!.map(of), (allOf) => ({ allOf }));
    case 'not':
      return schema.not;
    case 'minLength':
      return schema.minLength! > 0 && { type: 'string', maxLength: schema.minLength! - 1 };
    case 'maxLength':
      return { type: 'string', minLength: schema.maxLength! + 1 };
    case 'minItems':
      return schema.minItems! > 0 && { type: 'array', maxItems: schema.minItems! - 1 };
    case 'maxItems':
      return { type: 'array', minItems: schema.maxItems! + 1 };
    case 'minProperties':
      return schema.minProperties! > 0 && { type: 'object', maxProperties: schema.minProperties! - 1 };
    case 'maxProperties':
      return { type: 'object', minProperties: schema.maxProperties! + 1 };
    case 'minimum':
      return { type: 'number', exclusiveMaximum: schema.minimum! } as JsonSchema;
    case 'maximum':
      return { type: 'number', exclusiveMinimum: schema.maximum! } as JsonSchema;
    case 'exclusiveMinimum':
      return { type: 'number', maximum: schema.exclusiveMinimum! };
    case 'exclusiveMaximum':
      return { type: 'number', minimum: schema.exclusiveMaximum! };
    default:
      return undefined;
  }
}

function otherTypes(types: readonly string[]): JsonSchema | undefined {
  // There is no type for the numbers that are not whole.
  if (types.includes('integer') && !types.includes('number')) return undefined;
  const others = TYPES.filter((one) => !types.includes(one));
  return others.length === 0 ? false : { type: [...others] };
}

function all(
  parts: readonly (JsonSchema | undefined)[],
  make: (parts: JsonSchema[]) => JsonSchema,
): JsonSchema | undefined {
  return parts.includes(undefined) ? undefined : make(parts as JsonSchema[]);
}
