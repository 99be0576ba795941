import type { CaseFinished, CaseResult, CheckResult, WireBreach } from '../../../runner/events.js';
import { WIRE_GROUP } from '../../../runner/planned-case.js';
import type { WireRecord } from '../../../src/wire/record.js';
import { brokenChecks } from '../outcome.js';

/**
 * The cases that did not hold because of a message that broke a wire rule, each with the id of the wire case that fails by it: one cause is
 * told in one place. A case follows from a breach where
 *
 * - all that it has against the target is about the message of the breach, and about the part that broke the rule
 * - or it waited for what did not come, and all that came after it had asked is a message that broke a rule as a whole
 *
 * It may then be about something else all the same, so its own words stay beside its id. What is known, listed or flaky follows from nothing.
 */
export function followers(results: readonly CaseFinished[]): Map<string, string> {
  const order = brokenRules(results, (one) => one.red);
  const found = new Map<string, string>();
  if (order.length === 0) return found;
  for (const { result, red } of results) {
    if (!red || result.group === WIRE_GROUP || result.standing !== undefined) continue;
    if (result.verdict !== 'fail' && result.verdict !== 'untestable') continue;
    const causes = (result.breaches ?? []).filter((breach) => explains(breach, result)).map((breach) => breach.case);
    const first = order.find((id) => causes.includes(id));
    if (first !== undefined) found.set(result.name, first);
  }
  return found;
}

/** The wire case that tells what a check warns of: one that failed or warns itself, by the same part of the same message. */
export function toldByRule(
  check: CheckResult,
  result: CaseResult,
  results: readonly CaseFinished[],
): string | undefined {
  if (result.group === WIRE_GROUP) return undefined;
  const causes = (result.breaches ?? []).filter((breach) => isAbout(check, breach)).map((breach) => breach.case);
  if (causes.length === 0) return undefined;
  return brokenRules(results, (one) => one.red || one.result.warned).find((id) => causes.includes(id));
}

/** The ids of wire cases that are told anyway, in the order of the plan. */
function brokenRules(results: readonly CaseFinished[], isTold: (one: CaseFinished) => boolean): string[] {
  return results.filter((one) => one.result.group === WIRE_GROUP && isTold(one)).map(({ result }) => result.name);
}

function explains(breach: WireBreach, result: CaseResult): boolean {
  const broken = brokenChecks(result);
  if (broken.some(({ seq }) => seq !== undefined)) return broken.every((check) => isAbout(check, breach));
  return breach.path === undefined && isAllThatCame(breach, result.transcript ?? []);
}

/** Whether a check found fault with the part of a message that broke the rule. */
function isAbout({ seq, differences = [] }: CheckResult, { path, seq: at }: WireBreach): boolean {
  if (seq === undefined || seq !== at) return false;
  if (path === undefined) return true;
  return differences.length > 0 && differences.every((one) => isWithin(one.path, path) || isWithin(path, one.path));
}

const isWithin = (path: string, whole: string) => path === whole || path.startsWith(`${whole}/`);

/** What says nothing by itself: the head and the end of an exchange, the end of a process. */
const CARRIAGE: ReadonlySet<WireRecord['kind']> = new Set(['http', 'closed', 'exit']);

/** Whether the target said nothing else since it was asked last. What does not even look like a message is no answer gone wrong. */
function isAllThatCame({ seq }: WireBreach, transcript: readonly WireRecord[]): boolean {
  const asked = transcript.findLastIndex(({ from }) => from === 'kit');
  const came = transcript.slice(asked + 1).filter(({ kind }) => !CARRIAGE.has(kind));
  const [only] = came;
  if (came.length !== 1 || only?.seq !== seq) return false;
  return only?.kind !== 'bytes' || only.http !== undefined || /^\s*[[{]/.test(textOf(only));
}

function textOf({ text, bytes }: WireRecord): string {
  return text ?? Buffer.from(bytes?.subarray(0, 100) ?? []).toString();
}
