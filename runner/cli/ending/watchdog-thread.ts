// The thread of `watchdog.ts`, a program of its own: dist/bin/watchdog.cjs.
import { createRequire } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import { CALL, ENDS, LISTENS, TAKEN, type WatchdogData } from './watchdog-data.js';

interface SignalHandle {
  onsignal: () => void;
  start(signal: number): number;
}
interface Internals {
  internalBinding(name: 'signal_wrap'): { Signal: new () => SignalHandle };
}

/** ms that the main thread gets to take a second signal, and to begin with its end once it was interrupted. */
const TURN = 250;
const BEGINNING = 1_000;
/** ms that its end may take: reports are written, and what was started is killed. */
const ENDING = 5_000;

const { shared, signals, patience } = workerData as WatchdogData;
const { internalBinding } = createRequire(__filename)('internal/test/binding') as Internals;
const { Signal } = internalBinding('signal_wrap');
let heard = 0;
let acted = false;

for (const number of signals) {
  const handle = new Signal();
  handle.onsignal = hear;
  handle.start(number);
}

parentPort?.postMessage('up');

function hear(): void {
  if (Atomics.load(shared, LISTENS) === 0) return void act();
  heard += 1;
  const taken = Atomics.load(shared, TAKEN);
  const isBusy = () => Atomics.load(shared, TAKEN) === taken;
  if (heard > 1) return void setTimeout(() => isBusy() && act(), TURN);
  const isUntaken = () => Atomics.load(shared, TAKEN) === 0;
  setTimeout(() => isUntaken() && act(), patience.untaken);
  setTimeout(act, patience.taken);
}

/** Interrupts the main thread, as a debugger does: what it then evaluates closes reports and exits. */
async function act(): Promise<void> {
  if (acted) return;
  acted = true;
  if (Atomics.load(shared, ENDS) === 0) {
    setTimeout(() => Atomics.load(shared, ENDS) === 0 && void kill(), BEGINNING);
    try {
      const { Session } = await import('node:inspector');
      const session = new Session();
      session.connectToMainThread();
      session.post('Runtime.evaluate', { expression: `${CALL}()` });
    } catch {
      // A Node without inspector.
      return kill();
    }
  }
  setTimeout(kill, BEGINNING + ENDING);
}

/** It waits for the system, which nothing interrupts: its reports stay as they are. */
async function kill(): Promise<void> {
  // Nearly always this is not needed, and each run would pay for loading it.
  const { descendantsOf, signalTo } = await import('../../../src/wire/process/tree.js');
  for (const pid of descendantsOf(process.pid)) signalTo(pid, 'SIGKILL');
  process.kill(process.pid, 'SIGKILL');
}
