import { expect, it } from 'vitest';
import { BoundedMap } from './bounded-map.js';

it('keeps at least the last so many entries, at most twice as many, and says when it forgot', () => {
  const map = new BoundedMap<number, string>(3);
  for (let n = 1; n <= 6; n += 1) map.set(n, `v${n}`);
  expect([1, 2, 3, 4, 5, 6].map((n) => map.get(n))).toEqual(['v1', 'v2', 'v3', 'v4', 'v5', 'v6']);
  expect(map.forgot).toBe(false);
  map.set(7, 'v7');
  expect(map.forgot).toBe(true);
  expect([1, 2, 3].map((n) => map.get(n))).toEqual([undefined, undefined, undefined]);
  expect([4, 5, 6, 7].map((n) => map.get(n))).toEqual(['v4', 'v5', 'v6', 'v7']);
});

it('obtain makes a value once, and set replaces it', () => {
  const map = new BoundedMap<string, { n: number }>(2);
  const made = map.obtain('a', () => ({ n: 1 }));
  expect(map.obtain('a', () => ({ n: 2 }))).toBe(made);
  map.set('a', { n: 3 });
  expect(map.get('a')).toEqual({ n: 3 });
});
