import type { Json, JsonObject } from '../../../json/json.js';
import { builtJudge, compileSchema, InvalidSchema, judgeForTarget, SchemaRefused } from '../../../schemas/index.js';

/** Judges a value; returns what is wrong with it in one line, or undefined. */
export type Judge = (value: Json) => string | undefined;

const LATEST = 'https://json-schema.org/draft/2020-12/schema';
const DRAFT_07 = 'http://json-schema.org/draft-07/schema';

/** The judge of a schema of our own, of dialect 2020-12. It is compiled when it is first needed. */
export function ownSchema(schema: JsonObject): Judge {
  let judge: ReturnType<typeof compileSchema> | undefined;
  return (value) => {
    judge ??= compileSchema(schema);
    return inOneLine(judge(value));
  };
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
  compileSchema(schema);
  const own = builtJudge(schema);
  return (value) => {
    try {
      // Whoever calls makes up the value, on which the pattern of a script may backtrack.
      return inOneLine(own ? own(value) : judgeForTarget(schema, value));
    } catch (error) {
      if (error instanceof SchemaRefused) return `it can't be judged (${error.reason}): ${error.message}`;
      throw error;
    }
  };
}

const inOneLine = (errors: readonly { path: string; message: string }[]) =>
  errors.map(({ path, message }) => `${path || 'it'} ${message}`).join('; ') || undefined;
