import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import {
  createReporter,
  fileOut,
  OutputError,
  REPORTERS,
  type ReporterContext,
  redact,
  streamOut,
  summaryLine,
  together,
} from '../../reports/index.js';
import type { Target, TransportName } from '../../src/language/target.js';
import { roles } from '../../src/protocols/index.js';
import { realClock } from '../../src/wire/clock/clock.js';
import { defaultLimits } from '../../src/wire/limits.js';
import type { CaseFinished, PlannedInfo, Reporter, RunEvent } from '../events.js';
import { type LoadOptions, loadCorpus } from '../load/corpus.js';
import { loadKnown } from '../load/known.js';
import { formatProblem } from '../load/problems.js';
import { readScript } from '../load/script.js';
import { loadTarget } from '../load/target.js';
import { targetFromCommand, targetFromUrl } from '../load/target-argv.js';
import { readTargetOptions, type TargetOptions, withTargetOptions } from '../load/target-options.js';
import { concerned, type PlanOptions, plan as planOf } from '../plan/plan.js';
import { protocolOf } from '../profiles.js';
import { isAboutProcess } from '../run/about-process.js';
import { run, wrongUse } from '../run/run.js';
import type { InsideContext } from '../run/target-run.js';
import type { Corpus, FileProblem, UsageProblem } from '../types.js';
import { interruptible } from './interrupt.js';
import { afterRun, type Brought, idsToRepeat, keepHere, keptHere, keyOf, LAST_FAILED } from './last-failed.js';
import { collectEarly } from './memory.js';
import { casesFolder, packageRoot, proctorFile } from './root.js';
import { userPlaces } from './user-places.js';
import { version } from './version.js';

export interface RunArguments extends TargetOptions {
  target?: string;
  role?: string;
  url?: string;
  transport?: string;
  reporter: string[];
  known?: string;
  jobs?: number;
  shard?: string;
  repeat: number;
  slow: number;
  trace?: 'failed' | 'all';
  strict: boolean;
  dryRun: boolean;
  wrap?: string;
  version?: string;
  lastFailed: boolean;
  /** Run the kit on its own references. */
  self: boolean;
  /** Over the references: every case on a process. */
  processes: boolean;
  /** Behind `--`. */
  command?: string[];
}

/** Something that the user got wrong; its text is all that is printed. Exit 2. */
class UsageError extends Error {}

/** Target files that are taken where none is named. */
const USUAL_FILES = ['proctor.yaml', 'proctor.yml'];

/** What a run over the references says first where nobody asked for them. */
const NO_TARGET =
  'no target: nothing was named and there is no ./proctor.yaml, so the kit runs on its own references; this says nothing about an implementation of yours';

/** `proctor run`: resolves with the exit code. */
export async function runCommand(patterns: string[], options: RunArguments): Promise<number> {
  try {
    return await start(patterns, options);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 2;
  }
}

async function start(patterns: string[], given: RunArguments): Promise<number> {
  collectEarly();
  const options = withUsualFile(given);
  const shard = options.shard === undefined ? {} : { shard: shardOf(options.shard) };
  const { corpus, targets: all } = await targetsOf(options);
  const known = options.known === undefined ? [] : await knownOf(options.known);
  const today = new Date().toISOString().slice(0, 10);
  const plan: PlanOptions = {
    patterns,
    ...shard,
    repeat: options.repeat,
    ...(options.version === undefined ? {} : { version: options.version }),
    ...(options.transport === undefined ? {} : { transport: options.transport as TransportName }),
    ...(options.lastFailed ? { lastFailed: lastFailedOf(all, corpus) } : {}),
  };
  if (plan.lastFailed?.length === 0) {
    process.stderr.write('nothing failed in the last run here; there is nothing to play\n');
    return 0;
  }
  const targets = all.length === 1 ? all : concerned(corpus, all, plan);
  const wrong = wrongUse({ corpus, targets, plan, known, today });
  if (wrong.length > 0) throw new UsageError(wrong.map(wrongText).join('\n'));
  const inside = ofReferences(options) ? insideUnless(options.processes) : undefined;
  const reporter = reporterOf(options, targets, corpus);
  // Where all reports go to files, what belongs to no case, and how the run ended, would be seen by nobody.
  const unseen = options.reporter.length > 0 && options.reporter.every((text) => text.includes('='));
  const planned: PlannedInfo[] = [];
  const finished = new Map<string, CaseFinished>();
  return interruptible(async (signal) => {
    const exit = await run(
      {
        corpus,
        targets,
        known,
        clock: realClock,
        limits: defaultLimits,
        slow: options.slow,
        signal,
        proctor: { version, file: proctorFile, cases: casesFolder },
        strict: options.strict,
        dryRun: options.dryRun,
        messages: options.reporter.some((name) => name.split('=')[0] === 'ndjson'),
        cores: availableParallelism(),
        ...(options.jobs === undefined ? {} : { jobs: options.jobs }),
        repeatTimeouts: true,
        rerun: rerunOf(options),
        today,
        startedAt: new Date().toISOString(),
        plan,
        ...(inside ? { inside, where: INSIDE } : {}),
        ...(ofReferences(options) && !options.self ? { notice: NO_TARGET } : {}),
        ...(options.trace === undefined ? {} : { trace: options.trace }),
        ...(options.wrap === undefined ? {} : { wrap: resolve(options.wrap) }),
      },
      (event: RunEvent) => {
        const aside = unseen ? aboutRun(event) : undefined;
        if (aside !== undefined) process.stderr.write(`proctor: ${aside}\n`);
        if (event.type === 'run.started') planned.push(...event.planned);
        if (event.type === 'case.finished') finished.set(event.result.id, event);
        reporter.event(event);
      },
    );
    const isWhole = options.transport === undefined && options.version === undefined;
    if (!options.dryRun) keepFailed(targets, { planned, finished, isWhole });
    return closed(reporter, exit);
  });
}

/** What a run over the references says of where they run. */
const INSIDE =
  'references run inside this process, but for the cases about processes, exits and stdio framing; --processes plays all on processes';

/** The arguments with the target file that is taken where no target was named and the working directory has one. */
function withUsualFile(options: RunArguments): RunArguments {
  if (options.self || options.role !== undefined || !ofReferences(options)) return options;
  const file = USUAL_FILES.find((name) => existsSync(name));
  return file === undefined ? options : { ...options, target: file };
}

/** Whether no target was named: then our own references are played. */
function ofReferences({ target, url, command }: RunArguments): boolean {
  return target === undefined && url === undefined && command === undefined;
}

function insideUnless(processes: boolean): InsideContext | undefined {
  if (processes) return undefined;
  return { plays: (subject, transport) => !isAboutProcess(subject, transport), readScript };
}

/** What an event says of the run as a whole, in a line; undefined for the others. */
function aboutRun(event: RunEvent): string | undefined {
  if (event.type === 'problem') return problemText(event);
  if (event.type === 'run.started') return event.notice;
  return event.type === 'run.finished' ? summaryLine(event.summary, event.durationMs) : undefined;
}

/** A report that could not be written is a mistake of the call, whatever the run came to. */
async function closed(reporter: Reporter, exit: number): Promise<number> {
  try {
    await reporter.close();
    return exit;
  } catch (error) {
    const errors = error instanceof AggregateError ? error.errors : [error];
    if (!errors.every((one) => one instanceof OutputError)) throw error;
    process.stderr.write(`proctor: ${(error as Error).message}\n`);
    return exit === 130 ? 130 : 2;
  }
}

/** What the cases of these roles need: the other protocols would be kept in memory for nothing. */
async function corpusFor(wanted: readonly string[]): Promise<Corpus> {
  const compiled = join(packageRoot, 'dist/corpus');
  const load = async (options: LoadOptions) => {
    const { corpus, problems } = await loadCorpus(packageRoot, { compiled, ...options });
    if (problems.length > 0) throw problemsError(problems);
    return corpus;
  };
  const corpus = await load({ needed: wanted.map(protocolOf) });
  // Which role was meant by one that does not exist is told against all that do.
  return wanted.every((role) => corpus.roles.has(role)) ? corpus : load({});
}

interface Targets {
  targets: Target[];
  corpus: Corpus;
}

/** The targets of a run, and what of the corpus it needs. */
async function targetsOf(options: RunArguments): Promise<Targets> {
  const given = fair(readTargetOptions(options));
  const named = await namedTargets(options);
  const { headers, env, cwd, within } = given;
  const says = Object.keys({ ...headers, ...env }).length > 0 || cwd !== undefined || within !== undefined;
  if (!says) return named;
  if (ofReferences(options))
    throw new UsageError(
      '--header, --env, --cwd and --within speak of a target of yours; the references have none of it',
    );
  const targets = named.targets.map((target) => fair(withTargetOptions(target, given, process.cwd(), process.env)));
  return { ...named, targets };
}

/** What was read from the command line. Throws UsageError where it was no good. */
function fair<T extends object>(read: T | UsageProblem): T {
  if (!('message' in read)) return read;
  throw new UsageError([read.message, read.suggestion].filter(Boolean).join('; '));
}

async function namedTargets(options: RunArguments): Promise<Targets> {
  const { target, url, command } = options;
  const ways = [target ?? url, command].filter((one) => one !== undefined);
  if (ways.length > 1)
    throw new UsageError('a target is given by --target, by --url, or as a command behind `--`; give one of them');
  if (options.self && ways.length > 0)
    throw new UsageError('--self runs the kit on its own references; it takes no target beside it');
  if (target !== undefined) {
    const { target: loaded, corpus } = await targetOf(target);
    if (options.role !== undefined && options.role !== loaded.role)
      throw new UsageError(`${target} describes a target of ${loaded.role}, not of ${options.role}`);
    return { targets: [url === undefined ? loaded : reachedAt(loaded, url)], corpus };
  }
  if (ways.length === 0) {
    if (options.role !== undefined && !options.self) {
      roleOf(options.role);
      throw new UsageError(
        `--role says what a target plays, and there is none: give its command behind \`--\`, or --url; the reference of the role is run by --self --role ${options.role}`,
      );
    }
    const wanted = options.role === undefined ? Object.keys(roles) : [roleOf(options.role)];
    const corpus = await corpusFor(wanted);
    const files = wanted.map((role) => join(packageRoot, 'targets/reference', `${role.replace('/', '-')}.yaml`));
    const loaded = await Promise.all(files.map((file) => targetOf(file, corpus)));
    return { targets: loaded.map(({ target }) => target), corpus };
  }
  if (options.role === undefined)
    throw new UsageError('say with --role what the target plays, such as --role mcp/server');
  const role = roleOf(options.role);
  if (options.url !== undefined) {
    return { targets: [fair(targetFromUrl(role, options.url, process.cwd()))], corpus: await corpusFor([role]) };
  }
  if (options.command?.length === 0)
    throw new UsageError('behind `--` stands the command of the target; nothing stands there');
  return {
    targets: [targetFromCommand(role, options.command!, process.cwd())],
    corpus: await corpusFor([role]),
  };
}

/** A target of a file that already runs elsewhere: its behaviors hold, nothing is started. */
function reachedAt(target: Target, url: string): Target {
  const at = fair(targetFromUrl(target.role, url, process.cwd()));
  const headers = target.transports[at.transport]?.headers ?? {};
  const spec = at.transports[at.transport]!;
  return { ...target, transport: at.transport, transports: { [at.transport]: { ...spec, headers } }, clock: false };
}

/** A target file, held against a corpus: the given one, or what its role needs. */
async function targetOf(file: string, given?: Corpus): Promise<{ target: Target; corpus: Corpus }> {
  let corpus = given;
  const { target, problems } = await loadTarget(file, async (role) => {
    corpus ??= await corpusFor([role]);
    const { roles, behaviors, versions } = corpus;
    return {
      roles,
      behaviors: (protocol) => behaviors.get(protocol),
      versions: (protocol) => versions.get(protocol)?.keys(),
    };
  });
  if (!target || !corpus) throw problemsError(problems);
  if (!(target.role in roles))
    throw new UsageError(
      `${file}: the kit cannot play against ${target.role} yet; it can against ${Object.keys(roles).join(', ')}`,
    );
  return { target, corpus };
}

function roleOf(role: string): string {
  if (role in roles) return role;
  throw new UsageError(`there is no role ${JSON.stringify(role)}; there are ${Object.keys(roles).join(', ')}`);
}

async function knownOf(file: string) {
  const { known, problems } = await loadKnown(file);
  if (problems.length > 0) throw problemsError(problems);
  return known;
}

function problemsError(problems: FileProblem[]): UsageError {
  return new UsageError(problems.map(formatProblem).join('\n'));
}

function problemText({ message, detail }: { message: string; detail?: string }): string {
  return detail === undefined ? message : `${message}\n${detail}`;
}

function wrongText({ message, suggestion, detail }: { message: string; suggestion?: string; detail?: string }): string {
  const first = suggestion === undefined ? message : `${message}; ${suggestion}`;
  return detail === undefined ? first : `${first}\n    ${detail}`;
}

function shardOf(text: string): { index: number; count: number } {
  const [, index, count] = /^(\d+)\/(\d+)$/.exec(text) ?? [];
  const shard = { index: Number(index), count: Number(count) };
  if (!(shard.index >= 1 && shard.index <= shard.count))
    throw new UsageError(`--shard takes I/N with I from 1 to N, not ${text}`);
  return shard;
}

function reporterOf(options: RunArguments, targets: readonly Target[], corpus: Corpus): Reporter {
  const root = process.env.GITHUB_WORKSPACE || process.cwd();
  const context: ReporterContext = {
    ...(options.trace === 'all' ? { whole: true } : {}),
    // The cases are files of who runs the kit on itself alone.
    ...(ofReferences(options) ? {} : { placeOf: userPlaces(corpus, targets, root) }),
    readSource: (file: string) => {
      try {
        return readFileSync(isAbsolute(file) ? file : join(packageRoot, file), 'utf8');
      } catch {
        return undefined;
      }
    },
  };
  const names = options.reporter.length === 0 ? ['pretty'] : options.reporter;
  const onStdout = names.filter((name) => !name.includes('='));
  if (onStdout.length > 1)
    throw new UsageError(
      `only one reporter can have stdout, not ${onStdout.join(' and ')}; give the others a file: NAME=FILE`,
    );
  const made = names.map((text) => {
    const [name, file] = splitOnce(text);
    if (!(REPORTERS as readonly string[]).includes(name))
      throw new UsageError(`there is no reporter ${JSON.stringify(name)}; there are ${REPORTERS.join(', ')}`);
    const out = file === undefined ? streamOut(process.stdout, process.env, process.stderr) : fileOut(file);
    return createReporter(name, out, context);
  });
  const secrets = targets.flatMap((target) => [...target.secrets.values()]);
  return redact(secrets, together(made));
}

function splitOnce(text: string): [string, string | undefined] {
  const at = text.indexOf('=');
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}

/** The command that brings this target again; a reporter adds the case. */
function rerunOf(options: RunArguments): string {
  const words = ['npx', 'proctor', 'run'];
  if (ofReferences(options)) words.push('--self');
  if (options.target !== undefined) words.push('--target', options.target);
  if (options.role !== undefined) words.push('--role', options.role);
  if (options.url !== undefined) words.push('--url', options.url);
  if (options.transport !== undefined) words.push('--transport', options.transport);
  for (const text of options.header) words.push('--header', text);
  for (const text of options.env) words.push('--env', text);
  if (options.cwd !== undefined) words.push('--cwd', options.cwd);
  if (options.within !== undefined) words.push('--within', options.within);
  if (options.command) words.push('--', ...options.command);
  return words.map(quoted).join(' ');
}

const quoted = (word: string) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

/** What has to be played again of some targets. Throws UsageError where they were never run here. */
function lastFailedOf(targets: readonly Target[], corpus: Corpus): string[] {
  const kept = keptHere();
  if (kept === undefined) throw new UsageError(`--last-failed: there is no ${LAST_FAILED} here; run without it first`);
  const known = targets.flatMap((target) => {
    const last = kept.targets[keyOf(target, process.cwd())];
    return last === undefined ? [] : [{ target, last }];
  });
  if (known.length === 0) {
    const names = targets.map(({ name }) => `\`${name}\``).join(', ');
    throw new UsageError(`--last-failed: ${LAST_FAILED} has no run of ${names}; run without it first`);
  }
  return known.flatMap(({ target, last }) => {
    const ids = new Set(planOf(corpus, target, undefined).everything.map(({ id }) => id));
    return idsToRepeat(last).filter((id) => ids.has(id));
  });
}

/** Remembers what did not pass, for each target by itself. */
function keepFailed(
  targets: readonly Target[],
  { planned, ...brought }: { planned: readonly PlannedInfo[] } & Omit<Brought, 'planned'>,
): void {
  const before = keptHere()?.targets;
  const entries = targets.map((target) => {
    const key = keyOf(target, process.cwd());
    const mine = planned.filter(({ role }) => role === target.role);
    return [key, afterRun(before?.[key], { planned: mine, ...brought })] as const;
  });
  keepHere(Object.fromEntries(entries));
}
