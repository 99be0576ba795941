import { expect, test } from 'vitest';
import { manifestOf } from './capabilities.js';

test.each([
  [{ process: ['exec', 7] }, ['exec']],
  [{ process: { ops: ['exec'] } }, ['exec']],
  [{ process: { operations: ['exec'] } }, ['exec']],
  [{ process: { operations: { exec: {}, list: null } } }, ['exec', 'list']],
  [{ process: 7 }, []],
  [{ process: null }, []],
])('reads %j', (answer, operations) => {
  expect([...(manifestOf(answer).get('process') ?? [])]).toStrictEqual(operations);
});

test.each([[null], ['x'], [[]], [7]])('%j offers nothing', (answer) => {
  expect(manifestOf(answer).size).toBe(0);
});
