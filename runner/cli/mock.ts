import type { RunningMock } from '../../src/conversation/role-entry.js';
import { roleEntry, roles } from '../../src/protocols/index.js';
import { type Border, openBorder } from '../../src/wire/carried.js';
import { type Clock, realClock } from '../../src/wire/clock/clock.js';
import { trafficOf } from '../../src/wire/clock/traffic.js';
import { VirtualClock } from '../../src/wire/clock/virtual-clock.js';

/** ms of real time for the peer to read what was said before a signal came. */
const LAST_WORDS = 500;

interface MockArguments {
  script?: string;
  fault?: string;
  mutant?: string;
  transport: 'stdio' | 'http';
  port: number;
  permissive?: boolean | string;
  clock?: string;
  borderLog?: string;
  /** What stands behind `--`. */
  command?: string[];
}

/** `proctor mock ROLE`: runs a reference until its peer is done or a signal ends it. Resolves with the exit code. */
export async function mockCommand(role: string, options: MockArguments): Promise<number> {
  const entry = await roleEntry(role);
  if (!entry) {
    process.stderr.write(`proctor: no role ${JSON.stringify(role)}; there are ${Object.keys(roles).join(', ')}\n`);
    return 2;
  }
  const { permissive } = options;
  // Without files there is nothing to read, and loading what reads them would cost more than the mock itself.
  const files = options.script === undefined ? undefined : await import('./mock-files.js');
  const faulty = (options.fault ?? options.mutant) === undefined ? undefined : await import('./mock-faults.js');
  try {
    const clock =
      options.clock === undefined ? realClock : await VirtualClock.connect(options.clock, trafficOf(options.transport));
    const faults = await faulty?.readFaults(options, role, entry, clock);
    const script = options.script === undefined || !files ? {} : { script: await files.readScript(options.script) };
    const running: RunningMock = await entry.mock({
      transport: options.transport,
      port: options.port,
      clock,
      border: await logged(faults?.border ?? openBorder, clock, options.borderLog),
      permissive: typeof permissive === 'string' ? permissive.split(',') : (permissive ?? false),
      switches: faults?.switches ?? new Set(),
      ...(options.command ? { command: options.command } : {}),
      ...script,
    });
    const end = () => {
      void running.close();
      // What nobody reads would keep this process for good.
      setTimeout(() => process.exit(0), LAST_WORDS).unref();
    };
    process.once('SIGINT', end);
    process.once('SIGTERM', end);
    if (clock instanceof VirtualClock) clock.start();
    if (running.url !== undefined) process.stdout.write(`listening on ${running.url}\n`);
    await running.done;
    faults?.report();
    return running.exitCode?.() ?? 0;
  } catch (error) {
    if (!isPlain(error)) throw error;
    process.stderr.write(`${(error as Error).message}\n`);
    return 2;
  }
}

/** With `file`, a border that writes down what crosses it. */
async function logged(border: Border, clock: Clock, file: string | undefined): Promise<Border> {
  if (file === undefined) return border;
  const { loggedBorder } = await import('../selftest/border-log.js');
  return loggedBorder(border, clock, file);
}

/** Errors whose message is all that a user needs, such as a port in use. */
function isPlain(error: unknown): boolean {
  return error instanceof Error && ['FileError', 'PortError', 'ScriptError', 'StartError'].includes(error.name);
}
