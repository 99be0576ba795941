import { type Clock, realClock, sleep } from './clock/clock.js';

/** How long, in ms, what still runs may go on when the peer has closed a program's input. */
const GRACE = 250;

/**
 * Resolves once what still runs has been answered, or had its time on the program's clock. A clock that the peer moves may stand still for
 * good now that the peer has gone, so real time ends it as well.
 */
export async function lastAnswers(settled: Promise<void>, clock: Clock, real = realClock): Promise<void> {
  const answered = new AbortController();
  await Promise.race([settled, ...[clock, real].map((one) => sleep(one, GRACE, answered.signal))]);
  answered.abort();
}
