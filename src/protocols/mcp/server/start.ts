import { type ServeStdioOptions, serveStdio } from '../../../jsonrpc/serve-stdio.js';
import type { Border } from '../../../wire/carried.js';
import { realClock } from '../../../wire/clock/clock.js';
import { keepAlive } from '../../../wire/keep-alive.js';
import { lastAnswers } from '../../../wire/last-answers.js';
import { perRequestRevision, REVISION_2026_07_28 } from '../per-request.js';
import { REVISION } from '../revision.js';
import { countingBorder } from './counting.js';
import { permissiveBorder } from './permissive/border.js';
import { type McpServerOptions, type RunningMcpServer, runningListener } from './running.js';
import { loadScript } from './script/script.js';
import { type Random, type ServeOptions, serveMcp } from './session/session.js';
import { permissiveOf, startOptions } from './start-options.js';

/**
 * Starts the reference MCP server, of revision 2025-11-25 unless it is told another, or of both families where its script names revisions of
 * both. Rejects with ScriptError for a script, variant or switch that can't be used, and PortError where the port can't be had.
 */
export async function startMcpServer(options: McpServerOptions): Promise<RunningMcpServer> {
  const { permissive } = options;
  const isOfBoth =
    options.version === REVISION_2026_07_28 && Array.isArray(permissive) && permissive.includes('both-families');
  const { protocolVersions: versions = isOfBoth ? [REVISION_2026_07_28, REVISION] : undefined } = options.script ?? {};
  if (isOfBoth)
    return (await import('./families/start.js')).startOfEitherFamily({
      ...options,
      script: { ...options.script, protocolVersions: versions as string[] },
    });
  if (Array.isArray(versions) && versions.length > 1 && versions.includes(REVISION_2026_07_28))
    return (await import('./families/start.js')).startOfEitherFamily(options);
  // Who speaks in sessions needs nothing of the other revision.
  if (perRequestRevision(options.version)) return (await import('./per-request/start.js')).startPerRequest(options);
  const { profile } = options;
  const loaded = await loadScript(options.script, profile?.shipped);
  const script = profile?.script(loaded) ?? loaded;
  const { serving, carriage, address, streams } = startOptions(options);
  const serve: ServeOptions & { random: Random } = {
    ...serving,
    script,
    permissive: permissiveOf(options, script),
    ...(profile && { refusals: profile.refusals }),
  };
  if (options.transport === 'stdio') return startStdio(serve, { ...streams, ...carriage });
  // Over stdio nothing needs an HTTP server, which takes longer to load than all else here.
  const { listenMcp } = await import('./http/endpoint.js');
  const listener = await listenMcp({ ...serve, ...carriage, ...address });
  return runningListener(listener);
}

function startStdio(serve: ServeOptions, streams: ServeStdioOptions & { border: Border }): RunningMcpServer {
  const { input } = streams;
  const counting = countingBorder(permissiveBorder(streams.border, serve.permissive ?? new Set()), input);
  const session = serveMcp(serveStdio({ ...streams, border: counting.border }), serve);
  const outliving = serve.switches?.has('outlives-stdin') ? keepAlive() : undefined;
  const done = session.closed.then(async () => {
    await outliving?.over;
    await lastAnswers(session.settled(), serve.clock ?? realClock);
    session.close();
  });
  return {
    traffic: counting.traffic,
    done,
    close: async () => {
      outliving?.end();
      session.close();
      await done;
    },
  };
}
