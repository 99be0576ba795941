import { expect, it } from 'vitest';
import { isDrawn } from './drawn.js';

const NAMES = Array.from({ length: 4_000 }, (_, index) => `demo.case-${index}`);
const drawn = (every: number, seed: number) => NAMES.filter((name) => isDrawn(name, every, seed));

it('about one in so many is drawn, the same each time, and others with another seed', () => {
  expect(drawn(8, 1).length).toBeGreaterThan(400);
  expect(drawn(8, 1).length).toBeLessThan(600);
  expect(drawn(8, 1)).toEqual(drawn(8, 1));
  expect(drawn(8, 1)).not.toEqual(drawn(8, 2));
  expect(drawn(1, 5)).toEqual(NAMES);
});
