import type { Difference } from '../../json/difference.js';
import type { Json } from '../../json/json.js';
import type { SourcePosition, Step } from '../../language/case.js';
import type { WireRecord } from '../../wire/record.js';

/** Why a step did not hold. Thrown inside the player, never out of it. */
export class StepFailure extends Error {
  differences: Difference[] = [];
  expected?: Json;
  actual?: Json;
  /** The message that broke the step, where one did. */
  record?: WireRecord;
  /** The wait ran out: worth one lonely repetition. */
  timedOut = false;
  /** How the lane or the exchange ended that should have brought what was waited for. */
  over?: string;
  /** It waited for a reply, and the request was neither answered nor refused. */
  unanswered = false;
  /** The step needs a member that a message of the target does not have. */
  lacking = false;
  /** Set by the player: the step that failed, and its channel. */
  step?: Step;
  channel?: string;

  constructor(message: string, about: Partial<StepFailure> = {}) {
    super(message);
    Object.assign(this, about);
  }
}

/** One judgement of one requirement, as the player saw it. */
export interface Judged {
  requirement: string;
  status: 'pass' | 'fail' | 'non-strict';
  at: SourcePosition;
  message?: string;
  /** Which way the exchange went, in the words of the branch that was taken. */
  note?: string;
  differences?: Difference[];
  expected?: Json;
  actual?: Json;
  record?: WireRecord;
  /** What was waited for did not come in time. */
  timedOut?: true;
}

/** How a case came to its end. */
export type Ending =
  | { kind: 'finished' }
  /** A step with `check` of a must did not hold; the failed Judged is already out. */
  | { kind: 'check-failed'; at: SourcePosition; message: string; timedOut: boolean; channel: string; over?: string }
  /** A step without `check` did not hold. */
  | {
      kind: 'precondition';
      at: SourcePosition;
      message: string;
      behavior?: string;
      timedOut: boolean;
      channel: string;
      over?: string;
    }
  /**
   * `died` says how, without what was waited for; `blamed` which requirement that breaks, where role or case name one; `over` how the lane or the exchange ended that should
   * have brought it.
   */
  | { kind: 'target-died'; at: SourcePosition; message: string; channel: string; died?: string; blamed?: string }
  | { kind: 'not-started'; message: string; detail?: string }
  | { kind: 'kit'; message: string; at?: SourcePosition; detail?: string }
  | { kind: 'limit'; at: SourcePosition; message: string; channel: string }
  | { kind: 'interrupted' };
