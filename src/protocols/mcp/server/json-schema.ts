import type { Json, JsonObject } from '../../../json/json.js';
import { compileSchema, InvalidSchema } from '../../../schemas/index.js';

/** Judges a value; returns what is wrong with it in one line, or undefined. */
export type Judge = (value: Json) => string | undefined;

const LATEST = 'https://json-schema.org/draft/2020-12/schema';
const DRAFT_07 = 'http://json-schema.org/draft-07/schema';

/** The judge of a schema of our own, of dialect 2020-12. It is compiled when it is first needed. */
export function ownSchema(schema: JsonObject): Judge {
  return (value) => inOneLine(compileSchema(schema)(value));
}

/**
 * Compiles any JSON Schema of dialect 2020-12 (the default) or draft-07 (MCP 2025-11-25, Overview, Schema Dialect). Nothing
 * is ever fetched. Throws InvalidSchema for another dialect, a broken keyword, a reference that leads nowhere.
 */
export function usableSchema(schema: JsonObject): Judge {
  const dialect = typeof schema.$schema === 'string' ? schema.$schema.replace(/#$/, '') : (schema.$schema ?? LATEST);
  if (dialect !== LATEST && dialect !== DRAFT_07) {
    throw new InvalidSchema(`The dialect ${String(dialect)} is not supported; ${LATEST} and ${DRAFT_07} are`);
  }
  const judge = compileSchema(schema);
  return (value) => inOneLine(judge(value));
}

const inOneLine = (errors: readonly { path: string; message: string }[]) =>
  errors.map(({ path, message }) => `${path || 'it'} ${message}`).join('; ') || undefined;
