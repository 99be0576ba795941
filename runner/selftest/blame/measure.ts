import { isDrawn } from '../../drawn.js';
import { pool } from '../../run/workers/pool.js';
import { doAll, serve, type Workers } from '../../run/workers/workers.js';
import { inFolder, type Places } from '../in-folder.js';
import type { MutantContext } from '../mutant-runner.js';
import { byReference, slices } from '../pieces.js';
import { mutantContext, type SelftestOptions } from '../selftest.js';
import type { Defect } from '../types.js';
import { type Blamed, blamedIn, type Piece, piecesOf } from './blame.js';
import { type BlameResult, judgeBlame } from './consequences.js';

/** Of the cases that a mutant does not touch, one in so many is played nevertheless. */
const PROVES = 50;

/** How many references are at work for each job: where one waits for a command that it has started, others have work. */
const PER_JOB = 2;

export interface BlameOptions extends Omit<SelftestOptions, 'outside' | 'whole'> {
  /** Of the mutants one in so many is played, and by one in so many cases; 1 is all. */
  sample: number;
}

/**
 * Plays every mutant by all cases that it touches, or some by some, and holds what fails against what is declared. The pieces of
 * it are done here, or by `workers`. Throws Error where a reference can't be started.
 */
export async function measureBlame(
  options: BlameOptions,
  workers?: Workers<BlamePiece, BlamedOfPiece>,
): Promise<BlameResult> {
  const parts = byReference(chosenOf(options), options.corpus);
  const pieces = [...parts.entries()].flatMap(([part, { defects }]) =>
    slices(defects.length, workers ? PER_PIECE : defects.length).map(([from, to]): BlamePiece => ({ part, from, to })),
  );
  const { progress } = options;
  let done = 0;
  const counted = () => progress('parts', ++done, pieces.length);
  const results = await inFolder((places) =>
    doAll(pieces, (piece) => measurePiece(piece, { ...options, ...places }), workers, workers && counted),
  );
  const found = new Map<Defect, Blamed>();
  for (const [index, { part, from }] of pieces.entries())
    for (const { at, ...blamed } of results[index]!) {
      const defect = parts[part]!.defects[from + at]!;
      found.set(defect, { defect, ...blamed });
    }
  const blamed = chosenOf(options).flatMap((defect) => found.get(defect) ?? []);
  return { ...judgeBlame(blamed, options.corpus, options.sample === 1), interrupted: options.signal.aborted };
}

/** Does the pieces of a measurement that another process with the same options orders. */
export function serveBlame(options: BlameOptions): Promise<void> {
  return inFolder((places) =>
    serve<BlamePiece, BlamedOfPiece>((piece) =>
      measurePiece(piece, { ...options, ...places, progress: () => undefined }),
    ),
  );
}

/** Some mutants of one reference in one version, the references counted as `byReference` has them. */
export interface BlamePiece {
  part: number;
  from: number;
  to: number;
}

/** How many mutants make a piece for a worker. */
const PER_PIECE = 60;

/** What came of the mutants of a piece, each counted from its first. */
export type BlamedOfPiece = (Omit<Blamed, 'defect'> & { at: number })[];

const chosenOf = ({ defects, sample, seed }: BlameOptions) => defects.filter(({ id }) => isDrawn(id, sample, seed));

async function measurePiece({ part, from, to }: BlamePiece, options: BlameOptions & Places): Promise<BlamedOfPiece> {
  const { corpus, sample, seed, signal } = options;
  const whole = byReference(chosenOf(options), corpus)[part]!;
  const defects = whole.defects.slice(from, to);
  if (signal.aborted) return [];
  const context = await mutantContext(whole, { ...options, outside: false });
  const plays = context.plays.filter(({ planned }) => isDrawn(planned.id, sample, seed));
  const found = new Map<Defect, Blamed>();
  try {
    await measureRole(defects, { ...context, plays }, options, found);
  } finally {
    await context.clean.close();
  }
  return [...found].map(([defect, { defect: _, ...blamed }]) => ({ ...blamed, at: defects.indexOf(defect) }));
}

async function measureRole(
  defects: readonly Defect[],
  context: MutantContext,
  { jobs, seed, signal, progress }: BlameOptions,
  found: Map<Defect, Blamed>,
): Promise<void> {
  const pieces: Piece[] = [];
  let count = seed;
  await pool(defects, jobs, async (defect) => {
    pieces.push(...((await piecesOf(defect, context, () => count++ % PROVES === 0)) ?? []));
  });
  let done = 0;
  await pool(pieces, jobs * PER_JOB, async (piece) => {
    if (signal.aborted) return;
    const part = await blamedIn(piece, context);
    if (!part) return;
    const known = found.get(piece.defect);
    found.set(piece.defect, known ? merged(known, part) : part);
    progress('cases', ++done, pieces.length);
  });
}

const merged = (one: Blamed, other: Blamed): Blamed => ({
  defect: one.defect,
  blames: [...one.blames, ...other.blames],
  touched: one.touched + other.touched,
  untouched: one.untouched + other.untouched,
  problems: [...one.problems, ...other.problems],
});
