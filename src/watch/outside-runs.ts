import type { RuleName } from './finding.js';

/**
 * The rules about conversations that no case plays: `proctor validate` and `mock --judge` have them, and runs do not. In a run the
 * cases say what must be answered and how a document is.
 */
export const OUTSIDE_RUNS: ReadonlySet<RuleName> = new Set<RuleName>(['left-open', 'document']);
