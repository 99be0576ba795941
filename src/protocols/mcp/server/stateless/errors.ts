import type { ClientCapabilities } from '../../../../generated/types/mcp-2025-11-25.js';
import { asObject } from '../../../../json/json.js';
import { RpcError } from '../../../../jsonrpc/rpc-error.js';
import { CODES } from '../../revision.js';
import { STATELESS_CODES } from '../../stateless.js';

/** -32022: a revision that the server does not speak (MCP 2026-07-28, Versioning). */
export const unsupportedVersion = (requested: string, supported: readonly string[]) =>
  new RpcError(STATELESS_CODES.unsupportedVersion, 'Unsupported protocol version', {
    supported: [...supported],
    requested,
  });

/** -32021: the request needs what its client did not declare (MCP 2026-07-28, Overview, Capabilities). */
export const missingCapability = (needed: ClientCapabilities, reason: string) =>
  new RpcError(STATELESS_CODES.missingCapability, reason, { requiredCapabilities: asObject(needed) });

/** The error as this revision has it: what is not found is a param like any other that is wrong (MCP 2026-07-28, Resources). */
export function asStateless(error: unknown): unknown {
  if (!(error instanceof RpcError) || error.code !== CODES.resourceNotFound) return error;
  return new RpcError(CODES.invalidParams, error.message, error.data);
}

/** The HTTP status of a response (MCP 2026-07-28, Transports). `isMeta`: the request lacks its metadata. */
export function statusOf(code: unknown, isMeta: boolean): number {
  if (code === CODES.methodNotFound) return 404;
  return isMeta || Object.values<unknown>(STATELESS_CODES).includes(code) ? 400 : 200;
}
