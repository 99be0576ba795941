import type { Exploration } from '../../src/conversation/explorer.js';
import { isObject } from '../../src/json/json.js';
import { stepsOf } from '../../src/language/steps.js';
import type { Target } from '../../src/language/target.js';
import type { PlannedCase } from '../planned-case.js';

/** How many cases show whether a target file holds, beside those that show a behavior once more. */
const SMOKE = 5;

/** The cases that are tried with a new target file. */
export interface Trial {
  /** Ids. */
  cases: string[];
  /** By behavior that was found and costs nothing: the cases that need it, for the case that the target does not show it again. */
  again: ReadonlyMap<string, readonly string[]>;
  /** Behaviors that are mapped by the word of their owner alone. */
  unproven: ReadonlySet<string>;
}

export const NO_TRIAL: Trial = { cases: [], again: new Map(), unproven: new Set() };

/**
 * A few cases; those that send what the target refuses, as nobody knows yet whether they can be tested; and one for each behavior that was
 * found without a cost, or that nothing proves, to see whether the target shows it once more.
 */
export function trialOf(
  cases: readonly PlannedCase[],
  { shows, refuses = new Map() }: Exploration,
  { behaviors }: Pick<Target, 'behaviors'>,
): Trial {
  const needing = (name: string) =>
    cases.filter((one) => isPlayed(one) && one.case?.needs.behavior.includes(name) === true);
  const found = [...shows].filter(([name]) => behaviors.has(name));
  const again = new Map(
    found.filter(([, { costs }]) => !costs).map(([name]) => [name, needing(name).map(({ id }) => id)]),
  );
  const unproven = new Set(found.filter(([, one]) => one.unproven).map(([name]) => name));
  const chosen = new Set([...smokeCases(cases), ...sending(cases, new Set(refuses.keys()))]);
  for (const name of [...again.keys(), ...unproven]) {
    const all = needing(name);
    if (all.some(({ id }) => chosen.has(id))) continue;
    // The fewer a case needs, the more it says of each.
    const [first] = [...all].sort((a, b) => a.case!.needs.behavior.length - b.case!.needs.behavior.length);
    if (first) chosen.add(first.id);
  }
  return { cases: cases.filter(({ id }) => chosen.has(id)).map(({ id }) => id), again, unproven };
}

const isPlayed = ({ gated, listed }: PlannedCase) => !gated && listed === undefined;

/** Cases that would be played and send one of these requests, in whatever branch. */
const sending = (cases: readonly PlannedCase[], requests: ReadonlySet<string>): string[] =>
  cases.flatMap((one) => {
    const steps = isPlayed(one) && one.case ? stepsOf(one.case.steps) : [];
    const isSent = steps.some(({ body }) => isObject(body) && requests.has(String(body.request)));
    return isSent ? [one.id] : [];
  });

/** Cases that would be played, of as many suites as there are, those first that need what the target file maps. */
function smokeCases(cases: readonly PlannedCase[]): string[] {
  const playable = cases.filter((one) => one.case && isPlayed(one));
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
  return [...chosen].map(({ id }) => id);
}
