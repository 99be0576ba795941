import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { DurationError, formatDuration, parseDuration } from './duration.js';

test.each([
  ['300ms', 300],
  ['2s', 2000],
  ['1.5s', 1500],
  ['5m', 300_000],
  ['0ms', 0],
  ['0.1ms', 0.1],
  ['1.005s', 1005],
  ['0.5m', 30_000],
])('%s is %d ms', (text, ms) => expect(parseDuration(text)).toBe(ms));

test('10080m, a week, is the longest', () => {
  expect(parseDuration('10080m')).toBe(604_800_000);
  expect(() => parseDuration('50000m')).toThrow('"50000m" is too long; the longest duration is 10080m, a week');
});

test.each(['10081m', '604800001ms', '604801s', `${'9'.repeat(400)}s`, `1${'0'.repeat(400)}.5m`])(
  '%j is too long',
  (text) => {
    expect(() => parseDuration(text)).toThrow(DurationError);
    expect(() => parseDuration(text)).toThrow(/^".{1,45}" is too long; /);
  },
);

test.each(['', '5', '5h', '-1s', ' 1s', '1s ', '1 s', '.5s', '1.s', '1e3ms', '1S', 'Infinitys', 'NaNms', '0x10s'])(
  '%j is not a duration',
  (text) => {
    expect(() => parseDuration(text)).toThrow(DurationError);
  },
);

test.each([
  [0, '0ms'],
  [300, '300ms'],
  [1000, '1s'],
  [1500, '1.5s'],
  [90_000, '90s'],
  [300_000, '5m'],
  [0.5, '0.5ms'],
])('%d ms is written %s', (ms, text) => expect(formatDuration(ms)).toBe(text));

it('reads back what it writes', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 604_800_000 }), (ms) => {
      expect(parseDuration(formatDuration(ms))).toBe(ms);
    }),
  );
});
