import { expect, it } from 'vitest';
import type { Clock } from '../clock/clock.js';
import { piecewise } from './piecewise.js';

/** A clock whose waits are over when the test says so. */
function steps() {
  const waits: { ms: number; fire: () => void }[] = [];
  const clock: Clock = {
    now: () => 0,
    date: () => 0,
    after: (ms, fire) => {
      waits.push({ ms, fire });
      return () => undefined;
    },
  };
  return { clock, waits };
}
const bytes = (text: string) => Buffer.from(text);

it('writes pieces one after a pause from the other, and what is written meanwhile behind them', async () => {
  const written: string[] = [];
  const { clock, waits } = steps();
  const pipe = piecewise((chunk) => written.push(Buffer.from(chunk).toString()), clock);
  const done = pipe.writeApart([bytes('a'), bytes('b'), bytes('c')]);
  pipe.write(bytes('d'));
  expect(written).toEqual(['a']);
  for (const expected of [
    ['a', 'b'],
    ['a', 'b', 'c', 'd'],
  ]) {
    waits.shift()!.fire();
    await expect.poll(() => written).toEqual(expected);
  }
  await done;
  pipe.write(bytes('e'));
  expect(written.at(-1)).toBe('e');
});

it('pauses for a shorter time if the pieces are many, and never for none', async () => {
  for (const [count, pause] of [
    [2, 20],
    [100, 5],
    [1000, 2],
  ] as const) {
    const { clock, waits } = steps();
    const pipe = piecewise(() => undefined, clock);
    void pipe.writeApart(Array.from({ length: count }, () => bytes('x')));
    expect(waits[0]!.ms).toBe(pause);
  }
});
