import type { Json, JsonObject } from '../json/json.js';
import { isObject } from '../json/json.js';
import { type Id, shapeOf } from './messages.js';

/** A value from the wire, read as JSON-RPC 2.0. `invalid` says why it is none, and the id where one could be read. */
export type Envelope =
  | { kind: 'request'; id: Id; method: string; params: Json | undefined; message: JsonObject }
  | { kind: 'notification'; method: string; params: Json | undefined; message: JsonObject }
  | { kind: 'response'; id: Id; message: JsonObject }
  | { kind: 'invalid'; id: Id; reason: string; answerable: boolean };

/**
 * Reads the envelope as a receiver must (JSON-RPC 2.0, sections 4 to 6). What has a method and no id is a notification
 * however wrong it is otherwise, so it is not `answerable`; neither is what looks like a response.
 */
export function readEnvelope(value: Json): Envelope {
  if (Array.isArray(value)) return refused(null, 'batches are not supported');
  if (!isObject(value)) return refused(null, 'a message must be an object');
  const { id, method, params } = value;
  const shape = shapeOf(value);
  if (shape === 'response') {
    return isId(id)
      ? { kind: 'response', id, message: value }
      : { ...refused(null, 'a response without a readable id'), answerable: false };
  }
  if ('id' in value && !isId(id)) return refused(null, 'id must be a string, a number or null');
  const known = isId(id) ? id : null;
  if (typeof method !== 'string') return refused(known, 'method must be a string');
  const answerable = shape === 'request';
  if (value.jsonrpc !== '2.0') return { ...refused(known, 'jsonrpc must be "2.0"'), answerable };
  if (params !== undefined && (params === null || typeof params !== 'object')) {
    return { ...refused(known, 'params must be an object or an array'), answerable };
  }
  return answerable
    ? { kind: 'request', id: known, method, params, message: value }
    : { kind: 'notification', method, params, message: value };
}

/** A number beyond all doubles, such as 1e400, could not be repeated in an answer. */
function isId(value: Json | undefined): value is Id {
  return value === null || typeof value === 'string' || typeof value === 'bigint' || Number.isFinite(value);
}

function refused(id: Id, reason: string): Envelope & { kind: 'invalid' } {
  return { kind: 'invalid', id, reason, answerable: true };
}
