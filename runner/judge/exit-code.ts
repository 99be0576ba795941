import type { CaseResult, Summary } from '../events.js';
import { WIRE_GROUP } from '../planned-case.js';
import { countOf, isRed, type Settled } from './count.js';

/** What a run came to, as far as the exit code depends on it. */
export interface RunFacts {
  interrupted: boolean;
  /** The exit codes that problems outside the cases ask for (events of type `problem`). */
  problems: readonly number[];
  /** A message that the kit composed broke a schema. */
  kitDefect: boolean;
  /** Cases should have run, and the target could be started for none of them. */
  neverStarted: boolean;
  summary: Summary;
  results: readonly (Settled & Pick<CaseResult, 'name' | 'group'>)[];
  /** Names of cases that the list of known failures has by now. */
  excused?: ReadonlySet<string>;
}

type Rule = readonly [code: number, applies: (facts: RunFacts) => boolean];

const asksFor = (code: number) => (facts: RunFacts) => facts.problems.includes(code);

/** The exit codes in their order of precedence: the first that applies is the one. */
const TABLE: readonly Rule[] = [
  [130, (facts) => facts.interrupted || asksFor(130)(facts)],
  [2, asksFor(2)],
  [4, (facts) => facts.kitDefect || asksFor(4)(facts)],
  [3, (facts) => facts.neverStarted || asksFor(3)(facts)],
  [1, (facts) => asksFor(1)(facts) || isRedBy(facts) || facts.summary.notRun > 0 || nothingPassed(facts.results)],
  [0, () => true],
];

/** The exit code of a run: 130 interrupted, 2 usage, 4 kit defect, 3 never started, 1 not as expected, 0. */
export function exitCode(facts: RunFacts): number {
  return TABLE.find(([, applies]) => applies(facts))![0];
}

/** Whether a case makes the run red. */
const isRedBy = ({ results, excused }: RunFacts): boolean =>
  results.some((result) => isRed(result) && !excused?.has(result.name));

/** What a run says in which no case passed. */
export const PROVES_NOTHING = 'no case that was played passed, so this run proves nothing';

/** Whether a run is red for no other reason than that nothing passed: then nothing else says why. */
export function provesNothing(facts: RunFacts): boolean {
  const isRedAnyway = facts.problems.length > 0 || isRedBy(facts) || facts.summary.notRun > 0;
  return exitCode(facts) === 1 && !isRedAnyway && nothingPassed(facts.results);
}

/** Wire cases that held prove little where no case did: the probe alone makes them hold. */
function nothingPassed(results: RunFacts['results']): boolean {
  return !results.some(
    (result) => result.group !== WIRE_GROUP && ['pass', 'nonStrict', 'unexpectedPass'].includes(countOf(result)),
  );
}
