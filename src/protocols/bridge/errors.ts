import type { Json, JsonObject } from '../../json/json.js';
import { RpcError } from '../../jsonrpc/rpc-error.js';

/** Error codes of JSON-RPC 2.0 (section 5.1), and of a host that refuses a tool. */
const CODES = {
  internalError: -32603,
  invalidParams: -32602,
  toolRejected: -32001,
  serverError: -32000,
} as const;

/** -32602: params that break the schema or name what does not exist. */
export const invalidParams = (message: string, data?: Json) => new RpcError(CODES.invalidParams, message, data);

/** -32602: there is nothing of this name. */
export const unknownName = (kind: 'tool' | 'skill' | 'operation', name: string) =>
  invalidParams(`${NOTHING_NAMED} ${kind} ${JSON.stringify(name)}`);

/** Whether an error object is one that `unknownName` made. */
export const isUnknownName = ({ code, message }: JsonObject) =>
  code === CODES.invalidParams && String(message).startsWith(NOTHING_NAMED);

const NOTHING_NAMED = 'there is no';

/** -32001: the host refuses a tool by its policy. */
export const toolRejected = (reason: string) => new RpcError(CODES.toolRejected, reason);

/** -32000: the host lacks what it would take to answer. */
export const unavailable = (message: string) => new RpcError(CODES.serverError, message);
