import { serveStdio } from '../../../../jsonrpc/serve-stdio.js';
import { lastAnswers } from '../../../../wire/last-answers.js';
import { statelessRevision } from '../../per-request.js';
import { countingBorder } from '../counting.js';
import { permissiveBorder } from '../permissive/border.js';
import { type McpServerOptions, type RunningMcpServer, runningListener } from '../running.js';
import { loadScript } from '../script/script.js';
import { permissiveOf, startOptions } from '../start-options.js';
import { type StatelessOptions, StatelessServer } from './server.js';
import { statelessTools } from './tools.js';

/** Starts the reference MCP server of a revision without sessions, 2026-07-28 unless it is told another; rejects as `startMcpServer` does. */
export async function startStateless(options: McpServerOptions): Promise<RunningMcpServer> {
  const script = await loadScript(options.script, { tools: statelessTools });
  const permissive = permissiveOf(options, script);
  const { serving, carriage, address, streams } = startOptions(options);
  const revision = statelessRevision(options.version);
  const serve: StatelessOptions = { ...serving, script, permissive, ...(revision && { revision }) };
  if (options.transport !== 'stdio') {
    const { listenStateless } = await import('./http/endpoint.js');
    const listener = await listenStateless({ ...serve, ...carriage, ...address });
    return runningListener(listener);
  }
  const counting = countingBorder(permissiveBorder(carriage.border, permissive), streams.input);
  const server = new StatelessServer(serve);
  const connection = server.serve(serveStdio({ ...streams, ...carriage, border: counting.border }));
  const done = connection.closed.then(async () => {
    server.endSubscriptions();
    await lastAnswers(connection.settled(), serving.clock);
    connection.close();
  });
  return {
    traffic: counting.traffic,
    done,
    close: async () => {
      connection.close();
      await done;
    },
  };
}
