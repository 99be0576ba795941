import { availableParallelism } from 'node:os';
import { Redactor } from '../../reports/redact.js';
import { realClock } from '../../src/wire/clock/clock.js';
import { defaultLimits } from '../../src/wire/limits.js';
import { secrets } from '../../src/wire/output.js';
import {
  isolated,
  ofReferences,
  problemsError,
  type TargetArguments,
  targetsOf,
} from '../cli/commands/run/run-targets.js';
import { casesFolder, proctorFile } from '../cli/root.js';
import { withProfile } from '../cli/support/profile.js';
import { UsageError } from '../cli/support/usage-error.js';
import { version } from '../cli/support/version.js';
import type { CaseResult, PlannedInfo, RunEvent, Summary, TargetInfo } from '../events.js';
import { loadKnown, usualKnown } from '../load/known.js';
import { readScript } from '../load/script.js';
import { askedOf, askedOfPlan } from '../plan/legs.js';
import { concerned, type PlanOptions } from '../plan/plan.js';
import { isAboutProcess } from '../run/about-process.js';
import { wrongUse } from '../run/before/wrong-use.js';
import { SLOWEST } from '../run/options.js';
import { Uses } from '../run/resources/uses.js';
import { run as conduct } from '../run/run.js';
import type { RunSettings } from './settings.js';

/** What a run came to. */
export interface RunResult {
  /** The exit code that `proctor run` would have: 0 where all is as expected. */
  exit: number;
  target: TargetInfo;
  summary: Summary;
  /** The plan, in its order. */
  planned: PlannedInfo[];
  /** The results, in the order in which they came. What was planned and has none was not run. */
  cases: CaseResult[];
  /** What belongs to no case, such as a target that can not be started. */
  problems: Problem[];
}

/** Something that belongs to no case. */
export type Problem = Omit<Extract<RunEvent, { type: 'problem' }>, 'type'>;

/**
 * Runs cases against a target, as `proctor run` does. Resolves once nothing is left running. Rejects with a UsageError, whose
 * message says all that is wrong, where the settings, the target file or the known failures can't be used.
 */
export async function run(settings: RunSettings): Promise<RunResult> {
  const { signal = new AbortController().signal, onEvent, known: file } = settings;
  const { slow = 1 } = settings;
  if (!(slow > 0 && slow <= SLOWEST)) throw new UsageError(`\`slow\` is a number above 0, at most ${SLOWEST}`);
  const named = argumentsOf(settings);
  const legs = askedOf(settings);
  const { corpus: loaded, targets: all } = await targetsOf(named, settings.patterns ?? [], legs);
  const corpus = withProfile(loaded, settings.profile);
  const list = file ?? usualKnown(settings.target);
  const { known, problems } = list === undefined ? { known: [], problems: [] } : await loadKnown(list);
  if (problems.length > 0) throw problemsError(problems);
  const plan: PlanOptions = {
    patterns: settings.patterns ?? [],
    repeat: settings.repeat ?? 1,
    ...askedOfPlan(legs),
  };
  const targets = isolated(ofReferences(named) ? concerned(corpus, all, plan) : all, settings);
  const today = new Date().toISOString().slice(0, 10);
  const wrong = await wrongUse({ corpus, targets, plan, known, today });
  if (wrong.length > 0) throw new UsageError(wrong.map(said).join('\n'));
  const result = new Result();
  const options = {
    ...{ corpus, targets, known, plan, signal, today },
    clock: realClock,
    limits: defaultLimits,
    slow,
    strict: settings.strict ?? false,
    noNewWarnings: settings.noNewWarnings ?? false,
    dryRun: settings.dryRun ?? false,
    cores: availableParallelism(),
    messages: onEvent !== undefined,
    repeatTimeouts: true,
    rerun: 'npx proctor run',
    startedAt: new Date().toISOString(),
    proctor: { version, file: proctorFile, cases: casesFolder },
    ...(settings.trace === undefined ? {} : { trace: settings.trace }),
    ...(settings.jobs === undefined ? {} : { jobs: settings.jobs }),
    ...(settings.seed === undefined ? {} : { seed: settings.seed }),
    ...(settings.resources ? { uses: new Uses() } : {}),
    ...(ofReferences(named) ? { inside: { plays: inside, readScript } } : {}),
  };
  const redactor = new Redactor(secrets);
  const exit = await conduct(options, (event) => {
    const clean = redactor.event(event);
    result.take(clean);
    onEvent?.(clean);
  });
  return result.with(exit);
}

const inside = (...about: Parameters<typeof isAboutProcess>) => !isAboutProcess(...about);

function argumentsOf({
  target,
  role,
  command,
  url,
  transport,
  self,
  headers,
  env,
  cwd,
  within,
  cases,
}: RunSettings): TargetArguments {
  if (self !== true && target === undefined && command === undefined && url === undefined)
    throw new UsageError('say what to run: `target`, `command` or `url`, or `self` for the references of Proctor');
  return {
    self: self === true,
    header: Object.entries(headers ?? {}).map(([name, value]) => `${name}: ${value}`),
    env: Object.entries(env ?? {}).map(([name, value]) => `${name}=${value}`),
    ...(target === undefined ? {} : { target }),
    ...(role === undefined ? {} : { role }),
    ...(transport === undefined ? {} : { transport }),
    ...(command === undefined ? {} : { command: [...command] }),
    ...(url === undefined ? {} : { url }),
    ...(cwd === undefined ? {} : { cwd }),
    ...(within === undefined ? {} : { within }),
    ...(cases === undefined ? {} : { cases: [...cases] }),
  };
}

function said({ message, suggestion }: { message: string; suggestion?: string }): string {
  return suggestion === undefined ? message : `${message}; ${suggestion}`;
}

/** Collects what the events of a run tell. */
class Result {
  private started: Extract<RunEvent, { type: 'run.started' }> | undefined;
  private summary: Summary | undefined;
  private readonly cases: CaseResult[] = [];
  private readonly problems: Problem[] = [];

  take(event: RunEvent): void {
    if (event.type === 'run.started') this.started = event;
    if (event.type === 'case.finished') this.cases.push(event.result);
    if (event.type === 'run.finished') this.summary = event.summary;
    if (event.type !== 'problem') return;
    const { type: _, ...problem } = event;
    this.problems.push(problem);
  }

  with(exit: number): RunResult {
    const { started, summary, cases, problems } = this;
    if (!started || !summary) throw new Error('the run reported no start or no end');
    return { exit, target: started.target, summary, planned: started.planned, cases, problems };
  }
}
