import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { streamOut } from '../../reports/index.js';
import { roleEntry, roles } from '../../src/protocols/index.js';
import { realClock } from '../../src/wire/clock/clock.js';
import { defaultLimits } from '../../src/wire/limits.js';
import { loadCorpus } from '../load/corpus.js';
import { loadTarget } from '../load/target.js';
import { defectOf, readDefects } from '../selftest/defects.js';
import { selftest } from '../selftest/selftest.js';
import type { Defect } from '../selftest/types.js';
import type { Corpus } from '../types.js';
import { interruptible } from './interrupt.js';
import { choose } from './list.js';
import { problemLines, UsageError } from './print.js';
import { casesFolder, packageRoot, proctorFile } from './root.js';
import { reportSelftest } from './selftest-report.js';
import { version } from './version.js';

interface SelftestArguments {
  mutants?: string;
  json: boolean;
  jobs?: number;
  seed: number;
}

/**
 * `proctor selftest [PATTERN…] [--mutants FILE] [--json] [--jobs N] [--seed N]`: resolves with the exit code, which is 1 where a mutant
 * does not die, a case does not catch what it names, or a reference does not pass.
 */
export async function selftestCommand(patterns: string[], options: SelftestArguments): Promise<number> {
  try {
    return await interruptible((signal) => start(patterns, options, signal));
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 2;
  }
}

async function start(patterns: string[], options: SelftestArguments, signal: AbortSignal): Promise<number> {
  const { corpus, problems } = await loadCorpus(packageRoot, { compiled: join(packageRoot, 'dist/corpus') });
  if (problems.length > 0) throw new UsageError(problemLines(problems));
  const all = options.mutants === undefined ? ofCatalogue(corpus) : await fromOutside(options.mutants, corpus);
  const defects = choose(
    all.map((defect) => ({ ...defect, requirements: [defect.requirement] })),
    patterns,
    'mutants',
  );
  const out = streamOut(process.stdout, process.env, process.stderr);
  const began = performance.now();
  const result = await selftest({
    corpus,
    clock: realClock,
    limits: defaultLimits,
    slow: 1,
    signal,
    proctor: { version, file: proctorFile, cases: casesFolder },
    defects,
    outside: options.mutants !== undefined,
    whole: options.mutants === undefined && patterns.length === 0,
    // A broken reference is often a silent one: while one case waits for it, many others can work.
    jobs: options.jobs ?? 12 * availableParallelism(),
    seed: options.seed,
    reference: (role) => referenceOf(role, corpus),
    progress: progressOn(process.stderr),
  });
  const exit = reportSelftest(result, {
    json: options.json,
    durationMs: performance.now() - began,
    outside: options.mutants !== undefined,
    io: {
      write: (text) => out.write(text),
      error: (text) => void process.stderr.write(text),
      color: out.color,
      ...(out.isTTY && out.columns !== undefined ? { columns: out.columns } : {}),
    },
  });
  await out.close();
  return exit;
}

function ofCatalogue(corpus: Corpus): Defect[] {
  const known = Object.keys(roles);
  return [...corpus.mutants.values()].filter(({ role }) => known.includes(role)).map(defectOf);
}

async function fromOutside(file: string, corpus: Corpus): Promise<Defect[]> {
  const entries = await Promise.all(Object.keys(roles).map(async (role) => [role, (await roleEntry(role))!] as const));
  const { defects, problems } = await readDefects(file, new Map(entries), corpus);
  if (problems.length > 0) throw new UsageError(problemLines(problems));
  return defects;
}

async function referenceOf(role: string, corpus: Corpus) {
  const file = join(packageRoot, 'targets/reference', `${role.replace('/', '-')}.yaml`);
  const { target, problems } = await loadTarget(file, {
    roles: corpus.roles,
    behaviors: (protocol) => corpus.behaviors.get(protocol),
    versions: (protocol) => corpus.versions.get(protocol)?.keys(),
  });
  const entry = await roleEntry(role);
  if (!target || !entry) throw new UsageError(problemLines(problems));
  return { target, entry };
}

/** How far it is, on one line of a terminal; nothing elsewhere. */
function progressOn(stream: NodeJS.WriteStream): (what: string, done: number, of: number) => void {
  if (!stream.isTTY) return () => undefined;
  return (what, done, of) => {
    stream.write(`\r\x1b[K${done < of ? `${what} ${done} of ${of}` : ''}`);
  };
}
