import { isObject } from '../../src/json/json.js';
import { stepsOf } from '../../src/language/steps.js';
import type { PlannedCase } from '../planned-case.js';

/** How many cases show whether a target file holds. */
const SMOKE = 5;

/** Cases that would be played and send one of these requests, in whatever branch. */
export const sending = (cases: readonly PlannedCase[], requests: ReadonlySet<string>): string[] =>
  cases.flatMap(({ id, gated, listed, case: subject }) => {
    const steps = gated || listed !== undefined || !subject ? [] : stepsOf(subject.steps);
    const isSent = steps.some(({ body }) => isObject(body) && requests.has(String(body.request)));
    return isSent ? [id] : [];
  });

/** Cases that would be played, of as many suites as there are, those first that need what the target file maps. Ids in the order of the plan. */
export function smokeCases(cases: readonly PlannedCase[]): string[] {
  const playable = cases.filter(({ gated, listed, case: subject }) => subject && !gated && listed === undefined);
  const needing = playable.filter(({ case: subject }) => subject!.needs.behavior.length > 0);
  const chosen = new Set<PlannedCase>();
  const suites = new Set<string>();
  for (const one of [...needing, ...playable]) {
    if (chosen.size === SMOKE) break;
    if (suites.has(one.group)) continue;
    suites.add(one.group);
    chosen.add(one);
  }
  for (const one of playable) if (chosen.size < SMOKE) chosen.add(one);
  return cases.filter((one) => chosen.has(one)).map(({ id }) => id);
}
