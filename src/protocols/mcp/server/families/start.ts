import { serveStdio } from '../../../../jsonrpc/serve-stdio.js';
import { lastAnswers } from '../../../../wire/last-answers.js';
import { type PerRequestRevision, perRequestRevision } from '../../per-request.js';
import { Endpoint } from '../http/endpoint.js';
import { listenAt } from '../http/front.js';
import { liveServer } from '../live.js';
import { PerRequestEndpoint } from '../per-request/http/endpoint.js';
import { PerRequestServer } from '../per-request/server.js';
import { perRequestTools } from '../per-request/tools.js';
import { loadPermissiveScript } from '../permissive/script.js';
import { type McpServerOptions, type RunningMcpServer, runningListener } from '../running.js';
import type { ScriptDifference } from '../script/difference.js';
import { loadScript } from '../script/script.js';
import { type ServerSession, serveMcp } from '../session/session.js';
import { startOptions } from '../start-options.js';
import type { Script } from '../state/script.js';
import { isPerRequest, LinkOfEitherFamily } from './routing.js';

/**
 * Starts the reference server in one process for both families: what a client opens a session for is served in the revisions with
 * sessions of the script, what says its revision with each request in `revision`. Rejects as `startMcpServer` does.
 */
export async function startOfEitherFamily(
  options: McpServerOptions,
  revision: PerRequestRevision,
): Promise<RunningMcpServer> {
  const { script, permissive } = await loadPermissiveScript(options.script);
  const { serving, carriage, sessions: manner, address, streams, permit } = startOptions(options, permissive);
  const others = new Set<ServerSession>();
  const perRequest = { ...serving, revision, script: await loadScript(options.script, { tools: perRequestTools }) };
  const session = { ...serving, others, script: ofSessions(script) };
  const live = (told: (difference: ScriptDifference) => void) =>
    liveServer({
      options,
      permit,
      scripts: [session.script, perRequest.script],
      read: async (written) => {
        const next = await loadPermissiveScript(written);
        const without = await loadScript(written, { tools: perRequestTools });
        return { scripts: [ofSessions(next.script), without], permissive: next.permissive };
      },
      notify: [
        (difference) => {
          for (const one of others) one.scriptChanged(difference);
        },
        told,
      ],
    });
  if (options.transport !== 'stdio') {
    const without = new PerRequestEndpoint({ ...perRequest, ...carriage });
    const sessions = new Endpoint({ ...session, ...carriage, ...manner });
    const listener = await listenAt(
      { ...serving, ...carriage, ...address, script },
      (exchange) => (isPerRequest(exchange) ? without : sessions).take(exchange),
      () => {
        sessions.close();
        return without.close();
      },
    );
    return { ...runningListener(listener), ...live((difference) => without.scriptChanged(difference)) };
  }
  const carrier = serveStdio({ ...streams, ...carriage });
  const link = new LinkOfEitherFamily(carrier);
  const server = new PerRequestServer(perRequest);
  const without = server.serve(link.perRequest);
  const opened = serveMcp(link.session, session);
  const done = link.closed.then(async () => {
    server.endSubscriptions();
    await lastAnswers(
      Promise.all([without.settled(), opened.settled()]).then(() => undefined),
      serving.clock,
    );
    link.close();
  });
  return {
    ...live((difference) => server.scriptChanged(difference)),
    traffic: carrier.traffic,
    done,
    close: async () => {
      without.close();
      opened.close();
      await done;
    },
  };
}

/** A script as clients with sessions are served. */
const ofSessions = (script: Script): Script => ({
  ...script,
  protocolVersions: script.protocolVersions.filter((version) => !perRequestRevision(version)),
});
