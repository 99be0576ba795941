import type { DiscoverResult } from '../../../../generated/types/mcp-2026-07-28.js';
import type { Json, JsonObject } from '../../../../json/json.js';
import { isObject } from '../../../../json/json.js';
import { own } from '../../../../json/own.js';
import { META, type PerRequestRevision } from '../../per-request.js';

/** How many ms a result stays fresh and who may keep it, by method (MCP 2026-07-28, Caching). */
const CACHING: { readonly [method: string]: readonly [lifetime: number, scope: DiscoverResult['cacheScope']] } = {
  'server/discover': [300_000, 'public'],
  'tools/list': [60_000, 'public'],
  'prompts/list': [60_000, 'public'],
  'resources/list': [60_000, 'public'],
  'resources/templates/list': [60_000, 'public'],
  'resources/read': [0, 'private'],
};

/** A result with what every one has in its revision: its type, who answered, and where it may be kept for how long. */
export function completed(
  method: string,
  result: JsonObject,
  serverInfo: Json,
  { serverInfo: place, lifetime: member }: Pick<PerRequestRevision, 'serverInfo' | 'lifetime'>,
): JsonObject {
  const { _meta } = result;
  if (place === 'discovery' && method === 'server/discover') return { resultType: 'complete', serverInfo, ...result };
  const [lifetime, cacheScope] = own(CACHING, method) ?? [];
  return {
    resultType: 'complete',
    ...(cacheScope && { [member]: lifetime!, cacheScope }),
    ...result,
    ...(place === 'metadata' && { _meta: { [META.serverInfo]: serverInfo, ...(isObject(_meta) && _meta) } }),
  };
}
