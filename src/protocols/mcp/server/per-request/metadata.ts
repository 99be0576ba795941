import type { ClientCapabilities } from '../../../../generated/types/mcp-2025-11-25.js';
import type { Json } from '../../../../json/json.js';
import { isObject } from '../../../../json/json.js';
import { invalidParams } from '../../errors.js';
import { META, type PerRequestRevision } from '../../per-request.js';
import { isLogLevel, type LogLevel } from '../../revision.js';
import { unsupportedVersion } from './errors.js';

/** What a request says of itself (MCP 2026-07-28, Overview, Metadata). */
export interface Metadata {
  capabilities: ClientCapabilities;
  /** The least severe log level that is wanted; unset where none is. */
  level?: LogLevel;
}

/** The `_meta` of a request's params. */
export const metaOf = (params: Json | undefined) => (isObject(params) && isObject(params._meta) ? params._meta : {});

/** Whether the params lack what every request must say. */
export function lacksMetadata(params: Json | undefined): boolean {
  const meta = metaOf(params);
  return typeof meta[META.protocolVersion] !== 'string' || !isObject(meta[META.clientCapabilities]);
}

/** Throws the RpcError of the revision where a request is written in another one. */
export function checkVersion(
  revision: PerRequestRevision,
  params: Json | undefined,
  supported: readonly string[],
): void {
  const version = metaOf(params)[META.protocolVersion];
  if (typeof version === 'string' && version !== revision.name) throw unsupportedVersion(revision, version, supported);
}

/** Reads what a request says of itself. Throws RpcError -32602 where something is missing. */
export function readMetadata(params: Json | undefined): Metadata {
  if (lacksMetadata(params))
    throw invalidParams(`_meta must have ${META.protocolVersion} and ${META.clientCapabilities}`);
  const meta = metaOf(params);
  const level = meta[META.logLevel];
  const capabilities = meta[META.clientCapabilities] as ClientCapabilities;
  return { capabilities, ...(isLogLevel(level) && { level }) };
}
