import type { ElicitResult } from '../../../generated/types/mcp-2025-11-25.js';
import type { JsonObject } from '../../../json/json.js';
import { isObject } from '../../../json/json.js';
import { invalidParams } from '../errors.js';

/** What a form holds. */
export type FormContent = NonNullable<ElicitResult['content']>;
type FieldValue = FormContent[string];

/** The schemas of forms that are understood, by what their $schema names. */
const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

/** How many characters a form may demand in all. */
const MOST = 100_000;

const FORMATS = new Map([
  ['email', 'kit@example.com'],
  ['uri', 'https://example.com/'],
  ['date', '2025-11-25'],
  ['date-time', '2025-11-25T00:00:00Z'],
]);

/**
 * Fills in a form as a user in a hurry does: fields that have a default keep it, required ones get the simplest value that their
 * schema allows, others stay empty (MCP 2025-11-25, Elicitation, Requested Schema). Throws RpcError -32602 for a schema without
 * properties, in a dialect that is not known, or with texts longer than anybody writes.
 */
export function filledForm(schema: JsonObject): FormContent {
  const { properties, required: demanded, $schema = DIALECT } = schema;
  if ($schema !== DIALECT) throw invalidParams(`requestedSchema has a dialect that is not supported: ${$schema}`);
  if (!isObject(properties)) throw invalidParams('requestedSchema has no properties');
  const required = new Set(Array.isArray(demanded) ? demanded : []);
  let left = MOST;
  const filled = Object.entries(properties).flatMap(([name, property]): [string, FieldValue][] => {
    const field = isObject(property) ? property : {};
    if (field.default === undefined && !required.has(name)) return [];
    const value = simplest(field, left);
    if (field.default === undefined && typeof value === 'string') left -= value.length;
    return [[name, value]];
  });
  return Object.fromEntries(filled);
}

/** @param most characters of a text */
function simplest(property: JsonObject, most: number): FieldValue {
  if (property.default !== undefined) return property.default as FieldValue;
  if (property.type === 'array') {
    const count = Number(property.minItems ?? 0);
    return choices(isObject(property.items) ? property.items : {}).slice(0, count);
  }
  const [choice] = choices(property);
  if (choice !== undefined) return choice;
  if (property.type === 'boolean') return true;
  if (property.type === 'integer' || property.type === 'number') return (property.minimum as number) ?? 1;
  const shortest = Number(property.minLength ?? 0);
  if (shortest > most) throw invalidParams(`a field of the form demands ${shortest} characters`);
  return FORMATS.get(String(property.format)) ?? 'text'.padEnd(shortest || 0, '.');
}

function choices(property: JsonObject): string[] {
  if (Array.isArray(property.enum)) return property.enum as string[];
  const titled = property.oneOf ?? property.anyOf;
  return Array.isArray(titled) ? titled.map((one) => (isObject(one) ? one.const : one) as string) : [];
}
