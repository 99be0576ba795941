import type { ExitInfo } from '../../wire/carried.js';
import type { Clock } from '../../wire/clock/clock.js';
import { aborted } from '../clock/aborted.js';
import type { TargetClock } from '../clock/target-clock.js';

/** A process that died under a case. */
export interface Death {
  /** Tells the process from others. */
  process: Promise<ExitInfo>;
  /** ms of the clock when the case spoke to it last. */
  spokeAt: number;
}

/**
 * ms, real time, that a process may take to be gone after its lane ended, before it counts as alive; and the lane of a client, which a
 * process of its own carries, to end after the client.
 */
const SETTLE = 1_000;

/**
 * Resolves once `gone` settles, or has had time enough for it; at once if there is none, and if the signal aborts.
 *
 * @param moved the clock of the target, if it has one
 */
export async function goneOrLate(
  gone: Promise<unknown> | undefined,
  moved: TargetClock | undefined,
  clock: Clock,
  signal: AbortSignal,
): Promise<void> {
  if (!gone) return;
  let cancel: () => void = () => undefined;
  const patience = new Promise<void>((resolve) => {
    cancel = clock.after(SETTLE, resolve);
  });
  // One that still moves its clock has not gone away.
  await Promise.race([gone, patience, aborted(signal), ...(moved ? [moved.alive(signal)] : [])]);
  cancel();
  await Promise.resolve();
}
