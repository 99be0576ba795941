import type { ElicitResult } from '../../../generated/types/mcp-2025-11-25.js';
import type { Json, JsonObject } from '../../../json/json.js';
import { isObject } from '../../../json/json.js';
import { own, setOwn } from '../../../json/own.js';
import { invalidParams } from '../errors.js';

/** What a form holds. */
export type FormContent = NonNullable<ElicitResult['content']>;
type FieldValue = FormContent[string];

/** The schemas of forms that are understood, by what their $schema names. */
const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

/**
 * Fills in a form as a user in a hurry does: fields that have a default keep it, required ones get the simplest value that their
 * schema allows, others stay empty (MCP 2025-11-25, Elicitation, Requested Schema). Throws RpcError -32602 for a schema without
 * properties or in a dialect that is not known.
 */
export function filledForm(schema: JsonObject): FormContent {
  const { properties, required, $schema = DIALECT } = schema as JsonObject & { required?: string[] };
  if ($schema !== DIALECT) throw invalidParams(`requestedSchema has a dialect that is not supported: ${$schema}`);
  if (!isObject(properties as Json)) throw invalidParams('requestedSchema has no properties');
  const content: FormContent = {};
  for (const [name, property] of Object.entries(properties as JsonObject)) {
    const field = isObject(property) ? property : {};
    if (field.default !== undefined || required?.includes(name)) setOwn(content, name, simplest(field));
  }
  return content;
}

function simplest(property: JsonObject): FieldValue {
  if (property.default !== undefined) return property.default as FieldValue;
  if (property.type === 'array') {
    const count = Number(property.minItems ?? 0);
    return choices(isObject(property.items as Json) ? (property.items as JsonObject) : {}).slice(0, count);
  }
  const [choice] = choices(property);
  if (choice !== undefined) return choice;
  if (property.type === 'boolean') return true;
  if (property.type === 'integer' || property.type === 'number') return (property.minimum as number) ?? 1;
  const formats: { [name: string]: string } = {
    email: 'kit@example.com',
    uri: 'https://example.com/',
    date: '2025-11-25',
    'date-time': '2025-11-25T00:00:00Z',
  };
  return own(formats, String(property.format)) ?? 'text'.padEnd(Number(property.minLength ?? 0), '.');
}

function choices(property: JsonObject): string[] {
  if (Array.isArray(property.enum)) return property.enum as string[];
  const titled = property.oneOf ?? property.anyOf;
  return Array.isArray(titled) ? titled.map((one) => (one as JsonObject).const as string) : [];
}
