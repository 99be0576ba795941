import { isObject, type Json } from '../json/json.js';

export type Id = string | number | bigint | null;

export interface ErrorObject {
  code: number | bigint;
  message: string;
  data?: Json;
}

/** What a JSON value is when read as a JSON-RPC 2.0 message (JSON-RPC 2.0, sections 4 and 5). */
export type Shape = 'request' | 'notification' | 'response' | 'invalid';

/**
 * Sorts a value by its members alone, tolerant of every other mistake: a string `method` with an `id` member is a
 * request, without one a notification; an object with `result` or `error` and no `method` is a response. Judging the
 * envelope is the business of the wire rules, not of this function.
 */
export function shapeOf(value: Json | undefined): Shape {
  if (!isObject(value)) return 'invalid';
  if (typeof value.method === 'string') return 'id' in value ? 'request' : 'notification';
  if ('method' in value) return 'invalid';
  return 'result' in value || 'error' in value ? 'response' : 'invalid';
}
