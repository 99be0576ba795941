import { serveStdio } from '../../../../jsonrpc/serve-stdio.js';
import { lastAnswers } from '../../../../wire/last-answers.js';
import type { PerRequestRevision } from '../../per-request.js';
import { liveServer } from '../live.js';
import { loadPermissiveScript } from '../permissive/script.js';
import { type McpServerOptions, type RunningMcpServer, runningListener } from '../running.js';
import type { ScriptDifference } from '../script/difference.js';
import { startOptions } from '../start-options.js';
import { type PerRequestOptions, PerRequestServer } from './server.js';
import { perRequestTools } from './tools.js';

/** Starts the reference MCP server of a revision without sessions; rejects as `startMcpServer` does. */
export async function startPerRequest(
  options: McpServerOptions,
  revision: PerRequestRevision,
): Promise<RunningMcpServer> {
  const { script, permissive } = await loadPermissiveScript(options.script, { tools: perRequestTools });
  const { serving, carriage, address, streams, permit } = startOptions(options, permissive);
  const serve: PerRequestOptions = { ...serving, script, revision };
  const live = (told: (difference: ScriptDifference) => void) =>
    liveServer({
      options,
      permit,
      scripts: [script],
      read: async (written) => {
        const next = await loadPermissiveScript(written, { tools: perRequestTools });
        return { scripts: [next.script], permissive: next.permissive };
      },
      notify: [told],
    });
  if (options.transport !== 'stdio') {
    const { listenPerRequest } = await import('./http/endpoint.js');
    const { listener, endpoint } = await listenPerRequest({ ...serve, ...carriage, ...address });
    return { ...runningListener(listener), ...live((difference) => endpoint.scriptChanged(difference)) };
  }
  const server = new PerRequestServer(serve);
  const carrier = serveStdio({ ...streams, ...carriage });
  const connection = server.serve(carrier);
  const done = connection.closed.then(async () => {
    server.endSubscriptions();
    await lastAnswers(connection.settled(), serving.clock);
    connection.close();
  });
  return {
    ...live((difference) => server.scriptChanged(difference)),
    traffic: carrier.traffic,
    done,
    close: async () => {
      connection.close();
      await done;
    },
  };
}
