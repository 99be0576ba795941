import type { Requirement } from '../../src/play/requirement.js';
import { roleEntry } from '../../src/protocols.js';
import { endAll } from '../../src/transport/process.js';
import type { Finding } from '../../src/watch/finding.js';
import type { CaseResult, PlannedInfo, RunEvent, TargetInfo } from '../events.js';
import { exitCode } from '../judge/exit-code.js';
import { applyKnown, knownProblems } from '../judge/known.js';
import { mergeRuns } from '../judge/runs.js';
import { summarize } from '../judge/summary.js';
import { judgeWire } from '../judge/wire.js';
import { unmatchedProblem } from '../plan/patterns.js';
import { type Plan, type PlannedCase, type PlanOptions, plan } from '../plan/plan.js';
import type { KnownEntry, Target } from '../types.js';
import { type Attempt, attempt, foreseen } from './attempt.js';
import { type Leg, type LegContext, prepareLeg } from './leg.js';
import { InOrder, pool } from './pool.js';
import { type Probed, probe } from './probe.js';

export interface RunOptions extends LegContext {
  targets: Target[];
  plan: PlanOptions;
  known: readonly KnownEntry[];
  strict: boolean;
  dryRun: boolean;
  trace?: 'failed' | 'all';
  /** Whether somebody listens to every message; without, records are let go as soon as a case is judged. */
  messages?: boolean;
  /** Cases at once, where the user said so; else the target file does, else there are as many as cores. */
  jobs?: number;
  cores: number;
  /** Whether a wait that ran out is repeated once, alone, at the end. */
  repeatTimeouts: boolean;
  /** The command line that brings this run again, without patterns. */
  rerun: string;
  /** Today, as 2026-01-31, for entries with `until`. */
  today: string;
  /** When the run began, as an ISO date and time. */
  startedAt: string;
}

interface LegRun {
  leg: Leg;
  plan: Plan;
  probed: Probed;
}

/**
 * Runs a plan against its targets and tells everything as events. Resolves with the exit code. Throws only for what is a
 * defect of the kit before the first case; then nothing is left running.
 */
export async function run(options: RunOptions, emit: (event: RunEvent) => void): Promise<number> {
  const began = options.clock.now();
  const legs: LegRun[] = [];
  try {
    for (const target of options.targets) legs.push(await begin(target, options));
    const problems = problemsOf(legs, options);
    const planned = legs.flatMap(({ plan }) => plan.cases);
    emit({
      type: 'run.started',
      proctor: options.proctor.version,
      startedAt: options.startedAt,
      target: targetInfo(legs),
      planned: planned.map(plannedInfo),
      rerun: options.rerun,
      ...(options.dryRun ? { dryRun: true } : {}),
    });
    for (const problem of problems) emit(problem);
    const results = options.dryRun ? [] : await play(legs, options, emit);
    return finish(results, legs, options, problems, began, emit);
  } finally {
    await Promise.all(legs.map(({ leg }) => leg.close()));
    await endAll();
  }
}

/**
 * What of a run can't be done as it was asked for, found before anything is started: patterns that match nothing, entries
 * of target files and known failures that match nothing, an unknown version or transport. Each makes the exit code 2.
 */
export function wrongUse(options: Pick<RunOptions, 'corpus' | 'targets' | 'plan' | 'known' | 'today'>): Wrong[] {
  const plans = options.targets.map((target) => plan(options.corpus, target, undefined, options.plan));
  const everything = plans.flatMap((one) => one.everything);
  const nowhere = (options.plan.patterns ?? []).filter((text) => plans.every((one) => one.unmatched.includes(text)));
  return [
    ...plans.flatMap((one) => one.problems),
    ...nowhere.map((text) => unmatchedProblem(text, everything)),
    ...knownProblems(options.known, everything, options.today).filter((problem) => problem.exit === 2),
  ];
}

interface Wrong {
  message: string;
  suggestion?: string;
  /** Where it stands, and what stands there. */
  detail?: string;
}

async function begin(target: Target, options: RunOptions): Promise<LegRun> {
  const entry = await roleEntry(target.role);
  if (!entry) throw new Error(`the kit cannot play against ${target.role}`);
  const { version } = options.plan;
  const leg = await prepareLeg(version === undefined ? target : { ...target, version }, entry, options);
  const probed = options.dryRun ? {} : await probe(leg, options);
  return { leg, plan: plan(options.corpus, target, probed.probe, options.plan), probed };
}

type Problem = Extract<RunEvent, { type: 'problem' }>;

/** What belongs to no case and does not keep the run from going on. */
function problemsOf(legs: readonly LegRun[], options: RunOptions): Problem[] {
  const everything = legs.flatMap(({ plan }) => plan.everything);
  const problems = knownProblems(options.known, everything, options.today).map(
    ({ message, detail, exit }): Problem => ({ type: 'problem', message, detail, exit }),
  );
  for (const { probed } of legs) {
    if (!probed.notStarted) continue;
    const { message, detail } = probed.notStarted;
    problems.push({
      type: 'problem',
      message: `the target could not be started: ${message}`,
      exit: 0,
      ...(detail ? { detail } : {}),
    });
  }
  return problems;
}

function targetInfo(legs: readonly LegRun[]): TargetInfo {
  const [only] = legs;
  if (legs.length !== 1 || !only) {
    return {
      name: 'the references',
      role: legs.map(({ leg }) => leg.target.role).join(', '),
      transport: '',
      version: '',
    };
  }
  const { target } = only.leg;
  const { calls } = only.probed.probe ?? {};
  return {
    name: target.name,
    role: target.role,
    transport: only.plan.transports.join(', '),
    version: only.plan.version,
    ...(calls === undefined ? {} : { calls }),
  };
}

function plannedInfo({ id, title, group, role, place, gated }: PlannedCase): PlannedInfo {
  return { id, title, group, role, place, ...(gated ? { gated } : {}) };
}

/** Plays every planned case; events come in the order of the plan, lonely repetitions at the end. */
async function play(
  legs: readonly LegRun[],
  options: RunOptions,
  emit: (event: RunEvent) => void,
): Promise<CaseResult[]> {
  const results: CaseResult[] = [];
  let place = 0;
  const ordered = new InOrder<RunEvent>(emit);
  const again: { leg: LegRun; planned: PlannedCase; first: Attempt }[] = [];
  const out = (events: RunEvent[]) => {
    for (const event of events) if (event.type === 'case.finished') results.push(event.result);
    return events;
  };
  for (const run of legs) {
    const cases = run.plan.cases.filter((one) => one.case).map((planned) => ({ planned, place: place++ }));
    const jobs = options.jobs ?? run.leg.target.jobs ?? options.cores;
    countExpected(
      run,
      cases.map(({ planned }) => planned),
    );
    await pool(cases, jobs, async ({ planned, place }) => {
      if (options.signal.aborted) return ordered.put(place, []);
      const done = await attempt(run.leg, planned, options, run.probed);
      if (done.timedOut && options.repeatTimeouts && run.plan.repeat === 1 && !options.signal.aborted) {
        again.push({ leg: run, planned, first: done });
        return ordered.put(place, []);
      }
      const rounds = [done.result];
      for (let round = 1; round < run.plan.repeat && !options.signal.aborted; round++)
        rounds.push((await attempt(run.leg, planned, options, run.probed)).result);
      const played = rounds.filter((one) => one !== undefined);
      if (played.length > 1) done.result = mergeRuns(played);
      ordered.put(place, out(settled(done, options)));
    });
  }
  again.sort((a, b) => a.leg.plan.cases.indexOf(a.planned) - b.leg.plan.cases.indexOf(b.planned));
  for (const { leg, planned, first } of again) {
    // A target that never said a word will not begin now.
    const hopeless = options.signal.aborted || foreseen(planned, leg.leg, leg.probed) !== undefined;
    const second = hopeless ? undefined : await attempt(leg.leg, planned, options, leg.probed);
    if (first.result && second?.result) first.result = mergeRuns([first.result, second.result]);
    for (const event of out(settled(first, options))) emit(event);
  }
  if (options.signal.aborted) return results;
  for (const run of legs) {
    for (const result of wireResults(run, options)) {
      const [settledResult] = applyKnown([result], expectations(run, options));
      results.push(settledResult!);
      emit({ type: 'case.started', id: result.id });
      for (const check of settledResult!.checks) emit({ type: 'check', case: result.id, check });
      emit({ type: 'case.finished', result: settledResult! });
    }
  }
  return results;

  function settled(done: Attempt, { trace }: RunOptions): RunEvent[] {
    if (!done.result) return [];
    const run = legs.find(({ plan }) => plan.cases.includes(done.planned))!;
    const [result] = applyKnown([done.result], expectations(run, options));
    const wanted = trace === 'all' || (trace === 'failed' && result!.verdict !== 'pass');
    const finished = wanted ? { ...result!, transcript: [...done.records] } : result!;
    return [
      { type: 'case.started', id: done.planned.id },
      ...done.records.map((record): RunEvent => ({ type: 'message', case: done.planned.id, record })),
      ...finished.checks.map((check): RunEvent => ({ type: 'check', case: done.planned.id, check })),
      { type: 'case.finished', result: finished },
    ];
  }
}

/** Tells the launchers how many cases will ask, so that a spare target is started only while somebody waits for it. */
function countExpected(run: LegRun, cases: readonly PlannedCase[]): void {
  for (const transport of run.plan.transports) {
    const launcher = run.leg.launcher(transport);
    launcher.expected += cases.filter((one) => !one.gated && one.transport === transport).length;
  }
}

function expectations(run: LegRun, options: RunOptions) {
  const listed = new Map(
    run.plan.cases.flatMap((one) => (one.listed === undefined ? [] : [[one.id, one.listed] as const])),
  );
  return { known: options.known, listed, strict: options.strict };
}

/** The verdicts of the rules that watched the whole run. */
function wireResults(run: LegRun, options: RunOptions): CaseResult[] {
  return run.plan.cases.flatMap((planned) => {
    if (!planned.wire) return [];
    const early = foreseen(planned, run.leg, run.probed);
    if (early) return [early];
    const rule = planned.wire;
    const watches = run.leg.watches().map(([, watch]) => watch);
    const findings = watches
      .flatMap((watch) => watch.findings())
      .filter((one) => one.rule === rule.id && one.blame === 'target');
    const sum = (counts: Record<string, number>[]) => counts.reduce((total, one) => total + (one[rule.id] ?? 0), 0);
    return [
      judgeWire(planned, {
        judged: sum(watches.map((watch) => watch.judged())),
        broken: sum(watches.map((watch) => watch.broken())),
        findings,
        requirement: options.corpus.requirements.get(rule.requirement) as Requirement,
        strict: options.strict,
        anything: run.leg.heard,
      }),
    ];
  });
}

function finish(
  results: CaseResult[],
  legs: readonly LegRun[],
  options: RunOptions,
  problems: readonly Problem[],
  began: number,
  emit: (event: RunEvent) => void,
): number {
  const planned = legs.flatMap(({ plan }) => plan.cases.map((one) => one.id));
  const watches = legs.flatMap(({ leg }) => leg.watches().map(([, watch]) => watch));
  const ours = watches.flatMap((watch) => watch.findings()).filter((finding) => finding.blame === 'kit');
  for (const finding of ours) emit({ type: 'problem', message: kitDefect(finding), exit: 4 });
  const ran = options.dryRun ? [] : legs;
  const summary = summarize(results, planned);
  const exit = options.dryRun
    ? (problems.find((problem) => problem.exit > 0)?.exit ?? 0)
    : exitCode({
        interrupted: options.signal.aborted,
        problems: problems.map((problem) => problem.exit).filter((code) => code > 0),
        kitDefect: ours.length > 0,
        neverStarted: ran.length > 0 && ran.every(({ leg, probed }) => probed.notStarted !== undefined && !leg.heard),
        summary,
        results,
      });
  emit({
    type: 'run.finished',
    summary,
    exit,
    durationMs: options.clock.now() - began,
    interrupted: options.signal.aborted,
    messagesJudged: watches.reduce((total, watch) => total + watch.messages(), 0),
  });
  return exit;
}

function kitDefect(finding: Finding): string {
  return `a message of the kit itself broke ${finding.requirement} (${finding.session}, message ${finding.record.seq}): ${finding.message}`;
}
