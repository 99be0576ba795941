import { randomBytes } from '../../../json/crypto.js';
import { type ServeStdioOptions, serveStdio } from '../../../jsonrpc/serve-stdio.js';
import { type Border, openBorder } from '../../../wire/carried.js';
import { realClock } from '../../../wire/clock/clock.js';
import { keepAlive } from '../../../wire/keep-alive.js';
import { lastAnswers } from '../../../wire/last-answers.js';
import { defaultLimits } from '../../../wire/limits.js';
import { STATELESS } from '../stateless.js';
import { countingBorder } from './counting.js';
import { permissiveBorder } from './permissive/border.js';
import { type PermissiveVariants, readPermissive } from './permissive/variants.js';
import { type McpServerOptions, type RunningMcpServer, runningListener } from './running.js';
import { loadScript } from './script/script.js';
import { type Random, type ServeOptions, serveMcp } from './session/session.js';
import { readSwitches } from './switches.js';

/**
 * Starts the reference MCP server, of revision 2025-11-25 unless it is told another, or of both eras where its script names revisions of both. Rejects with ScriptError for a script, variant
 * or switch that can't be used, and PortError where the port can't be had.
 */
export async function startMcpServer(options: McpServerOptions): Promise<RunningMcpServer> {
  const {
    clock = realClock,
    border = openBorder,
    limits = defaultLimits,
    random = randomBytes,
    failed,
    exit,
  } = options;
  const { protocolVersions: versions } = options.script ?? {};
  if (Array.isArray(versions) && versions.length > 1 && versions.includes(STATELESS))
    return (await import('./eras/start.js')).startOfEitherEra(options);
  // Who speaks in sessions needs nothing of the other revision.
  if (options.version === STATELESS) return (await import('./stateless/start.js')).startStateless(options);
  const script = await loadScript(options.script);
  const permissive: PermissiveVariants = new Set([...readPermissive(options.permissive), ...script.permissive]);
  const switches = readSwitches(options.switches);
  const serve: ServeOptions & { random: Random } = {
    script,
    clock,
    permissive,
    switches,
    random,
    ...(failed && { failed }),
  };
  if (options.transport === 'stdio') {
    const { input = process.stdin, output = process.stdout } = options;
    return startStdio(serve, { input, output, border, limits, ...(exit && { exit }) });
  }
  const { port, host } = options;
  // Over stdio nothing needs an HTTP server, which takes longer to load than all else here.
  const { listenMcp } = await import('./http/endpoint.js');
  const listener = await listenMcp({
    ...serve,
    border,
    limits,
    ...(port !== undefined && { port }),
    ...(host !== undefined && { host }),
    ...(exit && { exit }),
  });
  return runningListener(listener);
}

function startStdio(serve: ServeOptions, streams: ServeStdioOptions & { border: Border }): RunningMcpServer {
  const { input } = streams;
  const counting = countingBorder(permissiveBorder(streams.border, serve.permissive ?? new Set()), input);
  const session = serveMcp(serveStdio({ ...streams, border: counting.border }), serve);
  const outliving = serve.switches?.has('outlives-stdin') ? keepAlive() : undefined;
  const done = session.closed.then(async () => {
    await outliving?.over;
    await lastAnswers(session.settled());
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
