import type { PeerReference } from '../../../../conversation/peer/peer-reference.js';
import type { DiscoverResult } from '../../../../generated/types/mcp-2026-07-28.js';
import { asObject, isObject, type JsonObject } from '../../../../json/json.js';
import type { PerRequestRevision } from '../../per-request.js';
import { serverInfoOf } from '../lifecycle.js';
import { loadScript } from '../script/script.js';
import { PerRequestEndpoint } from './http/endpoint.js';
import { completed } from './results.js';
import { PerRequestServer } from './server.js';
import { perRequestTools } from './tools.js';

/**
 * The MCP server without sessions that the kit plays against a client, over pipes and over HTTP. `config` is as of `referenceServer`,
 * `revision` the one that it speaks.
 * What the steps answer with has the members that every result of this revision has, unless a step breaks it on purpose.
 */
export function perRequestServer({ stderr, ...config }: JsonObject, revision: PerRequestRevision): PeerReference {
  const script = loadScript(config, { tools: perRequestTools });
  const values: JsonObject = {};
  const prepared = script.then((loaded) => {
    const permissive = new Set(loaded.permissive);
    const server = new PerRequestServer({ script: loaded, permissive, revision });
    const discover: Omit<DiscoverResult, 'resultType' | 'ttlMs' | 'cacheScope'> = server.discover();
    const information = asObject(serverInfoOf(loaded));
    Object.assign(values, {
      discover: completed('server/discover', asObject(discover), information, revision.serverInfo),
      tools: loaded.tools.map(({ spec }) => asObject(spec)),
    });
    return { script: loaded, permissive, revision };
  });
  // Whoever waits for `prepared` is told.
  prepared.catch(() => undefined);
  return {
    values,
    prepared,
    ...(typeof stderr === 'number' && { stderr: 'Working hard.\n'.repeat(stderr / 14) }),
    requests: {},
    notifications: {},
    completed: (message) => (isObject(message.result) ? { ...message, result: whole(message.result) } : message),
    serve(link) {
      void prepared.then(
        (options) => new PerRequestServer(options).serve(link),
        () => undefined,
      );
    },
    serveHttp: async ({ border, limits, clock, keeps }) =>
      new PerRequestEndpoint({ ...(await prepared), border, limits, clock, keeps }),
  };
}

/** Members by which a result is known that says for how long it may be kept (MCP 2026-07-28, Caching). */
const KEPT_WITH = ['supportedVersions', 'tools', 'resources', 'resourceTemplates', 'prompts', 'contents'];

/** A result of the steps with the members that it must have; it is stale at once. */
function whole(result: JsonObject): JsonObject {
  const isKept = KEPT_WITH.some((member) => member in result);
  return { resultType: 'complete', ...(isKept && { ttlMs: 0, cacheScope: 'private' }), ...result };
}
