import type { JsonSchema } from '../../../src/schemas/json-schema.js';
import type { Schema } from '../types.js';
import { anchorOf, code } from './markdown.js';

const MOST = 8;

/** What a value may be, in a few words; definitions are links on the same page. */
export function valueIn(schema: JsonSchema): string {
  if (typeof schema === 'boolean') return schema ? 'anything' : 'nothing';
  if (schema.$ref) return linkTo(schema.$ref.replace('#/$defs/', ''));
  if (schema.const !== undefined) return code(JSON.stringify(schema.const));
  if (schema.enum)
    return some(
      schema.enum.map((one) => code(JSON.stringify(one))),
      ', ',
    );
  const ways = schema.oneOf ?? schema.anyOf;
  if (ways) return some([...new Set(ways.map(valueIn))], ' or ');
  if (schema.allOf && schema.allOf.length > 0 && schema.type === undefined)
    return some(schema.allOf.map(valueIn), ' and ');
  const types = [schema.type ?? []].flat();
  if (types.length === 0) return schema.properties ? 'object' : 'anything';
  return types.map((type) => typeIn(type, schema as Schema)).join(' or ');
}

const linkTo = (name: string): string => `[${name}](#${anchorOf(name)})`;

const some = (all: readonly string[], between: string): string =>
  all.length <= MOST ? all.join(between) : `${all.slice(0, MOST).join(between)}${between}${all.length - MOST} more`;

function typeIn(
  type: string,
  { items, properties, additionalProperties, minimum, maximum, minLength, pattern }: Schema,
): string {
  if (type === 'array') return items === undefined || items === true ? 'list' : `list of ${valueIn(items)}`;
  if (type === 'object' && properties) return `object with ${some(Object.keys(properties).map(code), ', ')}`;
  if (type === 'object' && typeof additionalProperties === 'object')
    return `object of names: ${valueIn(additionalProperties)}`;
  if (minimum !== undefined && maximum !== undefined) return `${type}, ${minimum} to ${maximum}`;
  if (minimum !== undefined) return `${type}, at least ${minimum}`;
  if (maximum !== undefined) return `${type}, at most ${maximum}`;
  if (type === 'string' && pattern !== undefined) return `string that matches ${code(pattern)}`;
  return type === 'string' && minLength === 1 ? 'string, not empty' : type;
}
