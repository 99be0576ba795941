import { type Clock, realClock, sleep } from './clock/clock.js';

/** How long, in ms, what still runs may go on when the peer has closed a program's input. */
const GRACE = 250;

/**
 * Resolves once what still runs has been answered, or had its time. Real time by default, even where a program's clock is
 * moved by its peer: that peer has gone.
 */
export async function lastAnswers(settled: Promise<void>, clock: Clock = realClock): Promise<void> {
  const answered = new AbortController();
  await Promise.race([settled, sleep(clock, GRACE, answered.signal)]);
  answered.abort();
}
