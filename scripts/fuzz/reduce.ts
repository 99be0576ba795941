import { pick } from './mutate-json.js';
import type { Plan, Step } from './plan.js';
import type { Traffic } from './traffic.js';

/** Tries that are made to find a smaller plan, at most. */
const MOST_TRIES = 300;

/** The same plan with every frame named, so that a step means the same wherever it stands. */
export function named(plan: Plan, { talks }: Traffic): Plan {
  const { frames } = pick(talks, plan.talk);
  let next = Math.min(plan.greeting, frames.length);
  const steps = plan.steps.map((step): Step => {
    if (step.frame !== 'next') return step;
    next += 1;
    return { ...step, frame: pick(frames, next - 1), own: true };
  });
  return { ...plan, steps };
}

/**
 * A plan that is as small as can be found and that `fails` like the given one: fewer steps, then fewer changes. Delta
 * debugging: ever smaller runs of steps are left out until none can be missed.
 */
export async function reduced(plan: Plan, fails: (plan: Plan) => Promise<boolean>): Promise<Plan> {
  let best = plan;
  let tries = 0;
  const accept = async (smaller: Plan): Promise<boolean> => {
    tries += 1;
    if (tries > MOST_TRIES || !(await fails(smaller))) return false;
    best = smaller;
    return true;
  };
  for (let size = Math.ceil(best.steps.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < best.steps.length; ) {
      const steps = [...best.steps.slice(0, at), ...best.steps.slice(at + size)];
      if (!(await accept({ ...best, steps }))) at += size;
    }
  }
  for (let at = 0; at < best.steps.length; at += 1) {
    for (const simpler of simplerSteps) {
      const step = best.steps[at]!;
      const changed = simpler(step);
      if (changed !== step) await accept({ ...best, steps: best.steps.with(at, changed) });
    }
  }
  for (const whole of [{ variant: 0 }, { answers: ['proper' as const] }, { greeting: 1 }, { greeting: 0 }])
    await accept({ ...best, ...whole });
  return best;
}

const without = <Name extends 'json' | 'bytes' | 'http'>(name: Name) => [
  (step: Step): Step => (step[name].length > 0 ? { ...step, [name]: [] } : step),
  ...[0, 0, 1, 2].map(
    (at) =>
      (step: Step): Step =>
        step[name].length > at ? { ...step, [name]: step[name].toSpliced(at, 1) } : step,
  ),
];

/** Ways to make a step simpler; a step that is as simple already is returned as it is. */
const simplerSteps: readonly ((step: Step) => Step)[] = [
  ...without('json'),
  ...without('bytes'),
  ...without('http'),
  (step) => (step.times > 1 ? { ...step, times: 1 } : step),
  (step) => (step.end > 0 ? { ...step, end: 0 } : step),
  (step) => (step.joined ? { ...step, joined: false } : step),
  (step) => (step.pause === 'go' ? { ...step, pause: 'rest' } : step),
];
