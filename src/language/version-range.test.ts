import { expect, it } from 'vitest';
import { covers, type VersionOrder, type VersionRange } from './version-range.js';

const ORDER: VersionOrder = [
  { version: '1', family: 'a' },
  { version: '2', family: 'a' },
  { version: '3', family: 'b' },
  { version: '4', family: 'b' },
  { version: '5' },
];

it.each<[VersionRange, string]>([
  [{}, '12345'],
  [{ version: '2' }, '2'],
  [{ version: ['2', '4'] }, '24'],
  [{ version: [] }, ''],
  [{ since: '3' }, '345'],
  [{ until: '3' }, '123'],
  [{ since: '2', until: '4' }, '234'],
  [{ since: '4', until: '2' }, ''],
  [{ family: 'a' }, '12'],
  [{ family: 'b', since: '4' }, '4'],
  [{ family: 'b', until: '2' }, ''],
  [{ family: 'c' }, ''],
  [{ version: ['1', '3'], family: 'b' }, '3'],
  [{ since: '9' }, ''],
  [{ until: '9' }, ''],
])('%j covers %s', (range, covered) => {
  const found = ORDER.filter(({ version }) => covers(range, version, ORDER));
  expect(found.map(({ version }) => version).join('')).toBe(covered);
});

it('a version that the order does not have is covered by its name alone', () => {
  const ranges: VersionRange[] = [{}, { version: '9' }, { since: '1' }, { until: '5' }, { family: 'a' }];
  expect(ranges.map((range) => covers(range, '9', ORDER))).toEqual([true, true, false, false, false]);
});
