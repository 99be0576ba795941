import { type Ending, isFailure, isStuck } from '../../src/conversation/blame/ending.js';
import type { Judged } from '../../src/conversation/blame/outcome.js';
import type { Difference } from '../../src/json/difference.js';
import type { SourcePosition } from '../../src/language/case.js';
import type { Requirement } from '../../src/language/requirement.js';
import { pointerInRecord, type WireRecord } from '../../src/wire/record.js';
import type { CheckResult, Verdict } from '../events.js';
import { counts, type Strict } from './strict.js';

/** A check that a case may reach: a requirement, and the first step that would prove it. */
interface ExpectedCheck {
  requirement: Requirement;
  at: SourcePosition;
}

/** Everything that one run of one case brought. */
export interface Played {
  judged: Judged[];
  ending: Ending;
  /** What the case could have checked, in order of first mention. */
  expected: ExpectedCheck[];
  /** All requirements by their ids: blame may name one that the case does not check. */
  requirements: ReadonlyMap<string, Requirement>;
  /** Which broken shoulds, mays and derived requirements fail the case too. */
  strict: Strict;
  /** The id of the case. */
  id: string;
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
  const { kind } = ending.outcome;
  if (kind === 'interrupted') return undefined;
  const judged = collapse(played.judged).map((one) => resultOf(one, played));
  const deadly = ending.blamed.find(({ because }) => because === 'death')?.requirement;
  const checks = deadly === undefined ? judged : withDeath(judged, deadly, played);
  const broken = checks.filter((check) => check.status === 'fail');
  const fatal = broken.filter((check) => counts(check, played.id, played.strict) || check.requirement === deadly);
  const reached = checks.length > 0;
  for (const { requirement, at } of played.expected)
    if (!checks.some((check) => check.requirement === requirement.id))
      checks.push({ ...infoOf(requirement), status: 'not-reached', at });
  const base = { nonStrict: false, warned: broken.length > fatal.length, checks };
  if (kind === 'defect' || kind === 'not-started')
    return { ...base, verdict: 'error', ...reasonOf(ending.message, ending.at) };
  const first = fatal[0];
  if (first)
    return { ...base, verdict: 'fail', ...reasonOf(`${first.requirement}: ${first.message ?? 'broken'}`, first.at) };
  // A broken should or may that ended the case is still no more than a warning.
  const ended = kind === 'held' || (isFailure(ending) && broken.length > 0);
  if (!ended) return { ...base, verdict: 'untestable', ...reasonOf(stopped(ending), ending.at) };
  if (!reached)
    return { ...base, verdict: 'untestable', reason: 'it ended without reaching a check, so it proves nothing' };
  const nonStrict = checks.some((check) => check.status === 'non-strict');
  const reason = nonStrict ? checks.find((check) => check.status === 'non-strict')?.note : undefined;
  return { ...base, verdict: 'pass', nonStrict, ...(reason === undefined ? {} : { reason }) };
}

/** The members of a check result that say which requirement it is about. */
export function infoOf({
  id,
  level,
  text,
  source,
  url,
  broken,
}: Requirement): Pick<CheckResult, 'requirement' | 'level' | 'text' | 'source' | 'url' | 'title'> {
  const title = broken === undefined ? {} : { title: broken };
  return { requirement: id, level, text, source, ...(url === undefined ? {} : { url }), ...title };
}

/** The checks of a case in which the target died, which breaks this requirement: an earlier sign of life is no longer true. */
function withDeath(checks: CheckResult[], requirement: string, played: Played): CheckResult[] {
  const { at, message } = played.ending;
  if (at === undefined || checks.some((one) => one.requirement === requirement && one.status === 'fail')) return checks;
  const kept = checks.filter((check) => check.requirement !== requirement);
  return [...kept, resultOf({ requirement, status: 'fail', at, message }, played)];
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

function resultOf(judged: Judged, { requirements }: Played): CheckResult {
  const requirement = requirements.get(judged.requirement);
  const { record, timedOut, ...others } = judged;
  const differences = judged.differences?.map((one) => placed(one, record));
  const rest = {
    ...others,
    ...(record === undefined ? {} : { seq: record.seq }),
    ...(differences === undefined ? {} : { differences }),
    ...(timedOut && judged.status === 'fail' ? { silence: true } : {}),
  };
  // A requirement that the registry lacks stops the run before it begins; here it can only be one of the case's own.
  return requirement
    ? { ...infoOf(requirement), ...rest }
    : { ...rest, level: 'derived', text: judged.requirement, source: '' };
}

/** A difference with the record that it is about, which is that of its check unless it names another. */
function placed(difference: Difference, record: WireRecord | undefined): Difference {
  if (record === undefined || difference.seq !== undefined) return difference;
  return { ...difference, seq: record.seq, pointer: pointerInRecord(record, difference.path) };
}

function stopped(ending: Ending): string {
  const { behavior, message } = ending;
  if (!isStuck(ending) || behavior === undefined) return message;
  return `the target did not show the behavior \`${behavior}\`: ${message}; ${nextFor(behavior)}`;
}

/** What a user does about a behavior that did not show. */
function nextFor(behavior: string): string {
  return `\`proctor explain ${behavior}\` tells what it shows; if it can't, list the case under \`untestable:\` in the target file`;
}

function reasonOf(reason: string, at: SourcePosition | undefined): { reason: string; at?: SourcePosition } {
  return at ? { reason, at } : { reason };
}
