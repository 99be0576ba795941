import { type Json, stringifyJson } from '../../json/json.js';
import { INVALID_PARAMS, RpcError } from '../../jsonrpc/rpc-error.js';

/** The codes that A2A adds to those of JSON-RPC (A2A 0.3.0, 8.2). */
export const CODES = {
  taskNotFound: -32001,
  taskNotCancelable: -32002,
  pushNotSupported: -32003,
  unsupportedOperation: -32004,
  contentTypeNotSupported: -32005,
  invalidAgentResponse: -32006,
  noExtendedCard: -32007,
  /** Of A2A 1.0 (1.0.1, 5.4). */
  extensionRequired: -32008,
  versionNotSupported: -32009,
} as const;

/** Answers a caller who may not come in. A2A leaves the code to the server, and the status says it all (A2A 0.3.0, 4.4). */
export const UNAUTHORIZED = -32000;

export const invalidParams = (reason: string) => new RpcError(INVALID_PARAMS, `Invalid params: ${reason}`);

/** There is no such task, or the caller may not see it: nobody can tell which. */
export const taskNotFound = (id: Json) => new RpcError(CODES.taskNotFound, `Task not found: ${stringifyJson(id)}`);
