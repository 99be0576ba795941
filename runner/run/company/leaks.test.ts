import { expect, it } from 'vitest';
import type { CaseResult } from '../../events.js';
import { leaksIn } from './leaks.js';

const result = (name: string, verdict: CaseResult['verdict'], onlyAfter?: CaseResult['onlyAfter']) =>
  ({ name, verdict, ...(onlyAfter ? { onlyAfter } : {}) }) as CaseResult;

it('a case that fails only after another is a warning, and red if warnings are', () => {
  const leak = result('a', 'pass', { cases: ['b'], verdict: 'fail', reason: 'why' });
  const said = {
    type: 'problem',
    message: 'a fails only after b: state passes from one conversation to the next',
    detail: 'why',
  };
  expect(leaksIn([leak, result('c', 'fail')], false)).toEqual([{ ...said, exit: 0, warning: true }]);
  expect(leaksIn([leak], true)).toEqual([{ ...said, exit: 1 }]);
});

it('several cases are named by the first and the last', () => {
  const leak = result('a', 'pass', { cases: ['b', 'c', 'd'], verdict: 'untestable', reason: '' });
  expect(leaksIn([leak], false)).toMatchObject([
    { message: expect.stringContaining('a fails only after 3 cases (b to d)') },
  ]);
});

it('a warning that comes only after others is named as one', () => {
  const leak = result('a', 'pass', { cases: ['b'], verdict: 'pass', reason: 'why' });
  expect(leaksIn([leak], false)).toMatchObject([
    { message: expect.stringContaining('a has a warning only after b'), detail: 'why' },
  ]);
});

it('a case that passes only after others makes the run red', () => {
  const wrong = result('a', 'fail', { cases: ['b'], verdict: 'pass', reason: '' });
  expect(leaksIn([wrong], false)).toMatchObject([{ message: 'a passes only after b', exit: 1 }]);
});
