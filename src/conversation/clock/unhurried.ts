import type { Clock } from '../../wire/clock/clock.js';
import type { TargetTime } from '../stage.js';

/** The least part of a wait that a target must have lacked a core, so that it is given that time. */
const LEAST = 0.1;
/** ms that it is given at least. */
const SHORTEST = 100;
/** How many times as long as its budget a wait may last for that. */
const MOST = 5;

/** The time of a target, as far as a wait is about it. */
type Time = Pick<TargetTime, 'starved'>;

/**
 * How much longer is waited for a target that lacked a core: as much of `whole` as it lacked of `window`. All in ms.
 */
function givenBack(lacked: number, window: number, whole: number): number {
  const share = Math.min(1, lacked / window);
  return share < LEAST ? 0 : Math.max(SHORTEST, share * whole);
}

/**
 * Waits once, and again as long as the target lacked a core in the last wait: what a busy machine kept it from doing in time says nothing of
 * it. A target that had nothing to do lacked none, so silence takes no longer.
 *
 * @param wait waits so many ms
 * @param budget ms
 * @returns what came of it, and the ms beyond the budget
 */
export async function unhurried<T>(
  wait: (ms: number) => Promise<T>,
  budget: number,
  { starved }: Time,
  clock: Clock,
): Promise<{ outcome: T; given: number }> {
  if (!starved) return { outcome: await wait(budget), given: 0 };
  // Most waits end soon, so nobody looks before the half.
  let before: number | undefined;
  const cancel = clock.after(budget / 2, () => {
    before = starved();
  });
  let outcome = await wait(budget).finally(cancel);
  let given = 0;
  for (let window = budget / 2, whole = budget; outcome === 'time' && given < budget * (MOST - 1); ) {
    const now = starved();
    if (now === undefined || before === undefined) break;
    const more = givenBack(now - before, window, whole);
    if (more === 0) break;
    [before, window, whole] = [now, more, more];
    given += more;
    outcome = await wait(more);
  }
  return { outcome, given };
}

/** A limit of what a target may take. */
export interface UnhurriedLimit {
  /** Resolves when it is reached: with false if it was canceled. */
  reached: Promise<boolean>;
  cancel(): void;
}

/**
 * A limit that is reached later by the time for which the target lacked a core.
 *
 * @param budget ms
 */
export function unhurriedLimit(budget: number, time: Time, clock: Clock): UnhurriedLimit {
  let cancel = () => {};
  const passes = (ms: number) =>
    new Promise<'time' | 'canceled'>((resolve) => {
      const stop = clock.after(ms, () => resolve('time'));
      cancel = () => {
        stop();
        resolve('canceled');
      };
    });
  const reached = unhurried(passes, budget, time, clock).then(({ outcome }) => outcome === 'time');
  return { reached, cancel: () => cancel() };
}
