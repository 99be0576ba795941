import type * as Report from '../src/generated/types/report-v1.js';
import type { Difference } from '../src/json/difference.js';
import type { SourcePosition } from '../src/language/case.js';
import type { SentRequest, WireRecord } from '../src/wire/record.js';

export type { Difference } from '../src/json/difference.js';

export type Verdict = Report.CaseResult['verdict'];

/** A wire rule that broke in the conversation of a case. */
export type WireBreach = Report.WireBreach;

/** One judgement of one requirement inside a case. It has the requirement's sentence and source: no reporter needs a registry. */
export interface CheckResult
  extends Omit<Report.Check, Told | 'status' | 'at' | 'differences'>,
    Required<Pick<Report.Check, Told>> {
  /** A report tells apart, as `notReached`, what no step came to. */
  status: Report.Check['status'] | 'not-reached';
  at: SourcePosition;
  differences?: Difference[];
}
type Told = 'text' | 'source';

/** One case and its verdict. */
export interface CaseResult
  extends Omit<
      Report.CaseResult,
      Always | 'place' | 'at' | 'checks' | 'notReached' | 'transcript' | 'follows' | 'curl' | 'rerun'
    >,
    Required<Pick<Report.CaseResult, Always>> {
  place: SourcePosition;
  /** The step that ended the case, for fail, untestable and error. */
  at?: SourcePosition;
  checks: CheckResult[];
  /** Up to ten last records of the channel that the failure is about, or the whole transcript with --trace. */
  transcript?: WireRecord[];
  /** The one HTTP request that showed what is wrong, where no other came before it. */
  request?: SentRequest;
}
type Always = 'title' | 'group' | 'transport' | 'nonStrict' | 'warned';

export type Summary = Report.Summary;

/** What a result counts as: its verdict, or what known failures and repeats make of it. One of the counts of a summary. */
export type Count = Exclude<keyof Summary, 'planned' | 'warn' | 'notRun'>;

/** How the cases of one suite and role stand; `notRun` are those without a result. */
export interface GroupSummary extends Summary {
  role: string;
  name: string;
  /** Why cases were skipped, the most frequent reason first. */
  skippedFor: string[];
}

/** A case has its result. */
export interface CaseFinished {
  type: 'case.finished';
  result: CaseResult;
  outcome: Count;
  /** Whether the result by itself makes the run red. */
  red: boolean;
  /** The case's group, with this result. */
  group: GroupSummary;
}

/** What was tested. `calls` is set once the probe knows. */
export type TargetInfo = Report.Target & Required<Pick<Report.Target, 'version'>>;

/** One case of the plan. */
export interface PlannedInfo extends Pick<CaseResult, 'id' | 'title' | 'group' | 'role' | 'place'> {
  /** Set where the plan already knows that the case won't run. */
  gated?: { verdict: Extract<Verdict, 'skipped' | 'untestable'>; reason: string };
}

/** The one event stream of a run. Reporters listen and compute nothing. */
export type RunEvent =
  | ({
      type: 'run.started';
      target: TargetInfo;
      planned: PlannedInfo[];
      /** The groups of the plan, in its order, before the first result. */
      groups: GroupSummary[];
      /** Where the targets run, where that is not plain from the target: one sentence. */
      where?: string;
      /** Set where nothing is played: the plan is all that is wanted. */
      dryRun?: boolean;
      /** Set where every result brings its whole transcript (`--trace all`). */
      traced?: boolean;
    } & Of<'proctor' | 'startedAt' | 'rerun'>)
  | { type: 'case.started'; id: string }
  | { type: 'message'; case: string; record: WireRecord }
  | { type: 'check'; case: string; check: CheckResult }
  | CaseFinished
  /** Something the user must know that belongs to no case: an unmatched known entry, a kit defect, the target that could not start. */
  | ({ type: 'problem' } & Report.Problem & Required<Pick<Report.Problem, 'exit'>>)
  | ({ type: 'run.finished'; groups: GroupSummary[] } & Of<
      'summary' | 'exit' | 'durationMs' | 'interrupted' | 'messagesJudged'
    > &
      Pick<Report.ReportFile, 'musts' | 'notObserved'>);

/** Members that a report takes over from the events as they are. */
type Of<Name extends keyof Report.ReportFile> = Required<Pick<Report.ReportFile, Name>>;

/** Takes every event of a run in order; `close` resolves when all output is written (rejects if it can't be). */
export interface Reporter {
  event(event: RunEvent): void;
  close(): Promise<void>;
}
