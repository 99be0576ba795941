import { createRequire } from 'node:module';
import type { Json, JsonObject } from '../json/json.js';
import type { Violation } from '../language/pattern/pattern.js';

type Validate = ((value: unknown) => boolean) & { errors?: { instancePath: string; message?: string }[] | null };
type Validator = { compile(schema: object): Validate; addMetaSchema(schema: object): unknown };
type Module = { default: new (options: object) => Validator };

const compiled = new Map<string, Validate | string>();
/** Loaded only where it is needed: most runs have no schema of their own, and Ajv takes longer to load than many cases to run. */
const load = createRequire(import.meta.url);

/** What `$schema` names, and how Ajv learns that dialect; what names none of them is 2020-12. */
const DIALECTS: readonly { named: RegExp; module: string; meta?: string }[] = [
  { named: /draft-07/, module: 'ajv' },
  { named: /draft-06/, module: 'ajv', meta: 'ajv/dist/refs/json-schema-draft-06.json' },
  { named: /2019-09/, module: 'ajv/dist/2019.js' },
  { named: /(?:)/, module: 'ajv/dist/2020.js' },
];

/**
 * Judges values by a JSON Schema that a case or a target brings (2020-12 unless it names draft-06, draft-07 or 2019-09).
 * What is no schema at all is a violation of its own. Formats are not asserted.
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
  const made = attempt(typeof schema === 'boolean' ? (schema ? {} : { not: {} }) : (plain(schema) as JsonObject));
  compiled.set(key, made);
  return made;
}

/** Each schema has an Ajv of its own: two schemas with one `$id` would be one to it. */
function attempt(schema: JsonObject): Validate | string {
  try {
    const { module, meta } = DIALECTS.find(({ named }) => named.test(String(schema.$schema ?? '')))!;
    const { default: Ajv } = load(module) as Module;
    const ajv = new Ajv({ strict: false, validateFormats: false });
    if (meta !== undefined) ajv.addMetaSchema(load(meta) as object);
    return ajv.compile(canonical(schema));
  } catch (error) {
    return `the schema itself is not valid: ${(error as Error).message}`;
  }
}

/** Drafts 06 and 07 were named with http and are often written with https. */
function canonical(schema: JsonObject): JsonObject {
  const { $schema } = schema;
  const draft = /^https?:\/\/json-schema\.org\/(draft-0[67])\/schema#?$/.exec(String($schema));
  return draft ? { ...schema, $schema: `http://json-schema.org/${draft[1]}/schema#` } : schema;
}

function plain(value: Json): Json {
  if (typeof value === 'bigint') return Number(value);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, plain(member)]));
}
