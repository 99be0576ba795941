import type { Ending, Judged } from '../../src/conversation/blame/outcome.js';
import type { SourcePosition } from '../../src/language/case.js';
import type { Level, Requirement } from '../../src/language/requirement.js';
import type { CheckResult, Verdict } from '../events.js';

/** A check that a case may reach: a requirement, and the first step that would prove it. */
interface ExpectedCheck {
  requirement: Requirement;
  at: SourcePosition;
}

/** Everything that one playing of one case brought. */
export interface Played {
  judged: Judged[];
  ending: Ending;
  /** What the case could have checked, in order of first mention. */
  expected: ExpectedCheck[];
  /** Requirements that were judged though the case does not check them, such as that of a silence or of a member left out. */
  others?: readonly Requirement[];
  /** What a target that dies in this case breaks; unset where nobody says. */
  fatal?: Requirement;
  /** Whether a broken should, may or derived requirement fails the case too. */
  strict: boolean;
}

/** What a case comes to. */
export interface Judgement {
  verdict: Verdict;
  nonStrict: boolean;
  warned: boolean;
  /** One sentence; set with every verdict but a clean pass. */
  reason?: string;
  /** The step that decided. */
  at?: SourcePosition;
  checks: CheckResult[];
}

/**
 * The verdict of one case out of its checks and its ending. Undefined where the run was interrupted before the case came
 * to an end: such a case has no verdict and counts as not run.
 *
 * A broken must fails the case; a broken should, may or derived requirement is a warning unless `strict`. A target that
 * died fails what it breaks by that, whatever its level. A step without check that did not hold makes the case
 * untestable, and so does an end without a single check; only the kit and the machine make an error.
 */
export function judgeCase(played: Played): Judgement | undefined {
  const { ending } = played;
  if (ending.kind === 'interrupted') return undefined;
  const infos = new Map(played.expected.map(({ requirement }) => [requirement.id, requirement]));
  for (const one of [...(played.others ?? []), ...(played.fatal ? [played.fatal] : [])]) infos.set(one.id, one);
  const checks = collapse(played.judged).map((judged) => resultOf(judged, infos.get(judged.requirement)));
  const died = ending.kind === 'target-died' ? ending : undefined;
  if (died && played.fatal && !checks.some((c) => c.requirement === played.fatal?.id && c.status === 'fail')) {
    const { id } = played.fatal;
    // An earlier sign of life is no longer true.
    const kept = checks.filter((check) => check.requirement !== id);
    const fatal = resultOf({ requirement: id, status: 'fail', at: died.at, message: died.message }, played.fatal);
    checks.splice(0, checks.length, ...kept, fatal);
  }
  const broken = checks.filter((check) => check.status === 'fail');
  const fatal = broken.filter((check) => counts(check.level, played.strict) || isDeath(check, played));
  const reached = checks.length > 0;
  for (const { requirement, at } of played.expected)
    if (!checks.some((check) => check.requirement === requirement.id))
      checks.push({ ...infoOf(requirement), status: 'not-reached', at });
  const base = { nonStrict: false, warned: broken.length > fatal.length, checks };
  if (ending.kind === 'kit' || ending.kind === 'not-started')
    return { ...base, verdict: 'error', ...reasonOf(ending.message, 'at' in ending ? ending.at : undefined) };
  const first = fatal[0];
  if (first)
    return { ...base, verdict: 'fail', ...reasonOf(`${first.requirement}: ${first.message ?? 'broken'}`, first.at) };
  // A broken should or may that ended the case is still no more than a warning.
  const ended = ending.kind === 'finished' || (ending.kind === 'check-failed' && broken.length > 0);
  if (!ended) return { ...base, verdict: 'untestable', ...reasonOf(stopped(ending), ending.at) };
  if (!reached)
    return { ...base, verdict: 'untestable', reason: 'it ended without reaching a check, so it proves nothing' };
  const nonStrict = checks.some((check) => check.status === 'non-strict');
  const reason = nonStrict ? checks.find((check) => check.status === 'non-strict')?.note : undefined;
  return { ...base, verdict: 'pass', nonStrict, ...(reason === undefined ? {} : { reason }) };
}

/** The members of a check result that say which requirement it is about. */
export function infoOf(requirement: Requirement): Pick<CheckResult, 'requirement' | 'level' | 'text' | 'source'> {
  return { requirement: requirement.id, level: requirement.level, text: requirement.text, source: requirement.source };
}

/** Whether a check decides against a target: a must, or anything under `strict`. */
export function counts(level: Level, strict: boolean): boolean {
  return strict || level === 'must';
}

function isDeath(check: CheckResult, played: Played): boolean {
  return played.ending.kind === 'target-died' && check.requirement === played.fatal?.id;
}

/** A step in a loop judges many times; a result says it once, with the first failure or the last success. */
function collapse(judged: Judged[]): Judged[] {
  const once = new Map<string, Judged>();
  const rank = { fail: 2, 'non-strict': 1, pass: 0 };
  for (const one of judged) {
    const key = `${one.requirement}\0${one.at.file}\0${one.at.line}\0${one.at.col}`;
    const earlier = once.get(key);
    if (!earlier || rank[one.status] > rank[earlier.status]) once.set(key, one);
  }
  return [...once.values()];
}

function resultOf(judged: Judged, requirement: Requirement | undefined): CheckResult {
  const { record, timedOut: _, ...others } = judged;
  const rest = record === undefined ? others : { ...others, seq: record.seq };
  // A requirement that the registry lacks stops the run before it begins; here it can only be one of the case's own.
  return requirement
    ? { ...infoOf(requirement), ...rest }
    : { ...rest, level: 'derived', text: judged.requirement, source: '' };
}

function stopped(ending: Exclude<Ending, { kind: 'finished' | 'kit' | 'not-started' | 'interrupted' }>): string {
  switch (ending.kind) {
    case 'check-failed':
    case 'limit':
    case 'target-died':
      return ending.message;
    case 'precondition':
      return ending.behavior === undefined
        ? ending.message
        : `the target did not show the behavior \`${ending.behavior}\`: ${ending.message}; ${nextFor(ending.behavior)}`;
  }
}

/** What a user does about a behavior that did not show. */
function nextFor(behavior: string): string {
  return `\`proctor explain ${behavior}\` tells what it shows; if it can't, list the case under \`untestable:\` in the target file`;
}

function reasonOf(reason: string, at: SourcePosition | undefined): { reason: string; at?: SourcePosition } {
  return at ? { reason, at } : { reason };
}
