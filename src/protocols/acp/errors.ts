import type { Json } from '../../json/json.js';
import { INVALID_REQUEST, RpcError } from '../../jsonrpc/rpc-error.js';

/** Error codes of ACP beside those of the connection itself (the definition ErrorCode). */
export const CODES = {
  invalidParams: -32602,
  internalError: -32603,
  authRequired: -32000,
  notFound: -32002,
  cancelled: -32800,
} as const;

/** -32600: a request that is well formed and comes at the wrong time. */
export const invalidRequest = (message: string) => new RpcError(INVALID_REQUEST, message);

/** -32000: the user has to sign in first. */
export const authRequired = (message: string) => new RpcError(CODES.authRequired, message);

/** -32602: params that break the schema, or that name what can't be used. */
export const invalidParams = (message: string, data?: Json) => new RpcError(CODES.invalidParams, message, data);

/** -32603: the receiver failed, through no fault of the params. */
export const internalError = (message: string) => new RpcError(CODES.internalError, message);

/** -32002: a session, file or terminal that is not there. */
export const notFound = (message: string) => new RpcError(CODES.notFound, message);

/** -32800: the request was cancelled, as its sender wanted. Not in 0.12.2. */
export const requestCancelled = () => new RpcError(CODES.cancelled, 'the request was cancelled');
