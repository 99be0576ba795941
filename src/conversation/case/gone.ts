import type { Clock } from '../../wire/clock/clock.js';
import { aborted } from '../clock/aborted.js';
import type { TargetHandle } from '../target.js';

/** ms, real time, that a process may take to be gone after its lane ended, before it counts as alive. */
const SETTLE = 1_000;

/** Resolves once a process is gone, or has had time enough for it; at once if the signal aborts. */
export async function goneOrLate(
  { exited, clock: moved }: Pick<TargetHandle, 'exited' | 'clock'>,
  clock: Clock,
  signal: AbortSignal,
): Promise<void> {
  let cancel: () => void = () => undefined;
  const patience = new Promise<void>((resolve) => {
    cancel = clock.after(SETTLE, resolve);
  });
  // One that still moves its clock has not gone away.
  await Promise.race([exited, patience, aborted(signal), ...(moved ? [moved.alive(signal)] : [])]);
  cancel();
  await Promise.resolve();
}
