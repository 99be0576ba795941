import { defaultVersion, protocolOf } from '../profiles.js';
import type { Corpus } from '../types.js';
import type { Defect } from './types.js';

/** The mutants that are put on one reference in one version of its protocol: that of their role, or a reduced one. */
export interface DefectsOfReference {
  role: string;
  version: string;
  reference?: string;
  defects: Defect[];
}

/** Mutants by the reference that they are put on, and its version, in the order of the first of each. */
export function byReference(defects: readonly Defect[], corpus: Corpus): DefectsOfReference[] {
  const parts = new Map<string, DefectsOfReference>();
  for (const defect of defects) {
    const { role, reference, version = defaultVersion(corpus, protocolOf(role)) ?? '' } = defect;
    const key = `${reference ?? role} ${version}`;
    const part = parts.get(key) ?? { role, version, ...(reference === undefined ? {} : { reference }), defects: [] };
    part.defects.push(defect);
    parts.set(key, part);
  }
  return [...parts.values()];
}

/** What is tried at once: of one reference in one version some mutants, and perhaps how it does without any. */
export interface SelftestPiece {
  /** Which of the references, counted as `byReference` has them. */
  part: number;
  /** The mutants of it: from this one up to but without that one. */
  from: number;
  to: number;
  /** Whether the cases are played on the reference as it is, and on permissive ones, and schema mutants are made of what it says. */
  clean: boolean;
}

/** The pieces for one process: all of a reference at once, so that each case is played on it as it is only once. */
export const wholePieces = (parts: readonly DefectsOfReference[]): SelftestPiece[] =>
  parts.map(({ defects }, part) => ({ part, from: 0, to: defects.length, clean: true }));

/** How many mutants make a piece for a worker: enough that what each plays without a fault first costs little beside them. */
const PER_PIECE = 80;

/** The pieces for workers: the long ones first, so that none of them has to wait for another at the end. */
export function dividedPieces(parts: readonly DefectsOfReference[]): SelftestPiece[] {
  const clean = [...parts.entries()].map(([part]): SelftestPiece => ({ part, from: 0, to: 0, clean: true }));
  const size = ({ part }: SelftestPiece) => parts[part]!.defects.length;
  clean.sort((a, b) => size(b) - size(a));
  const mutants = [...parts.entries()].flatMap(([part, { defects }]) =>
    slices(defects.length, PER_PIECE).map(([from, to]): SelftestPiece => ({ part, from, to, clean: false })),
  );
  return [...clean, ...mutants];
}

/** Where the slices of a list begin and end. */
export const slices = (length: number, size: number): [from: number, to: number][] =>
  Array.from({ length: Math.ceil(length / size) }, (_, index) => [index * size, Math.min(length, (index + 1) * size)]);
