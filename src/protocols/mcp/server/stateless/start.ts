import { randomBytes } from '../../../../json/crypto.js';
import { serveStdio } from '../../../../jsonrpc/serve-stdio.js';
import { openBorder } from '../../../../wire/carried.js';
import { realClock } from '../../../../wire/clock/clock.js';
import { lastAnswers } from '../../../../wire/last-answers.js';
import { defaultLimits } from '../../../../wire/limits.js';
import { countingBorder } from '../counting.js';
import { permissiveBorder } from '../permissive/border.js';
import { readPermissive } from '../permissive/variants.js';
import { type McpServerOptions, type RunningMcpServer, runningListener } from '../running.js';
import { loadScript } from '../script/script.js';
import { readSwitches } from '../switches.js';
import { type StatelessOptions, StatelessServer } from './server.js';
import { statelessTools } from './tools.js';

/** Starts the reference MCP server of revision 2026-07-28; rejects as `startMcpServer` does. */
export async function startStateless(options: McpServerOptions): Promise<RunningMcpServer> {
  const {
    clock = realClock,
    border = openBorder,
    limits = defaultLimits,
    random = randomBytes,
    failed,
    exit,
  } = options;
  const script = await loadScript(options.script, { tools: statelessTools });
  const permissive = new Set([...readPermissive(options.permissive), ...script.permissive]);
  const switches = readSwitches(options.switches);
  const serve: StatelessOptions = { script, clock, permissive, switches, random, ...(failed && { failed }) };
  if (options.transport !== 'stdio') {
    const { port, host } = options;
    const { listenStateless } = await import('./http/endpoint.js');
    const listener = await listenStateless({
      ...serve,
      border,
      limits,
      ...(port !== undefined && { port }),
      ...(host !== undefined && { host }),
      ...(exit && { exit }),
    });
    return runningListener(listener);
  }
  const { input = process.stdin, output = process.stdout } = options;
  const counting = countingBorder(permissiveBorder(border, permissive), input);
  const server = new StatelessServer(serve);
  const connection = server.serve(
    serveStdio({ input, output, border: counting.border, limits, ...(exit && { exit }) }),
  );
  const done = connection.closed.then(async () => {
    server.subscriptions.end();
    await lastAnswers(connection.settled());
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
