import type { Target } from '../../src/language/target.js';
import { explorerOf, roleEntry } from '../../src/protocols/index.js';
import { unlessAborted, waitAtMost } from '../../src/wire/clock/clock.js';
import { endAll } from '../../src/wire/process/process.js';
import { type Plan, plan } from '../plan/plan.js';
import type { PlannedCase } from '../planned-case.js';
import { type Attempt, attempt } from './attempt.js';
import { exploredBehaviors } from './explored.js';
import type { RunOptions } from './options.js';
import { type Probed, probe } from './probe.js';
import { prepareTargetRun, type TargetRun } from './target-run.js';

/** One target of a run, with what is known of it and what will be played. */
export interface PlannedRun {
  targetRun: TargetRun;
  plan: Plan;
  probed: Probed;
}

/** Prepares a target and asks it what it can. Throws where the kit cannot play against it. */
export async function begin(target: Target, options: RunOptions): Promise<PlannedRun> {
  const entry = await roleEntry(target.role);
  if (!entry) throw new Error(`the kit cannot play against ${target.role}`);
  const { version } = options.plan;
  const targetRun = await prepareTargetRun(version === undefined ? target : { ...target, version }, entry, options);
  const probed: Probed = options.dryRun ? {} : await probe(targetRun, options);
  if (probed.cause) targetRun.facts.cause = probed.cause;
  const planned = () => plan(options.corpus, targetRun.facts.target, probed.probe, options.plan);
  const first = planned();
  if (options.dryRun || targetRun.facts.cause || !first.cases.some(({ needsFile }) => needsFile))
    return { targetRun, plan: first, probed };
  const explore = await explorerOf(target.role);
  if (!explore || options.signal.aborted) return { targetRun, plan: first, probed };
  targetRun.cases.learn(await exploredBehaviors(targetRun, probed, options.corpus, explore));
  return { targetRun, plan: planned(), probed };
}

/** How many cases in a row go silent before one that waited in vain is no longer asked whether the target lives. */
const SILENT = 2;

/**
 * Plays a case once.
 *
 * @param againAlone whether one in which a wait ran out may be played once more: then it is asked there whether the target lives, and a wait
 *   that was in vain in other cases may be shorter
 */
export function playOnce(
  { targetRun, probed }: PlannedRun,
  planned: PlannedCase,
  options: RunOptions,
  againAlone: boolean,
): Promise<Attempt> {
  const skipLivenessAfterTimeout = againAlone || targetRun.facts.silent >= SILENT;
  return attempt(targetRun, planned, { ...options, skipLivenessAfterTimeout, mayShorten: againAlone }, probed);
}

/** ms, real time, that letting go of targets may take once the run is interrupted. */
const LETTING_GO = 2_500;

/** Ends all that was started for targets. Bounded: what can't be ended is left to the exit of this process. */
export async function letGo(targetRuns: readonly PlannedRun[], { clock, signal }: RunOptions): Promise<void> {
  const closed = Promise.all(targetRuns.map(({ targetRun }) => targetRun.cases.close())).then(endAll);
  if (!signal.aborted) await unlessAborted(closed, signal).catch(() => undefined);
  if (signal.aborted) await waitAtMost(clock, LETTING_GO, closed);
  else await closed;
}
