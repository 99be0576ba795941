import type * as Report from '../../../src/generated/types/report-v1.js';
import type { CaseResult, Since } from '../../events.js';
import { stateOf } from '../count.js';

type State = Report.CaseState;
type Kind = Report.Change['kind'];

/** What a verdict depends on beside chance. */
export interface Circumstances {
  startedAt: string;
  /** Version of Proctor. */
  proctor: string;
  /** Digest of the cases and rules that the target is judged by. */
  cases: string;
  /** Digest of the target, as far as it is known: its file, the files that its command names, what it calls itself. */
  target: string;
}

/** What is remembered of the runs against one target. */
export interface Remembered {
  /** The circumstances of the runs that states come from, oldest first. */
  runs: Circumstances[];
  /** By the name of a case: what it came to when it was run last, and in which of `runs`. */
  states: { [name: string]: { state: State; run: number } };
}

const HOLDS: ReadonlySet<State> = new Set(['pass', 'warn', 'nonStrict']);
const BAD: ReadonlySet<State> = new Set(['fail', 'unexpectedPass', 'flaky', 'untestable', 'error']);
/** The order of changes in a report. */
const KINDS: readonly Kind[] = ['worse', 'warned', 'other', 'known', 'unwarned', 'better'];

function kindOf(was: State, is: State): Kind {
  if (HOLDS.has(was) && HOLDS.has(is)) return is === 'warn' ? 'warned' : was === 'warn' ? 'unwarned' : 'other';
  if (is === 'expectedFail') return 'known';
  if (BAD.has(is) && !BAD.has(was)) return 'worse';
  return BAD.has(was) && HOLDS.has(is) ? 'better' : 'other';
}

/**
 * What cases come to that did not when they were run before. A change is unexplained if Proctor, the cases and the target were the same then.
 * Undefined if none of the cases was run before.
 */
export function since(
  before: Remembered | undefined,
  results: readonly CaseResult[],
  now: Circumstances,
): Since | undefined {
  const known = results.flatMap((result) => {
    const last = before && Object.hasOwn(before.states, result.name) ? before.states[result.name] : undefined;
    const run = last && before!.runs[last.run];
    return last && run ? [{ name: result.name, was: last.state, is: stateOf(result), run, at: last.run }] : [];
  });
  if (known.length === 0) return undefined;
  const latest = known.reduce((a, b) => (b.at > a.at ? b : a)).run;
  const changes = known
    .filter(({ was, is }) => was !== is)
    .map(({ name, was, is, run }): Report.Change => {
      const kind = kindOf(was, is);
      const isSame = run.proctor === now.proctor && run.cases === now.cases && run.target === now.target;
      return { case: name, kind, was, is, ...(isSame && kind !== 'known' ? { unexplained: true } : {}) };
    })
    .sort((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind));
  return {
    startedAt: latest.startedAt,
    sameProctor: latest.proctor === now.proctor,
    sameCases: latest.cases === now.cases,
    sameTarget: latest.target === now.target,
    compared: known.length,
    same: known.length - changes.length,
    changes,
  };
}

/** What is to be remembered after a run: what it left out stays as it was. */
export function remember(
  before: Remembered | undefined,
  results: readonly CaseResult[],
  now: Circumstances,
): Remembered {
  const runs = [...(before?.runs ?? []), now];
  const states = { ...before?.states };
  for (const result of results) states[result.name] = { state: stateOf(result), run: runs.length - 1 };
  const used = [...new Set(Object.values(states).map(({ run }) => run))].sort((a, b) => a - b);
  const moved = new Map(used.map((run, index) => [run, index]));
  return {
    runs: used.map((run) => runs[run]!),
    states: Object.fromEntries(
      Object.entries(states).map(([name, { state, run }]) => [name, { state, run: moved.get(run)! }]),
    ),
  };
}
