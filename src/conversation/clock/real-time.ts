import type { Clock } from '../../wire/clock/clock.js';
import type { TargetTime } from '../stage.js';
import { aborted } from './aborted.js';

/**
 * The machine's own time, for targets that we did not write.
 *
 * @param starved ms that the target has waited for a core so far
 */
export function realTime(clock: Clock, starved?: TargetTime['starved']): TargetTime {
  const start = clock.now();
  return {
    exact: false,
    now: () => clock.now() - start,
    ...(starved && { starved }),
    drive: async (signal) => {
      await aborted(signal);
      return 'time';
    },
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        const cancel = clock.after(ms, resolve);
        signal.addEventListener(
          'abort',
          () => {
            cancel();
            resolve();
          },
          { once: true },
        );
      }),
  };
}
