import type { Json } from '../../json/json.js';
import { RpcError } from '../../jsonrpc/rpc-error.js';

/** Error codes of Harn's agent beside those of the connection itself. */
const CODES = { invalidParams: -32602, refused: -32000, unknownSession: -32004 } as const;

/** -32602: params that break the schema or name what is not there; `data.reason` says which. */
export const invalidParams = (message: string, data?: Json) => new RpcError(CODES.invalidParams, message, data);

/** -32602 with the reason as message and as `data.reason` (Harn guide, Queued user messages). */
export const withReason = (reason: string, more: { [name: string]: Json } = {}) =>
  invalidParams(reason, { reason, ...more });

/** -32000 with what is in the way as message and as `data.status` (Harn guide, session/rollback). */
export const refused = (status: string, message = status) => new RpcError(CODES.refused, message, { status });

/** -32000: the client has to sign in first, and how (Harn guide, Running the ACP server). */
export const authRequired = (authMethods: Json, message = 'auth_required') =>
  new RpcError(CODES.refused, message, { authMethods });

/** -32004: the session is not there, or has no prompt that runs. */
export const noActivePrompt = () => new RpcError(CODES.unknownSession, 'Session has no active prompt');
