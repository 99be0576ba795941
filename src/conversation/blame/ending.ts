import type { SourcePosition } from '../../language/case.js';
import { type Blamed, type BlameFacts, blame } from './blame.js';
import { type Outcome, ranOut } from './outcome.js';

/** How a case came to its end. */
export interface Ending {
  outcome: Outcome;
  /** The outcome in words; empty if every step held. */
  message: string;
  /** What the target breaks by the outcome. Only if it died, nothing of that has been judged yet. */
  blamed: readonly Blamed[];
  /** The step that ended the case, or the case. */
  at?: SourcePosition;
  /** The channel that the outcome is about. */
  channel?: string;
  /** The behavior that the step should have shown. */
  behavior?: string;
  /** More about a defect, or about a target that could not be started. */
  detail?: string;
}

/** The ending of a case all of whose steps held. */
export const HELD: Ending = { outcome: { kind: 'held' }, message: '', blamed: [] };

const STEP_FAILURES: ReadonlySet<Outcome['kind']> = new Set([
  'differs',
  'no-reply',
  'nothing-came',
  'ended',
  'member-missing',
]);

/** Whether a step ended the case that judges the target. */
export const isFailure = ({ outcome, blamed }: Ending): boolean => STEP_FAILURES.has(outcome.kind) && blamed.length > 0;

/** Whether the case could not go on, which says nothing about a requirement. */
export const isStuck = ({ outcome, blamed }: Ending): boolean =>
  outcome.kind === 'unmet' || (STEP_FAILURES.has(outcome.kind) && blamed.length === 0);

/** The end of the target that a case has seen. */
export interface Death {
  /** How, in words. */
  how: string;
  /** Whether a step has waited for it. */
  expected: boolean;
  /** Where the case stands. */
  at: SourcePosition;
  /** The facts after the last step. */
  facts: BlameFacts;
}

/** A target that died leaves no case as if nothing had been, however far its steps came; unless they waited for its end. */
export function withDeath(ending: Ending, { how, expected, at, facts }: Death): Ending {
  const hasHeld = ending.outcome.kind === 'held';
  if (expected || !(hasHeld || isStuck(ending))) return ending;
  const outcome: Outcome = { kind: 'died', how };
  return {
    outcome,
    message: hasHeld ? how : `${how}; ${ending.message}`,
    blamed: blame(outcome, facts),
    at: ending.at ?? at,
    channel: ending.channel ?? 'main',
  };
}

/** What a run knows of a target beside what one case saw of it. */
export interface SeenInRun {
  /** Whether the target has said anything in the run. */
  spoke: boolean;
  /**
   * Whether the process of the case said nothing at all from its start, though others of the target answered the very same opening.
   */
  slowStart: boolean;
}

/**
 * What came of a case in view of the whole run. A target that never said anything and went away was not started, whatever the first message
 * was. A process that was slow to start shows nothing about the target either.
 */
export function outcomeInRun(outcome: Outcome, { spoke, slowStart }: SeenInRun): Outcome {
  if (ranOut(outcome) && slowStart) return { kind: 'not-started', slow: true };
  if (outcome.kind === 'died' && !spoke) return { kind: 'not-started', slow: false };
  return outcome;
}
