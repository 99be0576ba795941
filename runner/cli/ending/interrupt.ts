import { SIGNALS } from './signals.js';
import { endSuddenly } from './sudden-end.js';
import { takesSignals, tookSignal, watchOver } from './watchdog.js';

/** ms that what is interrupted may take to come to its end. With what comes after, the end of the process, it is five seconds at most. */
const PATIENCE = 4_000;

/** ms after which a run that meets nothing but our own code is watched over. */
const LATER = 1_000;

/** What a person sees whose interruption did not come to its end in order. */
const INTERRUPTED = {
  exit: 130,
  interrupted: true,
  message: 'interrupted before all was brought to its end; what was started is killed',
} as const;

/**
 * Does something that can be interrupted: the first signal aborts `work`, which then comes to its end with what it has; a
 * second one, or 4 s in which it did not, closes the reports as they are and ends this process at once with exit code 130.
 * Where the event loop is blocked a watchdog does that. Resolves and rejects as `work` does.
 *
 * @param meets whether the work meets programs and data of others: then it is watched over from the beginning
 */
export async function interruptible<T>(
  work: (signal: AbortSignal) => Promise<T>,
  meets: 'others' | 'our own' = 'others',
): Promise<T> {
  const interrupt = new AbortController();
  const onSignal = () => {
    tookSignal();
    // A second one means that the user does not want to wait for what is left.
    if (interrupt.signal.aborted) return endSuddenly(INTERRUPTED, 'now');
    interrupt.abort(new Error('interrupted'));
    // Nobody reads our output, say.
    setTimeout(() => endSuddenly(INTERRUPTED, 'now'), PATIENCE).unref();
  };
  for (const name of SIGNALS) process.on(name, onSignal);
  takesSignals(true);
  let later: NodeJS.Timeout | undefined;
  if (meets === 'others') await watchOver('run');
  else later = setTimeout(() => void watchOver('run'), LATER).unref();
  try {
    return await work(interrupt.signal);
  } finally {
    clearTimeout(later);
    takesSignals(false);
    for (const name of SIGNALS) process.off(name, onSignal);
  }
}
