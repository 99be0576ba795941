import type { CaseResult, LevelCounts, RequirementCount } from '../events.js';
import { countMusts, lackedBehaviors, type Musts } from '../judge/musts.js';
import { countLevels, countRequirements } from '../judge/requirements.js';
import { requirementsIn } from '../requirements-in.js';
import type { RunOptions } from './options.js';
import type { PlannedRun } from './planned-run.js';

/** What was looked at of some targets: their requirements, with counts, and the behaviors that nobody has said how to show. */
export interface LookedAt {
  requirements: RequirementCount[];
  levels: LevelCounts;
  musts: Musts;
  behaviors: string[];
}

/** In how many cases each requirement held that concerns some targets, how many of each level did, and how many musts were looked at. */
export function lookedAt(
  targetRuns: readonly PlannedRun[],
  results: readonly CaseResult[],
  { corpus }: RunOptions,
): LookedAt {
  const cases = targetRuns.flatMap(({ plan }) => plan.cases);
  const requirements = countRequirements(cases, results, (id) => {
    const judging = targetRuns.find(({ targetRun }) => targetRun.facts.judges(id));
    return judging && requirementsIn(corpus, judging.targetRun.facts.version).get(id);
  });
  return {
    requirements,
    levels: countLevels(requirements),
    musts: countMusts(requirements),
    behaviors: lackedBehaviors(requirements, cases),
  };
}

/** What a run without a target file did not ask: one sentence, and what to do about it. None if it asked for everything. */
export function untested(
  { musts: { tested, of }, behaviors }: LookedAt,
  targetRuns: readonly PlannedRun[],
  options: RunOptions,
): string[] {
  const isWithoutFile = targetRuns.some(
    ({ targetRun }) => targetRun.facts.target.file === undefined && !targetRun.facts.cause,
  );
  if (!isWithoutFile || options.signal.aborted) return [];
  const next = options.init === undefined ? '' : `; next: ${options.init}`;
  const left = of - tested;
  const looked = `${tested} of ${of} musts were looked at, and ${left} ${left === 1 ? 'was' : 'were'} not`;
  if (left > 0 && behaviors.length > 0) return [`${looked}: ${unknownHow(behaviors)}${next}`];
  const { patterns = [], shard, lastFailed } = options.plan;
  const isWhole = patterns.length === 0 && shard === undefined && lastFailed === undefined;
  // Who chose cases did not ask for all.
  if (left > 0 && isWhole) return [`${looked}: the target did not show what they are about${next}`];
  const skipped = targetRuns.flatMap(({ plan }) => plan.cases).filter(({ needsFile }) => needsFile);
  if (skipped.length === 0) return [];
  const cases = skipped.length === 1 ? '1 case was' : `${skipped.length} cases were`;
  const lacking = new Set(skipped.flatMap(({ gated }) => gated?.unmapped ?? []));
  return [`${cases} not played: ${unknownHow([...lacking])}${next}`];
}

/** How many cases turned out untestable that no target file lists, and what lists them: one sentence, or none. */
export function unlisted(
  results: readonly CaseResult[],
  targetRuns: readonly PlannedRun[],
  options: RunOptions,
): string[] {
  if (options.listing === undefined || options.dryRun || options.signal.aborted) return [];
  if (targetRuns.some(({ targetRun }) => targetRun.facts.cause)) return [];
  const count = results.filter(({ verdict, standing }) => verdict === 'untestable' && standing === undefined).length;
  if (count === 0) return [];
  const cases = count === 1 ? '1 case is untestable and not listed' : `${count} cases are untestable and not listed`;
  return [`${cases}: \`${options.listing}\` runs all cases and lists what the target does not show`];
}

/** How many behaviors are named. */
const NAMED = 4;

function unknownHow(behaviors: readonly string[]): string {
  const named = behaviors.slice(0, NAMED).map((name) => `\`${name}\``);
  const more = behaviors.length - named.length;
  return `no target file says how the target shows ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
