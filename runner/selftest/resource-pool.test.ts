import { expect, test } from 'vitest';
import { ResourcePool } from './resource-pool.js';

test('each piece of work has a station to itself, and no more are made than needed', async () => {
  const busy = new Set<number>();
  const closed: number[] = [];
  let made = 0;
  const pool = new ResourcePool<number>(
    2,
    async (index) => {
      made += 1;
      return index;
    },
    async (station) => void closed.push(station),
  );
  await pool.with(async (station) => expect(station).toBe(0));
  const order: number[] = [];
  await Promise.all(
    [1, 2, 3, 4, 5].map((work) =>
      pool.with(async (station) => {
        expect(busy.has(station)).toBe(false);
        busy.add(station);
        order.push(work);
        await Promise.resolve();
        busy.delete(station);
      }),
    ),
  );
  expect(order).toEqual([1, 2, 3, 4, 5]);
  expect(made).toBe(2);
  await expect(pool.with(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  await pool.with(async () => undefined);
  await pool.close();
  expect(closed.sort()).toEqual([0, 1]);
});
