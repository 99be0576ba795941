import type * as Json from '../../src/generated/types/report-v1.js';
import { isRed, stateOf } from '../judge/count.js';
import { nameOf } from './events.js';

/** How a case stands in a report, in one word. */
export type Stand = Json.CaseState | 'notRun';

/** How a case came out: its place in the order from worst to best says which of two is better. */
export const WORST_FIRST: readonly Stand[] = [
  'error',
  'notRun',
  'fail',
  'unexpectedPass',
  'flaky',
  'untestable',
  'expectedFail',
  'skipped',
  'warn',
  'nonStrict',
  'pass',
];

/** How the result of a case stands. */
export const standOf = (one: Json.CaseResult): Stand =>
  stateOf({ ...one, nonStrict: one.nonStrict ?? false, warned: one.warned ?? false });

/** Whether a result makes a run red. */
export const isRedIn = (one: Json.CaseResult): boolean => isRed({ ...one, nonStrict: one.nonStrict ?? false });

/** The requirements that a result shows to be broken. */
export const brokenIn = (one: Json.CaseResult): string[] => [
  ...new Set(one.checks.filter(({ status }) => status === 'fail').map(({ requirement }) => requirement)),
];

/** The results of a report by the names of their cases; undefined for those that were not run. */
export function byName(report: Json.ReportFile): Map<string, Json.CaseResult | undefined> {
  const cases = report.cases.map((one) => [nameOf(one), one] as const);
  return new Map([...(report.notRun ?? []).map((name) => [name, undefined] as const), ...cases]);
}
