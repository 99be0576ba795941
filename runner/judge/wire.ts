import { showName, showValue } from '../../src/json/display.js';
import { isObject } from '../../src/json/json.js';
import type { Requirement } from '../../src/language/requirement.js';
import type { Finding } from '../../src/watch/finding.js';
import type { WireRecord } from '../../src/wire/record.js';
import type { CaseResult, CheckResult, Verdict } from '../events.js';
import { identityOf, type PlannedCase } from '../planned-case.js';
import { infoOf } from './case.js';
import { counts, type Strict } from './strict.js';

/** What the watch found for one rule in a whole run, about the target. */
export interface WatchedRule {
  /** How often the rule judged what the target did. */
  judged: number;
  /** How often the target broke it. */
  broken: number;
  /** The findings that were kept, in the order in which they were found. */
  findings: readonly Finding[];
  requirement: Requirement;
  strict: Strict;
  /** Whether any message of the target was seen at all. */
  anything: boolean;
  /** The cases in whose conversations it was broken. */
  brokenIn: readonly string[];
}

/** How many places one result names. */
const PLACES = 10;

/**
 * The result of a wire case. It passes where its rule judged at least once and found nothing, and fails once however often
 * the rule was broken, with up to ten places. A rule that never had anything to judge is skipped; in a run without a single
 * message of the target it is untestable, because then nothing says that it would have held.
 *
 * @throws Error where the planned case is no wire case
 */
export function judgeWire(planned: PlannedCase, watched: WatchedRule): CaseResult {
  if (!planned.wire) throw new Error(`${planned.id} is not a wire case`);
  const { place } = planned;
  const { findings, requirement, judged } = watched;
  const check: CheckResult = { ...infoOf(requirement), status: 'pass', at: place };
  const base = { ...identityOf(planned), nonStrict: false, durationMs: 0 };
  if (watched.broken > 0) {
    const fatal = counts(check, planned.id, watched.strict);
    const verdict: Verdict = fatal ? 'fail' : 'pass';
    const message = placesOf(watched);
    const broken: CheckResult = { ...check, status: 'fail', message, ...detailsOf(findings[0]) };
    const transcript = findings
      .slice(0, PLACES)
      .map(({ record, path }) => (path === undefined || path === '' ? record : { ...record, wrong: path }));
    const reason = `${requirement.id}: ${message}`;
    const brokenIn = watched.brokenIn.length > 0 ? { brokenIn: [...watched.brokenIn] } : {};
    return { ...base, verdict, warned: !fatal, reason, at: place, checks: [broken], transcript, ...brokenIn };
  }
  if (judged > 0) return { ...base, verdict: 'pass', warned: false, checks: [check] };
  const unreached: CheckResult = { ...check, status: 'not-reached' };
  const [verdict, reason]: [Verdict, string] = watched.anything
    ? ['skipped', 'nothing came that this rule judges']
    : ['untestable', 'the target sent no message in the whole run'];
  const skip = watched.anything ? { skip: 'nothing-came' as const } : {};
  return { ...base, verdict, warned: false, reason, ...skip, checks: [unreached] };
}

/** What was found and where, the first places by name: one line each, and how many more there were. */
function placesOf({ findings, broken }: WatchedRule): string {
  const lines = findings.slice(0, PLACES).map((finding) => {
    const extension = finding.label === 'undeclared extension' ? 'undeclared extension: ' : '';
    return `${extension}${finding.message} (${finding.session}, ${nameOf(finding.record)})`;
  });
  const more = broken - lines.length;
  if (more > 0) lines.push(lines.length === 0 ? `broken ${more} times` : `and ${more} more`);
  return lines.join('\n');
}

function nameOf(record: WireRecord): string {
  const own = isObject(record.message) ? record.message.method : undefined;
  const answered = record.method === undefined ? '' : `, reply to ${showName(record.method)}`;
  const what = own === undefined ? answered : `, ${typeof own === 'string' ? showName(own) : showValue(own)}`;
  return `message ${record.seq}${what}`;
}

function detailsOf(finding: Finding | undefined): Pick<CheckResult, 'expected' | 'actual'> {
  return {
    ...(finding?.expected === undefined ? {} : { expected: finding.expected }),
    ...(finding?.actual === undefined ? {} : { actual: finding.actual }),
  };
}
