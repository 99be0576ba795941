import type { Step } from './case.js';

/** The steps and all steps inside them, in order. */
export function allSteps(steps: readonly Step[]): Step[] {
  return steps.flatMap((step) => [
    step,
    ...allSteps([...(step.steps ?? []), ...(step.branches ?? []).flatMap((branch) => branch.steps)]),
  ]);
}
