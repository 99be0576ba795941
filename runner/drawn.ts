import { createHash } from 'node:crypto';

/**
 * Whether something is drawn, as one in `every` is. It depends on its name and the seed alone, so that what comes or goes beside it changes
 * nothing.
 */
export function isDrawn(name: string, every: number, seed: number): boolean {
  return createHash('sha256').update(`${seed} ${name}`).digest().readUInt32BE() % every === 0;
}
