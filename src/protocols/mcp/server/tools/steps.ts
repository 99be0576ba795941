import type { JsonObject } from '../../../../json/json.js';
import { sleep } from '../../../../wire/clock/clock.js';
import type { ToolCall } from '../state/tool.js';

/** The arguments of a tool that takes its time. */
export const STEPS = {
  steps: { type: 'integer', minimum: 1, maximum: 1000, default: 3 },
  delay_ms: { type: 'integer', minimum: 0, maximum: 600_000, default: 100, description: 'Time of one step.' },
};

/** Takes the steps of a call and reports each. Resolves with their number, or undefined where the call was cancelled. */
export async function takeSteps(args: JsonObject, call: ToolCall): Promise<number | undefined> {
  const steps = Number(args.steps ?? STEPS.steps.default);
  for (let step = 1; step <= steps; step += 1) {
    if (!(await sleep(call.session.clock, Number(args.delay_ms ?? STEPS.delay_ms.default), call.signal)))
      return undefined;
    call.report(step, steps, `Step ${step} of ${steps}`);
  }
  return steps;
}
