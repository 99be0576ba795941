import type { PeerReference } from '../../../../conversation/peer/peer-reference.js';
import type { DiscoverResult } from '../../../../generated/types/mcp-2026-07-28.js';
import { asObject, isObject, type JsonObject } from '../../../../json/json.js';
import type { PerRequestRevision } from '../../per-request.js';
import { serverInfoOf } from '../lifecycle.js';
import { permissiveBorder } from '../permissive/border.js';
import { permitting } from '../permissive/changes.js';
import { loadPermissiveScript } from '../permissive/script.js';
import { PerRequestEndpoint } from './http/endpoint.js';
import { completed } from './results.js';
import { PerRequestServer } from './server.js';
import { perRequestTools } from './tools.js';

/**
 * The MCP server without sessions that the kit plays against a client, over pipes and over HTTP. `config` is as of `referenceServer`,
 * `revision` the one that it speaks.
 * What the steps answer with has the members that every result of this revision has, unless a step breaks it on purpose.
 */
export function perRequestServer(
  { stderr, outlives, ...config }: JsonObject,
  revision: PerRequestRevision,
): PeerReference {
  const values: JsonObject = {};
  const made = loadPermissiveScript(config, { tools: perRequestTools }).then(({ script, permissive }) => {
    const options = { script, parts: permitting(permissive), revision };
    const server = new PerRequestServer(options);
    const discover: Omit<DiscoverResult, 'resultType' | 'ttlMs' | 'cacheScope'> = server.discover();
    const information = asObject(serverInfoOf(script));
    Object.assign(values, {
      discover: completed('server/discover', asObject(discover), information, revision),
      tools: script.tools.map(({ spec }) => asObject(spec)),
    });
    return { options, permissive };
  });
  // Whoever waits for `prepared` is told.
  made.catch(() => undefined);
  return {
    values,
    prepared: made,
    ...(typeof stderr === 'number' && { stderr: 'Working hard.\n'.repeat(stderr / 14) }),
    ...((outlives === 'stdin' || outlives === 'SIGTERM') && { outlives }),
    requests: {},
    notifications: {},
    completed: (message) =>
      isObject(message.result) ? { ...message, result: whole(message.result, revision) } : message,
    serve(link) {
      void made.then(
        ({ options }) => new PerRequestServer(options).serve(link),
        () => undefined,
      );
    },
    async serveHttp({ border, limits, clock, keeps }) {
      const { options, permissive } = await made;
      return new PerRequestEndpoint({ ...options, border: permissiveBorder(border, permissive), limits, clock, keeps });
    },
  };
}

/** Members by which a result is known that says for how long it may be kept (MCP 2026-07-28, Caching). */
const KEPT_WITH = ['supportedVersions', 'tools', 'resources', 'resourceTemplates', 'prompts', 'contents'];

/** A result of the steps with the members that it must have; it is stale at once. */
function whole(result: JsonObject, { lifetime }: PerRequestRevision): JsonObject {
  const isKept = KEPT_WITH.some((member) => member in result);
  return { resultType: 'complete', ...(isKept && { [lifetime]: 0, cacheScope: 'private' }), ...result };
}
