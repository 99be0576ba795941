import { makeTempFolder, removeTempFolder } from '../../../src/conversation/case/temp-folder.js';
import { endAll } from '../../../src/wire/process/process.js';
import { pool } from '../../run/pool.js';
import { byReference, type SelftestOptions, trialContext } from '../selftest.js';
import type { TrialContext } from '../trial.js';
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
 * Plays every mutant by all cases that it touches, or some by some, and holds what fails against what is declared. Throws
 * Error where a reference can't be started.
 */
export async function measureBlame(options: BlameOptions): Promise<BlameResult> {
  const folder = makeTempFolder('proctor-blame-');
  const { defects, corpus, sample, seed, signal } = options;
  const chosen = defects.filter((_, index) => index % sample === seed % sample);
  const found = new Map<Defect, Blamed>();
  try {
    for (const part of byReference(chosen, corpus)) {
      if (signal.aborted) break;
      const context = await trialContext(part, { ...options, outside: false, folder });
      const turn = Math.floor(seed / sample) % sample;
      const ids = [...new Set(context.plays.map(({ planned }) => planned.id))];
      const cases = new Set(ids.filter((_, index) => index % sample === turn));
      const plays = context.plays.filter(({ planned }) => cases.has(planned.id));
      try {
        await measureRole(part.defects, { ...context, plays }, options, found);
      } finally {
        await context.clean.close();
      }
    }
  } finally {
    await endAll();
    await removeTempFolder(folder);
  }
  const blamed = chosen.flatMap((defect) => found.get(defect) ?? []);
  return { ...judgeBlame(blamed, corpus, sample === 1), interrupted: signal.aborted };
}

async function measureRole(
  defects: readonly Defect[],
  context: TrialContext,
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
