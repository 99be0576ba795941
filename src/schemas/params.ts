import type { Json, JsonObject } from '../json/json.js';
import { isObject } from '../json/json.js';
import { INVALID_PARAMS, RpcError } from '../jsonrpc/rpc-error.js';
import { methodTable } from './methods.js';
import { loadValidators } from './validators.js';

/**
 * How a protocol's roles check the params that they are sent. The function returns the params of a request or notification as
 * an object; absent ones are an empty object, and whatever a method that the table lacks takes is fine. It rejects with
 * RpcError -32602, whose data lists the places (JSON-RPC 2.0, section 5.1).
 */
export function paramsChecker(
  protocol: string,
  version: string,
): (method: string, params: Json | undefined) => Promise<JsonObject> {
  const table = methodTable(protocol, version);
  return async (method, params) => {
    if (params !== undefined && !isObject(params)) throw invalid('The params must be an object');
    const entry = table[method];
    if (params === undefined && entry?.paramsRequired) throw invalid('The params are missing');
    if (params === undefined || entry?.params === undefined) return params ?? {};
    const errors = (await loadValidators(protocol, version)).validate(entry.params, params);
    const [first] = errors;
    if (!first) return params;
    const places = errors.map(({ path, message }) => ({ path, message }));
    throw invalid(`Invalid params: ${first.path || 'the params'}: ${first.message}`, { errors: places });
  };
}

const invalid = (message: string, data?: Json) => new RpcError(INVALID_PARAMS, message, data);
