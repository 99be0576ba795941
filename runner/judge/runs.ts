import type { CaseResult, Verdict, WireBreach } from '../events.js';

/** From what a run is least worth to what it is worth most. */
const WORST_FIRST: Verdict[] = ['error', 'fail', 'untestable', 'skipped', 'pass'];

/**
 * One result out of the results of several playings of the same case (`--repeat`, or the lone repetition of a wait that
 * ran out). The result is the worst of them; where some held and some did not, the case is flaky. An error among them is
 * never flakiness: it says nothing about the target, so it stays an error.
 *
 * @param runs at least one result, in the order in which they were played
 * @throws RangeError where `runs` is empty
 */
export function mergeRuns(runs: CaseResult[]): CaseResult {
  const [first] = runs;
  if (!first) throw new RangeError('a case that was never played has no result');
  const worst = [...runs].sort((a, b) => WORST_FIRST.indexOf(a.verdict) - WORST_FIRST.indexOf(b.verdict))[0]!;
  const merged: CaseResult = {
    ...worst,
    nonStrict: worst.verdict === 'pass' && runs.some((run) => run.nonStrict),
    warned: runs.some((run) => run.warned),
    durationMs: runs.reduce((sum, run) => sum + run.durationMs, 0),
    ...(runs.length > 1 ? { runs: runs.flatMap((run) => run.runs ?? [run.verdict]) } : {}),
    ...breachesOf(worst, runs),
  };
  const verdicts = new Set(runs.map((run) => run.verdict));
  // A result that was merged before may be flaky already.
  const before = runs.find((run) => run.standing === 'flaky');
  if (worst.verdict === 'error') return merged;
  if (before)
    return { ...merged, standing: 'flaky', ...(before.reason === undefined ? {} : { reason: before.reason }) };
  if (verdicts.size === 1 || !verdicts.has('pass')) return merged;
  return { ...merged, standing: 'flaky', reason: `flaky: ${tally(runs)}${worst.reason ? `; ${worst.reason}` : ''}` };
}

/** What broke in any of the playings. The transcript is that of the worst, so only there the records are known. */
function breachesOf(worst: CaseResult, runs: readonly CaseResult[]): Pick<CaseResult, 'breaches'> {
  const breaches: WireBreach[] = [...(worst.breaches ?? [])];
  for (const { seq: _, ...breach } of runs.flatMap((run) => run.breaches ?? [])) {
    const isKnown = breaches.some((one) => one.case === breach.case && one.message === breach.message);
    if (!isKnown) breaches.push(breach);
  }
  return breaches.length > 0 ? { breaches } : {};
}

function tally(runs: CaseResult[]): string {
  const words: [Verdict, string][] = [
    ['pass', 'passed'],
    ['fail', 'failed'],
    ['untestable', 'could not be tested'],
    ['skipped', 'was skipped'],
  ];
  return words
    .map(([verdict, word]) => ({ word, times: runs.filter((run) => run.verdict === verdict).length }))
    .filter(({ times }) => times > 0)
    .map(({ word, times }) => `${word} ${times === 1 ? 'once' : `${times} times`}`)
    .join(', ');
}
