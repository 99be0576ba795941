// What runs in the thread that judges by the schemas of others. Built into dist/bin/judge.cjs.
import type { Json, JsonObject } from '../../json/json.js';
import { compileSchema, InvalidSchema } from '../compile.js';
import type { SchemaError } from '../errors/schema-error.js';

/** What the thread is asked: the schema as JSON, and the value itself, which JSON may not hold. */
export interface Question {
  schema: string;
  value: Json;
}

export type Answer = { errors: SchemaError[] } | { refused: 'invalid' | 'deep'; message: string };

/** Judges a value by a schema. Throws nothing: what a thread throws ends it. */
export function answer({ schema, value }: Question): Answer {
  try {
    return { errors: compileSchema(JSON.parse(schema) as JsonObject | boolean)(value) };
  } catch (error) {
    if (error instanceof InvalidSchema) return { refused: 'invalid', message: error.message };
    // The stack ran out, of Ajv or of what it made: a schema that refers to itself without end, or a value too deep for it.
    if (error instanceof RangeError) return { refused: 'deep', message: 'it leads too deep' };
    return { refused: 'invalid', message: error instanceof Error ? error.message : String(error) };
  }
}

// Loading Ajv is not part of what a schema may cost: it is done before the first question.
compileSchema({ type: 'object', properties: { a: { anyOf: [{ type: 'string' }] } } })({ a: 1 });
