import { expect, it } from 'vitest';
import { walk } from './walk.js';

it('visits everything in document order, knows where it is, and counts members', () => {
  const seen: string[] = [];
  const members = walk({ a: [1, { 'b/c': 2 }], d: null }, (_, __, at) => {
    seen.push(at.path());
    return true;
  });
  expect(seen).toEqual(['/a', '/a/0', '/a/1', '/a/1/b~1c', '/d']);
  expect(members).toBe(3);
});

it('skips what the callback declines, and stops when the callback says so', () => {
  const seen: unknown[] = [];
  walk([[1], 2, 3], (value) => {
    seen.push(value);
    return value === 2 ? 'stop' : false;
  });
  expect(seen).toEqual([[1], 2]);
});

it('needs no stack, however deep a value is', () => {
  let deep: unknown = 1;
  for (let level = 0; level < 100_000; level++) deep = [deep];
  let visited = 0;
  walk(deep as never, () => {
    visited++;
    return true;
  });
  expect(visited).toBe(100_000);
});
