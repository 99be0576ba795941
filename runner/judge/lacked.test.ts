import { expect, it } from 'vitest';
import type { CaseResult, CheckResult } from '../events.js';
import { lackedHere } from './lacked.js';

const result = (verdict: CaseResult['verdict'], levels: CheckResult['level'][], status: CheckResult['status']) =>
  ({ verdict, reason: 'it did not', checks: levels.map((level) => ({ level, status })) }) as CaseResult;
const lacked = { behavior: 'slow-tool', message: 'no progress came' };
const judged = (one: CaseResult) => lackedHere(one, lacked, 'mcp.server.progress.told');

it('a must that depends on what a target showed elsewhere fails', () => {
  expect(judged(result('untestable', ['should', 'must'], 'not-reached'))).toMatchObject({
    verdict: 'fail',
    reason: 'the target showed `slow-tool` in mcp.server.progress.told, and not here: no progress came',
  });
});

it.each([
  ['that checks no must', result('untestable', ['should', 'derived'], 'not-reached')],
  ['whose musts were judged before', result('untestable', ['must'], 'pass')],
  ['that has another verdict', result('pass', ['must'], 'not-reached')],
])('a case %s stays as it is', (_what, one) => expect(judged(one)).toBe(one));
