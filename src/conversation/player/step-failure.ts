import type { Json } from '../../json/json.js';
import type { Step } from '../../language/case.js';
import type { Blamed } from '../blame/blame.js';
import type { Outcome } from '../blame/outcome.js';

/** Why a step did not hold. Thrown inside the player, never out of it. */
export class StepFailure extends Error {
  /** What the step wanted, and what it got, if values can say that. */
  expected?: Json;
  actual?: Json;
  channel?: string;
  /** Set by the player: the step that failed, and what that breaks. */
  step?: Step;
  blamed: readonly Blamed[] = [];

  constructor(
    message: string,
    readonly outcome: Outcome,
    about: Pick<StepFailure, 'channel'> & Partial<Pick<StepFailure, 'expected' | 'actual'>> = {},
  ) {
    super(message);
    Object.assign(this, about);
  }
}
