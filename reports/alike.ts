import type { CaseFinished, CaseResult } from '../runner/events.js';
import { brokenChecks } from './outcome.js';
import { compact } from './value.js';

/** How much of a value tells it from others, in characters. */
const TELLING = 2_000;

/**
 * Results that say the same of the target, together: the same requirements broken by the same difference, or the same reason.
 * Groups and what is in them keep the order of the results.
 */
export function groupAlike(results: readonly CaseFinished[]): CaseFinished[][] {
  const groups = new Map<string, CaseFinished[]>();
  for (const one of results) {
    const key = alikeKey(one.result);
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()];
}

/** The same text for results that say the same. */
function alikeKey(result: CaseResult): string {
  const { role, verdict, standing, reason, breaches = [] } = result;
  const broken = brokenChecks(result);
  const told = broken.map(({ requirement, message, differences = [], expected, actual }) => {
    const paths = differences.map((one) => [one.path, compact(one.expected, TELLING), compact(one.actual, TELLING)]);
    const values = paths.length > 0 ? paths : [[compact(expected, TELLING), compact(actual, TELLING)]];
    return [requirement, message ?? '', values];
  });
  const rules = breaches.map((breach) => breach.case);
  // Why a case failed repeats what its checks say.
  const why = told.length > 0 && verdict === 'fail' && standing === undefined ? '' : (reason ?? '');
  return JSON.stringify([role, verdict, standing ?? '', told, why, rules]);
}
