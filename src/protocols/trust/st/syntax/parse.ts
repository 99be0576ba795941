/** Sources to syntax trees. */
import { type Diagnostic, Diagnostics } from './diagnostics.js';
import { LIMITS } from './limits.js';
import type { Unit } from './tree.js';
import { unitsOf } from './units.js';

export interface Parsed {
  /** The units of all sources, in their order; what was wrong is left out. */
  units: Unit[];
  diagnostics: Diagnostic[];
}

/**
 * Parses sources. Never throws: whatever is wrong, or larger than this room takes, is a diagnostic.
 * @param sources the texts; a diagnostic names its source by the index here
 */
export function parse(sources: readonly string[]): Parsed {
  const diagnostics = new Diagnostics();
  const units: Unit[] = [];
  let total = 0;
  for (const [source, text] of sources.entries()) {
    total += text.length;
    if (text.length > LIMITS.source || total > LIMITS.sources) {
      const at = { source, line: 1, column: 1, endLine: 1, endColumn: 1 };
      const most = text.length > LIMITS.source ? LIMITS.source : LIMITS.sources;
      diagnostics.error(at, 'limit', `the source is too large: at most ${most} characters are read`);
    } else for (const unit of unitsOf(text, source, diagnostics)) units.push(unit);
  }
  return { units, diagnostics: diagnostics.list() };
}
