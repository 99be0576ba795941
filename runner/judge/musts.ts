import type { RequirementCount } from '../events.js';
import type { PlannedCase } from '../planned-case.js';
import { concerns } from './requirements.js';

/** How many of the musts that concern a target some case or rule has judged, and how many concern it. */
export interface Musts {
  tested: number;
  of: number;
}

/** Counts the musts among requirements that concern a target. */
export function countMusts(requirements: readonly RequirementCount[]): Musts {
  const musts = requirements.filter(({ level }) => level === 'must');
  return { tested: musts.filter((one) => !isUntested(one)).length, of: musts.length };
}

/** The behaviors that nobody has said how the target shows, of the cases about musts that were not tested; those of most cases first. */
export function lackedBehaviors(
  requirements: readonly RequirementCount[],
  planned: readonly Pick<PlannedCase, 'requirements' | 'gated' | 'needsFile' | 'wire'>[],
): string[] {
  const open = new Set(
    requirements.filter((one) => one.level === 'must' && isUntested(one)).map(({ requirement }) => requirement),
  );
  const needed = new Map<string, number>();
  for (const one of planned) {
    if (!concerns(one) || !one.requirements.some((id) => open.has(id))) continue;
    for (const name of one.gated?.unmapped ?? []) needed.set(name, (needed.get(name) ?? 0) + 1);
  }
  return [...needed].sort(([, a], [, b]) => b - a).map(([name]) => name);
}

const isUntested = ({ held, broken, known }: RequirementCount) => held + broken + known === 0;
