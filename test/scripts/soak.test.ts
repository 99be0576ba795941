import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';

interface SoakRun {
  name: string;
  exit: number;
  verdicts: { [id: string]: string };
  left: string[];
}

const { deviations, slope } = (await import(resolve(import.meta.dirname, '../../scripts/soak/table.mjs'))) as {
  deviations(runs: SoakRun[]): string[];
  slope(values: number[]): number;
};

const run = (name: string, more: Partial<SoakRun> = {}): SoakRun => ({
  name,
  exit: 0,
  verdicts: { a: 'pass', b: 'skipped' },
  left: [],
  ...more,
});

describe('what `npm run soak` finds', () => {
  test('nothing where all runs are alike', () => {
    expect(deviations([run('run 1'), run('run 2')])).toEqual([]);
  });

  test('another verdict, a case more or less, an exit code, what was left behind', () => {
    expect(
      deviations([
        run('run 1', { exit: 1 }),
        run('run 2', { verdicts: { a: 'fail', c: 'pass' }, left: ['temporary file x'] }),
      ]),
    ).toEqual([
      'run 1 ended with exit code 1',
      'run 2 left behind: temporary file x',
      'run 2: a is fail; in run 1 it was pass',
      'run 2: b is missing; in run 1 it was skipped',
      'run 2: c is pass; in run 1 it was missing',
    ]);
  });

  test('how fast memory grows', () => {
    expect([slope([]), slope([5]), slope([5, 5, 5])]).toEqual([0, 0, 0]);
    expect(slope([1, 3, 5])).toBeCloseTo(2);
    expect(slope([10, 30, 12, 31, 11, 30, 12])).toBeLessThan(1);
  });
});
