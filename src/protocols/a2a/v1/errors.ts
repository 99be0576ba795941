import { isObject, type Json, type JsonObject } from '../../../json/json.js';
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
  return new RpcError(code, message, isOfA2A(code) ? [errorInfo(code)] : undefined);
}

/** Says which error of A2A has this code. */
const errorInfo = (code: number | bigint): JsonObject => ({
  '@type': ERROR_INFO,
  reason: nameOf(code)!,
  domain: DOMAIN,
});

/** A reply with the details that an error of A2A must have over HTTP+JSON (1.0.1, 11.6), if it is one and has none. */
export function withErrorInfo(reply: JsonObject): JsonObject {
  const { error } = reply;
  if (!isObject(error) || error.data !== undefined) return reply;
  const { code } = error;
  return typeof code === 'number' && isOfA2A(code) ? { ...reply, error: { ...error, data: [errorInfo(code)] } } : reply;
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
