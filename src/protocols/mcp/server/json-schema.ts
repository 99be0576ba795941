import { createRequire } from 'node:module';
import type { Ajv, ErrorObject, ValidateFunction } from 'ajv';
import type { Ajv2020 } from 'ajv/dist/2020.js';
import type { Json, JsonObject } from '../../../json/json.js';
import { explain } from '../../../schemas/explain.js';
import type { Bundle } from '../../../schemas/json-schema.js';

/** Judges a value; returns what is wrong with it in one line, or undefined. */
export type Judge = (value: Json) => string | undefined;

/** Thrown for a schema that can't be used: an unknown dialect, a broken keyword, a reference that leads nowhere. */
export class SchemaError extends Error {}

const LATEST = 'https://json-schema.org/draft/2020-12/schema';
const DRAFT_07 = 'http://json-schema.org/draft-07/schema';
const OPTIONS = {
  strict: false,
  allErrors: true,
  validateFormats: false,
  logger: false,
  addUsedSchema: false,
} as const;

/**
 * The judge of a schema of our own, which uses the keywords of `SchemaObject` alone: it needs no compiler, so the server
 * starts fast.
 */
export function ownSchema(schema: JsonObject): Judge {
  const bundle = { ...schema, $defs: {} } as Bundle;
  return (value) =>
    explain(bundle, undefined, value)
      .map(({ path, message }) => `${path || 'it'} ${message}`)
      .join('; ') || undefined;
}

const judges = new WeakMap<JsonObject, Judge>();
const compilers = new Map<string, Ajv | Ajv2020>();

/**
 * Compiles any JSON Schema of dialect 2020-12 (the default) or draft-07 (MCP 2025-11-25, Overview, Schema Dialect). Nothing
 * is ever fetched. Throws a SchemaError.
 */
export function compileSchema(schema: JsonObject): Judge {
  const known = judges.get(schema);
  if (known) return known;
  const validate = compile(schema);
  const judge: Judge = (value) => {
    if (validate(plain(value))) return undefined;
    return (validate.errors ?? []).map(describe).join('; ') || 'does not match its schema';
  };
  judges.set(schema, judge);
  return judge;
}

function compile(schema: JsonObject): ValidateFunction {
  const dialect = typeof schema.$schema === 'string' ? schema.$schema.replace(/#$/, '') : (schema.$schema ?? LATEST);
  if (dialect !== LATEST && dialect !== DRAFT_07) {
    throw new SchemaError(`The dialect ${String(dialect)} is not supported; ${LATEST} and ${DRAFT_07} are`);
  }
  try {
    return compilerFor(dialect).compile(plain(schema) as object);
  } catch (error) {
    throw new SchemaError(error instanceof Error ? error.message : String(error));
  }
}

/** The compiler is heavy, so it is loaded on first use; at once, since time that passes unseen would confuse a virtual clock. */
function compilerFor(dialect: string): Ajv | Ajv2020 {
  const known = compilers.get(dialect);
  if (known) return known;
  const load = createRequire(import.meta.url);
  const compiler =
    dialect === LATEST
      ? new (load('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js')).Ajv2020(OPTIONS)
      : new (load('ajv') as typeof import('ajv')).Ajv(OPTIONS);
  compilers.set(dialect, compiler);
  return compiler;
}

function describe({ instancePath, message = 'is invalid', params }: ErrorObject): string {
  const { additionalProperty } = params as { additionalProperty?: string };
  return `${instancePath || 'it'} ${message}${additionalProperty === undefined ? '' : `: "${additionalProperty}"`}`;
}

/** A copy in which integers beyond 2^53 are doubles, since the compiler knows no bigint. */
function plain(value: Json): Json {
  if (typeof value === 'bigint') return Number(value);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, plain(member)]));
}
