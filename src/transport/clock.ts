/** Time as a dependency: whatever waits takes a clock. All times in ms; `now` is monotonic and starts anywhere. */
export interface Clock {
  now(): number;
  /** Wall time for timestamps on the wire, ms since the epoch. */
  date(): number;
  /** Calls `fire` once, `ms` from now. Returns the function that cancels it. */
  after(ms: number, fire: () => void): () => void;
}

/** The machine's own time. */
export const realClock: Clock = {
  now: () => performance.now(),
  date: () => Date.now(),
  after(ms, fire) {
    const timer = setTimeout(fire, ms);
    return () => clearTimeout(timer);
  },
};

/** Resolves after `ms` of the clock's time, or at once with `false` when the signal aborts first. */
export function sleep(clock: Clock, ms: number, signal?: AbortSignal): Promise<boolean> {
  if (signal?.aborted) return Promise.resolve(false);
  return new Promise((resolve) => {
    const cancel = clock.after(ms, () => {
      signal?.removeEventListener('abort', stop);
      resolve(true);
    });
    const stop = () => {
      cancel();
      resolve(false);
    };
    signal?.addEventListener('abort', stop, { once: true });
  });
}
