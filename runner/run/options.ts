import type { Target } from '../../src/language/target.js';
import type { CaseResult, Since } from '../events.js';
import type { Strict } from '../judge/strict.js';
import type { Subject } from '../patterns.js';
import type { PlanOptions } from '../plan/plan.js';
import type { KnownEntry } from '../types.js';
import type { RunContext } from './run-context.js';
import type { ProcessPool } from './workers/process-pool.js';

/** The largest factor on time budgets: with more, a target that says nothing would be waited for all day. */
export const SLOWEST = 1_000;

/** What a run came to, for whoever keeps the list of known failures. */
export interface Ended {
  results: readonly CaseResult[];
  /** The cases that a whole run of these targets plays. */
  asked: readonly Subject[];
  /** The known failures that no longer hold. */
  stale: readonly KnownEntry[];
  /** What made a case fail beside musts. */
  strictOf(result: CaseResult): Strict;
}

/** What a run is no longer red for. */
export interface Settled {
  /** Names of cases. */
  excused: ReadonlySet<string>;
  /** Whether the stale entries are gone. */
  tidied: boolean;
}

/** What a run is asked to do. */
export interface RunOptions extends RunContext {
  targets: Target[];
  plan: PlanOptions;
  known: readonly KnownEntry[];
  /** Whether broken shoulds, mays and derived sentences fail a case too. */
  strict: boolean;
  /** Whether those do that the list of known failures does not have. */
  noNewWarnings?: boolean;
  /** Changes the list of known failures by what the run came to, if it came to its end. */
  settle?(ended: Ended): Settled;
  /** What is otherwise than in the last run, by what this one came to; undefined if nothing is known of it. */
  since?(results: readonly CaseResult[]): Since | undefined;
  dryRun: boolean;
  trace?: 'failed' | 'all';
  /** Whether somebody listens to every message; without, records are let go as soon as a case is judged. */
  messages?: boolean;
  /** Cases at once, where the user said so; else the target file does, else there are as many as cores. */
  jobs?: number;
  cores: number;
  /** Other processes of the kit that play along where there are so many cases to play; undefined where none is worth its start. */
  processPool?(cases: number): ProcessPool | undefined;
  /** Which of the cases that pass after others are checked alone. Default: 1. */
  seed?: number;
  /** Whether a wait that ran out is repeated once, alone, at the end. */
  repeatTimeouts: boolean;
  /** Where the targets run, where that is not plain from the target: one sentence for the reports. */
  where?: string;
  /** The command line that brings this run again, without patterns. */
  rerun: string;
  /** The command line that writes a target file for the target, where it has none. */
  init?: string;
  /** The command that lists untestable cases in the target file; unset where there is none, or the run is part of that command. */
  listing?: string;
  /** Today, as 2026-01-31, for entries with `until`. */
  today: string;
  /** When the run began, as an ISO date and time. */
  startedAt: string;
}
