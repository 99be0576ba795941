import type { Json, JsonObject } from '../../json/json.js';
import { isObject } from '../../json/json.js';
import type { WireRecord } from '../../wire/record.js';
import type { Ending } from './ending.js';

/**
 * The first request of a conversation, if the server never replied to it, or to any other, with a result. Undefined if it did, whatever is wrong
 * with that result, and if nothing can be said about the server.
 */
export function failedHandshake({ outcome }: Ending, records: readonly WireRecord[]): JsonObject | undefined {
  if (outcome.kind === 'held' || outcome.kind === 'interrupted' || outcome.kind === 'defect') return undefined;
  if (records.some(isResult)) return undefined;
  return records.flatMap(({ from, message }) => (from === 'kit' && hasMethod(message) ? [message] : []))[0];
}

function isResult({ from, message, method }: WireRecord): boolean {
  return from === 'target' && method !== undefined && isObject(message) && 'result' in message;
}

const hasMethod = (message: Json | undefined): message is JsonObject & { method: string } =>
  isObject(message) && typeof message.method === 'string';
