import type { SourcePosition } from '../../src/language/case.js';
import type { CaseResult } from '../events.js';
import type { FaultSet } from '../load/faults.js';
import type { PlannedCase } from '../planned-case.js';

/**
 * What a mutant came to: a case failed on it as it should; none did; one failed, but for another reason; or its fault never
 * found a message to act on, so nothing was shown.
 */
export type MutantVerdict = 'killed' | 'survived' | 'wrong-check' | 'never-applied';

/** A defect of a reference, ready to be put on it. */
export interface Defect {
  id: string;
  role: string;
  /** The requirement that it breaks. */
  requirement: string;
  /** The version of the protocol in which the reference has it; unset for the one that is meant where none is named. */
  version?: string;
  title?: string;
  /** The entry of `references` that it is put on; by default the reference of its role. */
  reference?: string;
  faults: FaultSet;
  place: SourcePosition;
}

/** One case, or one table of which any row will do, that names a mutant in its `kills`. */
export interface Kill {
  /** The id of the case, or of the table without row. */
  id: string;
  cases: string[];
}

export interface MutantResult {
  id: string;
  role: string;
  requirement: string;
  title?: string;
  verdict: MutantVerdict;
  /** The cases that failed on it as they should; with `wrong-check` those that failed for another reason. */
  by: string[];
  /** Cases that name it and did not fail on it as they should, each with what happened instead. */
  missed: { id: string; what: string }[];
  /** Values of its fault that could not be made for a message. */
  problems: string[];
  place: SourcePosition;
}

/** A case on one transport. */
export interface Play {
  planned: PlannedCase;
  /** Names it among all plays of its role. */
  key: string;
}

/** What one playing of a case against a reference brought. */
export interface Played {
  result: CaseResult;
  /** The wire rules that the target broke in it. */
  wire: string[];
  /** What the kit itself did wrong in it. */
  kit: string[];
}
