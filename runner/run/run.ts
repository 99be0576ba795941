import type { Requirement } from '../../src/language/requirement.js';
import type { Finding } from '../../src/watch/finding.js';
import { judgedBy } from '../corpus-digest.js';
import type { CaseResult, RunEvent } from '../events.js';
import { exitCode, PROVES_NOTHING, provesNothing, type RunFacts } from '../judge/exit-code.js';
import { Groups } from '../judge/groups.js';
import { applyKnown, knownProblems, singleEntries, staleEntries, staleIn } from '../judge/known.js';
import { staleListed } from '../judge/listed.js';
import { summarize } from '../judge/summary.js';
import { judgeWire } from '../judge/wire.js';
import { apart, type Plan, plan } from '../plan/plan.js';
import { notAskedOf, plannedInfo, targetInfo } from '../plan/started.js';
import { requirementsIn } from '../requirements-in.js';
import { foreseen } from './attempt.js';
import { leaksIn } from './company/leaks.js';
import { type Observed, observedOf, together } from './observed.js';
import type { RunOptions, Settled } from './options.js';
import { begin, letGo, type PlannedRun, SharedMakers } from './planned-run.js';
import { expectations, type PlayEvent, play } from './play.js';
import { grown } from './resources/grown.js';
import type { TargetFacts } from './target-facts.js';
import { lookedAt, unlisted, untested } from './untested.js';

/**
 * Runs a plan against its targets and tells everything as events. Resolves with the exit code. Throws only for what is a
 * defect of the kit before the first case; then nothing is left running.
 */
export async function run(options: RunOptions, emit: (event: RunEvent) => void): Promise<number> {
  const began = options.clock.now();
  const targetRuns: PlannedRun[] = [];
  try {
    const shared = new SharedMakers();
    for (const target of options.targets) targetRuns.push(await begin(target, options, shared));
    shareOut(targetRuns);
    const single = singleEntries(options.known, everythingOf(targetRuns));
    for (const one of targetRuns) one.single = single;
    const problems = [...problemsOf(targetRuns, options), ...warningsOf(targetRuns)];
    const planned = targetRuns.flatMap(({ plan }) => plan.cases).map(plannedInfo);
    const groups = new Groups(planned);
    const tell = (event: PlayEvent) => emit(event.type === 'case.finished' ? groups.finished(event.result) : event);
    emit({
      type: 'run.started',
      proctor: options.proctor.version,
      startedAt: options.startedAt,
      ...judgedBy(
        options.corpus,
        targetRuns.map(({ plan }) => plan),
      ),
      ...(options.plan.shard ? { shard: options.plan.shard } : {}),
      target: targetInfo(
        targetRuns.map(({ targetRun, plan, probed }) => ({
          ...plan,
          target: targetRun.facts.target,
          calls: probed.probe?.calls,
        })),
      ),
      planned,
      ...notAskedOf(targetRuns.map(({ plan }) => plan)),
      groups: groups.all(),
      rerun: options.rerun,
      ...(options.where === undefined ? {} : { where: options.where }),
      ...(options.dryRun ? { dryRun: true } : {}),
      ...(options.trace === 'all' ? { traced: true } : {}),
    });
    for (const problem of problems) emit(problem);
    const played = options.dryRun ? noneOf(targetRuns) : await playAll(targetRuns, options, tell);
    const stopped = causesOf(targetRuns, ({ probed }) => !probed.cause, played.results);
    for (const problem of stopped) emit(problem);
    return finish(played, groups, targetRuns, options, [...problems, ...stopped], began, emit);
  } finally {
    await letGo(targetRuns, options);
  }
}

function shareOut(targetRuns: readonly PlannedRun[]): void {
  for (const [index, plan] of apartInRoles(targetRuns.map((one) => one.plan)).entries()) targetRuns[index]!.plan = plan;
}

/** Targets of one role are the same in several versions of its protocol: each case is played on one of them. */
function apartInRoles(plans: readonly Plan[]): Plan[] {
  const shared = new Map<Plan, Plan>();
  // The cases of legs are apart by their names.
  for (const role of new Set(plans.map((one) => one.role))) {
    const same = plans.filter((one) => one.role === role);
    for (const [index, one] of apart(same).entries()) shared.set(same[index]!, one);
  }
  return plans.map((one) => shared.get(one)!);
}

type Problem = Extract<RunEvent, { type: 'problem' }>;

const everythingOf = (targetRuns: readonly PlannedRun[]) => targetRuns.flatMap(({ plan }) => plan.everything);

/** The same without what is for other versions and transports: that is no part of a whole run. */
const askedOf = (targetRuns: readonly PlannedRun[]) =>
  targetRuns.flatMap(({ plan }) => {
    const others = new Set(plan.notAsked.map(({ name }) => name));
    return plan.everything.filter(({ name }) => !others.has(name));
  });

/** What is known of the targets of a run, taken together. */
function knownTo(targetRuns: readonly PlannedRun[], options: RunOptions) {
  const all = targetRuns.map((run) => expectations(run, options));
  const single = all[0]?.single ?? new Set();
  return { known: options.known, single, partial: new Set(all.flatMap(({ partial }) => [...partial])) };
}

/** What belongs to no case and does not keep the run from going on. */
function problemsOf(targetRuns: readonly PlannedRun[], options: RunOptions): Problem[] {
  const problems = knownProblems(options.known, everythingOf(targetRuns), options.today).map(
    ({ message, detail, exit }): Problem => ({ type: 'problem', message, detail, exit }),
  );
  return [...problems, ...causesOf(targetRuns, () => true)];
}

function warningsOf(targetRuns: readonly PlannedRun[]): Problem[] {
  return targetRuns.flatMap(({ probed: { warning } }) =>
    warning === undefined ? [] : [{ type: 'problem', message: warning, exit: 0, warning: true }],
  );
}

/** Why cases were not played, each cause with how many they are. The exit code is 3 only where nothing was learned of any target. */
function causesOf(
  targetRuns: readonly PlannedRun[],
  isMeant: (run: PlannedRun) => boolean,
  results: readonly CaseResult[] = [],
): Problem[] {
  const exit = targetRuns.every(({ targetRun }) => targetRun.facts.cause?.exit === 3) ? 3 : 1;
  const played = new Set(results.map(({ name }) => name));
  return targetRuns.filter(isMeant).flatMap(({ targetRun, plan }) => {
    if (!targetRun.facts.cause) return [];
    const { detail } = targetRun.facts.cause;
    const { leg } = targetRun.facts.target;
    const message =
      leg && !leg.isOnly ? `${targetRun.facts.cause.message} (${leg.name})` : targetRun.facts.cause.message;
    const notRun = plan.cases.filter(({ name }) => !played.has(name)).length;
    return [{ type: 'problem', message, exit, notRun, ...(detail === undefined ? {} : { detail }) }];
  });
}

/** The first event of a run that ends before it knows more of its targets than their files say. */
export function unplannedStart(options: RunOptions): Extract<RunEvent, { type: 'run.started' }> {
  const { corpus, targets, proctor, startedAt, rerun } = options;
  const plans = targets.map((target) => plan(corpus, target, undefined, options.plan));
  const planned = apartInRoles(plans).flatMap(({ cases }) => cases.map(plannedInfo));
  return {
    ...{ type: 'run.started', proctor: proctor.version, startedAt, rerun, planned },
    groups: new Groups(planned).all(),
    ...judgedBy(corpus, plans),
    ...(options.plan.shard ? { shard: options.plan.shard } : {}),
    target: targetInfo(plans.map((one, index) => ({ ...one, target: targets[index]! }))),
  };
}

/** What came of a run: the results of its cases, and what was seen of each target. */
interface Played {
  results: CaseResult[];
  observed: ReadonlyMap<PlannedRun, Observed>;
  /** Why not all was seen that there was to see. */
  lost?: string | undefined;
}

const noneOf = (targetRuns: readonly PlannedRun[]): Played => ({ results: [], observed: observedBy(targetRuns) });

/** What was seen of each target here. */
function observedBy(targetRuns: readonly PlannedRun[]): Map<PlannedRun, Observed> {
  return new Map(targetRuns.map((run) => [run, observedOf(run.targetRun)]));
}

/** Plays the cases in as many processes as are worth it. */
async function playCases(
  targetRuns: readonly PlannedRun[],
  options: RunOptions,
  emit: (event: PlayEvent) => void,
): Promise<Played> {
  const worth = targetRuns.flatMap(({ plan }) => plan.cases).filter((one) => one.case && !one.gated);
  const processes = options.processPool?.(worth.length);
  try {
    const results = await play(targetRuns, options, emit, processes);
    const here = observedBy(targetRuns);
    return processes
      ? { results, observed: await processes.observed(here), lost: processes.lost }
      : { results, observed: here };
  } finally {
    await processes?.close();
  }
}

/** Plays what the plan says, then asks the rules that watched it; of a run that was interrupted, those that have judged. */
async function playAll(
  targetRuns: readonly PlannedRun[],
  options: RunOptions,
  emit: (event: PlayEvent) => void,
): Promise<Played> {
  const { results, observed, lost } = await playCases(targetRuns, options, emit);
  for (const run of targetRuns) {
    for (const result of wireResults(run, observed, results, options)) {
      const [settled] = applyKnown([result], expectations(run, options));
      results.push(settled!);
      const { id, name, leg } = result;
      const of = leg === undefined ? {} : { leg };
      emit({ type: 'case.started', id, name, ...of });
      for (const check of settled!.checks) emit({ type: 'check', case: id, ...of, check });
      emit({ type: 'case.finished', result: settled! });
    }
  }
  return { results, observed, lost };
}

/** The verdicts of the rules that watched the whole run. Beside the cause that ended it early only what was broken counts. */
function wireResults(
  run: PlannedRun,
  observed: ReadonlyMap<PlannedRun, Observed>,
  played: readonly CaseResult[],
  options: RunOptions,
): CaseResult[] {
  const { cause } = run.targetRun.facts;
  if (cause?.exit === 3) return [];
  const { leg } = run.targetRun.facts.target;
  const isSame = ({ plan, targetRun }: PlannedRun) =>
    plan.role === run.plan.role && targetRun.facts.target.leg?.name === leg?.name;
  const same = [...observed].filter(([one]) => isSame(one)).map(([, one]) => one);
  const judged = judgedByWire(run, together(same), played, options);
  return cause ? judged.filter(({ verdict, warned }) => verdict === 'fail' || warned) : judged;
}

/** @param seen of its role, in any version: a rule has watched them all */
function judgedByWire(
  run: PlannedRun,
  seen: Observed,
  played: readonly CaseResult[],
  options: RunOptions,
): CaseResult[] {
  const brokenIn = new Map<string, string[]>();
  for (const { name, breaches = [] } of played)
    for (const one of new Set(breaches.map((breach) => breach.case)))
      brokenIn.set(one, [...(brokenIn.get(one) ?? []), name]);
  return run.plan.cases.flatMap((planned) => {
    if (!planned.wire) return [];
    const early = foreseen(planned);
    if (early) return options.signal.aborted ? [] : [early];
    const rule = planned.wire;
    const judged = seen.judged[rule.id] ?? 0;
    const broken = seen.broken[rule.id] ?? 0;
    if (options.signal.aborted && judged + broken === 0) return [];
    return [
      judgeWire(planned, {
        judged,
        broken,
        findings: seen.findings.filter((one) => one.rule === rule.id && one.blame === 'target'),
        requirement: requirementsIn(options.corpus, run.targetRun.facts.version).get(rule.requirement) as Requirement,
        strict: run.strict,
        anything: seen.heard,
        brokenIn: brokenIn.get(planned.name) ?? [],
      }),
    ];
  });
}

function finish(
  { results, observed, lost }: Played,
  groups: Groups,
  targetRuns: readonly PlannedRun[],
  options: RunOptions,
  problems: readonly Problem[],
  began: number,
  emit: (event: RunEvent) => void,
): number {
  const planned = targetRuns.flatMap(({ plan }) => plan.cases.map((one) => one.name));
  const seen = [...observed.values()];
  const ours = seen.flatMap(({ findings }) => findings).filter((finding) => finding.blame === 'kit');
  for (const finding of ours) emit({ type: 'problem', message: kitDefect(finding), exit: 4 });
  if (lost !== undefined) emit({ type: 'problem', message: lost, detail: LOST, exit: 4 });
  const invalidValues = seen.flatMap((one) => one.invalidValues);
  for (const message of invalidValues) emit({ type: 'problem', message, exit: 2 });
  const stale = targetRuns
    .filter(({ targetRun }) => targetRun.facts.target.leg?.isFirst !== false)
    .flatMap(({ targetRun }) => {
      const { target } = targetRun.facts;
      const legs = targetRuns.filter((one) => one.targetRun.facts.target.untestable === target.untestable);
      const cases = legs.flatMap(({ plan }) => plan.cases);
      return staleListed(target, cases, results, options.strict);
    });
  const settled = settle(results, targetRuns, options);
  const wrongEntries =
    options.dryRun || settled?.tidied ? [] : staleEntries(results, askedOf(targetRuns), knownTo(targetRuns, options));
  for (const problem of [...stale, ...wrongEntries]) emit({ type: 'problem', ...problem });
  const others = options.dryRun ? [] : targetRuns.flatMap(({ targetRun }) => otherVersion(targetRun.facts));
  for (const problem of others) emit(problem);
  for (const message of seen.flatMap(({ remarks }) => remarks))
    emit({ type: 'problem', message, exit: 0, warning: true });
  const looked = options.dryRun ? undefined : lookedAt(targetRuns, results, options);
  const since = options.dryRun ? undefined : options.since?.(results);
  const isPlayed = !results.some(({ verdict }) => verdict === 'error');
  for (const message of looked && isPlayed ? untested(looked, targetRuns, options) : [])
    emit({ type: 'problem', message, exit: 0, warning: true });
  for (const message of [...unlisted(results, targetRuns, options), ...grown(options.uses)])
    emit({ type: 'problem', message, exit: 0, warning: true });
  const leaks = leaksIn(results, options.strict);
  for (const problem of leaks) emit(problem);
  const ran = options.dryRun ? [] : targetRuns;
  const newer = targetRuns.flatMap(({ plan }) => plan.cases.flatMap((one) => (one.newer ? [one.name] : [])));
  const summary = summarize(results, planned, new Set(newer));
  const facts: RunFacts = {
    interrupted: options.signal.aborted,
    problems: [
      ...[...problems, ...stale, ...wrongEntries, ...others, ...leaks]
        .map((problem) => problem.exit)
        .filter((code) => code > 0),
      ...invalidValues.map(() => 2),
    ],
    kitDefect: ours.length > 0 || lost !== undefined,
    neverStarted: ran.length > 0 && ran.every(({ targetRun }) => targetRun.facts.cause?.exit === 3),
    summary,
    results,
    ...(settled ? { excused: settled.excused } : {}),
  };
  if (!options.dryRun && provesNothing(facts)) emit({ type: 'problem', message: PROVES_NOTHING, exit: 1 });
  const exit = options.dryRun ? (problems.find((problem) => problem.exit > 0)?.exit ?? 0) : exitCode(facts);
  const resources = options.uses?.all();
  const starts = targetRuns.flatMap(({ targetRun }) => targetRun.facts.processes);
  emit({
    type: 'run.finished',
    summary,
    groups: groups.all(),
    exit,
    durationMs: options.clock.now() - began,
    interrupted: options.signal.aborted,
    messagesJudged: seen.reduce((total, { messages }) => total + messages, 0),
    ...(starts.length > 0 ? { starts } : {}),
    ...(resources ? { resources } : {}),
    ...(looked ? { musts: looked.musts, requirements: looked.requirements, levels: looked.levels } : {}),
    ...(since ? { since } : {}),
  });
  return exit;
}

/** Lets the list of known failures be changed, where somebody does and the run has seen all that it was to see. */
function settle(
  results: readonly CaseResult[],
  targetRuns: readonly PlannedRun[],
  options: RunOptions,
): Settled | undefined {
  if (options.dryRun || options.signal.aborted || !options.settle) return undefined;
  const asked = askedOf(targetRuns);
  const strict = new Map(targetRuns.flatMap((one) => one.plan.cases.map(({ name }) => [name, one.strict] as const)));
  return options.settle({
    results,
    asked,
    stale: staleIn(results, asked, knownTo(targetRuns, options)).map(({ entry }) => entry),
    strictOf: ({ name }) => strict.get(name) ?? false,
  });
}

/** A target that was asked for the version that its file or the command line names, and speaks another one. */
function otherVersion({ target, version, earlier, unknownVersion }: TargetFacts): Problem[] {
  const speaks = earlier?.name ?? unknownVersion;
  if (target.version === undefined || speaks === undefined) return [];
  const named = target.file === undefined ? '--version names' : `${target.file} names`;
  const message = `${named} ${version}, and ${target.name} answers with ${speaks}: mend the target, or name no version there`;
  return [{ type: 'problem', message, exit: 1 }];
}

const LOST = 'its cases were played again, but what wire rules saw there before is gone';

function kitDefect(finding: Finding): string {
  return `a message of Proctor itself broke ${finding.requirement} (${finding.session}, message ${finding.record.seq}): ${finding.message}`;
}
