import { isObject, type Json, type JsonObject } from '../json/json.js';
import type { Definitions } from './rule.js';

/**
 * Whether a request or notification of the kit is one that its side may send: the envelope is right, and the params fit where
 * the protocol version has the method. A method that it does not have is legal: the receiver answers with an error, or ignores it.
 */
export function isLegal(message: JsonObject, definitions: Definitions): boolean {
  const { jsonrpc, id, method, params } = message;
  const isRequest = 'id' in message;
  if (jsonrpc !== '2.0' || typeof method !== 'string') return false;
  if (isRequest && !isId(id)) return false;
  if (params !== undefined && !isObject(params)) return false;
  const known = definitions.method(method);
  if (!known) return true;
  if (!known.from.includes('kit')) return isRequest;
  if ((known.kind === 'request') !== isRequest) return false;
  if (known.params === undefined)
    return known.message === undefined || definitions.misfits([known.message], message).length === 0;
  return params === undefined ? !known.paramsRequired : definitions.misfits([known.params], params).length === 0;
}

const isId = (id: Json | undefined) => typeof id === 'string' || typeof id === 'bigint' || Number.isInteger(id);
