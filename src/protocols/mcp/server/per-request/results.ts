import type { DiscoverResult } from '../../../../generated/types/mcp-2026-07-28.js';
import type { Json, JsonObject } from '../../../../json/json.js';
import { isObject } from '../../../../json/json.js';
import { META, type PerRequestRevision } from '../../per-request.js';

/** How long a result stays fresh and who may keep it, by method (MCP 2026-07-28, Caching). */
const CACHING: { readonly [method: string]: Pick<DiscoverResult, 'ttlMs' | 'cacheScope'> } = {
  'server/discover': { ttlMs: 300_000, cacheScope: 'public' },
  'tools/list': { ttlMs: 60_000, cacheScope: 'public' },
  'prompts/list': { ttlMs: 60_000, cacheScope: 'public' },
  'resources/list': { ttlMs: 60_000, cacheScope: 'public' },
  'resources/templates/list': { ttlMs: 60_000, cacheScope: 'public' },
  'resources/read': { ttlMs: 0, cacheScope: 'private' },
};

/** A result with what every one has in this revision: its type, who answered, and where it may be kept for how long. */
export function completed(
  method: string,
  result: JsonObject,
  serverInfo: Json,
  place: PerRequestRevision['serverInfo'] = 'metadata',
): JsonObject {
  const { _meta } = result;
  if (place === 'discovery') {
    if (method === 'server/discover') return { resultType: 'complete', serverInfo, ...result };
    return { resultType: 'complete', ...(Object.hasOwn(CACHING, method) && CACHING[method]), ...result };
  }
  return {
    resultType: 'complete',
    ...(Object.hasOwn(CACHING, method) && CACHING[method]),
    ...result,
    _meta: { [META.serverInfo]: serverInfo, ...(isObject(_meta) && _meta) },
  };
}
