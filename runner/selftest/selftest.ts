import type { RoleEntry } from '../../src/conversation/role-entry.js';
import type { Target } from '../../src/language/target.js';
import { isDrawn } from '../drawn.js';
import { setOf } from '../load/faults.js';
import { defaultVersion, protocolOf, wireCaseId } from '../profiles.js';
import { loadRoleProtocol } from '../run/role-protocol.js';
import type { RunContext } from '../run/run-context.js';
import { pool } from '../run/workers/pool.js';
import { doAll, serve, type Workers } from '../run/workers/workers.js';
import type { Corpus } from '../types.js';
import { CleanReference } from './clean.js';
import { inFolder, type Places } from './in-folder.js';
import { killsOf, wireRules } from './kills.js';
import { type MutantContext, runMutant } from './mutant-runner.js';
import { byReference, type DefectsOfReference, dividedPieces, type SelftestPiece, wholePieces } from './pieces.js';
import { onceEach, playsOf } from './plays.js';
import type { ReferenceContext } from './reference-runner.js';
import { playClean, playOnProcesses, playPermissive, probeReference, type ReferenceResult } from './references.js';
import { runSchemaMutants, type SchemaMutantsResult } from './run-schema-mutants.js';
import { concernsProcess, isSampled, onProcesses } from './sample.js';
import type { Defect, MutantResult, Play } from './types.js';

export interface SelftestOptions extends RunContext {
  /** The reference of a role in a version of its protocol, and how it is started. */
  reference(role: string, version: string): Promise<{ target: Target; entry: RoleEntry }>;
  /** The mutants to try, of any roles. */
  defects: readonly Defect[];
  /** They are from outside: any case of their role may catch them, and nothing else is tested. */
  outside: boolean;
  /** Everything that there is: all cases pass on the references, and the generated schema mutants die. */
  whole: boolean;
  /**
   * Of the mutants, the generated ones, the cases on each permissive reference, and those on processes, one in so many is tried; 1 is
   * all. On the references as they are, inside this process, all cases are played.
   */
  sample: number;
  /** References at work at once. */
  jobs: number;
  /** Chooses what is played on real processes too, beside the cases about them. */
  seed: number;
  /** Told how far it is. */
  progress(what: string, done: number, of: number): void;
}

export interface SelftestResult {
  mutants: MutantResult[];
  references: ReferenceResult[];
  schemas: SchemaMutantsResult[];
  interrupted: boolean;
}

/**
 * Proves the kit: every mutant is put on its reference and must die by a case, while the reference as it is and the
 * permissive ones pass. Never plays anything twice to get another verdict. The pieces of it are done here, or by `workers`.
 * Throws Error where a reference can't be started.
 */
export async function selftest(
  options: SelftestOptions,
  workers?: Workers<SelftestPiece, PieceResult>,
): Promise<SelftestResult> {
  const result: SelftestResult = { mutants: [], references: [], schemas: [], interrupted: false };
  const parts = partsOf(options);
  const pieces = workers ? dividedPieces(parts) : wholePieces(parts);
  const { progress } = options;
  let done = 0;
  const counted = () => progress('parts', ++done, pieces.length);
  const results = await inFolder((places) =>
    doAll(pieces, (piece) => testPiece(piece, { ...options, ...places }), workers, workers && counted),
  );
  const inOrder = [...pieces.keys()].sort((a, b) => pieces[a]!.part - pieces[b]!.part);
  for (const one of inOrder.map((index) => results[index]!)) {
    result.mutants.push(...one.mutants);
    result.references.push(...one.references);
    result.schemas.push(...one.schemas);
  }
  result.interrupted = options.signal.aborted;
  return result;
}

/** Does the pieces of a selftest that another process with the same options orders. */
export function serveSelftest(options: SelftestOptions): Promise<void> {
  return inFolder((places) =>
    serve<SelftestPiece, PieceResult>((piece) =>
      testPiece(piece, { ...options, ...places, progress: () => undefined }),
    ),
  );
}

/** The references with the mutants that are tried on them: of everything, one of which none is tried is played as it is all the same. */
function partsOf({ defects, corpus, whole, sample, seed }: SelftestOptions): DefectsOfReference[] {
  return byReference(defects, corpus)
    .map((part) => ({ ...part, defects: part.defects.filter(({ id }) => isDrawn(id, sample, seed)) }))
    .filter((part) => whole || part.defects.length > 0);
}

async function testPiece({ part, from, to, clean }: SelftestPiece, options: RoleOptions): Promise<PieceResult> {
  const result: PieceResult = { mutants: [], references: [], schemas: [] };
  const whole = partsOf(options)[part]!;
  if (options.signal.aborted) return result;
  const test = whole.reference === undefined ? testRole : testReduced;
  await test(whole, { ...options, from, to, clean }, result);
  return result;
}

type RoleOptions = SelftestOptions & Places;
type PieceOptions = RoleOptions & Omit<SelftestPiece, 'part'>;
/** What the options of a test say of each of its roles. */
export type MutantOptions = Omit<RoleOptions, 'defects' | 'whole' | 'sample' | 'seed' | 'progress'>;
/** What came of a piece. */
export type PieceResult = Omit<SelftestResult, 'interrupted'>;

/** How many process starts may wait for each other: a start is work for the machine, and little else. */
const STARTS = 4;

/** How a reference is named: by its role, and its version where that is not the usual one. */
function nameOf({ role, version }: DefectsOfReference, corpus: Corpus): string {
  return version === defaultVersion(corpus, protocolOf(role)) ? role : `${role} ${version}`;
}

/** Tries the mutants of a reduced reference. On it only those cases are played that need a target without something, or that are skipped without it. */
async function testReduced(part: DefectsOfReference, options: PieceOptions, result: PieceResult): Promise<void> {
  const context = await mutantContext(part, options);
  const { clean, plays } = context;
  const name = nameOf(part, options.corpus);
  try {
    if (options.clean && !options.outside)
      result.references.push(await playClean(clean, name, onceEach(plays), options.jobs, part.reference));
    result.mutants.push(...(await tryAll(part.defects, context, options)));
  } finally {
    await clean.close();
  }
}

async function testRole(part: DefectsOfReference, options: PieceOptions, result: PieceResult): Promise<void> {
  const { corpus, jobs, outside, whole, sample, seed } = options;
  const context = await mutantContext(part, options);
  const { referenceContext, target, clean, plays } = context;
  const { entry } = referenceContext;
  const { role, defects } = part;
  const name = nameOf(part, corpus);
  try {
    const wanted = whole ? () => true : affectedBy(defects, context);
    if (options.clean && !outside) {
      const once = onceEach(plays).filter(wanted);
      const drawnFor = (reference: string) => (play: Play) => isDrawn(`${reference} ${play.planned.id}`, sample, seed);
      result.references.push(await playClean(clean, name, once, jobs));
      result.references.push(
        await playOnProcesses(clean, name, [...onProcesses(once, seed)].filter(drawnFor('processes')), STARTS),
      );
      const permissive = (entry.permissive ?? []).filter(({ versions }) => versions?.includes(part.version) ?? true);
      for (const variant of permissive) {
        const drawn = (play: Play) => wanted(play) && drawnFor(variant.name)(play);
        result.references.push(
          await playPermissive(variant, { target, name, context: referenceContext, corpus, jobs, wanted: drawn }),
        );
      }
    }
    result.mutants.push(...(await tryAll(defects, context, options)));
    if (whole && options.clean)
      result.schemas.push(await runSchemaMutants(role, context, jobs, (id) => isDrawn(id, sample, seed)));
  } finally {
    await clean.close();
  }
}

/** Puts each mutant on its reference, and a part of them on one in a process too. */
async function tryAll(
  defects: readonly Defect[],
  context: MutantContext,
  { jobs, outside, seed, signal, progress, from, to }: PieceOptions,
): Promise<MutantResult[]> {
  const chosen = defects.slice(from, to);
  let done = 0;
  const results = new Map<Defect, MutantResult>();
  await pool(chosen, jobs, async (defect) => {
    if (signal.aborted) return;
    const tried = await runMutant(defect, context);
    if (tried) results.set(defect, tried);
    progress('mutants', ++done, chosen.length);
  });
  const again = chosen.filter(
    (defect, index) => !outside && (isSampled(from + index, seed) || showsOnProcesses(defect, context)),
  );
  await pool(again, STARTS, async (defect) => {
    const tried = results.get(defect);
    if (tried && !signal.aborted) await confirm(tried, defect, context);
  });
  return chosen.flatMap((defect) => results.get(defect) ?? []);
}

/** What trying the defects of a reference takes. Throws Error where it can't be started. */
export async function mutantContext(
  { role, version, reference }: Pick<DefectsOfReference, 'role' | 'version' | 'reference'>,
  options: MutantOptions,
): Promise<MutantContext> {
  const { corpus, jobs, outside } = options;
  const reduced = reference === undefined ? undefined : corpus.references.get(reference);
  const { target, entry } = await options.reference(role, version);
  const subject = corpus.roles.get(role);
  if (!subject) throw new Error(`the corpus has no role ${role}`);
  const { select } = await loadRoleProtocol(corpus, subject, version);
  const referenceContext: ReferenceContext = {
    ...options,
    entry,
    select,
    strict: true,
    reduction: setOf(reduced?.rules ?? []),
  };
  const { probe } = await probeReference(target, referenceContext);
  const plays = playsOf(corpus, target, probe);
  const usual = reduced && (await probeReference(target, { ...referenceContext, reduction: setOf([]) }));
  const known = new Set(usual && playsOf(corpus, target, usual.probe).map(({ planned }) => planned.id));
  return {
    referenceContext,
    target,
    version,
    clean: new CleanReference(target, referenceContext, jobs),
    plays: plays.filter(
      ({ planned }) => !reduced || (planned.case?.needs.without ?? []).length > 0 || !known.has(planned.id),
    ),
    kills: killsOf(corpus, role),
    wire: wireRules(corpus, role, version).map(({ rule, id, requirement, kills = [] }) => ({
      kind: rule,
      rule: id,
      id: wireCaseId(role, id),
      requirement,
      kills,
    })),
    outside,
  };
}

/** Whether all cases that name a mutant are about processes. */
function showsOnProcesses({ id }: Defect, { kills, plays }: MutantContext): boolean {
  const named = new Set((kills.get(id) ?? []).flatMap(({ cases }) => cases));
  const naming = plays.filter(({ planned }) => named.has(planned.id));
  return naming.length > 0 && naming.every(concernsProcess);
}

/** Tries a mutant on real processes too: it must end as it did inside this one. */
async function confirm(tried: MutantResult, defect: Defect, context: MutantContext): Promise<void> {
  const real = await runMutant(defect, context, 'process');
  if (!real || real.verdict === tried.verdict) return;
  tried.missed.push({ id: tried.id, what: `${tried.verdict} inside, and ${real.verdict} on processes` });
  tried.verdict = real.verdict === 'killed' ? 'survived' : real.verdict;
}

/** The cases that a part of the mutants makes worth playing on the references: those that name one of them. */
function affectedBy(defects: readonly Defect[], { kills }: MutantContext): (play: Play) => boolean {
  const named = new Set(defects.flatMap(({ id }) => kills.get(id) ?? []).flatMap(({ cases }) => cases));
  return ({ planned }) => named.has(planned.id);
}
