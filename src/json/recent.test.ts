import { describe, expect, it } from 'vitest';
import { Recent } from './recent.js';
import { weightOf } from './weight.js';

describe('Recent', () => {
  it('keeps the latest, up to so many', () => {
    const recent = new Recent<number>(3);
    for (let nth = 1; nth <= 1_000; nth++) recent.add(nth);
    expect([...recent]).toEqual([998, 999, 1_000]);
    expect([recent.length, recent.at(0), recent.at(-1), recent.at(3), recent.at(-4)]).toEqual([
      3,
      998,
      1_000,
      undefined,
      undefined,
    ]);
  });

  it('keeps so much weight, and the last one in any case', () => {
    const recent = new Recent<string>(10, 100);
    for (const [value, weight] of [
      ['a', 60],
      ['b', 30],
      ['c', 30],
      ['d', 500],
    ] as const) {
      recent.add(value, weight);
      if (value === 'c') expect([...recent]).toEqual(['b', 'c']);
    }
    expect([...recent]).toEqual(['d']);
  });
});

it('a value weighs about as much as its texts', () => {
  const text = 'x'.repeat(1_000);
  expect(weightOf(text)).toBeGreaterThanOrEqual(1_000);
  expect(weightOf({ a: [text, { [text]: null }] })).toBeGreaterThanOrEqual(2_000);
  expect(weightOf({ a: [text, { [text]: null }] })).toBeLessThan(2_200);
  expect(weightOf(undefined)).toBeLessThan(100);
  const wide = Array.from({ length: 3_000_000 }, () => 0);
  expect(weightOf(wide)).toBeGreaterThan(1_000_000);
});
