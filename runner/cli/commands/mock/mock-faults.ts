import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Faults as Engine, FaultRule, LiveFaults } from '../../../../src/conversation/faults/faults.js';
import { severalIn } from '../../../../src/conversation/role-entry.js';
import { closest } from '../../../../src/json/suggest.js';
import type { SelectContext } from '../../../../src/language/selector.js';
import { type FaultyBorder, faultyBorder, liveFaultyBorder, onceWritten } from '../../../../src/mock/faulty.js';
import { roleEntry } from '../../../../src/protocols/index.js';
import type { Border, ExitInfo } from '../../../../src/wire/carried.js';
import type { Clock } from '../../../../src/wire/clock/clock.js';
import { stderr, stdout } from '../../../../src/wire/output.js';
import { type FaultSet, readFaultFile, setOf } from '../../../load/faults.js';
import { FileError } from '../../../load/script.js';
import { loadProfiles, selectContextOf } from '../../../loaded-profiles.js';
import { FAULT_REPORT, type FaultReport } from '../../../selftest/report-line.js';
import type { Corpus } from '../../../types.js';
import { packageRoot } from '../../root.js';

/** What a mock was told to do wrong. */
export interface Faults {
  border: Border;
  switches: ReadonlySet<string>;
  /** Of those that can be switched: the engine, and the rules that are on from the beginning. */
  live?: { faults: LiveFaults; rules: readonly FaultRule[] };
  /** Whether some rule has changed a message. */
  acted(): boolean;
  /** Says on stderr which rules were never applied. Says it once. */
  report(): void;
}

/** What names faults on the command line. */
export interface FaultArguments {
  fault?: string;
  mutant?: string;
  version?: string;
}

/**
 * Reads the faults of `--fault FILE`, or of a mutant of the catalogue; undefined where neither is given. Throws FileError
 * with everything that is wrong.
 *
 * @param exit what ends the reference where a fault demands it. Default: this process ends so, and says before what the rules did.
 */
export async function readFaults(
  options: FaultArguments,
  role: string,
  clock: Clock,
  exit: (info: ExitInfo) => void = end,
): Promise<Faults | undefined> {
  if ((options.fault ?? options.mutant) === undefined) return undefined;
  const { set, select } = await faultsOf(options, role);
  return atWork(set, exit, (leave) => faultyBorder(set.rules, { clock, select, exit: leave }));
}

/** The same, whose faults can be switched; without a file or a mutant there are none at first. Throws FileError. */
export async function readLiveFaults(
  options: FaultArguments,
  role: string,
  clock: Clock,
  exit: (info: ExitInfo) => void = end,
): Promise<Faults & Required<Pick<Faults, 'live'>>> {
  const { set, select } = await faultsOf(options, role);
  let live: LiveFaults | undefined;
  const made = atWork(set, exit, (leave) => {
    const faulty = liveFaultyBorder(set.rules, { clock, select, exit: leave });
    live = faulty.faults;
    return faulty;
  });
  return { ...made, live: { faults: live!, rules: set.rules } };
}

async function faultsOf(
  { fault, mutant, version }: FaultArguments,
  role: string,
): Promise<{ set: FaultSet; select: SelectContext }> {
  if (fault !== undefined && mutant !== undefined)
    throw new FileError('proctor: --fault and --mutant exclude each other; give one of them');
  const corpus = mutant === undefined ? undefined : await loadWhole();
  const select = await selectContext(role, version, corpus);
  if (corpus) return { set: ofMutant(mutant!, role, corpus), select };
  return { set: fault === undefined ? { rules: [], switches: [] } : await ofFile(fault, role, select), select };
}

async function ofFile(path: string, role: string, select: SelectContext): Promise<FaultSet> {
  const { set, problems } = await readFaultFile(path, role, select);
  if (!set) throw FileError.of(problems);
  return set;
}

function ofMutant(id: string, role: string, corpus: Corpus): FaultSet {
  const mutant = corpus.mutants.get(id);
  if (mutant?.role === role) {
    const { rules = [] } = corpus.references.get(mutant.reference ?? '') ?? {};
    return setOf([{ ...mutant.fault, id }, ...rules]);
  }
  if (mutant) throw new FileError(`proctor: the mutant ${id} is one of ${mutant.role}, and this is ${role}`);
  const near = closest(id, corpus.mutants.keys());
  const suggestion = near === undefined ? '`proctor list mutants` shows all' : `did you mean ${near}?`;
  throw new FileError(`proctor: there is no mutant ${JSON.stringify(id)}; ${suggestion}`);
}

function atWork(
  { rules, switches }: FaultSet,
  exit: (info: ExitInfo) => void,
  make: (exit: (info: ExitInfo) => void) => FaultyBorder,
): Faults {
  const leave = (info: ExitInfo) => {
    if (exit !== end) return exit(info);
    report();
    // What was written before must be out: stdout says when it is.
    void stdout.flushed().then(() => onceWritten(() => end(info)));
  };
  const { border, faults } = make(leave);
  const report = once(() => stderr.write(reportOf(faults, new Set(rules.map(({ id }) => id)))));
  return {
    border,
    switches: new Set(switches),
    acted: () => faults.acted(),
    report: () => rules.length > 0 && report(),
  };
}

function once(act: () => void): () => void {
  let done = false;
  return () => {
    if (!done) act();
    done = true;
  };
}

function end({ code, signal }: ExitInfo): void {
  if (signal === null) process.exit(code ?? 0);
  // Whoever else listens to it would end the process in order.
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}

/** What the rules did, for people, and in the last line for programs. */
function reportOf(engine: Engine, own: ReadonlySet<string>): string {
  const applied = engine.applied();
  const problems = engine.problems();
  // Of those that a person may have switched on and off nobody expects anything.
  const idle = [...applied]
    .filter(([id, count]) => count === 0 && own.has(id))
    .map(([id]) => `the fault ${id} was never applied`);
  const report: FaultReport = { applied: Object.fromEntries(applied), problems };
  return [
    ...[...problems, ...idle].map((line) => `proctor: ${line}`),
    `${FAULT_REPORT}${JSON.stringify(report)}`,
    '',
  ].join('\n');
}

/**
 * What the selectors and patterns of faults may ask: the variants and definitions of the reference's protocol in the version that
 * it speaks, and of those that its role extends.
 */
export async function selectContext(
  role: string,
  version: string | undefined,
  corpus?: Profiled,
): Promise<SelectContext> {
  const entry = await roleEntry(role);
  if (!entry) throw new FileError(`proctor: no role ${JSON.stringify(role)}`);
  return selectContextOf(
    await loadProfiles(corpus ?? (await profilesFor(role)), role, severalIn(version)?.[0] ?? version ?? entry.version),
  );
}

type Profiled = Pick<Corpus, 'roles' | 'versions' | 'defaults'>;

async function loadWhole(): Promise<Corpus> {
  const { packageCorpus } = await import('../../support/package-corpus.js');
  const { corpus, problems } = await packageCorpus();
  if (problems.length > 0) throw FileError.of(problems);
  return corpus;
}

/** What says which roles a role extends. Few extend any, and the others do not pay for loading it. */
async function profilesFor(role: string): Promise<Profiled> {
  const text = readFileSync(join(packageRoot, 'cases', role, 'role.yaml'), 'utf8');
  return /^extends:/m.test(text) ? loadWhole() : { roles: new Map(), versions: new Map(), defaults: new Map() };
}
