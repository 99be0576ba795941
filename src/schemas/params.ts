import type { Json, JsonObject } from '../json/json.js';
import { isObject } from '../json/json.js';
import type { RequestContext, RequestHandler } from '../jsonrpc/connection.js';
import { INVALID_PARAMS, RpcError } from '../jsonrpc/rpc-error.js';
import type { SchemaError } from './errors/schema-error.js';
import { methodTable } from './methods.js';
import { loadValidators, type Validators } from './validators.js';

/**
 * How a protocol's roles check the params that they are sent. The function returns the params of a request or notification as
 * an object; absent ones are an empty object, and whatever a method that the table lacks takes is fine. It throws, or rejects
 * with, RpcError -32602, whose data lists the places (JSON-RPC 2.0, section 5.1). Only the first params of all wait for their schemas.
 */
export function paramsChecker(
  protocol: string,
  version: string,
): (method: string, params: Json | undefined) => JsonObject | Promise<JsonObject> {
  const table = methodTable(protocol, version);
  let validators: Validators | undefined;
  return (method, params) => {
    if (params !== undefined && !isObject(params)) throw invalid('The params must be an object');
    const entry = table[method];
    if (params === undefined && entry?.paramsRequired) throw invalid('The params are missing');
    if (params === undefined || entry?.params === undefined) return params ?? {};
    const { params: definitions } = entry;
    if (validators) return fitting(params, validators.validate(definitions, params));
    return loadValidators(protocol, version).then((loaded) => {
      validators = loaded;
      return fitting(params, loaded.validate(definitions, params));
    });
  };
}

function fitting(params: JsonObject, errors: readonly SchemaError[]): JsonObject {
  const [first] = errors;
  if (!first) return params;
  const places = errors.map(({ path, message }) => ({ path, message }));
  throw invalid(`Invalid params: ${first.path || 'the params'}: ${first.message}`, { errors: places });
}

/**
 * Handlers as a connection takes them. Params are checked against their schema before a handler sees them; those that do not fit
 * are answered with -32602. `Handlers` are typed by the method table of the protocol.
 *
 * @param check what `paramsChecker` made
 */
export function checkingHandlers<Handlers extends object>(
  check: ReturnType<typeof paramsChecker>,
  handlers: Handlers,
): { [method: string]: RequestHandler } {
  const all = Object.entries(handlers as { [method: string]: (params: object, context: RequestContext) => unknown });
  return Object.fromEntries(
    all.map(([method, handle]): [string, RequestHandler] => [
      method,
      // What fits a type of the schemas is JSON, though the type has no index signature.
      async (params, context) => (await handle(await check(method, params), context)) as Json,
    ]),
  );
}

const invalid = (message: string, data?: Json) => new RpcError(INVALID_PARAMS, message, data);
