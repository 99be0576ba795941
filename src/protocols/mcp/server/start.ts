import { type ServeStdioOptions, serveStdio } from '../../../jsonrpc/serve-stdio.js';
import { realClock } from '../../../wire/clock/clock.js';
import type { keepAlive } from '../../../wire/keep-alive.js';
import { lastAnswers } from '../../../wire/last-answers.js';
import { perRequestRevision } from '../per-request.js';
import { REVISION } from '../revision.js';
import { liveServer } from './live.js';
import { loadPermissiveScript } from './permissive/script.js';
import { type McpServerOptions, type RunningMcpServer, runningListener } from './running.js';
import { type Random, type ServeOptions, type ServerSession, serveMcp } from './session/session.js';
import { startOptions } from './start-options.js';

/**
 * Starts the reference MCP server, of revision 2025-11-25 unless it is told another, or of both families where its script names revisions of
 * both. Rejects with ScriptError for a script, variant or switch that can't be used, and PortError where the port can't be had.
 */
export async function startMcpServer(options: McpServerOptions): Promise<RunningMcpServer> {
  const { permissive } = options;
  const revision = perRequestRevision(options.version);
  const isOfBoth = revision !== undefined && Array.isArray(permissive) && permissive.includes('both-families');
  const { protocolVersions: written = isOfBoth ? [revision.name, REVISION] : [] } = options.script ?? {};
  // What is no list is refused with the script.
  const versions = Array.isArray(written) ? written : [];
  const ofRequests = versions.flatMap((version) => perRequestRevision(version) ?? []).at(-1);
  if (ofRequests && versions.some((version) => !perRequestRevision(version)))
    return (await import('./families/start.js')).startOfEitherFamily(
      { ...options, script: { ...options.script, protocolVersions: versions } },
      ofRequests,
    );
  // Who speaks in sessions needs nothing of the other family.
  if (revision) return (await import('./per-request/start.js')).startPerRequest(options, revision);
  const { profile } = options;
  const { script: loaded, permissive: scripted } = await loadPermissiveScript(options.script, profile?.shipped);
  const script = profile?.script(loaded) ?? loaded;
  const { serving, carriage, sessions, address, streams, outliving, permit } = startOptions(options, scripted);
  const others = new Set<ServerSession>();
  const serve: ServeOptions & { random: Random } = {
    ...serving,
    script,
    others,
    ...(profile && { refusals: profile.refusals }),
  };
  const live = liveServer({
    options,
    permit,
    scripts: [script],
    read: async (written) => {
      const { script: next, permissive } = await loadPermissiveScript(written, profile?.shipped);
      return { scripts: [profile?.script(next) ?? next], permissive };
    },
    notify: [
      (difference) => {
        for (const session of others) session.scriptChanged(difference);
      },
    ],
  });
  if (options.transport === 'stdio')
    return { ...startStdio(serve, { ...streams, ...carriage }, outliving?.()), ...live };
  // Over stdio nothing needs an HTTP server, which takes longer to load than all else here.
  const { listenMcp } = await import('./http/endpoint.js');
  const listener = await listenMcp({ ...serve, ...carriage, ...sessions, ...address });
  return { ...runningListener(listener), ...live };
}

function startStdio(
  serve: ServeOptions,
  streams: ServeStdioOptions,
  outliving: ReturnType<typeof keepAlive> | undefined,
): RunningMcpServer {
  const link = serveStdio(streams);
  const session = serveMcp(link, serve);
  const done = session.closed.then(async () => {
    await outliving?.over;
    await lastAnswers(session.settled(), serve.clock ?? realClock);
    session.close();
  });
  return {
    traffic: link.traffic,
    done,
    close: async () => {
      outliving?.end();
      session.close();
      await done;
    },
  };
}
