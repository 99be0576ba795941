import { createRequire } from 'node:module';
import type { Json, JsonObject } from '../jsonrpc/json.js';
import type { Violation } from './pattern.js';

type Validate = ((value: unknown) => boolean) & { errors?: { instancePath: string; message?: string }[] | null };

const compiled = new Map<string, Validate | string>();
let ajv: { compile(schema: object): Validate } | undefined;

/**
 * Judges values by a JSON Schema that a case or a target brings (2020-12 unless it names another dialect of Ajv's). What is
 * no schema at all is a violation of its own. Formats are not asserted.
 */
export function inlineSchema(schema: JsonObject | boolean): (value: Json) => Violation[] {
  const validate = compile(schema);
  return (value) => {
    if (typeof validate === 'string') return [{ path: '', message: validate }];
    if (validate(plain(value))) return [];
    return (validate.errors ?? []).map(({ instancePath, message }) => ({
      path: instancePath,
      message: message ?? 'does not fit',
    }));
  };
}

function compile(schema: JsonObject | boolean): Validate | string {
  const key = JSON.stringify(plain(schema));
  const known = compiled.get(key);
  if (known !== undefined) return known;
  const made = attempt(schema);
  compiled.set(key, made);
  return made;
}

function attempt(schema: JsonObject | boolean): Validate | string {
  try {
    // Loaded only here: most runs have no schema of their own, and Ajv takes longer to load than many cases take to run.
    const load = createRequire(import.meta.url);
    const draft7 = typeof schema === 'object' && String(schema.$schema).includes('draft-07');
    if (draft7) {
      const { default: Ajv } = load('ajv') as { default: new (options: object) => NonNullable<typeof ajv> };
      return new Ajv({ strict: false, validateFormats: false }).compile(schema);
    }
    if (!ajv) {
      const { default: Ajv2020 } = load('ajv/dist/2020.js') as {
        default: new (options: object) => NonNullable<typeof ajv>;
      };
      ajv = new Ajv2020({ strict: false, validateFormats: false });
    }
    return ajv.compile(typeof schema === 'object' ? withoutId(schema) : schema ? {} : { not: {} });
  } catch (error) {
    return `the schema itself is not valid: ${(error as Error).message}`;
  }
}

/** Two schemas with one `$id` would be one to Ajv. */
function withoutId(schema: JsonObject): JsonObject {
  const { $id: _id, ...rest } = schema;
  return plain(rest) as JsonObject;
}

function plain(value: Json): Json {
  if (typeof value === 'bigint') return Number(value);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, plain(member)]));
}
