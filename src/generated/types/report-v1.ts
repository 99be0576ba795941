// Generated from schemas/ by `npm run generate`. Do not edit.

import type { Json, JsonObject } from './json.js';

/** What a case came to, as `summary` counts it; `warn` is a pass with a warning. */
export type CaseState =
  | 'pass'
  | 'warn'
  | 'nonStrict'
  | 'fail'
  | 'expectedFail'
  | 'unexpectedPass'
  | 'flaky'
  | 'skipped'
  | 'untestable'
  | 'error';
/** The result of a run, as `--reporter json` writes it. */
export type ReportFile = {
  /** Version of the kit. */
  proctor: string;
  /** When the run began (RFC 3339). */
  startedAt: string;
  corpus?: Corpus;
  /** The release of Proctor whose list of requirements is the profile: cases of newer requirements are counted in `newer` of the summary too. */
  profile?: string;
  shard?: Shard;
  target: Target;
  summary: Summary;
  /** Every planned case that has a verdict, in plan order. */
  cases: CaseResult[];
  /** Exit code of the run. */
  exit?: number;
  /** How long the run took, in ms. */
  durationMs?: number;
  /** The run was stopped before its end. */
  interrupted?: boolean;
  /** How many messages the wire rules judged. */
  messagesJudged?: number;
  /** How many of the musts that concern the target were looked at. */
  musts?: {
    /** Those that some case or wire rule has judged. */
    tested: number;
    /** Those that concern the target. */
    of: number;
  };
  levels?: LevelCounts;
  /** The requirements that concern the target, in the order of the plan. */
  requirements?: RequirementCount[];
  /** What makes the run red, each cause once, as far as cases show it. */
  causes?: Cause[];
  since?: Since;
  /** The processes of the target that were started, in their order. */
  starts?: {
    /** The case that had it first. */
    case: string;
    /** Why that case got a new process. */
    why: string;
  }[];
  resources?: ResourcesOfRun;
  /** The command that repeats the run. */
  rerun?: string;
  /** What belongs to no case. */
  problems?: Problem[];
  /** Ids of planned cases without a verdict. */
  notRun?: string[];
  notAsked?: NotAsked;
  /** Of `mock --judge`: the requirements of wire rules that no message was about. */
  notObserved?: string[];
};
/** By which cases, requirements and rules the target was judged. The same digests mean the same files. */
export type Corpus = {
  /** SHA-256 over the files of Proctor's corpus that concern the role. */
  digest: string;
  /** SHA-256 over the files that the project brings. Left out without any. */
  own?: string;
};
/** Which part of its plan the run is: of `--shard 2/4` the second of four. */
export type Shard = {
  /** Which part, from 1. */
  index: number;
  /** How many parts there are. */
  count: number;
};
/** What was tested. */
export type Target = {
  /** Name of the target. */
  name: string;
  /** Its role. */
  role: string;
  /** The transport that was used. */
  transport: string;
  /** Protocol version. */
  version?: string;
  /** What the target calls itself. */
  calls?: string;
};
/** How many planned cases came out how. */
export type Summary = {
  /** Planned. */
  planned: number;
  /** Passed. */
  pass: number;
  /** Of the passed: only by a tolerated branch. */
  nonStrict: number;
  /** Failed and not expected to. */
  fail: number;
  /** With a broken should or may. */
  warn: number;
  /** Failed as known. */
  expectedFail: number;
  /** Passed though known to fail. */
  unexpectedPass: number;
  /** Held only when repeated. */
  flaky: number;
  /** Not advertised by the target. */
  skipped: number;
  /** Could not be tested. */
  untestable: number;
  /** Could not be judged. */
  error: number;
  /** Without a verdict. */
  notRun: number;
  newer?: NewerCounts;
};
/** The same counts, over the cases that test a requirement newer than the profile. The other counts have these cases too. */
export type NewerCounts = {
  /** Planned. */
  planned: number;
  /** Passed. */
  pass: number;
  /** Of the passed: only by a tolerated branch. */
  nonStrict: number;
  /** Failed and not expected to. */
  fail: number;
  /** With a broken should or may. */
  warn: number;
  /** Failed as known. */
  expectedFail: number;
  /** Passed though known to fail. */
  unexpectedPass: number;
  /** Held only when repeated. */
  flaky: number;
  /** Not advertised by the target. */
  skipped: number;
  /** Could not be tested. */
  untestable: number;
  /** Could not be judged. */
  error: number;
  /** Without a verdict. */
  notRun: number;
};
/** One case and its verdict. */
export type CaseResult = {
  /** Case id. */
  id: string;
  /** How the run names it, if it is run over several transports or versions: its id, and which. */
  name?: string;
  /** Its title. */
  title?: string;
  /** Its suite. */
  group?: string;
  /** Its role. */
  role: string;
  /** Transport of the target. */
  transport?: string;
  /** Protocol version that was spoken, if the run tests the target in several. */
  version?: string;
  /** Over which transport and in which version, if the run tests the target in several: `over http in 2025-11-25`. `notRun` and `brokenIn` name a case by its id and this. */
  leg?: string;
  /** Set if it tests a requirement that is newer than the profile. */
  newer?: true;
  /** Where the case is defined: file:line:col. */
  place?: string;
  /** The verdict. */
  verdict: 'pass' | 'fail' | 'skipped' | 'untestable' | 'error';
  /** Passed only by a tolerated branch. */
  nonStrict?: boolean;
  /** A should or may was broken. */
  warned?: boolean;
  /** What known failures or a repeat make of the verdict. */
  standing?: 'expected-fail' | 'unexpected-pass' | 'flaky' | 'known-flaky' | 'listed-untestable' | 'explored';
  /** How long it took, in ms. */
  durationMs: number;
  /** Why, if the verdict is not pass; what was tolerated, if it is a pass by a tolerated branch. */
  reason?: string;
  /** The step that ended the case: file:line:col. */
  at?: string;
  /** Its judgements. */
  checks: Check[];
  /** Requirements whose step was never reached. */
  notReached?: string[];
  /** What shows the failure: the record that is wrong, its request, what opened its stream, the last records before it. Or all records. */
  transcript?: Record[];
  /** Where the transcript leaves records out, and how many. */
  leftOut?: LeftOut[];
  /** What it came to each time, if it was run several times. */
  runs?: ('pass' | 'fail' | 'skipped' | 'untestable' | 'error')[];
  /** What of the wire rules the target broke in the conversation of this case; the verdicts about it are those of the wire cases. */
  breaches?: WireBreach[];
  /** Of a wire case: the cases in whose conversations its rule was broken. */
  brokenIn?: string[];
  /** Set if the case comes to something else in a process that other cases had before. The verdict is that of the case alone. */
  onlyAfter?: {
    /** The fewest cases after which it does, in their order. */
    cases: string[];
    /** What it comes to then. */
    verdict: 'pass' | 'fail' | 'skipped' | 'untestable' | 'error';
    /** Why. */
    reason: string;
  };
  resources?: ResourcesOfCase;
  /** The last words of the target on stderr. */
  stderr?: string;
  /** Of a skipped case: it is for another version or transport; the target lacks what it is about; a target file must say how the target shows that; nothing came that it judges. */
  skip?: 'version' | 'transport' | 'target' | 'target-file' | 'nothing-came';
  /** Of a case that was not played: the behaviors that it needs and that no target file maps. */
  unmapped?: string[];
  /** Of a case that did not hold because of a message that broke a wire rule: the wire case that failed by it. */
  follows?: string;
  /** Where a single HTTP request showed the failure: the curl command that sends it, for a POSIX shell. */
  curl?: string;
  /** The command that repeats just this case. */
  rerun?: string;
};
/** One judgement of one requirement. */
export type Check = {
  /** Requirement id. */
  requirement: string;
  /** Its level. */
  level: 'must' | 'should' | 'may' | 'derived';
  /** Its sentence. */
  text?: string;
  /** Where the spec says it. */
  source?: string;
  /** The page and anchor that says it, if the spec is published. */
  url?: string;
  /** What happens where the requirement is broken, in a few words. */
  title?: string;
  /** How it was judged. */
  status: 'pass' | 'fail' | 'non-strict';
  /** What was wrong. */
  message?: string;
  /** Which of several permitted ways the target took. */
  note?: string;
  /** The step: file:line:col. */
  at: string;
  /** What was expected, reduced to what differs. */
  expected?: Json;
  /** What came instead. */
  actual?: Json;
  /** Each path that differs. */
  differences?: Difference[];
  /** Position in the transcript of the record that it is about. */
  seq?: number;
  /** It failed because nothing came in time. A busy machine can cause that too. */
  silence?: boolean;
};
/** One path where the expectation and the message differ. */
export type Difference = {
  /** JSON Pointer from the root of the record. */
  path: string;
  /** What was expected there. */
  expected: Json;
  /** What is there. Left out where nothing is. */
  actual?: Json;
  /** The difference in words. */
  message: string;
  /** Position in the transcript of the record that differs. */
  seq?: number;
  /** JSON Pointer into that record, as it is in the transcript: `/message/result/mode`, `/http/status`. */
  pointer?: string;
};
/** One thing that was carried, in either direction. */
export type Record = {
  /** Position in the transcript. */
  seq: number;
  /** Target time in ms since the case began. */
  time: number;
  /** Who sent it. */
  from: 'kit' | 'target';
  /** Channel. */
  channel: string;
  /** Name of the request, or of the request that it answers. */
  as?: string;
  /** Of a response: the method of its request. */
  method?: string;
  /** Broken on purpose by a step. */
  deliberate?: boolean;
  /** Of the messages that broke a wire rule: JSON Pointer, from the root of the record, to what is wrong with this one. */
  wrong?: string;
  /** JSON Pointers, from the root of the record, to what a step itself chose of a message that is otherwise sent as usual. One without a value there was taken away. */
  set?: string[];
  /** Whole size in bytes, where only the beginning of a long text or of long bytes was kept. */
  size?: number;
  /** What it is. */
  kind: 'message' | 'bytes' | 'http' | 'sse' | 'frame' | 'body' | 'closed' | 'exit';
  /** The JSON-RPC message. */
  message?: Json;
  /** Its exact text. */
  text?: string;
  /** Bytes that are no message, in base64. */
  bytes?: string;
  /** What is wrong with them. */
  problem?: string;
  /** Set on bytes that may be a sound message and are beyond a limit of Proctor, which `problem` names. */
  beyondLimit?: true;
  /** Head of the HTTP message. */
  http?: JsonObject;
  /** Fields of the event. */
  sse?: JsonObject;
  /** The frame. */
  frame?: JsonObject;
  /** The HTTP body. */
  body?: Json;
  /** How the channel ended. */
  closed?: JsonObject;
  /** How the process ended. */
  exit?: JsonObject;
  /** Exchange or stream that carried it. */
  stream?: string;
};
/** Records that a transcript leaves out. */
export type LeftOut = {
  /** Position of the record before which they are left out. None at the end. */
  before?: number;
  /** How many. */
  count: number;
};
/** A wire rule that was broken in the conversation of a case. */
export type WireBreach = {
  /** Id of the wire case that has the verdict. */
  case: string;
  /** Requirement id. */
  requirement: string;
  /** Its level. */
  level: 'must' | 'should' | 'may' | 'derived';
  /** What was wrong. */
  message: string;
  /** JSON Pointer, from the root of the record, to what is wrong; left out where the whole is. */
  path?: string;
  /** Position in the transcript of the record that broke it. */
  seq?: number;
};
/** What the target used for the case, with all that it started. Set with --resources, where the system says it. */
export type ResourcesOfCase = {
  /** ms of CPU time, user and system. Unset where other cases had the process at the same time. */
  cpuMs?: number;
  /** Memory at the end of the case. */
  residentBytes: number;
  /** The most memory that the process has had until then. */
  peakBytes: number;
};
/** How many of the requirements that concern the target came out how, by level. */
export type LevelCounts = {
  must: LevelCount;
  should: LevelCount;
  may: LevelCount;
  derived: LevelCount;
};
/** Requirements of one level. Each is counted once: as broken if some case broke it, else as known, else as held. */
export type LevelCount = {
  /** Held in every case that judged them. */
  held: number;
  /** Broken in some case. */
  broken: number;
  /** Broken only as known. */
  known: number;
  /** Judged by no case. */
  notTested: number;
};
/** In how many cases a requirement held, was broken, was broken as known, or was not tested. */
export type RequirementCount = {
  /** Requirement id. */
  requirement: string;
  /** Its level. */
  level: 'must' | 'should' | 'may' | 'derived';
  /** Its sentence. */
  text: string;
  /** Where the spec says it. */
  source: string;
  /** The page and anchor that says it, if the spec is published. */
  url?: string;
  /** What happens where it is broken, in a few words. */
  title?: string;
  /** Cases in which it held. */
  held: number;
  /** Cases in which it was broken. */
  broken: number;
  /** Cases in which it was broken as known. */
  known: number;
  /** Cases about it that did not come to judge it. */
  notTested: number;
};
/** One thing that went wrong, with all cases that show it. */
export type Cause = {
  /** What happens. */
  title?: string;
  /** The requirements that are broken. None if it could not be judged. */
  requirements?: string[];
  /**
   * The cases that say the same. The first is the example.
   *
   * @minItems 1
   */
  cases: string[];
  /** Of a wire rule that was broken: the cases that did not hold because of it. */
  follow?: string[];
  /** The command that runs the cases again. */
  again: string;
  /** Where a single HTTP request shows it: the curl command that sends it. */
  curl?: string;
};
/** What is otherwise than when the cases of this run were run here before. */
export type Since = {
  /** When the last run began (RFC 3339). */
  startedAt: string;
  /** It was by the same version of Proctor. */
  sameProctor: boolean;
  /** The files of cases, requirements and wire rules were the same. */
  sameCases: boolean;
  /** The target file was the same, with the files that its command names, and the target called itself the same. */
  sameTarget: boolean;
  /** Cases that have a verdict now and had one then. */
  compared: number;
  /** Those of them that came to the same. */
  same: number;
  /** The others, worse first. */
  changes: Change[];
};
/** A case that comes to something else than before. */
export type Change = {
  /** The case. */
  case: string;
  /** It is worse; it has a new warning; it is neither worse nor better; it is now known; its warning is gone; it is better. */
  kind: 'worse' | 'warned' | 'other' | 'known' | 'unwarned' | 'better';
  was: CaseState;
  is: CaseState;
  /** Proctor, its cases and the target are the same as then. */
  unexplained?: boolean;
};
/** What the processes of the target used, with all that they started. Set with --resources, where the system says it. */
export type ResourcesOfRun = {
  /** ms of CPU time of all together, user and system. */
  cpuMs: number;
  /** The most memory that one of them has had. */
  peakBytes: number;
  /** How many were measured. */
  processes: number;
  /** Of the one that grew most, if it grew from each quarter of its cases to the next: from the second quarter to the last. */
  growth?: {
    /** How many cases it had. */
    cases: number;
    /** Its memory in the second quarter of them (median). */
    fromBytes: number;
    /** Its memory in the last quarter (median). */
    toBytes: number;
  };
};
/** Something that belongs to no case. */
export type Problem = {
  /** What is wrong. */
  message: string;
  /** More about it. */
  detail?: string;
  /** Exit code that it asks for. */
  exit?: number;
  /** It is told, and does not make the run red. */
  warning?: boolean;
  /** How many of the planned cases were not run because of it. */
  notRun?: number;
};
/** How many cases are not planned, because they are for other versions or transports than the run has. `summary` has none of them. */
export type NotAsked = {
  /** Cases of other versions of the protocol. */
  versions: number;
  /** Cases by the transport that they need, such as `http`, or `http or ws`. */
  transports: {
    [k: string]: number;
  };
};
/** What a wire rule found wrong with one message. */
export type Finding = {
  /** The id of its entry in wire.yaml. */
  rule: string;
  /** Requirement id. */
  requirement: string;
  /** Its level. */
  level: 'must' | 'should' | 'may' | 'derived';
  /** Who broke it. */
  blame: 'kit' | 'target';
  /** Undeclared extension: a variant that the protocol does not know; everything else is invalid. */
  label: 'invalid' | 'undeclared extension';
  /** What is wrong. */
  message: string;
  /** Where, from the root of the message: a JSON Pointer. */
  path?: string;
  /** What was expected. */
  expected?: Json;
  /** What came instead. */
  actual?: Json;
};
