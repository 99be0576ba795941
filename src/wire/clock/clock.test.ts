import { describe, expect, it } from 'vitest';
import { unlessAborted, waitAtMost } from './clock.js';
import { MovedClock } from './moved-clock.js';

const never = new Promise<never>(() => undefined);

function stoppedClock() {
  const clock = new MovedClock({ heard: () => 0, said: () => 0 });
  clock.start();
  const next = async () => (await clock.take({ heard: 0, to: null })).next;
  return { clock, next, to: (ms: number) => clock.take({ heard: 0, to: ms }) };
}

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
