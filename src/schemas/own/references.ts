import { isObject, type Json, type JsonObject } from '../../json/json.js';
import { escapeToken } from '../../json/pointer.js';

/** Keywords whose value is a schema, a list of schemas, or schemas by name. */
const ONE = [
  'additionalProperties',
  'contains',
  'contentSchema',
  'else',
  'if',
  'items',
  'not',
  'propertyNames',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
];
const LIST = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];
const NAMED = ['$defs', 'definitions', 'dependentSchemas', 'patternProperties', 'properties'];

/** A schema and where it stands: a JSON Pointer from the root of its document. */
type Visit = (schema: JsonObject, pointer: string) => JsonObject;

/** A schema with every schema in it, itself last, as `visit` makes it. What is no schema, such as an example, stays as it is. */
export function mapSchemas(schema: Json, visit: Visit, pointer = ''): Json {
  if (!isObject(schema)) return schema;
  const made: JsonObject = { ...schema };
  const inside = (value: Json, ...path: string[]) =>
    mapSchemas(value, visit, `${pointer}/${path.map(escapeToken).join('/')}`);
  for (const key of ONE) if (made[key] !== undefined) made[key] = inside(made[key], key);
  for (const key of LIST) {
    const list = made[key];
    if (Array.isArray(list)) made[key] = list.map((one, index) => inside(one, key, String(index)));
  }
  for (const key of NAMED) {
    const named = made[key];
    if (isObject(named))
      made[key] = Object.fromEntries(Object.entries(named).map(([name, one]) => [name, inside(one, key, name)]));
  }
  return visit(made, pointer);
}
