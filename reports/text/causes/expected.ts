import type { CaseFinished, CaseResult } from '../../../runner/events.js';
import type { EventOf } from '../../reporter.js';

/** Cases that did not pass and do not make the run red, for one reason. */
export interface Excused {
  same: [CaseFinished, ...CaseFinished[]];
  ids: string[];
  reason: string | undefined;
}

/** What did not pass and was expected not to, one entry for each reason. */
export function knownOf(results: readonly CaseFinished[]): Excused[] {
  const expected = results.filter(({ result: { standing, verdict } }) => {
    const isKnown = standing === 'expected-fail' || standing === 'listed-untestable' || standing === 'known-flaky';
    return isKnown && !(standing === 'known-flaky' && verdict === 'pass');
  });
  return byReason(expected);
}

/** What could not be tested in a run that has no target file to list it in, one entry for each reason. */
export const exploredOf = (results: readonly CaseFinished[]): Excused[] =>
  byReason(results.filter(({ result }) => result.standing === 'explored'));

/** Cases that passed although they are known to fail. */
export const staleOf = (results: readonly CaseFinished[]): CaseFinished[] =>
  results.filter(({ result }) => result.standing === 'unexpected-pass');

/** What makes a run red, but for stale entries, and for cases whose end a problem tells anyway, such as the target that could not be started. */
export const redOf = (results: readonly CaseFinished[], problems: readonly EventOf<'problem'>[]): CaseFinished[] =>
  results.filter(
    ({ result, red }) => red && result.standing !== 'unexpected-pass' && !isToldAsProblem(result, problems),
  );

const isToldAsProblem = ({ verdict, reason }: CaseResult, problems: readonly EventOf<'problem'>[]): boolean =>
  verdict === 'error' && problems.some(({ message }) => message.includes(`: ${reason}`));

function byReason(results: readonly CaseFinished[]): Excused[] {
  const groups = new Map<string, Excused>();
  for (const one of results) {
    const { name, standing, verdict, reason } = one.result;
    const key = `${verdict}\0${standing}\0${reason}`;
    const group = groups.get(key);
    group?.same.push(one);
    group?.ids.push(name);
    if (group === undefined) groups.set(key, { same: [one], ids: [name], reason });
  }
  return [...groups.values()];
}
