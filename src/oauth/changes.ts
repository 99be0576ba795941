import type { JsonObject } from '../json/json.js';

/** An object with these members in place of its own; null leaves one out. What a document lies about is data in this way. */
export function withChanges(object: JsonObject, changes: JsonObject = {}): JsonObject {
  const entries = Object.entries({ ...object, ...changes }).filter(([, value]) => value !== null);
  return Object.fromEntries(entries);
}
