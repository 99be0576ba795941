/** Time as a dependency: whatever waits takes a clock. All times in ms; `now` is monotonic and starts anywhere. */
export interface Clock {
  now(): number;
  /** Wall time for timestamps on the wire, ms since the epoch. */
  date(): number;
  /** Calls `fire` once, `ms` from now. Returns the function that cancels it. */
  after(ms: number, fire: () => void): () => void;
  /** Keeps time that somebody else moves from passing until the returned function is called. Real time can't be kept. */
  hold?(): () => void;
  /**
   * Keeps time that somebody else moves in pace with the machine's until the returned function is called: something that runs by
   * itself, such as a command, is no faster than that.
   */
  keepPace?(): () => void;
}

/** ms of the longest timer that Node has. One that is longer it would fire at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** The machine's own time. */
export const realClock: Clock = {
  now: () => performance.now(),
  date: () => Date.now(),
  after(ms, fire) {
    let timer: NodeJS.Timeout;
    const wait = (left: number) => {
      timer =
        left > LONGEST_TIMER ? setTimeout(() => wait(left - LONGEST_TIMER), LONGEST_TIMER) : setTimeout(fire, left);
    };
    wait(ms);
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

/**
 * What `work` resolves with, or undefined once `ms` of the clock's time are over or the signal aborts, whichever comes first.
 * Rejects as the work does; what it comes to later is nobody's business any more.
 */
export function waitAtMost<T>(
  clock: Clock,
  ms: number,
  work: Promise<T>,
  signal?: AbortSignal,
): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const settle = (then: () => void) => {
      cancel();
      signal?.removeEventListener('abort', late);
      then();
    };
    const late = () => settle(() => resolve(undefined));
    const cancel = clock.after(ms, late);
    signal?.addEventListener('abort', late, { once: true });
    if (signal?.aborted) late();
    work.then(
      (value) => settle(() => resolve(value)),
      (error) => settle(() => reject(error)),
    );
  });
}

/** Into how many pieces a limit is cut: a pause of this process takes no more than one of them. */
const PIECES = 16;

/**
 * Calls `fire` once this process has had `ms` of the clock's time to work in. If the machine is busy and does not let it run, little of that time
 * passes: what arrived meanwhile is read first. Returns the function that cancels it.
 */
export function afterWorking(clock: Clock, ms: number, fire: () => void): () => void {
  let left = PIECES;
  let cancel: () => void;
  const wait = () => {
    cancel = clock.after(ms / PIECES, () => {
      left -= 1;
      if (left === 0) fire();
      else wait();
    });
  };
  wait();
  return () => cancel();
}

/** Settles as `work` does, unless the signal aborts first: then it rejects with the signal's reason. */
export function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
