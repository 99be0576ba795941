import type { CaseState, Line, Requirement, State } from '../generated/types/control-v1.js';

/** A session as it was when it was saved: all that a page needs to show it without Proctor. */
export interface Snapshot {
  /** When (RFC 3339). */
  savedAt: string;
  state: State;
  /** In their order, and numbered without gaps from `state.first` on. */
  lines: Line[];
  /** Those that findings of the lines name. */
  requirements: Requirement[];
  /** The cases of a run. */
  cases: CaseState[];
}
