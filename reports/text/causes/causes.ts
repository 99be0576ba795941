import type { CaseFinished, CheckResult } from '../../../runner/events.js';
import { WIRE_GROUP } from '../../../runner/planned-case.js';
import { brokenChecks } from '../outcome.js';
import { groupAlike, joined, sameStep, sameWords } from './alike.js';
import { followers, toldByRule } from './follows.js';

/** One thing that went wrong, with all cases that say so. */
export interface Cause {
  /** The cases that say the same of the target; the first is the example. */
  same: CaseFinished[];
  /** Of a wire rule that was broken: the cases that did not hold because of it. */
  follow: CaseFinished[];
}

/**
 * What made a run red, each cause once: first the wire rules that were broken, with the cases that follow from that, then the other cases.
 *
 * @param bad the results that are told, in the order of the plan
 */
export function causesOf(bad: readonly CaseFinished[]): Cause[] {
  const following = followers(bad);
  const isWire = ({ result }: CaseFinished) => result.group === WIRE_GROUP;
  const rules = bad.filter(isWire);
  const others = bad.filter((one) => !isWire(one) && !following.has(one.result.name));
  return [...groupAlike(rules), ...groupAlike(others)].map((same) => {
    const ids = new Set(same.map(({ result }) => result.name));
    return { same, follow: bad.filter(({ result }) => ids.has(following.get(result.name) ?? '')) };
  });
}

/** A requirement that is no must and was broken, with all cases that say so. */
export interface Warning {
  check: CheckResult;
  /** The cases that say the same; the first is the example, and has the check. */
  same: CaseFinished[];
}

/** What the cases warn of that did not make the run red, each cause once: wire rules first. What one of these tells is left out elsewhere. */
export function warningsOf(results: readonly CaseFinished[]): Warning[] {
  const warned = results.filter(({ result, red }) => result.warned && !red);
  const isWire = ({ result }: CaseFinished) => Number(result.group === WIRE_GROUP);
  const told = warned
    .toSorted((a, b) => isWire(b) - isWire(a))
    .flatMap((one) =>
      brokenChecks(one.result)
        .filter((check) => toldByRule(check, one.result, results) === undefined)
        .map((check) => ({ check, one })),
    );
  const groups = joined(told, ({ check, one: { result } }) =>
    [sameWords(check, result), sameStep(check, result)].map((key) => `${result.role}\0${check.requirement}\0${key}`),
  );
  return groups.map((group) => ({ check: group[0]!.check, same: [...new Set(group.map(({ one }) => one))] }));
}
