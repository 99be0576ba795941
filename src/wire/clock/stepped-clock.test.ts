import { expect, it } from 'vitest';
import { SteppedClock } from './stepped-clock.js';

it('stands still until it is moved, and calls what is due in its order', async () => {
  const clock = new SteppedClock(1_000_000);
  const fired: string[] = [];
  clock.after(200, () => fired.push(`late ${clock.now()}`));
  clock.after(100, () => {
    fired.push(`first ${clock.now()}`);
    clock.after(50, () => fired.push(`nested ${clock.now()}`));
  });
  clock.after(100, () => fired.push(`second ${clock.now()}`));
  clock.after(100, () => fired.push('never'))();
  await new Promise((settle) => setTimeout(settle, 5));
  expect([fired, clock.now(), clock.date()]).toEqual([[], 0, 1_000_000]);
  await clock.advance(199);
  expect(fired).toEqual(['first 100', 'second 100', 'nested 150']);
  await clock.advance(1);
  expect(fired.at(-1)).toBe('late 200');
  expect([clock.now(), clock.date()]).toEqual([200, 1_000_200]);
});

it('does two steps one after the other', async () => {
  const clock = new SteppedClock(0);
  const fired: number[] = [];
  const again = () => {
    fired.push(clock.now());
    clock.after(10, again);
  };
  clock.after(10, again);
  await Promise.all([clock.advance(25), clock.advance(10)]);
  expect(fired).toEqual([10, 20, 30]);
  expect(clock.now()).toBe(35);
});
