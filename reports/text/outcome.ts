import type { CaseResult, CheckResult, Summary } from '../../runner/events.js';
import { count, digits, duration } from './words.js';

/** The checks that did not hold, in their order. */
export function brokenChecks(result: CaseResult): CheckResult[] {
  return result.checks.filter(({ status }) => status === 'fail');
}

/**
 * The command that plays just this case again and shows its whole transcript. What stands behind ` -- ` stays last. A mock is
 * started again as it was.
 */
export function rerunOf(command: string, id: string): string {
  if (/^npx proctor mock /.test(command)) return command;
  const addition = ` ${id} --trace all`;
  const at = command.indexOf(' -- ');
  return at < 0 ? command + addition : command.slice(0, at) + addition + command.slice(at);
}

/** The words of a summary's counts, in the order in which they are told. */
const COUNTED: readonly [keyof Summary, string][] = [
  ['pass', 'passed'],
  ['nonStrict', 'passed by tolerance'],
  ['fail', 'failed'],
  ['unexpectedPass', 'passed unexpectedly'],
  ['flaky', 'flaky'],
  ['untestable', 'untestable'],
  ['error', 'in error'],
  ['notRun', 'not run'],
  ['expectedFail', 'failed as known'],
  ['skipped', 'skipped'],
];

/** Every count of a summary that is not 0, in words; together they are the planned cases. */
function countsInWords(summary: Summary): string[] {
  return COUNTED.filter(([name]) => summary[name] > 0).map(([name, word]) => `${digits(summary[name])} ${word}`);
}

/** "128 cases in 1.9 s: 123 passed, 1 failed, 4 skipped; 2 with warnings". */
export function summaryLine(summary: Summary, durationMs: number): string {
  const warnings = summary.warn > 0 ? `; ${digits(summary.warn)} with warnings` : '';
  const counts = countsInWords(summary).join(', ') || 'nothing was planned';
  return `${count(summary.planned, 'case')} in ${duration(durationMs)}: ${counts}${warnings}`;
}
