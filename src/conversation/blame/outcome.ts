import type { Difference } from '../../json/difference.js';
import type { Json } from '../../json/json.js';
import type { SourcePosition } from '../../language/case.js';
import type { WireRecord } from '../../wire/record.js';

/** What came of a step, and of a case by the step that ended it. */
export type Outcome =
  | { kind: 'held' }
  /** What came, or what is there, is not as the step wants it. */
  | { kind: 'differs'; differences: Difference[]; record?: WireRecord }
  /** The wait ran out, and a request has no reply. */
  | { kind: 'no-reply' }
  /** The wait ran out, and nothing came that was waited for. */
  | { kind: 'nothing-came' }
  /**
   * The lane, or the exchange, ended that should have brought what was waited for: how, in words. `unanswered` if that was a reply to a
   * request that was not refused either.
   */
  | { kind: 'ended'; how: string; unanswered: boolean }
  /** A message of the target lacks a member that the step needs. */
  | { kind: 'member-missing'; record: WireRecord }
  /** The target went away although the case did not end it: how, in words. */
  | { kind: 'died'; how: string }
  /** The target could not be started. `slow` if its process said nothing in time, and others of it answered the same. */
  | { kind: 'not-started'; slow: boolean }
  /** Something that the step builds on is not so, which says nothing about a requirement. */
  | { kind: 'unmet' }
  /** The case took longer than it may. */
  | { kind: 'limit' }
  /** The run was interrupted. */
  | { kind: 'interrupted' }
  /** A mistake of Proctor, or of the case. */
  | { kind: 'defect' };

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

/** Whether a wait ran out: worth one repetition alone. */
export const ranOut = ({ kind }: Outcome): boolean =>
  kind === 'no-reply' || kind === 'nothing-came' || kind === 'limit';
