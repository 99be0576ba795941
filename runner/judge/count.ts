import type { CaseState } from '../../src/generated/types/report-v1.js';
import type { CaseEnded, CaseResult, Count } from '../events.js';

/** What of a result says how it stands. */
export type Settled = Pick<CaseResult, 'verdict' | 'standing' | 'nonStrict'>;

/** What a result counts as: its verdict, or what known failures and repeats make of it. */
export function countOf(result: Settled): Count {
  switch (result.standing) {
    case 'expected-fail':
      return 'expectedFail';
    case 'unexpected-pass':
      return 'unexpectedPass';
    case 'flaky':
    case 'known-flaky':
      return 'flaky';
    case 'listed-untestable':
    case 'explored':
    case undefined:
      return result.verdict === 'pass' && result.nonStrict ? 'nonStrict' : result.verdict;
  }
}

/** What a result comes to, in a word: what it counts as, or `warn` if it passed with a broken should or may. */
export function stateOf(result: Settled & Pick<CaseResult, 'warned'>): CaseState {
  const count = countOf(result);
  return count === 'pass' && result.warned ? 'warn' : count;
}

/** Whether a result by itself makes a run red. */
export function isRed(result: Settled): boolean {
  switch (result.standing) {
    case 'unexpected-pass':
    case 'flaky':
      return true;
    case 'expected-fail':
    case 'known-flaky':
    case 'listed-untestable':
    case 'explored':
      return false;
    case undefined:
      return result.verdict !== 'pass' && result.verdict !== 'skipped';
  }
}

/** The event that a case has ended. */
export const endedAs = (result: CaseResult): CaseEnded => ({
  type: 'case.ended',
  result,
  outcome: countOf(result),
  red: isRed(result),
});
