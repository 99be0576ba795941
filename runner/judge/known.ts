import type { CaseResult, CheckResult } from '../events.js';
import { parsePattern, type Subject } from '../patterns.js';
import type { KnownEntry } from '../types.js';
import { matchedBy, nameOf, placeOf, whyOf } from './known-entry.js';
import { counts, type Strict } from './strict.js';

/** Something about the known failures, or what is listed as untestable, that no case can say. `exit` is the exit code that it asks for. */
export interface KnownProblem {
  message: string;
  detail?: string;
  exit: 0 | 1 | 2;
  /** It is told, and asks for nothing. */
  warning?: true;
}

/** What results are held against. */
export interface Expectations {
  known: readonly KnownEntry[];
  /** Entries about one case: such a case holds only if the entry is wrong. Whether another entry is wrong its cases tell together. */
  single: ReadonlySet<KnownEntry>;
  /** Names of untestable cases that the target file lists, with the reasons. */
  listed: ReadonlyMap<string, string>;
  /** Names of wire cases that watched a part of the role's cases only. That such a rule holds does not disprove an entry. */
  partial: ReadonlySet<string>;
  /** Whether there is no target file that could list anything: the run finds out what there is, and reddens by failures alone. */
  exploration: boolean;
  strict: Strict;
}

/**
 * Gives each result its standing: how known failures and the target file's list change what its verdict means.
 *
 * - An entry with state `fails` makes a failed case an expected one, if all that failed in it is known, and the passed case that it is
 *   about an unexpected pass. With `#REQUIREMENT` it speaks of that check alone.
 * - One with state `flaky` lets a case fail, pass or change its mind.
 * - Skipped, untestable and erroneous cases satisfy no entry and are left as they are.
 * - A broken should or may is known as well as a broken must: its entry is not stale because nothing failed by it.
 */
export function applyKnown(results: readonly CaseResult[], expected: Expectations): CaseResult[] {
  const entries = expected.known.map((entry) => ({ entry, pattern: parsePattern(entry.pattern) }));
  return results.map((result) => {
    const listed = expected.listed.get(result.name);
    if (result.verdict === 'untestable' && result.standing === undefined && listed !== undefined) {
      // What the file does not map it lists for that reason.
      const reason = result.unmapped ? `listed: ${listed}` : `${result.reason ?? ''} (listed: ${listed})`.trim();
      return { ...result, standing: 'listed-untestable', reason };
    }
    if (result.verdict === 'untestable' && result.standing === undefined && expected.exploration)
      return { ...result, standing: 'explored' };
    const subject = subjectOf(result);
    const mine = entries.filter(({ pattern }) => pattern.matches(subject)).map(({ entry }) => entry);
    return mine.length === 0 ? result : standing(result, mine, expected);
  });
}

function standing(
  result: CaseResult,
  entries: readonly KnownEntry[],
  { strict, partial, single }: Expectations,
): CaseResult {
  if (result.verdict === 'error' || result.verdict === 'skipped') return result;
  const whole = entries.filter(({ requirement }) => requirement === undefined);
  const flaky = entries.filter(({ state }) => state === 'flaky');
  if (result.standing === 'flaky') {
    const excused = flaky.some(
      (entry) => entry.requirement === undefined || statusIn(result, entry.requirement) === 'fail',
    );
    const reason = [result.reason, ...flaky.map((entry) => `known: ${whyOf(entry)}`)].join('; ');
    return excused ? { ...result, standing: 'known-flaky', reason } : result;
  }
  if (result.verdict === 'untestable') return result;
  const stale = partial.has(result.name)
    ? []
    : entries.filter((entry) => entry.state === 'fails' && single.has(entry) && holds(result, entry));
  if (stale.length > 0) {
    const message = stale.map((entry) => staleText(entry, 'it holds')).join('; ');
    // Where something else failed, that is what the case has to say.
    return result.verdict === 'fail'
      ? { ...result, reason: [result.reason, message].filter(Boolean).join('; ') }
      : { ...result, standing: 'unexpected-pass', reason: message };
  }
  if (result.verdict !== 'fail') return result;
  const unknown = fatalIn(result, strict).filter(
    (check) => !entries.some((one) => one.requirement === check.requirement),
  );
  if (whole.length === 0 && unknown.length > 0) return result;
  const by = entries.filter(
    (entry) => entry.requirement === undefined || statusIn(result, entry.requirement) === 'fail',
  );
  const standing = by.some(({ state }) => state === 'fails') ? 'expected-fail' : 'known-flaky';
  const why = by.map(whyOf).join('; ');
  return { ...result, standing, reason: [result.reason, `known: ${why}`].filter(Boolean).join('; ') };
}

/** Whether what an entry says to fail held in this result. */
function holds(result: CaseResult, { requirement }: KnownEntry): boolean {
  if (requirement !== undefined) {
    const status = statusIn(result, requirement);
    return status === 'pass' || status === 'non-strict';
  }
  return result.verdict === 'pass' && !result.checks.some((check) => check.status === 'fail');
}

/** The worst that a result says of a requirement. */
function statusIn(result: CaseResult, requirement: string): CheckResult['status'] | undefined {
  const statuses = result.checks.filter((check) => check.requirement === requirement).map((check) => check.status);
  return (['fail', 'non-strict', 'pass', 'not-reached'] as const).find((status) => statuses.includes(status));
}

/** The broken checks that made a result fail. Where a target died, that may be one whose level alone would not. */
export function fatalIn({ id, checks }: CaseResult, strict: Strict): CheckResult[] {
  const broken = checks.filter((check) => check.status === 'fail');
  const fatal = broken.filter((check) => counts(check, id, strict));
  return fatal.length > 0 ? fatal : broken;
}

/** A case of the whole plan. */
type Planned = Subject & Pick<CaseResult, 'name'>;

/** The entries that are about one case of the whole plan, or none. */
export function singleEntries(known: readonly KnownEntry[], everything: readonly Planned[]): Set<KnownEntry> {
  return new Set(known.filter((entry) => matchedBy(entry, everything).length < 2));
}

/** An entry that no longer holds. */
interface Stale {
  entry: KnownEntry;
  /** How many cases pass that it is about. */
  passing: number;
}

/** The entries about several cases of which none fails any more, each in one line. What an entry about one case is worth that case says. */
export function staleEntries(
  results: readonly CaseResult[],
  everything: readonly Planned[],
  { known, single, partial }: Pick<Expectations, 'known' | 'single' | 'partial'>,
): KnownProblem[] {
  const several = known.filter((entry) => !single.has(entry));
  return staleIn(results, everything, { known: several, partial }).map(({ entry, passing }) => ({
    message: staleText(entry, passing === 1 ? 'its case passes' : `all ${passing} of its cases pass`),
    exit: 1,
  }));
}

const staleText = (entry: KnownEntry, how: string): string =>
  `${placeOf(entry)}  \`${nameOf(entry)}\` is known to fail, and ${how}; take the entry out, or run with --tidy`;

/** The entries of whose cases none fails any more. Only of those all of whose cases were run: another one may be what keeps an entry in the list. */
export function staleIn(
  results: readonly CaseResult[],
  everything: readonly Planned[],
  { known, partial }: Pick<Expectations, 'known' | 'partial'>,
): Stale[] {
  const byName = new Map(results.map((result) => [result.name, result]));
  return known.flatMap((entry): Stale[] => {
    if (entry.state !== 'fails') return [];
    const mine = matchedBy(entry, everything);
    const ran = mine.flatMap(({ name }) => byName.get(name) ?? []);
    const isSure =
      ran.length === mine.length && !ran.some(({ name, standing }) => partial.has(name) || standing === 'flaky');
    if (!isSure || ran.some(({ verdict }) => verdict === 'untestable' || verdict === 'error')) return [];
    const judged = ran.filter((result) => result.verdict === 'pass' || result.verdict === 'fail');
    const holding = judged.filter((result) => holds(result, entry));
    if (holding.length === 0 || judged.some((result) => isBrokenIn(result, entry))) return [];
    return [{ entry, passing: holding.length }];
  });
}

/** Whether a case fails by what an entry says. */
const isBrokenIn = (result: CaseResult, { requirement }: KnownEntry): boolean =>
  requirement === undefined
    ? result.verdict === 'fail' || result.checks.some(({ status }) => status === 'fail')
    : statusIn(result, requirement) === 'fail';

function subjectOf(result: CaseResult): Subject {
  return { id: result.id, requirements: result.checks.map((check) => check.requirement) };
}

/**
 * What is wrong with the entries themselves: one that matches nothing of the whole plan or contradicts another asks for
 * exit code 2, one whose day is over for 1.
 *
 * @param everything all cases for the target, whatever patterns and shard leave of them
 * @param today the day of the run, as in 2027-01-31
 */
export function knownProblems(
  known: readonly KnownEntry[],
  everything: readonly Subject[],
  today: string,
): KnownProblem[] {
  const problems: KnownProblem[] = [];
  const taken = new Map<string, KnownEntry>();
  for (const entry of known) {
    const name = nameOf(entry);
    const mine = matchedBy(entry, everything);
    const detail = `${placeOf(entry)}  ${whyOf(entry)}`;
    if (mine.length === 0) problems.push({ message: `the known failure \`${name}\` matches no case`, detail, exit: 2 });
    for (const { id } of mine) {
      const key = `${id}#${entry.requirement ?? ''}`;
      const other = taken.get(key);
      if (!other) taken.set(key, entry);
      else if (other.state !== entry.state) {
        const message = `\`${key.replace(/#$/, '')}\` is known as both \`${other.state}\` and \`${entry.state}\``;
        problems.push({ message, detail: `${placeOf(other)} and ${placeOf(entry)}`, exit: 2 });
        break;
      }
    }
    if (entry.until !== undefined && entry.until < today)
      problems.push({ message: `the known failure \`${name}\` is overdue since ${entry.until}`, detail, exit: 1 });
  }
  return problems;
}
