import type { Level, Requirement } from '../../src/language/requirement.js';
import type { CaseResult, CheckResult, LevelCounts, RequirementCount } from '../events.js';
import type { PlannedCase } from '../planned-case.js';
import { infoOf } from './case.js';

const LEVELS: readonly Level[] = ['must', 'should', 'may', 'derived'];

/**
 * How often each requirement that concerns a target held, was broken, was broken as known, or was not tested, in the order in which the
 * plan comes to it. It concerns a target if one of its cases judged it, or would have, had somebody said how the target shows what it is about. A
 * wire rule that nothing came for does not concern it.
 *
 * @param requirementOf a requirement by its id; undefined for one that the target is not judged by
 */
export function countRequirements(
  planned: readonly PlannedCase[],
  results: readonly CaseResult[],
  requirementOf: (id: string) => Requirement | undefined,
): RequirementCount[] {
  const byName = new Map(results.map((result) => [result.name, result]));
  const counts = new Map<string, RequirementCount>();
  const countOf = (id: string): RequirementCount | undefined => {
    const requirement = requirementOf(id);
    if (requirement === undefined) return undefined;
    const count = counts.get(id) ?? { ...infoOf(requirement), held: 0, broken: 0, known: 0, notTested: 0 };
    counts.set(id, count);
    return count;
  };
  for (const one of planned) {
    const result = byName.get(one.name);
    const judged = judgedBy(result);
    for (const [id, how] of judged) {
      const count = countOf(id);
      if (count) count[how] += 1;
    }
    for (const id of concerns(one) ? one.requirements : []) {
      const count = judged.has(id) ? undefined : countOf(id);
      if (count) count.notTested += 1;
    }
  }
  return [...counts.values()];
}

/** Whether a case is about the target, though it may not have come to judge anything. */
export const concerns = ({ wire, gated, needsFile }: Pick<PlannedCase, 'wire' | 'gated' | 'needsFile'>): boolean =>
  wire === undefined && (gated === undefined || needsFile === true || gated.verdict === 'untestable');

/** What a case says of each requirement that it judged. */
export function judgedBy(result: CaseResult | undefined): Map<string, 'held' | 'broken' | 'known'> {
  const judged = new Map<string, 'held' | 'broken' | 'known'>();
  for (const check of result?.checks ?? []) {
    if (check.status === 'not-reached') continue;
    const how = check.status === 'fail' ? (isKnown(check, result!) ? 'known' : 'broken') : 'held';
    const before = judged.get(check.requirement);
    if (before === undefined || before === 'held' || how === 'broken') judged.set(check.requirement, how);
  }
  return judged;
}

/** Whether a known failure is about a check. What a case only warns of is no failure. */
const isKnown = ({ level }: CheckResult, { standing, warned }: CaseResult): boolean =>
  (standing === 'expected-fail' || standing === 'known-flaky') && (level === 'must' || !warned);

/** How many requirements of each level are broken; of the others as known; of the others held; of the others not tested. */
export function countLevels(requirements: readonly RequirementCount[]): LevelCounts {
  const of = (wanted: Level) => {
    const total = { held: 0, broken: 0, known: 0, notTested: 0 };
    for (const one of requirements) if (one.level === wanted) total[standingOf(one)] += 1;
    return total;
  };
  return Object.fromEntries(LEVELS.map((level) => [level, of(level)])) as unknown as LevelCounts;
}

const standingOf = ({ broken, known, held }: RequirementCount) =>
  broken > 0 ? 'broken' : known > 0 ? 'known' : held > 0 ? 'held' : 'notTested';
