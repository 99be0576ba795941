import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { OutputError, streamOut } from '../../../../reports/index.js';
import { roleEntry, roles } from '../../../../src/protocols/index.js';
import { realClock } from '../../../../src/wire/clock/clock.js';
import { defaultLimits } from '../../../../src/wire/limits.js';
import { stderr } from '../../../../src/wire/output.js';
import { loadTarget } from '../../../load/target/target.js';
import type { Workers } from '../../../run/workers/workers.js';
import { type BlamedOfPiece, type BlamePiece, measureBlame, serveBlame } from '../../../selftest/blame/measure.js';
import { defectOf, readDefects } from '../../../selftest/defects.js';
import type { SelftestPiece } from '../../../selftest/pieces.js';
import { type PieceResult, selftest, serveSelftest } from '../../../selftest/selftest.js';
import type { Defect } from '../../../selftest/types.js';
import type { Corpus } from '../../../types.js';
import { interruptible } from '../../ending/interrupt.js';
import { casesFolder, packageRoot, proctorFile } from '../../root.js';
import { collectEarly } from '../../support/memory.js';
import { packageCorpus } from '../../support/package-corpus.js';
import { ioOn, problemLines, UsageError } from '../../support/print.js';
import { version } from '../../support/version.js';
import { asWorker, isWorker, startWorkers } from '../../support/workers.js';
import { choose } from '../list.js';
import { reportBlame } from './blame-report.js';
import { reportSelftest } from './selftest-report.js';

export interface SelftestArguments {
  mutants?: string;
  json: boolean;
  jobs?: number;
  workers?: number;
  seed: number;
  blame: boolean;
  sample: number;
}

/**
 * `proctor selftest [PATTERN…] [--mutants FILE] [--json] [--jobs N] [--workers N] [--seed N] [--blame] [--sample N]`: resolves with the exit code,
 * which is 1 where a mutant does not die, a case does not catch what it names, or a reference does not pass; with `--blame` where
 * a requirement fails that is not declared as a consequence of the mutant.
 */
export async function selftestCommand(patterns: string[], options: SelftestArguments): Promise<number> {
  try {
    const work = (signal: AbortSignal) => start(patterns, options, signal);
    return await (isWorker ? asWorker(work) : interruptible(work, 'our own'));
  } catch (error) {
    if (error instanceof OutputError) stderr.write(`proctor: ${error.message}\n`);
    else if (error instanceof UsageError) stderr.write(`${error.message}\n`);
    else throw error;
    return 2;
  }
}

async function start(patterns: string[], options: SelftestArguments, signal: AbortSignal): Promise<number> {
  collectEarly();
  const { corpus, problems } = await packageCorpus();
  if (problems.length > 0) throw new UsageError(problemLines(problems));
  const all = options.mutants === undefined ? ofCatalogue(corpus) : await fromOutside(options.mutants, corpus);
  const catching = casesByMutant(corpus);
  const defects = choose(
    all.map((defect) => ({ ...defect, requirements: namesOf(defect, catching) })),
    patterns,
    'mutants',
  );
  if (options.mutants !== undefined && (options.blame || options.sample > 1))
    throw new UsageError(`${options.blame ? '--blame' : '--sample'} is about the mutants of the catalogue`);
  const out = await streamOut(process.stdout, process.env, process.stderr);
  const began = performance.now();
  const io = ioOn(out, (text) => stderr.write(text));
  // Each reads the corpus and plays cases without a fault first: a few mutants are tried sooner here.
  const workers = Math.min(options.workers ?? availableParallelism(), Math.ceil(defects.length / WORTH_A_WORKER));
  const shared = {
    corpus,
    clock: realClock,
    limits: defaultLimits,
    slow: 1,
    signal,
    proctor: { version, file: proctorFile, cases: casesFolder },
    defects,
    // A broken reference is often a silent one: while one case waits for it, many others can work.
    jobs: Math.ceil((options.jobs ?? 12 * availableParallelism()) / workers),
    seed: options.seed,
    reference: (role: string, spoken: string) => referenceOf(role, spoken, corpus),
    progress: progressLine,
  };
  const outside = options.mutants !== undefined;
  const whole = !outside && patterns.length === 0;
  const { json, sample } = options;
  const since = () => performance.now() - began;
  if (isWorker) {
    await (options.blame ? serveBlame({ ...shared, sample }) : serveSelftest({ ...shared, outside, whole, sample }));
    return 0;
  }
  const exit = options.blame
    ? await withWorkers(workers, signal, async (started: Workers<BlamePiece, BlamedOfPiece> | undefined) =>
        reportBlame(await measureBlame({ ...shared, sample }, started), { json, sample, durationMs: since(), io }),
      )
    : await withWorkers(workers, signal, async (started: Workers<SelftestPiece, PieceResult> | undefined) =>
        reportSelftest(await selftest({ ...shared, outside, whole, sample }, started), {
          json,
          outside,
          sample,
          durationMs: since(),
          io,
        }),
      );
  await out.close();
  return exit;
}

/** How many mutants make another process worth its start. */
const WORTH_A_WORKER = 80;

/** Does something with so many processes of this program and its command line, or alone where one is enough. */
async function withWorkers<P, R, T>(
  count: number,
  signal: AbortSignal,
  work: (workers: Workers<P, R> | undefined) => Promise<T>,
): Promise<T> {
  if (count === 1) return work(undefined);
  const workers = startWorkers<P, R>(count, signal);
  try {
    return await work(workers);
  } finally {
    await workers.close();
  }
}

/** What a pattern may name in place of a mutant: its requirement, its role, or a case that catches it, as `run` has them. */
function namesOf({ id, requirement, role }: Defect, catching: ReadonlyMap<string, readonly string[]>): string[] {
  return [requirement, role, role.replaceAll('/', '.'), ...(catching.get(id) ?? [])];
}

/** By mutant: the ids of the cases that name it. */
function casesByMutant({ cases }: Corpus): Map<string, string[]> {
  const catching = new Map<string, string[]>();
  for (const { id, kills } of cases)
    for (const mutant of new Set(kills)) {
      const named = catching.get(mutant) ?? [];
      named.push(id);
      catching.set(mutant, named);
    }
  return catching;
}

function ofCatalogue(corpus: Corpus): Defect[] {
  const known = Object.keys(roles);
  return [...corpus.mutants.values()].filter(({ role }) => known.includes(role)).map(defectOf);
}

async function fromOutside(file: string, corpus: Corpus): Promise<Defect[]> {
  const entries = await Promise.all(Object.keys(roles).map(async (role) => [role, (await roleEntry(role))!] as const));
  const { defects, references, problems } = await readDefects(file, new Map(entries), corpus);
  if (problems.length > 0) throw new UsageError(problemLines(problems));
  corpus.references = references;
  return defects;
}

async function referenceOf(role: string, spoken: string, corpus: Corpus) {
  const file = join(packageRoot, 'targets/reference', `${role.replace('/', '-')}.yaml`);
  const { target, problems } = await loadTarget(file, {
    roles: corpus.roles,
    behaviors: (protocol) => corpus.behaviors.get(protocol),
    versions: (protocol) => corpus.versions.get(protocol)?.keys(),
  });
  const entry = await roleEntry(role);
  if (!target || !entry) throw new UsageError(problemLines(problems));
  return { target: { ...target, version: spoken }, entry };
}

/** How far it is, on one line of a terminal; nothing elsewhere. */
const progressLine = (what: string, done: number, of: number) =>
  stderr.draw(done < of ? `${what} ${done} of ${of}` : '');
