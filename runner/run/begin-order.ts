import { durationMistake, parseDuration } from '../../src/language/duration.js';
import { stepsOf } from '../../src/language/steps.js';
import type { PlannedCase } from '../planned-case.js';

/** How many cases show whether a target does anything at all, beside those that are played with the last of them. */
const SHOWING = 8;

/** ms of target time after which a case that lets time pass does little but wait. */
const LONG = 10_000;

/** Whether a case lets so much time pass that it does little but wait, where the target lives in real time. */
export function isIdle({ case: subject, gated }: PlannedCase): boolean {
  if (gated !== undefined) return false;
  const passing = stepsOf(subject?.steps ?? []).map(({ verb, body }) =>
    verb === 'advance' && typeof body === 'string' && durationMistake(body) === undefined ? parseDuration(body) : 0,
  );
  return passing.reduce((sum, ms) => sum + ms, 0) >= LONG;
}

/**
 * In which order cases are begun: as planned, but those that last, or have a step that names how long it may wait, come right after
 * the first, so that a long wait passes while others work and is not what a run ends with. The first ones that are played show whether the
 * target lives.
 */
export function beginOrder<T extends { planned: PlannedCase }>(cases: readonly T[], jobs: number): T[] {
  const played = cases.flatMap(({ planned }, index) => (planned.gated === undefined ? [index] : []));
  const shown = (played[SHOWING + jobs - 1] ?? cases.length) + 1;
  const first = cases.slice(0, shown);
  const rest = cases.slice(shown);
  const waits = ({ planned }: T) =>
    planned.gated === undefined &&
    (planned.lasts || isIdle(planned) || stepsOf(planned.case?.steps ?? []).some(({ within }) => within !== undefined));
  return [...first, ...rest.filter(waits), ...rest.filter((one) => !waits(one))];
}
