import type { CaseResult, CheckResult } from '../events.js';
import { parsePattern, type Subject } from '../patterns.js';
import type { KnownEntry } from '../types.js';
import { counts } from './case.js';

/** Something about the known failures, or what is listed as untestable, that no case can say. `exit` is the exit code that it asks for. */
export interface KnownProblem {
  message: string;
  detail: string;
  exit: 0 | 1 | 2;
  /** It is told, and asks for nothing. */
  warning?: true;
}

/** What results are held against. */
export interface Expectations {
  known: readonly KnownEntry[];
  /** Ids of untestable cases that the target file lists, with the reasons. */
  listed: ReadonlyMap<string, string>;
  /** Ids of wire cases that watched a part of the role's cases only. That such a rule holds does not disprove an entry. */
  partial: ReadonlySet<string>;
  /** Whether there is no target file that could list anything: the run finds out what there is, and reddens by failures alone. */
  exploration: boolean;
  strict: boolean;
}

/**
 * Gives each result its standing: how known failures and the target file's list change what its verdict means.
 *
 * - An entry with state `fails` makes a failed case an expected one, if all that failed in it is known, and a passed case
 *   an unexpected pass. With `#REQUIREMENT` it speaks of that check alone.
 * - One with state `flaky` lets a case fail, pass or change its mind.
 * - Skipped, untestable and erroneous cases satisfy no entry and are left as they are.
 * - A broken should or may is known as well as a broken must: its entry is not stale because nothing failed by it.
 */
export function applyKnown(results: readonly CaseResult[], expected: Expectations): CaseResult[] {
  const entries = expected.known.map((entry) => ({ entry, pattern: parsePattern(entry.pattern) }));
  return results.map((result) => {
    const listed = expected.listed.get(result.id);
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

function standing(result: CaseResult, entries: readonly KnownEntry[], { strict, partial }: Expectations): CaseResult {
  if (result.verdict === 'error' || result.verdict === 'skipped') return result;
  const whole = entries.filter(({ requirement }) => requirement === undefined);
  const flaky = entries.filter(({ state }) => state === 'flaky');
  if (result.standing === 'flaky') {
    const excused = flaky.some(
      (entry) => entry.requirement === undefined || statusIn(result, entry.requirement) === 'fail',
    );
    const reason = [result.reason, ...flaky.map(({ reason, issue }) => `known: ${reason} (${issue})`)].join('; ');
    return excused ? { ...result, standing: 'known-flaky', reason } : result;
  }
  if (result.verdict === 'untestable') return result;
  const stale = partial.has(result.id)
    ? []
    : entries.filter((entry) => entry.state === 'fails' && holds(result, entry));
  if (stale.length > 0) {
    const names = stale.map(({ requirement, reason }) => `${requirement ? `${requirement}: ` : ''}${reason}`);
    const message = `known to fail, and it holds (${names.join('; ')}); remove the entry`;
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
  const why = by.map(({ reason, issue }) => `${reason} (${issue})`).join('; ');
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
function fatalIn({ checks }: CaseResult, strict: boolean): CheckResult[] {
  const broken = checks.filter((check) => check.status === 'fail');
  const fatal = broken.filter((check) => counts(check.level, strict));
  return fatal.length > 0 ? fatal : broken;
}

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
  const where = ({ place }: KnownEntry) => `${place.file}:${place.line}:${place.col}`;
  const taken = new Map<string, KnownEntry>();
  for (const entry of known) {
    const name = entry.requirement === undefined ? entry.pattern : `${entry.pattern}#${entry.requirement}`;
    const pattern = parsePattern(name);
    const mine = everything.filter((subject) => pattern.matches(subject));
    const detail = `${where(entry)}  ${entry.reason} (${entry.issue})`;
    if (mine.length === 0) problems.push({ message: `the known failure \`${name}\` matches no case`, detail, exit: 2 });
    for (const { id } of mine) {
      const key = `${id}#${entry.requirement ?? ''}`;
      const other = taken.get(key);
      if (!other) taken.set(key, entry);
      else if (other.state !== entry.state) {
        const message = `\`${key.replace(/#$/, '')}\` is known as both \`${other.state}\` and \`${entry.state}\``;
        problems.push({ message, detail: `${where(other)} and ${where(entry)}`, exit: 2 });
        break;
      }
    }
    if (entry.until !== undefined && entry.until < today)
      problems.push({ message: `the known failure \`${name}\` is overdue since ${entry.until}`, detail, exit: 1 });
  }
  return problems;
}
