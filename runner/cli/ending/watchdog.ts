import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { SIGNALS } from './signals.js';
import { closeStderr, endSuddenly } from './sudden-end.js';
import { CALL, ENDS, LISTENS, type Patience, TAKEN, type WatchdogData } from './watchdog-data.js';

/** Where its program is: beside the commands, and above the mocks, which are packed one by one. */
const PLACES = ['./watchdog.cjs', '../watchdog.cjs'];

/** A mock ends within two seconds of a signal, everything else within five. */
const PATIENCE: { [of in 'run' | 'mock']: Patience } = {
  run: { untaken: 3_500, taken: 4_600 },
  mock: { untaken: 1_000, taken: 1_600 },
};

/** What this thread and the watchdog share; the signals that this one has taken are counted in any case. */
const shared = new Int32Array(new SharedArrayBuffer(12));
let watching: Promise<void> | undefined;
/** ms for the watchdog to come up, on a machine that has much else to do. */
const COMES_UP = 2_000;

/**
 * Has a thread of its own listen to signals beside this one. Where this one does not take a signal because its event loop is blocked,
 * the watchdog interrupts what it does, so that it closes its reports and exits with 130. Resolves once it listens; what comes
 * before only this one hears. Once for a process; a process that has no watchdog works as well.
 */
export function watchOver(of: keyof typeof PATIENCE): Promise<void> {
  watching ??= start(of);
  return watching;
}

function start(of: keyof typeof PATIENCE): Promise<void> {
  const file = PLACES.map((path) => fileURLToPath(new URL(path, import.meta.url))).find(existsSync);
  if (file === undefined) return Promise.resolve();
  const data: WatchdogData = {
    shared,
    signals: SIGNALS.map((name) => constants.signals[name]),
    patience: PATIENCE[of],
  };
  Object.assign(globalThis, { [CALL]: onBark });
  // Only so does a thread get at signals: Node gives them to the main one.
  const thread = new Worker(file, {
    workerData: data,
    execArgv: ['--expose-internals', '--no-warnings'],
    env: {},
    resourceLimits: { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 16 },
  });
  return new Promise((resolve) => {
    const isUp = () => {
      clearTimeout(late);
      thread.unref();
      resolve();
    };
    const late = setTimeout(isUp, COMES_UP);
    thread.once('message', isUp).once('error', isUp);
  });
}

/** Says to the watchdog whether this thread takes signals. While it does not, the watchdog does. */
export function takesSignals(takes: boolean): void {
  Atomics.store(shared, LISTENS, takes ? 1 : 0);
}

/** Says to the watchdog that a signal was taken: what comes of it is this thread's to decide, for as long as it turns. */
export function tookSignal(): void {
  Atomics.add(shared, TAKEN, 1);
}

/** Called by the watchdog, in the middle of whatever this thread does. */
function onBark(): void {
  Atomics.store(shared, ENDS, 1);
  process.prependListener('exit', closeStderr);
  endSuddenly(
    {
      exit: 130,
      interrupted: true,
      message: 'interrupted while it was busy; its reports say what was known, and what it started is killed',
    },
    'now',
  );
}
