import type { Json } from '../../json/json.js';
import { INVALID_PARAMS, RpcError } from '../../jsonrpc/rpc-error.js';

/** -32602: params that do not fit, or that name what is not there. */
export const invalidParams = (message: string, data?: Json) => new RpcError(INVALID_PARAMS, message, data);

/** -32000: what was asked for could not be done; `status` says why in a word. */
export const failed = (status: string, message = status) => new RpcError(-32000, message, { status });

/** -32004: there is no such session, or none in which this could be done. */
export const unknownSession = (message: string) => new RpcError(-32004, message);
