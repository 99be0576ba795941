import type { PeerReference } from '../../../conversation/peer/peer-reference.js';
import type { InitializeResult } from '../../../generated/types/mcp-2025-11-25.js';
import { randomBytes } from '../../../json/crypto.js';
import { asObject, type JsonObject } from '../../../json/json.js';
import { REVISION } from '../revision.js';
import { Endpoint } from './http/endpoint.js';
import { capabilitiesOf, serverInfoOf } from './lifecycle.js';
import { offersOf } from './permissive/choices.js';
import { loadScript, type Script } from './script/script.js';
import { type ServeOptions, type ServerSession, serveMcp } from './session/session.js';

/**
 * The MCP server that the kit plays against a client, over pipes and over Streamable HTTP. `config` is the script of the
 * reference server, see `schemas/mcp-server-script`, and `stderr`: how many bytes it writes on its standard error when it starts,
 * and `primes`: whether its streams begin with an event without data. A client that stumbles over that shall do so in one case alone.
 */
export function referenceServer({ stderr, primes, ...config }: JsonObject): PeerReference {
  const script = loadScript(config).then((loaded) => (primes === true ? loaded : unprimed(loaded)));
  const values: JsonObject = {};
  const prepared = script.then((loaded) => Object.assign(values, valuesOf(loaded)));
  // Whoever waits for `prepared` is told.
  prepared.catch(() => undefined);
  let session: ServerSession | undefined;
  return {
    values,
    prepared,
    ...(typeof stderr === 'number' && { stderr: 'Working hard.\n'.repeat(stderr / 14) }),
    requests: {},
    notifications: {},
    serve(link) {
      void script.then(
        (loaded) => {
          session = serveMcp(link, optionsOf(loaded));
        },
        () => undefined,
      );
    },
    answered(request, reply) {
      if (request.method === 'initialize' && 'result' in reply) session?.initializedBy(request);
    },
    async serveHttp({ border, limits, clock, keeps, nextId }) {
      return new Endpoint({
        ...optionsOf(await script),
        random: randomBytes,
        border,
        limits,
        clock,
        keeps,
        ids: nextId,
      });
    },
  };
}

const unprimed = (script: Script): Script => ({ ...script, permissive: [...script.permissive, 'no-priming'] });

function optionsOf(script: Script): ServeOptions {
  return { script, permissive: new Set(script.permissive) };
}

/** What a step that answers `initialize` itself may say: the result that this server would give. */
function valuesOf(script: Script): JsonObject {
  const declared = capabilitiesOf({ script, offers: offersOf(new Set(script.permissive)) });
  const initialize: InitializeResult = {
    protocolVersion: script.protocolVersions[0] ?? REVISION,
    capabilities: declared,
    serverInfo: serverInfoOf(script),
    ...(script.instructions !== undefined && { instructions: script.instructions }),
  };
  return { initialize: asObject(initialize), tools: script.tools.map(({ spec }) => asObject(spec)) };
}
