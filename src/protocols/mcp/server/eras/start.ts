import { randomBytes } from '../../../../json/crypto.js';
import { serveStdio } from '../../../../jsonrpc/serve-stdio.js';
import { openBorder } from '../../../../wire/carried.js';
import { realClock } from '../../../../wire/clock/clock.js';
import { listenHttp } from '../../../../wire/http/server.js';
import { lastAnswers } from '../../../../wire/last-answers.js';
import { defaultLimits } from '../../../../wire/limits.js';
import { STATELESS } from '../../stateless.js';
import { countingBorder } from '../counting.js';
import { ENDPOINT, Endpoint } from '../http/endpoint.js';
import { permissiveBorder } from '../permissive/border.js';
import { readPermissive } from '../permissive/variants.js';
import { type McpServerOptions, type RunningMcpServer, runningListener } from '../running.js';
import { loadScript } from '../script/script.js';
import { serveMcp } from '../session/session.js';
import { StatelessEndpoint } from '../stateless/http/endpoint.js';
import { StatelessServer } from '../stateless/server.js';
import { statelessTools } from '../stateless/tools.js';
import { readSwitches } from '../switches.js';
import { isStateless, LinkOfEitherEra } from './routing.js';

/**
 * Starts the reference server in one process for both eras: what a client opens a session for is served as revision 2025-11-25 and
 * before, what says its revision with each request as 2026-07-28. Rejects as `startMcpServer` does.
 */
export async function startOfEitherEra(options: McpServerOptions): Promise<RunningMcpServer> {
  const {
    clock = realClock,
    border = openBorder,
    limits = defaultLimits,
    random = randomBytes,
    failed,
    exit,
  } = options;
  const script = await loadScript(options.script);
  const versions = script.protocolVersions.filter((version) => version !== STATELESS);
  const permissive = new Set([...readPermissive(options.permissive), ...script.permissive]);
  const common = { clock, permissive, switches: readSwitches(options.switches), random, ...(failed && { failed }) };
  const stateless = { ...common, script: await loadScript(options.script, { tools: statelessTools }) };
  const session = { ...common, script: { ...script, protocolVersions: versions } };
  if (options.transport !== 'stdio') {
    const { port, host } = options;
    const carriage = { border, limits, ...(exit && { exit }) };
    const [without, sessions] = [
      new StatelessEndpoint({ ...stateless, ...carriage }),
      new Endpoint({ ...session, ...carriage }),
    ];
    const listener = await listenHttp({
      ...(port !== undefined && { port }),
      ...(host !== undefined && { host }),
      limits,
      ...(failed && { failed }),
      onExchange: (exchange) => (isStateless(exchange) ? without : sessions).take(exchange),
    });
    return runningListener({
      ...listener,
      url: `${listener.url}${ENDPOINT}`,
      close: async () => {
        without.close();
        sessions.close();
        await listener.close();
      },
    });
  }
  const { input = process.stdin, output = process.stdout } = options;
  const counting = countingBorder(permissiveBorder(border, permissive), input);
  const link = new LinkOfEitherEra(
    serveStdio({ input, output, border: counting.border, limits, ...(exit && { exit }) }),
  );
  const server = new StatelessServer(stateless);
  const without = server.serve(link.stateless);
  const opened = serveMcp(link.session, session);
  const done = link.closed.then(async () => {
    server.subscriptions.end();
    await lastAnswers(Promise.all([without.settled(), opened.settled()]).then(() => undefined));
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
