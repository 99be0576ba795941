import type { ClientCapabilities } from '../../../../generated/types/mcp-2025-11-25.js';
import { asObject } from '../../../../json/json.js';
import { RpcError } from '../../../../jsonrpc/rpc-error.js';
import type { PerRequestRevision } from '../../per-request.js';
import { CODES } from '../../revision.js';

/** A revision that the server does not speak (MCP 2026-07-28, Versioning). */
export const unsupportedVersion = ({ codes }: PerRequestRevision, requested: string, supported: readonly string[]) =>
  new RpcError(codes.unsupportedVersion, 'Unsupported protocol version', {
    supported: [...supported],
    requested,
  });

/** The request needs what its client did not declare (MCP 2026-07-28, Overview, Capabilities). */
export const missingCapability = ({ codes }: PerRequestRevision, needed: ClientCapabilities, reason: string) =>
  new RpcError(codes.missingCapability, reason, { requiredCapabilities: asObject(needed) });

/** Codes of earlier revisions (MCP 2026-07-28, Overview, Error codes). */
const GONE: ReadonlySet<number | bigint> = new Set<number | bigint>([
  CODES.resourceNotFound,
  CODES.urlElicitationRequired,
]);

/** The error as this revision has it: what is not found is a param like any other that is wrong (MCP 2026-07-28, Resources). */
export function asPerRequest(error: unknown): unknown {
  if (!(error instanceof RpcError) || !GONE.has(error.code)) return error;
  return new RpcError(CODES.invalidParams, error.message, error.data);
}

/** The HTTP status of a response (MCP 2026-07-28, Transports). `isMeta`: the request lacks its metadata. */
export function statusOf({ codes }: PerRequestRevision, code: unknown, isMeta: boolean): number {
  if (code === CODES.methodNotFound) return 404;
  return isMeta || Object.values<unknown>(codes).includes(code) ? 400 : 200;
}
