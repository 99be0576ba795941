import { describe, expect, it, vi } from 'vitest';
import { afterWorking, realClock, unlessAborted, waitAtMost } from './clock.js';
import { MovedClock } from './moved-clock.js';

const never = new Promise<never>(() => undefined);

function stoppedClock() {
  const clock = new MovedClock({ heard: () => 0, said: () => 0 });
  clock.start();
  const next = async () => (await clock.take({ heard: 0, to: null })).next;
  return { clock, next, to: (ms: number) => clock.take({ heard: 0, to: ms }) };
}

describe('real time', () => {
  const LONGEST_TIMER = 2 ** 31 - 1;

  it.each([1, LONGEST_TIMER - 1, LONGEST_TIMER, LONGEST_TIMER + 1, 2 * LONGEST_TIMER, 3 * LONGEST_TIMER + 5, 5e9])(
    'waits %d ms, not less and not more, and can be cancelled until then',
    async (ms) => {
      vi.useFakeTimers();
      try {
        const fired: string[] = [];
        realClock.after(ms, () => fired.push('kept'));
        const cancel = realClock.after(ms, () => fired.push('cancelled'));
        vi.advanceTimersByTime(ms - 1);
        expect(fired).toEqual([]);
        cancel();
        vi.advanceTimersByTime(1);
        expect(fired).toEqual(['kept']);
        expect(vi.getTimerCount()).toBe(0);
      } finally {
        vi.useRealTimers();
      }
    },
  );
});

describe('afterWorking', () => {
  /** A clock on which timers that are due fire only while the process runs. */
  function pausing() {
    let now = 0;
    let due: { at: number; fire: () => void }[] = [];
    const after = (ms: number, fire: () => void) => {
      const timer = { at: now + ms, fire };
      due.push(timer);
      return () => {
        due = due.filter((one) => one !== timer);
      };
    };
    const runs = (to: number) => {
      for (let next = first(); next && next.at <= to; next = first()) {
        now = Math.max(now, next.at);
        due = due.filter((one) => one !== next);
        next.fire();
      }
      now = to;
    };
    const first = () => due.sort((a, b) => a.at - b.at)[0];
    return { clock: { ...realClock, after }, runs, pauses: (to: number) => (now = to), timers: () => due.length };
  }

  it('is the whole time of a process that runs, and little of one that does not', () => {
    const { clock, runs, pauses, timers } = pausing();
    let fired = 0;
    afterWorking(clock, 1_600, () => fired++);
    runs(100);
    pauses(90_000);
    runs(91_399);
    expect(fired).toBe(0);
    runs(91_400);
    expect([fired, timers()]).toEqual([1, 0]);
  });

  it('can be cancelled at any time', () => {
    const { clock, runs, timers } = pausing();
    const cancel = afterWorking(clock, 1_600, () => expect.unreachable());
    runs(1_599);
    cancel();
    expect(timers()).toBe(0);
  });
});

describe('waitAtMost', () => {
  it('ends with the work, and leaves no timer behind', async () => {
    const { clock, next } = stoppedClock();
    expect(await waitAtMost(clock, 100, Promise.resolve('done'))).toBe('done');
    await expect(waitAtMost(clock, 100, Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await next()).toBeNull();
  });

  it('ends when the time is over, not before', async () => {
    const { clock, to } = stoppedClock();
    let ended = false;
    const wait = waitAtMost(clock, 100, never).then((value) => {
      ended = true;
      return value;
    });
    await to(99);
    expect(ended).toBe(false);
    await to(100);
    expect(await wait).toBeUndefined();
  });

  it('ends with the signal, also one that has aborted before, and leaves no timer behind', async () => {
    const { clock, next } = stoppedClock();
    const interrupt = new AbortController();
    const wait = waitAtMost(clock, 100, never, interrupt.signal);
    interrupt.abort();
    expect(await wait).toBeUndefined();
    expect(await waitAtMost(clock, 100, never, interrupt.signal)).toBeUndefined();
    expect(await next()).toBeNull();
  });
});

describe('unlessAborted', () => {
  it('settles as the work does', async () => {
    const { signal } = new AbortController();
    expect(await unlessAborted(Promise.resolve(1), signal)).toBe(1);
    await expect(unlessAborted(Promise.reject(new Error('broken')), signal)).rejects.toThrow('broken');
  });

  it('rejects with the reason of the signal, before or after it aborts', async () => {
    const limit = new AbortController();
    const wait = unlessAborted(never, limit.signal);
    limit.abort(new Error('limit'));
    await expect(wait).rejects.toThrow('limit');
    await expect(unlessAborted(never, limit.signal)).rejects.toThrow('limit');
  });
});

describe('a clock that keeps pace with what runs by itself', () => {
  /** A clock that is moved, and the real one, which is moved by hand too. */
  function pacedClock() {
    const real = stoppedClock();
    const clock = new MovedClock({ heard: () => 0, said: () => 0 }, real.clock);
    clock.start();
    return { real, clock, take: (to: number | null) => clock.take({ heard: 0, to }) };
  }
  const rounds = async () => {
    for (let round = 0; round < 20; round++) await new Promise((resolve) => setImmediate(resolve));
  };

  it('always has a time to go to, and is no faster than the real one', async () => {
    const { real, clock, take } = pacedClock();
    const over = clock.keepPace();
    const { next } = await take(null);
    expect(next).toBe(20);
    let now: number | undefined;
    const moved = take(next).then((report) => {
      now = report.now;
    });
    await rounds();
    await real.to(19);
    expect(now).toBeUndefined();
    await real.to(20);
    await moved;
    expect(now).toBe(20);
    over();
  });

  it('goes on at once when that is over, and only then is idle', async () => {
    const { clock, take } = pacedClock();
    const fired: number[] = [];
    clock.after(5, () => fired.push(clock.now()));
    const overs = [clock.keepPace(), clock.keepPace()];
    expect((await take(null)).next).toBe(5);
    const moved = take(5);
    overs[0]!();
    overs[0]!();
    await rounds();
    expect(fired).toEqual([]);
    overs[1]!();
    expect((await moved).next).toBeNull();
    expect(fired).toEqual([5]);
  });
});
