import { expect, it } from 'vitest';
import type { Clock } from '../../wire/clock/clock.js';
import { unhurried } from './unhurried.js';

/** Waits for a target that lacks a core for a part of the time, and says something once it has worked for `needs` ms. */
async function waitFor(needs: number, share: number, isKnown = true) {
  let now = 0;
  let half: (() => void) | undefined;
  const after = (_: number, look: () => void) => {
    half = look;
    return () => {};
  };
  const waits: number[] = [];
  const wait = async (ms: number) => {
    waits.push(ms);
    now += ms / 2;
    half?.();
    half = undefined;
    now += ms / 2;
    return now * (1 - share) >= needs ? 'came' : 'time';
  };
  const starved = isKnown ? { starved: () => now * share } : {};
  const { outcome, given } = await unhurried(wait, 5_000, starved, { now: () => now, after } as Clock);
  return { outcome, given, waits };
}

it('a target that lacked a core is given that time, as often as it lacks it', async () => {
  expect(await waitFor(4_000, 0.5)).toEqual({ outcome: 'came', given: 3_750, waits: [5_000, 2_500, 1_250] });
  const { outcome, waits } = await waitFor(2_000, 0.8);
  expect([outcome, waits]).toEqual(['came', [5_000, 4_000, 3_200]]);
});

it('silence of one that had nothing to do takes no longer', async () => {
  expect(await waitFor(1e9, 0)).toEqual({ outcome: 'time', given: 0, waits: [5_000] });
  expect(await waitFor(1e9, 0.05)).toEqual({ outcome: 'time', given: 0, waits: [5_000] });
});

it('one that never gets a core is not waited for without end', async () => {
  const { outcome, given } = await waitFor(1e9, 1);
  expect([outcome, given]).toEqual(['time', 20_000]);
});

it('where the system does not say what a target lacks, a wait is as long as its budget', async () => {
  expect(await waitFor(4_000, 0.5, false)).toEqual({ outcome: 'time', given: 0, waits: [5_000] });
});

it('a wait that is broken off leaves nothing behind', async () => {
  const canceled: string[] = [];
  const clock = { now: () => 0, after: () => () => void canceled.push('look') } as unknown as Clock;
  const wait = () => Promise.reject(new Error('interrupted'));
  await expect(unhurried(wait, 5_000, { starved: () => 0 }, clock)).rejects.toThrow('interrupted');
  expect(canceled).toEqual(['look']);
});
