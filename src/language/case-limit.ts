import type { Case, Step } from './case.js';
import { durationMistake, parseDuration } from './duration.js';

/**
 * How long a case may take, in ms of real time: what it says itself, else `usual` and the waits that its steps ask for. Without
 * them a case that waits long for a broken target would reach its limit on a busy machine, and prove nothing.
 */
export function caseLimit({ limit, steps }: Pick<Case, 'limit' | 'steps'>, usual: number): number {
  return limit === undefined ? usual + waitsOf(steps) : parseDuration(limit);
}

/** ms that the steps wait at most by their own words; of the branches of a step, the longest. */
function waitsOf(steps: readonly Step[]): number {
  return steps.reduce((sum, { within, steps: inner = [], branches = [] }) => {
    const own = within === undefined || durationMistake(within) !== undefined ? 0 : parseDuration(within);
    return sum + own + waitsOf(inner) + Math.max(0, ...branches.map((branch) => waitsOf(branch.steps)));
  }, 0);
}
