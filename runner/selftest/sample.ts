import { isAboutProcess } from '../run/about-process.js';
import type { Play } from './types.js';

/** One in so many of what is played inside this process is played on a real one too. */
const EVERY = 20;

/**
 * Whether a case is played on a real process too: every case about a process, and of the others one in `EVERY`, counted in the
 * order of the plan; `seed` says with which the count begins.
 */
export function onProcesses(plays: readonly Play[], seed: number): Set<Play> {
  const others = plays.filter((play) => !concernsProcess(play));
  const sampled = others.filter((_, index) => isSampled(index, seed));
  return new Set([...plays.filter(concernsProcess), ...sampled]);
}

/** Whether the thing at this place is one of the sample. */
export const isSampled = (index: number, seed: number) => index % EVERY === seed % EVERY;

/** Whether the case of a play is about a process. */
export const concernsProcess = ({ planned }: Play) =>
  planned.case !== undefined && isAboutProcess(planned.case, planned.transport);
