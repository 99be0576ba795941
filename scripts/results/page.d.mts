import type { ResultOfRun } from './digest.mjs';

/** The page of these results, in Markdown. */
export function page(results: { proctor: string; runs: readonly ResultOfRun[] }): string;
