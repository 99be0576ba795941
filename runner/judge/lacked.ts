import type { CaseResult } from '../events.js';

/** A behavior that a case waited for in vain. */
export interface Lacked {
  behavior: string;
  /** What came in its place. */
  message: string;
}

/**
 * The result of a case that could not go on because the target did not show a behavior, although it did in another case of the run.
 * What a target can do it does each time, so that is a failure where a must of the case depends on it.
 *
 * @param elsewhere the case in which it did show it
 */
export function lackedHere(result: CaseResult, { behavior, message }: Lacked, elsewhere: string): CaseResult {
  const binds = result.checks.some(({ level, status }) => level === 'must' && status === 'not-reached');
  if (result.verdict !== 'untestable' || !binds) return result;
  return {
    ...result,
    verdict: 'fail',
    reason: `the target showed \`${behavior}\` in ${elsewhere}, and not here: ${message}`,
  };
}
