import type { PeerReference } from '../../../conversation/peer/peer-reference.js';
import type { InitializeResult } from '../../../generated/types/mcp-2025-11-25.js';
import { randomBytes } from '../../../json/crypto.js';
import { asObject, type JsonObject } from '../../../json/json.js';
import { REVISION } from '../revision.js';
import { Endpoint } from './http/endpoint.js';
import { capabilitiesOf, serverInfoOf } from './lifecycle.js';
import type { ServerParts } from './parts.js';
import { permissiveBorder } from './permissive/border.js';
import { permitting } from './permissive/changes.js';
import { loadPermissiveScript } from './permissive/script.js';
import type { PermissiveOptions } from './permissive/variants.js';
import { type ServerSession, serveMcp } from './session/session.js';
import type { Script } from './state/script.js';

/**
 * The MCP server that the kit plays against a client, over pipes and over Streamable HTTP. `config` is the script of the
 * reference server, see `schemas/mcp-server-script`, and `stderr`: how many bytes it writes on its standard error when it starts,
 * `outlives`: `stdin` or `SIGTERM`, what it outlives as a process, and `primes`: whether its streams begin with an event without data.
 * A client that stumbles over that shall do so in one case alone.
 */
export function referenceServer({ stderr, outlives, primes, ...config }: JsonObject): PeerReference {
  const made = loadPermissiveScript(config).then(({ script, permissive: named }) => {
    const permissive: PermissiveOptions = primes === true ? named : new Set([...named, 'no-priming']);
    return { options: { script, parts: permitting(permissive) }, permissive };
  });
  const values: JsonObject = {};
  const prepared = made.then(({ options }) => Object.assign(values, valuesOf(options)));
  // Whoever waits for `prepared` is told.
  prepared.catch(() => undefined);
  let session: ServerSession | undefined;
  return {
    values,
    prepared,
    ...(typeof stderr === 'number' && { stderr: 'Working hard.\n'.repeat(stderr / 14) }),
    ...((outlives === 'stdin' || outlives === 'SIGTERM') && { outlives }),
    requests: {},
    notifications: {},
    serve(link) {
      void made.then(
        ({ options }) => {
          session = serveMcp(link, options);
        },
        () => undefined,
      );
    },
    answered(request, reply) {
      if (request.method === 'initialize' && 'result' in reply) session?.initializedBy(request);
    },
    async serveHttp({ border, limits, clock, keeps, nextId }) {
      const { options, permissive } = await made;
      return new Endpoint({
        ...options,
        random: randomBytes,
        border: permissiveBorder(border, permissive),
        limits,
        clock,
        keeps,
        ids: nextId,
      });
    },
  };
}

/** What a step that answers `initialize` itself may say: the result that this server would give. */
function valuesOf({ script, parts }: { script: Script; parts: ServerParts }): JsonObject {
  const declared = capabilitiesOf({ script, offers: parts.offers });
  const initialize: InitializeResult = {
    protocolVersion: script.protocolVersions[0] ?? REVISION,
    capabilities: declared,
    serverInfo: serverInfoOf(script),
    ...(script.instructions !== undefined && { instructions: script.instructions }),
  };
  return { initialize: asObject(initialize), tools: script.tools.map(({ spec }) => asObject(spec)) };
}
