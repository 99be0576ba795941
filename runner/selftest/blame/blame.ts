import type { TransportName } from '../../../src/language/target.js';
import { complaint } from '../clean.js';
import { transportsFor } from '../defects.js';
import type { MutantContext } from '../mutant-runner.js';
import { ReferenceRunner } from '../reference-runner.js';
import { faultApplies } from '../replay.js';
import type { Defect, Play, Played } from '../types.js';

/** A requirement that failed in a case, under a mutant. */
export interface Blame {
  requirement: string;
  case: string;
  message: string;
}

/** What the cases of a role said of one mutant. */
export interface Blamed {
  defect: Defect;
  /** Every failure, also of the requirement that the mutant breaks, case by case. */
  blames: Blame[];
  /** How many cases were played that its fault touches. */
  touched: number;
  /** How many were played that it does not touch, to prove that they may be left out. */
  untouched: number;
  /** What says nothing about the mutant and should not be: an error, or a case that changed though the fault does not touch it. */
  problems: string[];
}

/** Some cases that are played on one mutant, one after the other. */
export interface Piece {
  defect: Defect;
  plays: { play: Play; touched: boolean }[];
}

/** Transports by what a play inside this process costs: stdio is streams in memory there, all others are sockets. */
const CHEAPEST_INSIDE: readonly TransportName[] = ['stdio', 'http', 'rest', 'ws'];

/** How many cases make a piece: few enough that a mutant that is silent everywhere does not wait alone at the end. */
const PER_PIECE = 2;

/**
 * The cases that are played on a mutant: each that its fault touches, on one transport, and of the others those that `proves`
 * picks. Whether it touches a case is seen in the recorded conversation of the case with the reference as it is: up to where a
 * fault acts for the first time, both are alike. Undefined where the run was interrupted.
 */
export async function piecesOf(
  defect: Defect,
  context: MutantContext,
  proves: (play: Play) => boolean,
): Promise<Piece[] | undefined> {
  const chosen: Piece['plays'] = [];
  for (const play of onceFor(defect, context)) {
    const clean = await context.clean.play(play);
    if (!clean) return undefined;
    if (complaint(clean) !== undefined) continue;
    const touched = clean.crossings.some((process) =>
      faultApplies(defect.faults, process, context.referenceContext.select),
    );
    if (touched || proves(play)) chosen.push({ play, touched });
  }
  const pieces = Math.max(1, Math.ceil(chosen.length / PER_PIECE));
  return Array.from({ length: pieces }, (_, index) => ({
    defect,
    plays: chosen.slice(index * PER_PIECE, (index + 1) * PER_PIECE),
  }));
}

/** Plays the cases of a piece and gathers which requirements fail. Undefined where the run was interrupted. */
export async function blamedIn({ defect, plays }: Piece, context: MutantContext): Promise<Blamed | undefined> {
  const result: Blamed = { defect, blames: [], touched: 0, untouched: 0, problems: [] };
  const runner = new ReferenceRunner(context.target, context.referenceContext, { defect });
  try {
    for (const { play, touched } of plays) {
      const done = await runner.play(play, 'inside');
      if (!done) return undefined;
      const { id } = play.planned;
      const what = complaint(done);
      result[touched ? 'touched' : 'untouched'] += 1;
      if (!touched && what !== undefined)
        result.problems.push(`${id} is not touched by its record, and yet came to ${what}`);
      if (done.result.verdict === 'error') result.problems.push(`${id}: ${what}`);
      result.blames.push(...failedIn(done, context).map((one) => ({ ...one, case: id })));
    }
  } finally {
    await runner.close();
  }
  return result;
}

/** The requirements that failed in a play, by checks and by wire rules, each once with what was said first. */
function failedIn({ result, wire }: Played, context: MutantContext): Omit<Blame, 'case'>[] {
  const found = new Map<string, string>();
  const note = (requirement: string, message: string) => found.has(requirement) || found.set(requirement, message);
  for (const { status, requirement, message } of result.checks)
    if (status === 'fail') note(requirement, message ?? 'broken');
  for (const rule of wire) {
    const { requirement } = context.wire.find((one) => one.rule === rule)!;
    note(requirement, `the wire rule \`${rule}\` was broken`);
  }
  return [...found].map(([requirement, message]) => ({ requirement, message }));
}

/** Each case once: on the first transport of those on which the defect may show. */
function onceFor(defect: Defect, { plays, target }: MutantContext): Play[] {
  const order = transportsFor(defect, Object.keys(target.transports) as TransportName[], CHEAPEST_INSIDE);
  const rank = ({ planned }: Play) => order.indexOf(planned.transport);
  const best = new Map<string, Play>();
  for (const play of plays) {
    const known = best.get(play.planned.id);
    if (!known || rank(play) < rank(known)) best.set(play.planned.id, play);
  }
  return plays.filter((play) => best.get(play.planned.id) === play);
}
