import type { Json } from '../../json/json.js';
import { RpcError } from '../../jsonrpc/rpc-error.js';
import { CODES } from './revision.js';

/** -32602: params that break the schema or name what does not exist. */
export const invalidParams = (message: string, data?: Json) => new RpcError(CODES.invalidParams, message, data);

/** -32600: a request that is not allowed now. */
export const invalidRequest = (message: string, data?: Json) => new RpcError(CODES.invalidRequest, message, data);

/** -32601: a method that the receiver does not offer. */
export const methodNotFound = (method: string) => new RpcError(CODES.methodNotFound, `Method not found: ${method}`);

/** -32002: a resource that does not exist (MCP 2025-11-25, Resources, Error Handling). */
export const resourceNotFound = (uri: string) => new RpcError(CODES.resourceNotFound, 'Resource not found', { uri });
