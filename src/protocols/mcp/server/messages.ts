import type { Json, JsonObject } from '../../../json/json.js';
import { readEnvelope } from '../../../jsonrpc/envelope.js';
import type { Id } from '../../../jsonrpc/messages.js';
import { CODES } from '../revision.js';

/** What a received value is, or the error response that refuses it. */
export type Received =
  | { kind: 'request'; id: Id; method: string; message: JsonObject }
  | { kind: 'notification' | 'response'; message: JsonObject }
  | { kind: 'invalid'; refusal: JsonObject; answerable: boolean };

/**
 * Reads a value as one MCP message: JSON-RPC 2.0 without batches, and with ids that are strings or integers, never null
 * (MCP 2025-11-25, Overview, Messages). `answerable` is false for what was meant as a notification or a response.
 */
export function readMessage(value: Json): Received {
  const envelope = readEnvelope(value);
  if (envelope.kind === 'invalid') {
    return {
      kind: 'invalid',
      refusal: refusal(CODES.invalidRequest, envelope.reason, envelope.id),
      answerable: envelope.answerable,
    };
  }
  if (envelope.kind === 'notification') return { kind: 'notification', message: envelope.message };
  if (!isMcpId(envelope.id)) {
    const reason = 'id must be a string or an integer';
    return { kind: 'invalid', refusal: refusal(CODES.invalidRequest, reason), answerable: envelope.kind === 'request' };
  }
  if (envelope.kind === 'response') return { kind: 'response', message: envelope.message };
  if (Array.isArray(envelope.params)) {
    const reason = 'params must be an object';
    return { kind: 'invalid', refusal: refusal(CODES.invalidParams, reason, envelope.id), answerable: true };
  }
  return { kind: 'request', id: envelope.id, method: envelope.method, message: envelope.message };
}

/** An error response; without an id where none could be read, since an MCP id is never null. */
export function refusal(code: number, message: string, id?: Id): JsonObject {
  return { jsonrpc: '2.0', ...(isMcpId(id) && { id }), error: { code, message } };
}

function isMcpId(id: Id | undefined): id is string | number | bigint {
  return typeof id === 'string' || typeof id === 'bigint' || Number.isInteger(id);
}
