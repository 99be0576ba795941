import { isFoundIn } from '../../../bounded/expression.js';
import type { ElicitResult } from '../../../generated/types/mcp-2025-11-25.js';
import type { Json, JsonObject } from '../../../json/json.js';
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
 * schema allows, others stay empty (MCP 2025-11-25, Elicitation, Requested Schema). Undefined if a field demands more than it can
 * think of. Throws RpcError -32602 for a schema without properties, in a dialect that is not known, or with texts longer than anybody
 * writes.
 */
export function filledForm(schema: JsonObject): FormContent | undefined {
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
  const misfits = filled.some(([name, value]) => typeof value === 'string' && !fits(value, properties[name]));
  return misfits ? undefined : Object.fromEntries(filled);
}

/** Whether a text has the form and the length that its field allows. */
function fits(text: string, field: Json | undefined): boolean {
  if (!isObject(field)) return true;
  const { pattern, maxLength } = field;
  if (typeof maxLength === 'number' && [...text].length > maxLength) return false;
  try {
    return typeof pattern !== 'string' || isFoundIn(new RegExp(pattern, 'u'), text);
  } catch {
    // An expression that can't be read, or takes too long.
    return false;
  }
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
  if (property.type === 'integer' || property.type === 'number') return numberOf(property);
  const shortest = Number(property.minLength ?? 0);
  if (shortest > most) throw invalidParams(`a field of the form demands ${shortest} characters`);
  const longest = typeof property.maxLength === 'number' ? property.maxLength : Number.POSITIVE_INFINITY;
  return FORMATS.get(String(property.format)) ?? 'text'.padEnd(shortest || 0, '.').slice(0, longest);
}

/** The least number that a field allows; 1 if it names none that is larger than that. */
function numberOf({ type, minimum, maximum }: JsonObject): number {
  const least = typeof minimum === 'number' ? minimum : Math.min(1, typeof maximum === 'number' ? maximum : 1);
  if (type !== 'integer') return least;
  return typeof minimum === 'number' ? Math.ceil(least) : Math.floor(least);
}

function choices(property: JsonObject): string[] {
  if (Array.isArray(property.enum)) return property.enum as string[];
  const titled = property.oneOf ?? property.anyOf;
  return Array.isArray(titled) ? titled.map((one) => (isObject(one) ? one.const : one) as string) : [];
}
