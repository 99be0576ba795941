import type * as Report from '../src/generated/types/report-v1.js';
import type { Difference } from '../src/json/difference.js';
import type { Json } from '../src/json/json.js';
import type { SourcePosition } from '../src/language/case.js';
import type { Level } from '../src/language/requirement.js';
import type { SentRequest, WireRecord } from '../src/wire/record.js';

export type { Difference } from '../src/json/difference.js';

export type Verdict = Report.CaseResult['verdict'];

/** A wire rule that broke in the conversation of a case. */
export type WireBreach = Report.WireBreach;

/** One judgement of one requirement inside a case. It has the requirement's sentence and source: no reporter needs a registry. */
export interface CheckResult {
  requirement: string;
  level: Level;
  text: string;
  source: string;
  /** Where the source stands, if it is published. */
  url?: string;
  /** A report tells apart, as `notReached`, what no step came to. */
  status: 'pass' | 'fail' | 'non-strict' | 'not-reached';
  /** What happens where it is broken, in a few words. */
  title?: string;
  /** What was wrong. */
  message?: string;
  /** Which of several permitted ways the target took. */
  note?: string;
  /** The step. */
  at: SourcePosition;
  /** What was expected, reduced to what differs. */
  expected?: Json;
  /** What came instead. */
  actual?: Json;
  differences?: Difference[];
  /** Position in the transcript of the record that it is about. */
  seq?: number;
  /** Set if it failed because nothing came in time: it rests on silence, which load can cause too. */
  silence?: boolean;
}

/** One case and its verdict. */
export interface CaseResult {
  id: string;
  /** How reports name it, and no other case of the run: its id, with the leg of the target if there are several. */
  name: string;
  title: string;
  /** Its suite. */
  group: string;
  role: string;
  transport: string;
  /** Set where the run tests the target in several versions. */
  version?: string;
  /** Set where the run tests the target in several legs. */
  leg?: string;
  /** Set if it tests a requirement that is newer than the profile of the run. */
  newer?: true;
  place: SourcePosition;
  verdict: Verdict;
  /** Passed only by a tolerated branch. */
  nonStrict: boolean;
  /** A should or may was broken. */
  warned: boolean;
  /** What known failures or a repeat make of the verdict. */
  standing?: Report.CaseResult['standing'];
  /** How long it took, in ms. */
  durationMs: number;
  /** Why, if the verdict is not pass; what was tolerated, if it is a pass by a tolerated branch. */
  reason?: string;
  /** The step that ended the case, for fail, untestable and error. */
  at?: SourcePosition;
  checks: CheckResult[];
  /** The records that show the failure, or the whole transcript with --trace. */
  transcript?: WireRecord[];
  /** How many records the transcript leaves out. */
  leftOut?: LeftOut[];
  /** What it came to each time, if it was run several times. */
  runs?: Verdict[];
  /** What of the wire rules the target broke in the conversation of this case; the verdicts about it are those of the wire cases. */
  breaches?: WireBreach[];
  /** Of a wire case: the cases in whose conversations its rule was broken. */
  brokenIn?: string[];
  /** The last words of the target on stderr. */
  stderr?: string;
  /** Of a skipped case: what it is that does not fit. */
  skip?: Skip;
  /** Of a case that was not run: the behaviors that it needs and that no target file maps. */
  unmapped?: string[];
  /** Set if it comes to something else in a process that other cases had before: the fewest such cases, and what it comes to then. */
  onlyAfter?: { cases: string[]; verdict: Verdict; reason: string };
  /** What it has used, if that is looked at. */
  resources?: ResourcesOfCase;
  /** The one HTTP request that showed what is wrong, if no other came before it. */
  request?: SentRequest;
  /** The same as a command line, of a case that was read from a report. */
  curl?: string;
}

export type Summary = Report.Summary;

/** Why a case is skipped: it is of another version or transport, the target lacks it, nobody said how it is shown, or nothing came. */
export type Skip = NonNullable<Report.CaseResult['skip']>;

/** In how many cases a requirement held, was broken, was broken as known, or was not tested. */
export type RequirementCount = Report.RequirementCount;

/** How many requirements of each level held, were broken, are known, or were not tested. */
export type LevelCounts = Report.LevelCounts;

/** What is otherwise than in the last run. */
export type Since = Report.Since;

/** Records that a transcript leaves out before one of its records, or at its end. */
export type LeftOut = Report.LeftOut;

/** What the target has used for one case. */
export type ResourcesOfCase = Report.ResourcesOfCase;

/** What the processes of the target have used in a run. */
export type ResourcesOfRun = Report.ResourcesOfRun;

/** What a result counts as: its verdict, or what known failures and repeats make of it. One of the counts of a summary. */
export type Count = Exclude<keyof Summary, 'planned' | 'warn' | 'notRun' | 'newer'>;

/** How the cases of one suite and role stand; `notRun` are those without a result. */
export interface GroupSummary extends Summary {
  role: string;
  name: string;
  /** Set where the run tests the target in several legs. */
  leg?: string;
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

/** A case has ended. Its other events come in the order of the plan, perhaps much later: this one is for who shows how far a run is. */
export interface CaseEnded extends Pick<CaseFinished, 'result' | 'outcome' | 'red'> {
  type: 'case.ended';
}

/** What was tested. `calls` is set once the probe knows. */
export interface TargetInfo extends Report.Target {
  version: string;
}

/** One case of the plan. */
export interface PlannedInfo {
  id: string;
  /** As of the result. */
  name: string;
  title: string;
  group: string;
  role: string;
  leg?: string;
  place: SourcePosition;
  /** As of the result. */
  newer?: true;
  /** Set where the plan already knows that the case won't run. */
  gated?: { verdict: Extract<Verdict, 'skipped' | 'untestable'>; reason: string };
}

/** What is planned, before the first case. */
export interface RunStarted {
  type: 'run.started';
  /** Version of Proctor. */
  proctor: string;
  /** When the run began (RFC 3339). */
  startedAt: string;
  /** By which cases, requirements and rules the target is judged. */
  corpus?: Report.Corpus;
  /** The release whose list of requirements the counts of the run go by. */
  profile?: string;
  /** Set if the run is a part of a plan. */
  shard?: Report.Shard;
  /** The command that repeats the run. */
  rerun: string;
  target: TargetInfo;
  planned: PlannedInfo[];
  /** How many cases are none of the plan because they are for other versions or transports; unset if there are none. */
  notAsked?: Report.NotAsked;
  /** The groups of the plan, in its order, before the first result. */
  groups: GroupSummary[];
  /** Where the targets run, where that is not plain from the target: one sentence. */
  where?: string;
  /** Set where nothing is played: the plan is all that is wanted. */
  dryRun?: boolean;
  /** Set where every result brings its whole transcript (`--trace all`). */
  traced?: boolean;
}

/** Something the user must know that belongs to no case: an unmatched known entry, a kit defect, the target that could not start. */
export interface RunProblem extends Report.Problem {
  type: 'problem';
  exit: number;
}

/** The run is over. */
export interface RunFinished {
  type: 'run.finished';
  summary: Summary;
  groups: GroupSummary[];
  /** Exit code of the run. */
  exit: number;
  /** How long the run took, in ms. */
  durationMs: number;
  /** The run was stopped before its end. */
  interrupted: boolean;
  /** How many messages the wire rules judged. */
  messagesJudged: number;
  /** How many of the musts that concern the target were looked at, and how many there are. */
  musts?: { tested: number; of: number };
  /** The requirements that concern the target, and in how many cases each held. */
  requirements?: RequirementCount[];
  /** The same by level. */
  levels?: LevelCounts;
  /** What is otherwise than in the last run here; unset if there was none. */
  since?: Since;
  /** The processes of the target that were started: for which case, and why it got one. Unset if none was. */
  starts?: readonly { case: string; why: string }[];
  /** What those have used, if that was looked at. */
  resources?: ResourcesOfRun;
  /** Of `mock --judge`: the requirements of wire rules that no message was about. */
  notObserved?: string[];
}

/** A case of a run. */
export type Named = Pick<CaseResult, 'id' | 'name' | 'leg'>;

/** The one event stream of a run. Reporters listen and compute nothing. */
export type RunEvent =
  | RunStarted
  | ({ type: 'case.started' } & Named)
  | { type: 'message'; case: string; leg?: string; record: WireRecord }
  | { type: 'check'; case: string; leg?: string; check: CheckResult }
  | CaseEnded
  | CaseFinished
  | RunProblem
  | RunFinished;

/** Takes every event of a run in order; `close` resolves when all output is written (rejects if it can't be). */
export interface Reporter {
  event(event: RunEvent): void;
  close(): Promise<void>;
}
