import type { Json, JsonObject } from '../jsonrpc/json.js';
import { isObject } from '../jsonrpc/messages.js';
import { loadValidators, methodTable } from '../schemas.js';
import { invalidParams } from './errors.js';
import { VERSION } from './version.js';

const table = methodTable('bridge', VERSION);

/**
 * The params of a request, as an object, once they fit the schema of its method; absent ones are an empty object. Rejects
 * with RpcError -32602, whose data lists the places (JSON-RPC 2.0, section 5.1).
 */
export async function checkedParams(method: string, params: Json | undefined): Promise<JsonObject> {
  if (params !== undefined && !isObject(params)) throw invalidParams('The params must be an object');
  const definition = table[method]?.params;
  if (definition === undefined) return params ?? {};
  const errors = (await loadValidators('bridge', VERSION)).validate(definition, params ?? {});
  const [first] = errors;
  if (!first) return params ?? {};
  const places = errors.map(({ path, message }) => ({ path, message }));
  throw invalidParams(`Invalid params: ${first.path || 'the params'}: ${first.message}`, { errors: places });
}
