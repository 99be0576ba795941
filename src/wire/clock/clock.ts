/** Time as a dependency: whatever waits takes a clock. All times in ms; `now` is monotonic and starts anywhere. */
export interface Clock {
  now(): number;
  /** Wall time for timestamps on the wire, ms since the epoch. */
  date(): number;
  /** Calls `fire` once, `ms` from now. Returns the function that cancels it. */
  after(ms: number, fire: () => void): () => void;
  /** Keeps time that somebody else moves from passing until the returned function is called. Real time can't be kept. */
  hold?(): () => void;
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

/**
 * Awaits work of the machine itself, such as a process that starts: to whoever moves the time, who waits for it is not idle.
 * Settles as the work does.
 */
export async function during<T>(clock: Clock, work: Promise<T>): Promise<T> {
  const release = clock.hold?.();
  try {
    return await work;
  } finally {
    release?.();
  }
}

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
