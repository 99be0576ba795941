import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { type ReporterContext, redact, summaryLine } from '../../../../reports/index.js';
import type { Target } from '../../../../src/language/target.js';
import { realClock } from '../../../../src/wire/clock/clock.js';
import { defaultLimits } from '../../../../src/wire/limits.js';
import { secrets, stderr } from '../../../../src/wire/output.js';
import type { CaseFinished, PlannedInfo, Reporter, RunEvent } from '../../../events.js';
import { loadKnown, usualKnown } from '../../../load/known.js';
import { readScript } from '../../../load/script.js';
import { askedOf, askedOfPlan } from '../../../plan/legs.js';
import { concerned, type PlanOptions, plan as planOf } from '../../../plan/plan.js';
import { isAboutProcess } from '../../../run/about-process.js';
import { wrongUse } from '../../../run/before/wrong-use.js';
import type { RunOptions } from '../../../run/options.js';
import { Uses } from '../../../run/resources/uses.js';
import { run, unplannedStart } from '../../../run/run.js';
import type { InsideContext } from '../../../run/run-context.js';
import { UnfinishedRun } from '../../../run/unfinished.js';
import { ProcessPool } from '../../../run/workers/process-pool.js';
import { serveProcessPool } from '../../../run/workers/serve-process-pool.js';
import type { Corpus } from '../../../types.js';
import { interruptible } from '../../ending/interrupt.js';
import { atSuddenEnd } from '../../ending/sudden-end.js';
import { watchOver } from '../../ending/watchdog.js';
import { casesFolder, proctorFile } from '../../root.js';
import { collectEarly, optimizeLate } from '../../support/memory.js';
import { UsageError } from '../../support/print.js';
import { withProfile } from '../../support/profile.js';
import { USUAL_FILES } from '../../support/project-corpus.js';
import { closed, readSource, reportersOf } from '../../support/reporters.js';
import { version } from '../../support/version.js';
import { asWorker, isWorker, startWorkers } from '../../support/workers.js';
import { type Kept, KeptError, keepHere, keptHere, LAST_FAILED } from './kept.js';
import { KnownFile, knownFileFor } from './known-file.js';
import { afterRun, type Brought, keyOf, namesToRepeat, remembered, rememberedAs } from './last-failed.js';
import { LastRun } from './last-run.js';
import { initOf, listingOf, rerunOf } from './rerun.js';
import type { RunArguments } from './run-arguments.js';
import { isolated, ofReferences, problemsError, targetsOf } from './run-targets.js';
import { shardOf, unsharded } from './shard.js';
import { userPlaces } from './user-places.js';
import { watchedRun } from './watch.js';

/** What a run says that was told of no target. */
const NO_TARGET = [
  'no target: nothing was named, and there is no proctor.yaml here',
  '    proctor init --role ROLE -- COMMAND   writes one',
  '    proctor run --role ROLE -- COMMAND    runs without one',
  '    proctor run --self                    runs Proctor on its own references',
].join('\n');

/** `proctor run`: resolves with the exit code. */
export function runCommand(patterns: string[], options: RunArguments): Promise<number> {
  return refusing(() => start(patterns, options));
}

/** `proctor run --watch`: resolves with the exit code of the last run. @param words those after `run`, without `--watch`, up to `--` */
export function watchCommand(words: readonly string[], given: RunArguments): Promise<number> {
  return refusing(() => {
    const options = withUsualFile(given);
    const { writeKnown, tidy, dryRun, lastFailed } = options;
    const once = { '--write-known': writeKnown, '--tidy': tidy, '--dry-run': dryRun, '--last-failed': lastFailed };
    const others = { ...once, '--self': ofReferences(options) };
    const unfit = Object.entries(others).flatMap(([name, isGiven]) => (isGiven ? [name] : []));
    return watchedRun({ words, ...options, unfit });
  });
}

/** A UsageError is printed, and is exit 2. */
async function refusing(work: () => Promise<number>): Promise<number> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    stderr.write(`${error.message}\n`);
    return 2;
  }
}

async function start(patterns: string[], given: RunArguments): Promise<number> {
  collectEarly();
  optimizeLate();
  if (given.host !== undefined && given.inspect === undefined)
    throw new UsageError('--host is for --inspect: it says where the page listens; add --inspect');
  const options = withUsualFile(given);
  // It comes up while the corpus is read.
  if (!ofReferences(options) && !options.dryRun) void watchOver('run');
  // A part of a command, or of another run, is asked for the same part as that.
  const environment = options.isPart ? {} : process.env;
  const part = shardOf(options.shard, environment);
  const shard = part === undefined ? {} : { shard: part };
  const hint = unsharded(options.shard, environment);
  if (hint !== undefined && !isWorker) stderr.write(`proctor: ${hint}\n`);
  const legs = askedOf(options);
  const { corpus: loaded, targets: all } = await targetsOf(options, patterns, legs);
  const corpus = withProfile(loaded, options.profile);
  const knownFile = options.known ?? usualKnown(options.target);
  // A list that a run is about to begin need not be there.
  const isBegun = options.writeKnown && knownFile !== undefined && !existsSync(knownFile);
  const known = knownFile === undefined || isBegun ? [] : await knownOf(knownFile);
  const today = new Date().toISOString().slice(0, 10);
  const list = changedList(options, { file: knownFile, today, corpus });
  const plan: PlanOptions = {
    patterns,
    ...shard,
    repeat: options.repeat,
    ...askedOfPlan(legs),
    ...(options.lastFailed ? { lastFailed: lastFailedOf(all, corpus) } : {}),
  };
  if (plan.lastFailed?.length === 0) {
    stderr.write('nothing failed in the last run here; there is nothing to play\n');
    return 0;
  }
  const targets = isolated(ofReferences(options) ? concerned(corpus, all, plan) : all, options);
  const wrong = await wrongUse({ corpus, targets, plan, known, today });
  if (wrong.length > 0) throw new UsageError(wrong.map(wrongText).join('\n'));
  const inside = ofReferences(options) ? insideUnless(options.processes) : undefined;
  const startedAt = new Date().toISOString();
  const isCompared = !ofReferences(options) && !options.dryRun && !isWorker;
  const lastRun = isCompared ? await LastRun.of(targets, corpus, { startedAt, proctor: version }) : undefined;
  const asked = (signal: AbortSignal): RunOptions => ({
    corpus,
    targets,
    known,
    clock: realClock,
    limits: defaultLimits,
    slow: options.slow,
    signal,
    proctor: { version, file: proctorFile, cases: casesFolder },
    strict: options.strict,
    noNewWarnings: !options.newWarnings,
    ...(list ? { settle: list.settle } : {}),
    dryRun: options.dryRun,
    messages: options.inspect !== undefined || options.reporter.some((name) => name.split('=')[0] === 'ndjson'),
    cores: availableParallelism(),
    ...(options.jobs === undefined ? {} : { jobs: options.jobs }),
    repeatTimeouts: true,
    seed: options.seed,
    ...(options.resources ? { uses: new Uses() } : {}),
    rerun: rerunOf(options),
    ...(options.target === undefined && !ofReferences(options) ? { init: initOf(options) } : {}),
    ...(options.target === undefined || options.isPart || ofReferences(options)
      ? {}
      : { listing: listingOf(options.target) }),
    today,
    startedAt,
    ...(lastRun ? { since: (results) => lastRun.since(results) } : {}),
    plan,
    ...(inside ? { inside, where: INSIDE, processPool: processPoolOf(options, signal) } : {}),
    ...(options.trace === undefined ? {} : { trace: options.trace }),
    ...(options.wrap === undefined ? {} : { wrap: resolve(options.wrap) }),
  });
  if (isWorker) {
    await asWorker((signal) => serveProcessPool(asked(signal)));
    return 0;
  }
  const reporter = await shownOn(await reporterOf(options, targets, corpus), options, targets, corpus);
  // Where all reports go to files, what belongs to no case, and how the run ended, would be seen by nobody.
  const unseen = options.reporter.length > 0 && options.reporter.every((text) => text.includes('='));
  const planned: PlannedInfo[] = [];
  const finished = new Map<string, CaseFinished>();
  const unfinished = new UnfinishedRun(() => unplannedStart(asked(new AbortController().signal)));
  let isOver = false;
  const take = atSuddenEnd((end) => {
    isOver = true;
    for (const event of unfinished.rest(end)) reporter.event(event);
    return reporter.close();
  });
  try {
    return await interruptible(
      async (signal) => {
        const exit = await run(asked(signal), (event: RunEvent) => {
          if (isOver) return;
          unfinished.take(event);
          const aside = unseen ? aboutRun(event) : undefined;
          if (aside !== undefined) stderr.write(`proctor: ${aside}\n`);
          if (event.type === 'run.started') {
            planned.push(...event.planned);
            lastRun?.names(event.target.calls);
          }
          if (event.type === 'case.finished') finished.set(event.result.name, event);
          reporter.event(event);
        });
        const isWhole = options.transport === undefined && options.version === undefined;
        // The reports first: whoever has interrupted the run does not wait for another one to be done with the file.
        const closedWith = await closed(reporter, exit);
        take();
        for (const page of pagesOf(options.reporter)) stderr.write(`proctor: the report is in ${page}\n`);
        const warning = options.dryRun ? undefined : await keepFailed(targets, { planned, finished, isWhole });
        const results = [...finished.values()].map(({ result }) => result);
        for (const one of [warning, await lastRun?.keep(results)])
          if (one !== undefined) stderr.write(`proctor: ${one}\n`);
        for (const line of list?.told ?? []) stderr.write(`${line}\n`);
        return closedWith;
      },
      ofReferences(options) || options.dryRun ? 'our own' : 'others',
    );
  } finally {
    take();
  }
}

/** The pages that a run has written, which somebody will want to open. */
const pagesOf = (reporters: readonly string[]): string[] =>
  reporters.flatMap((text) => (text.startsWith('html=') && existsSync(text.slice(5)) ? [text.slice(5)] : []));

/** How many cases on references make another process worth its start, which takes as long as 50 of them. */
const WORTH_A_PROCESS = 100;

/** References compute where they are played: so do as many processes as there are cores, where there is enough for each. */
function processPoolOf({ jobs }: RunArguments, signal: AbortSignal): (cases: number) => ProcessPool | undefined {
  return (cases) => {
    const count = Math.min(availableParallelism(), jobs ?? cases, Math.floor(cases / WORTH_A_PROCESS));
    return count > 1 ? new ProcessPool(startWorkers(count - 1, signal)) : undefined;
  };
}

/** What a run over the references says of where they run. */
const INSIDE =
  'references run inside Proctor, except for cases about processes, exits and stdio framing; --processes runs all of them as processes';

/** The arguments with the target file of the working directory, where no target was named. Throws UsageError where it has none. */
function withUsualFile(options: RunArguments): RunArguments {
  if (options.self || options.role !== undefined || !ofReferences(options)) return options;
  const file = USUAL_FILES.find((name) => existsSync(name));
  if (file === undefined) throw new UsageError(NO_TARGET);
  return { ...options, target: file };
}

function insideUnless(processes: boolean): InsideContext | undefined {
  if (processes) return undefined;
  return { plays: (subject, transport) => !isAboutProcess(subject, transport), readScript };
}

/** What an event says of the run as a whole, in a line; undefined for the others. */
function aboutRun(event: RunEvent): string | undefined {
  if (event.type === 'problem') return problemText(event);
  return event.type === 'run.finished' ? summaryLine(event.summary, event.durationMs) : undefined;
}

/** The list of known failures, where the run changes it. Throws UsageError. */
function changedList(
  options: RunArguments,
  { file, today, corpus }: { file: string | undefined; today: string; corpus: Corpus },
): KnownFile | undefined {
  const { writeKnown, tidy, issue } = options;
  if (issue !== undefined && !writeKnown) throw new UsageError('--issue says where what --write-known adds is tracked');
  if (!writeKnown && !tidy) return undefined;
  const asked = writeKnown ? '--write-known' : '--tidy';
  if (options.dryRun) throw new UsageError(`${asked} goes by what a run comes to, and --dry-run plays nothing`);
  if (ofReferences(options)) throw new UsageError(`${asked} is for a target; the references have no known failures`);
  return new KnownFile({
    file: file ?? knownFileFor(options.target),
    write: writeKnown,
    tidy,
    ...(issue === undefined ? {} : { issue }),
    today,
    corpus,
  });
}

async function knownOf(file: string) {
  const { known, problems } = await loadKnown(file);
  if (problems.length > 0) throw problemsError(problems);
  return known;
}

function problemText({ message, detail }: { message: string; detail?: string }): string {
  return detail === undefined ? message : `${message}\n${detail}`;
}

function wrongText({ message, suggestion, detail }: { message: string; suggestion?: string; detail?: string }): string {
  const first = suggestion === undefined ? message : `${message}; ${suggestion}`;
  return detail === undefined ? first : `${first}\n    ${detail}`;
}

async function reporterOf(options: RunArguments, targets: readonly Target[], corpus: Corpus): Promise<Reporter> {
  const root = process.env.GITHUB_WORKSPACE || process.cwd();
  const context: ReporterContext = {
    ...(options.trace === 'all' ? { whole: true } : {}),
    ...(options.isPart ? { isPart: true } : {}),
    // The cases are files of who runs the kit on itself alone.
    ...(ofReferences(options) ? {} : { placeOf: userPlaces(corpus, targets, root) }),
    readSource,
  };
  return redact(secrets, await reportersOf(options.reporter, context));
}

/** The same reporter, with a page beside it if one is asked for. */
async function shownOn(
  reporter: Reporter,
  options: RunArguments,
  [target]: readonly Target[],
  corpus: Corpus,
): Promise<Reporter> {
  if (options.inspect === undefined || !target) return reporter;
  const { inspected } = await import('./run-inspect.js');
  return inspected(reporter, { role: target.role, again: rerunOf(options) }, corpus, options);
}

/** What the last runs here left. Throws UsageError for a file that can't be used. */
function keptOrRefused(): Kept | undefined {
  try {
    return keptHere();
  } catch (error) {
    if (!(error instanceof KeptError)) throw error;
    throw new UsageError(
      `--last-failed: ${LAST_FAILED} ${error.message}; remove it and run without --last-failed first`,
    );
  }
}

/** What has to be played again of some targets. Throws UsageError where they were never run here. */
function lastFailedOf(targets: readonly Target[], corpus: Corpus): string[] {
  const kept = keptOrRefused();
  if (kept === undefined) throw new UsageError(`--last-failed: there is no ${LAST_FAILED} here; run without it first`);
  const known = targets.flatMap((target) => {
    const last = kept.get(keyOf(target, process.cwd()));
    return last === undefined ? [] : [{ target, last }];
  });
  if (known.length === 0) {
    const names = targets.map(({ name }) => `\`${name}\``).join(', ');
    throw new UsageError(`--last-failed: ${LAST_FAILED} has no run of ${names}; run without it first`);
  }
  return known.flatMap(({ target, last }) => {
    const again = new Set(namesToRepeat(last));
    const { everything } = planOf(corpus, target, undefined);
    return everything.flatMap(({ id, name }) =>
      again.has(id) || again.has(rememberedAs(name, target.leg)) ? name : [],
    );
  });
}

/** Remembers what did not pass, for each target by itself. Returns what a person should be warned of. */
function keepFailed(
  targets: readonly Target[],
  { planned, ...brought }: { planned: readonly PlannedInfo[] } & Omit<Brought, 'planned'>,
): Promise<string | undefined> {
  return keepHere((before) => {
    // The legs of a target have one key.
    const byKey = new Map(targets.map((target) => [keyOf(target, process.cwd()), target]));
    const entries = [...byKey].map(([key, target]) => {
      const mine = planned.filter(({ role }) => role === target.role);
      return [key, afterRun(before.get(key), remembered({ planned: mine, ...brought }, target.leg))] as const;
    });
    return new Map(entries);
  });
}
