import type { ErrorObject, ValidateFunction } from 'ajv';
import type { Json, JsonObject } from '../../jsonrpc/json.js';

/** Judges a value; returns what is wrong with it in one line, or undefined. */
export type Judge = (value: Json) => string | undefined;

const LATEST = 'https://json-schema.org/draft/2020-12/schema';
const DRAFT_07 = 'http://json-schema.org/draft-07/schema';

/** Thrown for a schema that can't be used: an unknown dialect, a broken keyword, a reference that leads nowhere. */
export class SchemaError extends Error {}

const compiled = new WeakMap<JsonObject, Judge>();

/**
 * Compiles a JSON Schema of dialect 2020-12 (the default) or draft-07 (MCP 2025-11-25, Overview, Schema Dialect). The
 * compiler is loaded on first use, and nothing is ever fetched. Rejects with a SchemaError.
 */
export async function compileSchema(schema: JsonObject): Promise<Judge> {
  const known = compiled.get(schema);
  if (known) return known;
  let validate: ValidateFunction;
  try {
    validate = (await compilerFor(schema.$schema)).compile(plain(schema) as object);
  } catch (error) {
    if (error instanceof SchemaError) throw error;
    throw new SchemaError(error instanceof Error ? error.message : String(error));
  }
  const judge: Judge = (value) => {
    if (validate(plain(value))) return undefined;
    return (validate.errors ?? []).map(describe).join('; ') || 'does not match its schema';
  };
  compiled.set(schema, judge);
  return judge;
}

const options = { strict: false, allErrors: true, validateFormats: false, logger: false, addUsedSchema: false } as const;
let latest: Promise<{ compile(schema: object): ValidateFunction }> | undefined;
let draft07: typeof latest;

async function compilerFor(dialect: Json | undefined) {
  const name = typeof dialect === 'string' ? dialect.replace(/#$/, '') : dialect;
  if (name === undefined || name === LATEST) {
    latest ??= import('ajv/dist/2020.js').then(({ Ajv2020 }) => new Ajv2020(options));
    return latest;
  }
  if (name === DRAFT_07) {
    draft07 ??= import('ajv').then(({ Ajv }) => new Ajv(options));
    return draft07;
  }
  throw new SchemaError(`The dialect ${JSON.stringify(dialect)} is not supported; ${LATEST} and ${DRAFT_07} are`);
}

const describe = (error: ErrorObject) => `${error.instancePath || 'it'} ${error.message ?? 'is invalid'}`;

/** A copy in which integers beyond 2^53 are doubles, since the compiler knows no bigint. */
function plain(value: Json): Json {
  if (typeof value === 'bigint') return Number(value);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, plain(member)]));
}
