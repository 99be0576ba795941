import type { CaseResult, CheckResult, Count, Summary } from '../../runner/events.js';
import type { NotAsked } from '../../src/generated/types/report-v1.js';
import { count, digits, duration } from './words.js';

/** The checks that did not hold, in their order. */
export function brokenChecks(result: CaseResult): CheckResult[] {
  return result.checks.filter(({ status }) => status === 'fail');
}

/** One sentence that says why a result is what it is. */
export function shortReason(result: CaseResult): string {
  const [check] = brokenChecks(result);
  if (result.reason !== undefined || check === undefined) return result.reason ?? result.verdict;
  return `${check.requirement}: ${check.message ?? check.text}`;
}

/** What says which case is meant. */
type Repeated = Pick<CaseResult, 'id' | 'leg' | 'transport' | 'version'>;

/**
 * The command that runs just this case again and shows its whole transcript. What stands after ` -- ` stays last. A mock or proxy,
 * which runs no cases, is started again as it was.
 */
export function rerunOf(given: string, { id, leg, transport, version }: Repeated): string {
  if (/^npx proctor (?:mock|proxy) /.test(given)) return given;
  // Of several versions the case was judged in one.
  const command = version === undefined ? given : given.replace(/ --version [^ ]*,[^ ]*/, '');
  const over = leg === undefined || / --transport /.test(command) ? '' : ` --transport ${transport}`;
  const inVersion = version === undefined || / --version /.test(command) ? '' : ` --version ${version}`;
  // A person who starts the client sees the transcript in the inspector.
  const traced = command.startsWith('npx proctor host ') ? '' : ' --trace all';
  const addition = ` ${id}${over}${inVersion}${traced}`;
  const at = command.indexOf(' -- ');
  return at < 0 ? command + addition : command.slice(0, at) + addition + command.slice(at);
}

/** The words of a summary's counts, in the order in which they are told. */
const COUNTED: readonly (readonly [Count | 'notRun', string])[] = [
  ['pass', 'passed'],
  ['nonStrict', 'passed by tolerance'],
  ['fail', 'failed'],
  ['unexpectedPass', 'passed unexpectedly'],
  ['flaky', 'flaky'],
  ['untestable', 'untestable'],
  ['error', 'in error'],
  ['notRun', 'not run'],
  ['expectedFail', 'failed as known'],
];

/** Every count of a summary that is not 0, in words; together they are the cases that were tested. */
function countsInWords(summary: Summary): string[] {
  return COUNTED.filter(([name]) => summary[name] > 0).map(([name, word]) => `${digits(summary[name])} ${word}`);
}

/** "124 cases in 1.9 s: 123 passed, 1 failed; 4 skipped; 2 with warnings". What was skipped was not tested. */
export function summaryLine(summary: Summary, durationMs: number): string {
  const counts =
    countsInWords(summary).join(', ') || (summary.planned > 0 ? 'nothing was tested' : 'nothing was planned');
  const skipped = summary.skipped > 0 ? `; ${digits(summary.skipped)} skipped` : '';
  const newer = summary.newer ? `; ${digits(summary.newer.planned)} newer than the profile` : '';
  const warnings = summary.warn > 0 ? `; ${digits(summary.warn)} with warnings` : '';
  return `${count(summary.planned - summary.skipped, 'case')} in ${duration(durationMs)}: ${counts}${skipped}${warnings}${newer}`;
}

/** "not asked: 154 cases of other versions, 140 over http"; none if nothing was left out. */
export function notAskedLine(notAsked: NotAsked | undefined): string[] {
  if (notAsked === undefined) return [];
  const { versions, transports } = notAsked;
  const parts = [
    ...(versions > 0 ? [[versions, 'of other versions'] as const] : []),
    ...Object.entries(transports).map(([names, number]) => [number, `over ${names}`] as const),
  ];
  const words = parts.map(([number, what], index) => `${index === 0 ? count(number, 'case') : digits(number)} ${what}`);
  return [`not asked: ${words.join(', ')}`];
}
