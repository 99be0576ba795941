import { isObject } from '../json/json.js';
import type { Step } from './case.js';

/**
 * The steps that belong to one of these versions, at any depth: of a protocol, and of those that it extends. `copied` is told of the
 * steps that are others now.
 */
export function stepsIn(
  steps: readonly Step[],
  versions: readonly string[],
  copied: (from: Step, to: Step) => void = () => undefined,
): Step[] {
  const inside = (nested: readonly Step[]) => stepsIn(nested, versions, copied);
  return steps.flatMap((step) => {
    if (step.version?.some((version) => versions.includes(version)) === false) return [];
    if (!step.steps && !step.branches) return step;
    const copy: Step = {
      ...step,
      ...(step.steps ? { steps: inside(step.steps) } : {}),
      ...(step.branches
        ? { branches: step.branches.map((branch) => ({ ...branch, steps: inside(branch.steps) })) }
        : {}),
    };
    copied(step, copy);
    return copy;
  });
}

/** The steps and all steps inside them, at any depth, in the order in which they are written. */
export function stepsOf(steps: readonly Step[]): Step[] {
  return steps.flatMap((step) => [
    step,
    ...stepsOf([...(step.steps ?? []), ...(step.branches ?? []).flatMap((branch) => branch.steps)]),
  ]);
}

/** The behaviors that steps start the target with, wherever they stand. */
export function startedIn(steps: readonly Step[]): string[] {
  return stepsOf(steps).flatMap(({ verb, body }) => {
    const behavior = verb === 'start' && isObject(body) ? body.behavior : undefined;
    return typeof behavior === 'string' ? [behavior] : [];
  });
}
