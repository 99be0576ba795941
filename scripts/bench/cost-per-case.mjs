// What a case costs the runner itself: the same case many times, against targets that cost little.
import { measured } from './bundled.mjs';

/**
 * Returns ms per case, medians of five rounds: against a target in memory that answers at once, and against a reference inside
 * this process; and how many cases a round has.
 */
export const costPerCase = () => measured('cost-per-case.entry.ts');
