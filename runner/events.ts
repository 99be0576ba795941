import type { Difference } from '../src/json/difference.js';
import type { Json } from '../src/json/json.js';
import type { Place } from '../src/language/case.js';
import type { Level } from '../src/language/requirement.js';
import type { WireRecord } from '../src/wire/record.js';

export type { Difference } from '../src/json/difference.js';

export type Verdict = 'pass' | 'fail' | 'skipped' | 'untestable' | 'error';

/** One judgement of one requirement inside a case. */
export interface CheckResult {
  requirement: string;
  level: Level;
  /** The requirement's sentence and source, so that a reporter needs no registry. */
  text: string;
  source: string;
  status: 'pass' | 'fail' | 'non-strict' | 'not-reached';
  message?: string;
  at: Place;
  expected?: Json;
  actual?: Json;
  differences?: Difference[];
  /** `seq` of the record that the judgement is about, where one is. */
  seq?: number;
}

export interface CaseResult {
  id: string;
  title: string;
  /** Suite title of the case file; wire cases have "wire". */
  group: string;
  role: string;
  transport: string;
  place: Place;
  verdict: Verdict;
  /** Set with verdict pass where only a tolerated branch held. */
  nonStrict: boolean;
  /** A should or may was broken. */
  warned: boolean;
  /** How a known-failures entry or a repeat changes what the verdict means for the run. */
  standing?: 'expected-fail' | 'unexpected-pass' | 'flaky' | 'known-flaky' | 'listed-untestable';
  reason?: string;
  /** The step that ended the case, for fail, untestable and error. */
  at?: Place;
  durationMs: number;
  checks: CheckResult[];
  /** Up to ten last records of the channel that the failure is about, or the whole transcript with --trace. */
  transcript?: WireRecord[];
  /** What the target said on stderr last, where the case did not pass. */
  stderr?: string;
}

export interface Summary {
  planned: number;
  pass: number;
  nonStrict: number;
  fail: number;
  warn: number;
  expectedFail: number;
  unexpectedPass: number;
  flaky: number;
  skipped: number;
  untestable: number;
  error: number;
  notRun: number;
}

export interface TargetInfo {
  name: string;
  role: string;
  transport: string;
  /** Protocol revision, as in the target file. */
  version: string;
  /** What the target calls itself, such as "server-everything 2.0.0", once the probe knows. */
  calls?: string;
}

export interface PlannedInfo {
  id: string;
  title: string;
  group: string;
  role: string;
  place: Place;
  /** Set where the plan already knows that the case won't run. */
  gated?: { verdict: 'skipped' | 'untestable'; reason: string };
}

/** The one event stream of a run. Reporters listen and compute nothing. */
export type RunEvent =
  | {
      type: 'run.started';
      proctor: string;
      startedAt: string;
      target: TargetInfo;
      planned: PlannedInfo[];
      rerun: string;
      /** Where the targets run, where that is not plain from the target: one sentence. */
      where?: string;
      /** Set where nothing is played: the plan is all that is wanted. */
      dryRun?: boolean;
    }
  | { type: 'case.started'; id: string }
  | { type: 'message'; case: string; record: WireRecord }
  | { type: 'check'; case: string; check: CheckResult }
  | { type: 'case.finished'; result: CaseResult }
  /** Something the user must know that belongs to no case: an unmatched known entry, a kit defect, the target that could not start. */
  | { type: 'problem'; message: string; detail?: string; exit: number }
  | {
      type: 'run.finished';
      summary: Summary;
      exit: number;
      durationMs: number;
      interrupted: boolean;
      messagesJudged: number;
    };

/** Takes every event of a run in order; `close` resolves when all output is written (rejects if it can't be). */
export interface Reporter {
  event(event: RunEvent): void;
  close(): Promise<void>;
}
