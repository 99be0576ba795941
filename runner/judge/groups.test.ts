import { describe, expect, test } from 'vitest';
import type { CaseResult } from '../events.js';
import { Groups } from './groups.js';

const place = { file: 'c.yaml', line: 1, col: 1 };
const one = (id: string, group: string, more: Partial<CaseResult> = {}): CaseResult => ({
  id,
  name: id,
  title: id,
  group,
  role: 'x/server',
  transport: 'stdio',
  place,
  verdict: 'pass',
  nonStrict: false,
  warned: false,
  durationMs: 1,
  checks: [],
  ...more,
});

describe('groups', () => {
  test('stand in the order of the plan, apart by role, with nothing run', () => {
    const groups = new Groups([
      one('a', 'Tools'),
      one('b', 'Pings'),
      one('c', 'Tools'),
      one('d', 'Tools', { role: 'x/client' }),
    ]);
    expect(groups.all().map(({ role, name, planned, notRun }) => [role, name, planned, notRun])).toEqual([
      ['x/server', 'Tools', 2, 2],
      ['x/server', 'Pings', 1, 1],
      ['x/client', 'Tools', 1, 1],
    ]);
  });

  test('count each result as what it came to, and tell it with the event', () => {
    const results = [
      one('a', 'Tools', { warned: true }),
      one('b', 'Tools', { verdict: 'fail' }),
      one('c', 'Tools', { verdict: 'fail', standing: 'expected-fail' }),
      one('d', 'Tools', { standing: 'known-flaky' }),
      one('e', 'Tools', { nonStrict: true }),
    ];
    const groups = new Groups([...results, one('f', 'Tools')]);
    const told = results.map((result) => groups.finished(result));
    expect(told.map(({ outcome, red }) => [outcome, red])).toEqual([
      ['pass', false],
      ['fail', true],
      ['expectedFail', false],
      ['flaky', false],
      ['nonStrict', false],
    ]);
    expect(told.map(({ group }) => group.notRun)).toEqual([5, 4, 3, 2, 1]);
    const counts = { pass: 1, nonStrict: 1, fail: 1, expectedFail: 1, flaky: 1, warn: 1, notRun: 1, planned: 6 };
    expect(groups.all()).toMatchObject([counts]);
  });

  test('say why cases were skipped, the most frequent reason first', () => {
    const skipped = (id: string, reason: string) => one(id, 'Tasks', { verdict: 'skipped', reason });
    const results = [skipped('a', 'no list'), skipped('b', 'no tasks'), skipped('c', 'no tasks')];
    const groups = new Groups(results);
    expect(results.map((result) => groups.finished(result).group.skippedFor)).toEqual([
      ['no list'],
      ['no list', 'no tasks'],
      ['no tasks', 'no list'],
    ]);
  });

  test('refuse a result that nobody planned', () => {
    expect(() => new Groups([one('a', 'Tools')]).finished(one('b', 'Pings'))).toThrow('no case of Pings was planned');
  });
});
