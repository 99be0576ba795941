import { isObject, type Json } from '../../../json/json.js';
import { INVALID_PARAMS, RpcError } from '../../../jsonrpc/rpc-error.js';
import { nameOf } from '../bindings/rest-status.js';
import { CODES } from '../errors.js';

/** Where errors of A2A belong, as ErrorInfo says it. */
const DOMAIN = 'a2a-protocol.org';

const typeOf = (name: string) => `type.googleapis.com/google.rpc.${name}`;

/** The type of the details that say which error of A2A it is. */
export const ERROR_INFO = typeOf('ErrorInfo');

/** Whether a code is one of those that A2A adds to JSON-RPC's. */
export const isOfA2A = (code: number | bigint): boolean =>
  code <= CODES.taskNotFound && code >= CODES.versionNotSupported;

/** An error with details as A2A 1.0 has them, a list of objects that say their type (1.0.1, 9.5). */
export function withDetails(error: RpcError): RpcError {
  const { code, message, data } = error;
  if (Array.isArray(data)) return error;
  if (code === INVALID_PARAMS && data !== undefined) return new RpcError(code, message, [badRequest(data)]);
  if (!isOfA2A(code)) return new RpcError(code, message);
  return new RpcError(code, message, [{ '@type': ERROR_INFO, reason: nameOf(code)!, domain: DOMAIN }]);
}

/** What is wrong with params, place by place. */
function badRequest(data: Json): Json {
  const errors = isObject(data) && Array.isArray(data.errors) ? data.errors : [];
  const fieldViolations = errors.filter(isObject).map(({ path, message }) => ({
    field: String(path).slice(1).replaceAll('/', '.'),
    description: message ?? '',
  }));
  return { '@type': typeOf('BadRequest'), fieldViolations };
}
