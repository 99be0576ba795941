import type { Json, JsonObject } from '../../json/json.js';
import { INTERNAL_ERROR, INVALID_PARAMS, RpcError } from '../../jsonrpc/rpc-error.js';

/** -32602: params that do not fit, or that name what is not there. */
export const invalidParams = (message: string, data?: Json) => new RpcError(INVALID_PARAMS, message, data);

/** -32000: what was asked for could not be done; `status` says why in a word. */
export const failed = (status: string, message = status) => new RpcError(-32000, message, { status });

/** -32004: there is no such session, or none in which this could be done. */
export const unknownSession = (message: string) => new RpcError(-32004, message);

/** The answer to a request, or in place of an answer, that the event log could not keep: what was not kept is sent to nobody. */
export const notKept = ({ id }: JsonObject): JsonObject => ({
  jsonrpc: '2.0',
  id: id!,
  error: new RpcError(INTERNAL_ERROR, 'The hub could not keep this in its event log').toObject(),
});
