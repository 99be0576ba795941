import { describe, expect, it } from 'vitest';
import type { CaseResult } from '../../events.js';
import { type Circumstances, remember, since } from './since.js';

const result = (name: string, verdict: CaseResult['verdict'], more: Partial<CaseResult> = {}) =>
  ({ id: name, name, verdict, nonStrict: false, warned: false, ...more }) as CaseResult;
const run = (day: number, more: Partial<Circumstances> = {}): Circumstances => ({
  ...{ startedAt: `2026-11-0${day}T00:00:00Z`, proctor: '1.0.0', cases: 'c', target: 't' },
  ...more,
});

describe('what is otherwise than in the last run', () => {
  it('is nothing of which is known if no case was run before', () => {
    expect(since(undefined, [result('a', 'pass')], run(1))).toBeUndefined();
    expect(since(remember(undefined, [result('b', 'pass')], run(1)), [result('a', 'pass')], run(2))).toBeUndefined();
  });

  it.each<[string, Partial<CaseResult>, Partial<CaseResult>]>([
    ['worse', { verdict: 'pass' }, { verdict: 'fail' }],
    ['worse', { verdict: 'fail', standing: 'expected-fail' }, { verdict: 'fail' }],
    ['worse', { verdict: 'skipped' }, { verdict: 'untestable' }],
    ['warned', { verdict: 'pass' }, { verdict: 'pass', warned: true }],
    ['unwarned', { verdict: 'pass', warned: true }, { verdict: 'pass', nonStrict: true }],
    ['known', { verdict: 'fail' }, { verdict: 'fail', standing: 'expected-fail' }],
    ['better', { verdict: 'fail' }, { verdict: 'pass', warned: true }],
    ['other', { verdict: 'fail' }, { verdict: 'untestable' }],
    ['other', { verdict: 'pass' }, { verdict: 'skipped' }],
  ])('is %s from %j to %j', (kind, was, is) => {
    const before = remember(undefined, [{ ...result('a', 'pass'), ...was }], run(1));
    const found = since(before, [{ ...result('a', 'pass'), ...is }], run(2));
    expect(found?.changes).toMatchObject([{ case: 'a', kind }]);
  });

  it('tells worse first, and counts what stayed', () => {
    const before = remember(undefined, [result('a', 'fail'), result('b', 'pass'), result('c', 'pass')], run(1));
    const found = since(before, [result('a', 'pass'), result('b', 'fail'), result('c', 'pass')], run(2));
    expect(found).toMatchObject({ startedAt: '2026-11-01T00:00:00Z', compared: 3, same: 1 });
    expect(found?.changes.map((one) => one.case)).toEqual(['b', 'a']);
  });

  it.each<[keyof Circumstances, 'sameProctor' | 'sameCases' | 'sameTarget']>([
    ['proctor', 'sameProctor'],
    ['cases', 'sameCases'],
    ['target', 'sameTarget'],
  ])('is explained by another %s', (member, same) => {
    const before = remember(undefined, [result('a', 'pass')], run(1));
    const now = [result('a', 'fail')];
    expect(since(before, now, run(2))).toMatchObject({ [same]: true, changes: [{ unexplained: true }] });
    const found = since(before, now, run(2, { [member]: 'new' }));
    expect(found?.[same]).toBe(false);
    expect(found?.changes[0]).not.toHaveProperty('unexplained');
  });

  it('compares a case with its own last run, after runs of other cases', () => {
    let before = remember(undefined, [result('a', 'pass'), result('b', 'pass')], run(1, { target: 'old' }));
    before = remember(before, [result('b', 'pass')], run(2));
    expect(before.runs).toHaveLength(2);
    const found = since(before, [result('a', 'fail'), result('b', 'fail')], run(3));
    expect(found?.startedAt).toBe('2026-11-02T00:00:00Z');
    expect(found?.changes.map((one) => [one.case, one.unexplained])).toEqual([
      ['a', undefined],
      ['b', true],
    ]);
    // A run of which nothing is left is forgotten.
    before = remember(before, [result('a', 'fail')], run(3));
    expect(before.runs.map(({ startedAt }) => startedAt.slice(8, 10))).toEqual(['02', '03']);
  });
});
