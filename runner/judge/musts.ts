import type { Level } from '../../src/language/requirement.js';
import type { CaseResult } from '../events.js';
import type { PlannedCase } from '../planned-case.js';

/** How many of the musts that concern a target some case or rule has judged. */
export interface Musts {
  tested: number;
  /** Ids of those that none has. */
  untested: string[];
  /** How many concern the target: by its role, version, transports and what it advertises. */
  of: number;
  /** The behaviors that nobody has said how the target shows, of the cases about the others; those of most cases first. */
  behaviors: string[];
}

/**
 * Counts the musts that were looked at. A must concerns a target if one of its cases was played, or would have been, had somebody said how
 * the target shows what it is about. A wire rule that nothing came for concerns it not.
 *
 * @param planned the cases of the run, whatever became of them
 * @param level the level of a requirement; undefined for one that the target is not judged by
 */
export function countMusts(
  planned: readonly PlannedCase[],
  results: readonly CaseResult[],
  level: (requirement: string) => Level | undefined,
): Musts {
  const isMust = (id: string) => level(id) === 'must';
  const judged = results.flatMap(({ checks }) => checks.filter(({ status }) => status !== 'not-reached'));
  const tested = new Set(judged.map(({ requirement }) => requirement).filter(isMust));
  const open = new Set<string>();
  const needed = new Map<string, number>();
  for (const { requirements, gated, needsFile, wire } of planned) {
    const concerns = wire === undefined && (gated === undefined || needsFile || gated.verdict === 'untestable');
    const untested = concerns ? requirements.filter((id) => isMust(id) && !tested.has(id)) : [];
    for (const id of untested) open.add(id);
    if (untested.length > 0) for (const name of gated?.unmapped ?? []) needed.set(name, (needed.get(name) ?? 0) + 1);
  }
  const behaviors = [...needed].sort(([, a], [, b]) => b - a).map(([name]) => name);
  return { tested: tested.size, untested: [...open], of: tested.size + open.size, behaviors };
}
