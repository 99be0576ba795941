import type { Ending } from './ending.js';
import { ranOut } from './outcome.js';

/** How many cases must end alike until no more are run. */
const ALIKE = 3;
/** The same, however they ended: what a target says as it hangs up may differ each time. */
const ANYHOW = 8;

/**
 * How a target kept a case from being run to its end, without breaking an expectation: it died, was silent, hung up. In words that are the same
 * whenever a target does so in the same way. Undefined if it did not.
 */
export function howUnresponsive({ outcome, message }: Ending): string | undefined {
  if (outcome.kind === 'died') return outcome.how.replace(/^the target /, '');
  if (outcome.kind === 'not-started') return `could not be started: ${message}`;
  if (ranOut(outcome)) return 'answers nothing';
  return outcome.kind === 'ended' ? `gives no reply (${outcome.how})` : undefined;
}

/**
 * The cases that ended like the last one, if that makes it the one cause of all: three ended alike, or eight in some such way. Undefined until then.
 *
 * @param held cases that did not come to their end, in the order in which they ended
 */
export function endedAlike<T>(held: readonly T[], how: (one: T) => string | undefined): T[] | undefined {
  const last = how(held.at(-1)!);
  const alike = held.filter((one) => how(one) === last);
  return alike.length >= ALIKE || held.length >= ANYHOW ? alike : undefined;
}
