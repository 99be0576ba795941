import { notSpoken, type RunningMock } from '../../../../src/conversation/role-entry.js';
import type { ScriptError } from '../../../../src/conversation/script-error.js';
import { secretsInUrl, secretsInWords } from '../../../../src/json/secrets/credentials.js';
import { noSuch } from '../../../../src/json/suggest.js';
import type { MockArguments } from '../../../../src/mock/line.js';
import { referenceOf, roleEntry, roles } from '../../../../src/protocols/index.js';
import { type Border, openBorder } from '../../../../src/wire/carried.js';
import { type Clock, realClock } from '../../../../src/wire/clock/clock.js';
import type { VirtualClock } from '../../../../src/wire/clock/virtual-clock.js';
import { secrets, stderr, stdout } from '../../../../src/wire/output.js';
import { installLastResort } from '../../ending/last-resort.js';
import { SIGNALS } from '../../ending/signals.js';
import { takesSignals, tookSignal, watchOver } from '../../ending/watchdog.js';
import { misplacedOption } from './misplaced.js';
import type { MockAnswers } from './mock-answers.js';
import type { MockProtection } from './mock-auth.js';
import type { MockInspection } from './mock-inspect.js';
import type { Talk } from './mock-talk.js';

/** ms for which a program that owes an answer may say nothing. Agents think, and some without a word. */
const SILENCE = 120_000;

/** ms of real time for the peer to read what was said before a signal came. */
const LAST_WORDS = 500;

/** `proctor mock ROLE`: runs a reference until its peer is done or a signal ends it. Resolves with the exit code. */
export async function mockCommand(role: string, options: MockArguments): Promise<number> {
  return runMock(role, options, undefined);
}

async function runMock(role: string, options: MockArguments, answers: MockAnswers | undefined): Promise<number> {
  installLastResort();
  const { command = [], url = '' } = options;
  secrets.add([...secretsInWords(command), ...secretsInUrl(url)]);
  const start = await referenceOf(role);
  if (!start) {
    stderr.write(`proctor: ${noSuch('role', role, Object.keys(roles))}\n`);
    return 2;
  }
  if (options.like !== undefined) return likeOf(role, options);
  const misplaced = misplacedOption(role, options);
  if (misplaced !== undefined) {
    stderr.write(`proctor: ${misplaced}\n`);
    return 2;
  }
  if (!answers && (options.answers ?? options.replay ?? options.replayMode ?? options.unplanned) !== undefined)
    return (await import('./mock-answers.js')).mockWithAnswers(role, options, runMock);
  const { permissive, version, transport } = options;
  // Those that all references had from the beginning they judge themselves, since loading the entry costs as much as starting.
  const isUsual = version === undefined && (transport === 'stdio' || transport === 'http');
  const entry = isUsual ? undefined : await roleEntry(role);
  const unspoken = entry && notSpoken(role, entry, transport, version);
  if (unspoken !== undefined) {
    stderr.write(`proctor: ${unspoken}\n`);
    return 2;
  }
  // Without files there is nothing to read, and loading what reads them would cost more than the mock itself.
  const files = options.script === undefined ? undefined : await import('../../../load/script.js');
  const isInspected = options.inspect !== undefined;
  const isFaulty = (options.fault ?? options.mutant ?? options.inspect) !== undefined;
  const faulty = isFaulty ? await import('./mock-faults.js') : undefined;
  const inspecting = isInspected ? await import('./mock-inspect.js') : undefined;
  let inspection: MockInspection | undefined;
  let protection: MockProtection | undefined;
  let talk: Talk | undefined;
  try {
    const virtual = options.clock === undefined ? undefined : await virtualClock(options.clock, options.transport);
    const clock = virtual ?? (options.step ? await steppedClock() : realClock);
    const faults = isInspected
      ? await faulty?.readLiveFaults(options, role, clock)
      : await faulty?.readFaults(options, role, clock);
    inspection = inspecting && faults && inspecting.inspectMock(role, options, clock, faults);
    const read = options.script === undefined || !files ? undefined : await files.readScriptFile(options.script);
    const isTalk = (options.prompt ?? options.allow ?? options.chat) !== undefined;
    talk = isTalk ? await (await import('./mock-talk.js')).talkOf(role, options, read?.script) : undefined;
    const script = talk ? { script: talk.script } : read === undefined ? {} : { script: read.script };
    const border = await logged(inspection?.border ?? faults?.border ?? openBorder, clock, options.borderLog);
    const isWatched = (options.log ?? options.judge ?? options.inspect) !== undefined;
    const watching = isWatched ? await import('./mock-watching.js') : undefined;
    const token =
      options.token === undefined
        ? undefined
        : await (await import('./mock-token.js')).tokenOf(options.token, role, transport);
    const auth = Object.keys(options).some((name) => name.startsWith('auth'))
      ? await import('./mock-auth.js')
      : undefined;
    const watched = await watching?.watchMock(role, options, clock, border, inspection);
    const inner = watched?.border ?? border;
    const outer = answers?.border(inner) ?? inner;
    protection = await auth?.protectionOf(role, options, clock);
    // In time that is moved nobody can be late.
    const silence = options.silence ?? (clock === realClock ? SILENCE : undefined);
    let running: RunningMock | undefined;
    let finishing: Promise<number> | undefined;
    const finish = () => {
      faults?.report();
      const exit = running?.exitCode?.() ?? 0;
      const end = () => (watched ? watched.finish(exit) : Promise.resolve(exit));
      finishing ??= answers ? answers.finish().then(end) : end();
      return finishing;
    };
    // Before it starts anything: what ends this process from here on must not leave that behind.
    const leave = () => {
      talk?.stop();
      watched?.leave();
      return running?.close();
    };
    const signalled = endBySignal(leave, finish);
    if (!virtual && options.command) await watchOver('mock');
    running = await start({
      transport: options.transport,
      port: options.port,
      clock,
      border: talk?.border(outer) ?? outer,
      permissive: typeof permissive === 'string' ? permissive.split(',') : (permissive ?? false),
      switches: faults?.switches ?? new Set(),
      ...(version === undefined ? {} : { version }),
      ...(token === undefined ? {} : { token }),
      ...(options.url === undefined ? {} : { url: options.url }),
      ...(options.command ? { command: options.command } : {}),
      ...(silence === undefined ? {} : { silence: () => (inspection?.waits() ? undefined : silence) }),
      ...watched?.options,
      ...talk?.options,
      ...protection?.options,
      ...script,
    });
    const live =
      read && !virtual ? (await import('./mock-script.js')).liveScript(read, running, talk?.scripted) : undefined;
    if (signalled()) void running.close();
    virtual?.start();
    // Whoever meets nobody yet can wait for it. Of a mock on stdio most are over by then: a run starts hundreds of them.
    const watchBoth = async () => {
      live?.watch();
      await watchOver('mock');
    };
    if (!virtual && running.url !== undefined) await watchBoth();
    else if (!virtual) setTimeout(() => void watchBoth(), LATER).unref();
    if (running.url !== undefined) stdout.write(`listening on ${running.url}\n`);
    protection?.began();
    inspection?.started(running, protection?.control);
    // Shown this once, and nowhere after.
    if (token !== undefined) secrets.add([token]);
    await running.done;
    talk?.stop();
    live?.ended();
    if (!signalled()) await inspection?.ended(running.exitCode?.() ?? 0);
    return await finish();
  } catch (error) {
    if (!isPlain(error)) throw error;
    const { mistakes = [] } = error as Partial<ScriptError>;
    const { script } = options;
    const told = files && script !== undefined && mistakes.length > 0 ? await files.placedIn(script, mistakes) : error;
    stderr.write(`${told.name === 'UsageError' ? 'proctor: ' : ''}${told.message}\n`);
    return 2;
  } finally {
    talk?.stop();
    await inspection?.close();
    await protection?.ended();
  }
}

async function likeOf(role: string, options: MockArguments): Promise<number> {
  const { writeLike } = await import('./mock-like.js');
  await watchOver('mock');
  try {
    return await writeLike(role, options);
  } catch (error) {
    if (!isPlain(error)) throw error;
    stderr.write(`proctor: ${error.message}\n`);
    return 2;
  }
}

/**
 * The first signal closes a mock, which then comes to its end by itself; what keeps it, such as a program that does not go or a
 * reader that does not read, is left behind after `LAST_WORDS`. A second one ends it at once. Returns whether one has come.
 */
function endBySignal(close: () => Promise<void> | undefined, finish: () => Promise<number>): () => boolean {
  let signalled = false;
  const end = () => {
    tookSignal();
    if (signalled) return process.exit(130);
    signalled = true;
    void close();
    setTimeout(() => void finish().then((exit) => process.exit(exit)), LAST_WORDS).unref();
  };
  for (const name of SIGNALS) process.on(name, end);
  takesSignals(true);
  return () => signalled;
}

/** ms after which a mock on stdio is watched over. */
const LATER = 100;

const steppedClock = async () =>
  new (await import('../../../../src/wire/clock/stepped-clock.js')).SteppedClock(Date.now());

async function virtualClock(url: string, transport: MockArguments['transport']): Promise<VirtualClock> {
  const [{ VirtualClock }, { trafficOf }] = await Promise.all([
    import('../../../../src/wire/clock/virtual-clock.js'),
    import('../../../../src/wire/clock/traffic.js'),
  ]);
  return VirtualClock.connect(url, trafficOf(transport));
}

/** With `file`, a border that writes down what crosses it. */
async function logged(border: Border, clock: Clock, file: string | undefined): Promise<Border> {
  if (file === undefined) return border;
  const { loggedBorder } = await import('../../../selftest/border-log.js');
  return loggedBorder(border, clock, file);
}

/** Errors whose message is all that a user needs, such as a port in use. */
function isPlain(error: unknown): error is Error {
  return (
    error instanceof Error && ['FileError', 'PortError', 'ScriptError', 'StartError', 'UsageError'].includes(error.name)
  );
}
