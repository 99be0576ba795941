import type { JsonObject } from '../../../../json/json.js';
import { isObject } from '../../../../json/json.js';

/** The payload of a session/update; undefined for any other message. */
export function updateIn({ method, params }: JsonObject): JsonObject | undefined {
  return method === 'session/update' && isObject(params) && isObject(params.update) ? params.update : undefined;
}

/** The notification session/update with this payload. */
export const update = (sessionId: string, body: JsonObject): JsonObject => ({
  jsonrpc: '2.0',
  method: 'session/update',
  params: { sessionId, update: body },
});
