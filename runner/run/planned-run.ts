import type { Target } from '../../src/language/target.js';
import { explorerOf, roleEntry } from '../../src/protocols/index.js';
import { unlessAborted, waitAtMost } from '../../src/wire/clock/clock.js';
import { endAll } from '../../src/wire/process/process.js';
import { type Strict, strictWith } from '../judge/strict.js';
import { type Plan, plan } from '../plan/plan.js';
import type { PlannedCase } from '../planned-case.js';
import type { KnownEntry } from '../types.js';
import { alsoSpeaks, alsoSpoken } from './also-speaks.js';
import { type Attempt, type AttemptOptions, attempt } from './attempt.js';
import type { Makers } from './case-factory.js';
import { exploredBehaviors } from './explored.js';
import type { RunOptions } from './options.js';
import type { Probed } from './probe.js';
import { prepareTargetRun, type TargetRun } from './target-run.js';
import { probeProtected } from './tokens/protected-target.js';

/** One target of a run, with what is known of it and what will be played. */
export interface PlannedRun {
  targetRun: TargetRun;
  plan: Plan;
  probed: Probed;
  /** Which broken checks fail a case beside musts. */
  strict: Strict;
  /** Of the known failures: those that are about one case of the run. */
  single?: ReadonlySet<KnownEntry>;
}

/**
 * Prepares a target and asks it what it offers. Throws if Proctor has no such role.
 *
 * @param shared what starts the targets of the run
 */
export async function begin(target: Target, options: RunOptions, shared: SharedMakers): Promise<PlannedRun> {
  const entry = await roleEntry(target.role);
  if (!entry) throw new Error(`Proctor has no role ${target.role}`);
  const { version } = options.plan;
  const makers = shared.of(target);
  const started = async (version: string | undefined) => {
    const asked = version === undefined ? target : { ...target, version };
    const targetRun = await prepareTargetRun(asked, entry, options, makers);
    return { targetRun, probed: options.dryRun ? {} : await probeProtected(targetRun, options) };
  };
  let { targetRun, probed }: { targetRun: TargetRun; probed: Probed } = await started(version);
  const [offered] = probed.offers ?? [];
  // Nobody has named a version, and the usual one is none of those that it offers.
  if (version === undefined && target.version === undefined && probed.cause && offered !== undefined) {
    if (!makers) await targetRun.cases.close();
    ({ targetRun, probed } = await started(offered));
  }
  const others = options.dryRun ? [] : await alsoSpoken(targetRun, probed, entry, options, makers);
  const also = alsoSpeaks(targetRun, others);
  if (also !== undefined) targetRun.facts.alsoSpeaks = also;
  if (probed.cause) targetRun.facts.cause = probed.cause;
  const planned = () => plan(options.corpus, targetRun.facts.target, probed.probe, options.plan);
  const first = planned();
  const strict = strictWith(options, target.strict);
  const isOpen = !targetRun.facts.cause && probed.probe?.locked === undefined;
  if (options.dryRun || !isOpen || !first.cases.some(({ needsFile }) => needsFile))
    return { targetRun, plan: first, probed, strict };
  const explore = await explorerOf(target.role);
  if (!explore || options.signal.aborted) return { targetRun, plan: first, probed, strict };
  targetRun.cases.learn(await exploredBehaviors(targetRun, probed, options.corpus, explore));
  return { targetRun, plan: planned(), probed, strict };
}

/** What starts the targets of a run: legs of a target that start the same program do it with the same makers. */
export class SharedMakers {
  private readonly known = new Map<string, Makers>();

  /** Undefined where the target has its own. */
  of(target: Target): Makers | undefined {
    const { leg, file, name, transport, transports, behaviors } = target;
    const spec = JSON.stringify([transports[transport], [...behaviors]]);
    if (!leg || spec.includes('${target.version}')) return undefined;
    const key = JSON.stringify([file, name, transport]);
    const makers = this.known.get(key) ?? { targets: new Map() };
    this.known.set(key, makers);
    return makers;
  }
}

/** How many cases in a row go silent before one that waited in vain is no longer asked whether the target lives. */
const SILENT = 2;

/** How a case is played. */
export interface HowPlayed extends Pick<AttemptOptions, 'company' | 'why'> {
  /**
   * Whether one in which a wait ran out may be played once more: then it is asked there whether the target lives, and a wait that was in vain
   * in other cases may be shorter. Default: no.
   */
  againAlone?: boolean;
}

/** Plays a case once. */
export function playOnce(
  { targetRun, probed, strict }: PlannedRun,
  planned: PlannedCase,
  options: RunOptions,
  { againAlone = false, company = 'none', why }: HowPlayed = {},
): Promise<Attempt> {
  const skipLivenessAfterTimeout = againAlone || targetRun.facts.silent >= SILENT;
  const how = {
    strict,
    skipLivenessAfterTimeout,
    mayShorten: againAlone,
    company,
    ...(why === undefined ? {} : { why }),
  };
  return attempt(targetRun, planned, { ...options, ...how }, probed);
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
