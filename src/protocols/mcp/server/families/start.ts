import { serveStdio } from '../../../../jsonrpc/serve-stdio.js';
import { listenHttp } from '../../../../wire/http/server.js';
import { lastAnswers } from '../../../../wire/last-answers.js';
import { REVISION_2026_07_28 } from '../../per-request.js';
import { countingBorder } from '../counting.js';
import { addressOf, ENDPOINT, Endpoint } from '../http/endpoint.js';
import { PerRequestEndpoint } from '../per-request/http/endpoint.js';
import { PerRequestServer } from '../per-request/server.js';
import { perRequestTools } from '../per-request/tools.js';
import { loadPermissiveScript } from '../permissive/script.js';
import { type McpServerOptions, type RunningMcpServer, runningListener } from '../running.js';
import { loadScript } from '../script/script.js';
import { serveMcp } from '../session/session.js';
import { startOptions } from '../start-options.js';
import { isPerRequest, LinkOfEitherFamily } from './routing.js';

/**
 * Starts the reference server in one process for both families: what a client opens a session for is served as revision 2025-11-25 and
 * before, what says its revision with each request as 2026-07-28. Rejects as `startMcpServer` does.
 */
export async function startOfEitherFamily(options: McpServerOptions): Promise<RunningMcpServer> {
  const { script, permissive } = await loadPermissiveScript(options.script);
  const versions = script.protocolVersions.filter((version) => version !== REVISION_2026_07_28);
  const { serving, carriage, sessions: manner, address, streams } = startOptions(options, permissive);
  const perRequest = { ...serving, script: await loadScript(options.script, { tools: perRequestTools }) };
  const session = { ...serving, script: { ...script, protocolVersions: versions } };
  if (options.transport !== 'stdio') {
    const without = new PerRequestEndpoint({ ...perRequest, ...carriage });
    const sessions = new Endpoint({ ...session, ...carriage, ...manner });
    const { failed } = serving;
    const listener = await listenHttp({
      ...addressOf(address, script),
      limits: carriage.limits,
      ...(failed && { failed }),
      onExchange: (exchange) => (isPerRequest(exchange) ? without : sessions).take(exchange),
    });
    return runningListener({
      ...listener,
      url: `${listener.url}${ENDPOINT}`,
      close: async () => {
        await without.close();
        sessions.close();
        await listener.close();
      },
    });
  }
  const counting = countingBorder(carriage.border, streams.input);
  const link = new LinkOfEitherFamily(serveStdio({ ...streams, ...carriage, border: counting.border }));
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
    traffic: counting.traffic,
    done,
    close: async () => {
      without.close();
      opened.close();
      await done;
    },
  };
}
