import type { CaseResult, Cause, Check, ReportFile as Report } from '../../../generated/types/report-v1.js';

/** How a case stands, as the page shows it. `known` and `stale` are what known failures make of a verdict. */
export type Standing =
  | 'fail'
  | 'stale'
  | 'flaky'
  | 'error'
  | 'untestable'
  | 'notRun'
  | 'warn'
  | 'known'
  | 'tolerated'
  | 'pass'
  | 'skipped';

/** From what a reader must see first to what needs nobody. */
export const STANDINGS: readonly Standing[] = [
  'fail',
  'stale',
  'flaky',
  'error',
  'untestable',
  'notRun',
  'warn',
  'known',
  'tolerated',
  'pass',
  'skipped',
];

/** The symbol, the word and the colour of each; the colour comes third. */
export const MARKS: { readonly [standing in Standing]: { symbol: string; word: string; tone: string } } = {
  fail: { symbol: '✗', word: 'fail', tone: 'fail' },
  stale: { symbol: '✗', word: 'passes, known to fail', tone: 'fail' },
  flaky: { symbol: '~', word: 'flaky', tone: 'unsure' },
  error: { symbol: '!', word: 'error', tone: 'unsure' },
  untestable: { symbol: '?', word: 'untestable', tone: 'unsure' },
  notRun: { symbol: '–', word: 'not run', tone: 'unsure' },
  warn: { symbol: '⚠', word: 'warning', tone: 'warn' },
  known: { symbol: '✗', word: 'known', tone: 'skip' },
  tolerated: { symbol: '≈', word: 'tolerated', tone: 'skip' },
  pass: { symbol: '✓', word: 'pass', tone: 'pass' },
  skipped: { symbol: '↷', word: 'skipped', tone: 'skip' },
};

/** How a case that has a verdict stands. */
export function standingOf({ verdict, standing, warned, nonStrict }: CaseResult): Standing {
  if (standing === 'unexpected-pass') return 'stale';
  if (standing === 'flaky') return 'flaky';
  if (standing === 'expected-fail' || (standing === 'known-flaky' && verdict !== 'pass')) return 'known';
  if (verdict !== 'pass') return verdict;
  if (warned) return 'warn';
  return nonStrict ? 'tolerated' : 'pass';
}

/** How a run names a case: by its id, with its transport or version if it was run over several. */
export const nameOf = ({ id, name }: CaseResult): string => name ?? id;

/** The checks that did not hold. */
export const brokenIn = ({ checks }: CaseResult): Check[] => checks.filter(({ status }) => status === 'fail');

/** A cause with the case that is its example. */
export interface ShownCause {
  cause: Cause;
  example: CaseResult;
  /** Its address in the page: the requirement. */
  id: string;
}

/** The causes of a report with their examples, those with the most cases first. */
export function causesOf({ causes = [] }: Report, byName: ReadonlyMap<string, CaseResult>): ShownCause[] {
  const used = new Map<string, number>();
  return causes.flatMap((cause) => {
    const example = byName.get(cause.cases[0] ?? '');
    if (example === undefined) return [];
    const base = cause.requirements?.[0] ?? `case-${example.id}`;
    const times = (used.get(base) ?? 0) + 1;
    used.set(base, times);
    return [{ cause, example, id: times === 1 ? base : `${base}-${times}` }];
  });
}

/** How many cases a cause is about. */
export const sizeOf = ({ cases, follow = [] }: Cause): number => cases.length + follow.length;

/** Cases by their reason, the most frequent first. */
export function byReason(cases: readonly CaseResult[]): { reason: string; cases: CaseResult[] }[] {
  const groups = new Map<string, CaseResult[]>();
  for (const one of cases) {
    const reason = one.reason ?? 'no reason is given';
    groups.set(reason, [...(groups.get(reason) ?? []), one]);
  }
  return [...groups].map(([reason, some]) => ({ reason, cases: some })).sort((a, b) => b.cases.length - a.cases.length);
}

/** A requirement that is not followed without making the run red, with the cases that show it. */
export interface Warned {
  check: Check;
  cases: CaseResult[];
  /** Set if all cases expect and get the same. */
  alike: boolean;
}

/** The warnings of a run by requirement, those with the most cases first. */
export function warningsOf(cases: readonly CaseResult[]): Warned[] {
  const found = new Map<string, Warned>();
  for (const one of cases) {
    if (one.warned !== true) continue;
    const isFatal = ({ level }: Check) => level === 'must' && one.verdict !== 'pass';
    for (const check of brokenIn(one).filter((each) => !isFatal(each))) {
      const known = found.get(check.requirement);
      if (known === undefined) found.set(check.requirement, { check, cases: [one], alike: true });
      else {
        if (known.cases.at(-1) !== one) known.cases.push(one);
        known.alike &&= known.check.message === check.message;
      }
    }
  }
  return [...found.values()].sort((a, b) => b.cases.length - a.cases.length);
}

/** A case that was planned and has no result. */
export interface CaseNotRun {
  name: string;
  title: string;
  group: string;
}

/** The cases of one area, and how many stand how. */
export interface Area {
  name: string;
  id: string;
  counts: { [standing in Standing]?: number };
  cases: CaseResult[];
  notRun: CaseNotRun[];
}

/** The suites of a run, the worst first. */
export function areasOf(cases: readonly CaseResult[], notRun: readonly CaseNotRun[] = []): Area[] {
  const areas = new Map<string, Area>();
  const counted = (name: string, standing: Standing): Area => {
    const area = areas.get(name) ?? { name, id: `area-${areas.size + 1}`, counts: {}, cases: [], notRun: [] };
    areas.set(name, area);
    area.counts[standing] = (area.counts[standing] ?? 0) + 1;
    return area;
  };
  for (const one of cases) counted(one.group ?? 'other', standingOf(one)).cases.push(one);
  for (const one of notRun) counted(one.group, 'notRun').notRun.push(one);
  const rank = ({ counts }: Area) => STANDINGS.map((standing) => counts[standing] ?? 0);
  return [...areas.values()].sort((a, b) => {
    const [one, other] = [rank(a), rank(b)];
    const at = one.findIndex((number, index) => number !== other[index]);
    return at < 0 ? 0 : other[at]! - one[at]!;
  });
}
