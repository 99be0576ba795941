// Generated from schemas/ by `npm run generate`. Do not edit.

import type { Json, JsonObject } from './json.js';
import type { Dropped, Message } from './recording-v1.js';

/** `again`: the step is shown again, and its cases begin anew. `absent`: what should have appeared did not. `lacking`: the client has no such thing. `crashed`: the client ended by itself. `worked` and `failed`: how the work of the client ended. */
export type HostedAnswer = 'again' | 'absent' | 'lacking' | 'crashed' | 'worked' | 'failed';
/** Moves the time of a stepped clock. */
export type AdvanceClockParams = {
  /** By how much. */
  ms: number;
};
/** Where the clock is now. */
export type AdvanceClockResult = {
  /** In ms since the beginning. */
  now: number;
};
/** One button. */
export type Answer = {
  /** What the button says. */
  title: string;
  reply: Reply;
  /** Whether it is one that the other side offers. Unusual ones strain or break the protocol on purpose. */
  usual: boolean;
  /** What it means for a question about permission. */
  kind?: 'allow' | 'allow-always' | 'reject' | 'reject-always';
  /** The line of a script that answers so the next time (YAML). */
  script?: string;
};
/** A result or an error. */
export type Reply = {
  /** The result. */
  result?: Json;
  /** The error. */
  error?: {
    /** Its code. */
    code: number;
    /** What it says. */
    message: string;
    /** More about it. */
    data?: Json;
  };
};
/** What a person says of the step that is shown. */
export type AnswerHostedParams = {
  /** Its id. */
  step: number;
  answer: HostedAnswer;
  /** The server that it is about. Default: all that wait. */
  entry?: string;
};
/** An answer for one request that waits. */
export type AnswerPendingParams = {
  /** Which one. */
  id: string;
  reply?: Reply;
};
/** Cases that stand otherwise than before. */
export type CaseChangedParams = {
  /** Those. */
  cases: CaseState[];
};
/** How a case stands. */
export type CaseState = {
  /** Its id. */
  id: string;
  /** What it says. */
  title?: string;
  /** What it came to. Left out while it runs or waits. */
  verdict?: 'pass' | 'fail' | 'skipped' | 'untestable' | 'error';
  /** Whether it runs now. Default: no. */
  running?: boolean;
  /** Requirements that it broke. */
  requirements?: string[];
  /** Whether it passed with a warning. Default: no. */
  warned?: boolean;
  /** What is wrong, in a sentence. */
  problem?: string;
};
/** It is done. */
export type EmptyResult = {};
/** There are none. */
export type EndHostedParams = {};
/** How something ended, for people. */
export type Ending = {
  /** What ended, and how: `the agent ended with exit code 1`. */
  text: string;
  /** When, in ms since the beginning. */
  time?: number;
  /** Whether it failed, or left requests without an answer. Default: no. */
  early?: boolean;
  /** Requests that got no answer. */
  unanswered?: string[];
  /** The last lines that it wrote to stderr. */
  stderr?: string[];
};
/** Something that is done to messages on purpose while it is on. */
export type Fault = {
  /** Its name. */
  id: string;
  /** What it does, in one sentence. */
  title: string;
  /** Whether it is on. */
  on: boolean;
  /** How often it has acted. */
  applied: number;
  /** Index of the line that it acted on last. */
  last?: number;
  /** Its rule, as a file of faults has it (YAML). */
  rule?: string;
};
/** Which requests wait for a person. */
export type HoldParams = {
  /**
   * Their methods; none for no request at all.
   *
   * @maxItems 200
   */
  methods: string[];
};
/** It stands otherwise than before. */
export type HostedChangedParams = {
  run: HostedRun;
};
/** A run whose client a person starts. */
export type HostedRun = {
  /** Its name in addresses. */
  id: string;
  /** The role of the client. */
  role: string;
  /** The versions of the protocol that it is tested in. */
  versions: string[];
  /** How the client comes. */
  transport: 'stdio' | 'http' | 'ws' | 'rest';
  /** `waiting`: no client has come yet. `step`: a person has something to do. `working`: nobody has. */
  state: 'waiting' | 'step' | 'working' | 'ended';
  /** What the client calls itself. */
  client?: string;
  /** The servers of its configuration. */
  entries: HostedEntry[];
  /** What to paste into the client: one of them. */
  configurations: HostedConfiguration[];
  step?: HostedStep;
  /** What a person does in all, in this order. */
  kinds: HostedKind[];
  /** What happened last that a person should know, in words. */
  notice?: string;
  /** The exit code that the run has come to. */
  exit?: number;
  /** Where the report is, if one was written. */
  report?: string;
};
/** One entry of the client's configuration, and the case that it serves now. */
export type HostedEntry = {
  /** Its name in the configuration. */
  name: string;
  /** `free`: no case has it. `waiting`: a person is needed. `working`: Proctor and the client talk. `done`: its case has ended. */
  state: 'free' | 'waiting' | 'working' | 'done';
  /** Name of its case. */
  case?: string;
  /** What its case says. */
  title?: string;
  /** What its case waits for, in words. */
  waits?: string;
  /** Whether only a person can say how the client's work ended. Default: no. */
  asks?: boolean;
  /** Whether the client has come for this case. Default: no. */
  connected?: boolean;
};
/** What tells a client of the servers of a hosted run. */
export type HostedConfiguration = {
  /** For which clients it is. */
  title: string;
  /** What to paste. */
  text: string;
  /** Where it goes. */
  hint?: string;
};
/** What a person does now, for as many cases as there are servers. */
export type HostedStep = {
  /** Its number in this run; an answer names it. */
  id: number;
  /** It in a few words. */
  title: string;
  /** The behavior of the client that it asks for. */
  behavior?: string;
  /** Which kind of step it is. */
  number: number;
  /** How many kinds of steps there are. */
  of: number;
  /** Which round of this kind it is. */
  round: number;
  /** How many rounds of this kind there are, if all goes well. */
  rounds: number;
  /** What to do, one after the other. */
  parts: HostedPart[];
  /** What a person may say of it. */
  answers: HostedAnswer[];
  /** Since when it waits (RFC 3339). */
  since: string;
  /** Whether the client has closed a connection in the middle of it. Default: no. */
  gone?: boolean;
};
/** One thing for a person to do. */
export type HostedPart = {
  /** What to do, in words. */
  text: string;
  /** A text to give to the client. */
  copy?: string;
  /** Whether Proctor has noticed it. */
  state: 'done' | 'now' | 'next';
  /** How far it is, in words. */
  progress?: string;
};
/** What a person does, and the cases that need it. */
export type HostedKind = {
  /** It in a few words. */
  title: string;
  /** The behavior of the client that it asks for. Left out if a client need only connect. */
  behavior?: string;
  /** How far it is. */
  state: 'done' | 'now' | 'next';
  /** Names of its cases. */
  cases: string[];
};
/** Something that one side sent, with what helps to read it. */
export type Line = {
  /** Its number, from 0 without gaps. */
  index: number;
  /** As a recording has it. */
  line: Message | Dropped;
  /** What a person would say of it, in one line. */
  summary?: string;
  /** Of an answer: the index of its request. */
  replyTo?: number;
  /** Whether a person sent it by this channel. Default: no. */
  mine?: boolean;
  /** Of a message that is too long to be kept whole: the message with its long texts and lists cut. */
  head?: JsonObject;
  /** Of what a fault has changed: the message as it was before. */
  before?: Json;
};
/** What came since the last of these, at most some times in a second. */
export type LinesParams = {
  /** The lines. */
  lines: Line[];
};
/** None are needed. */
export type ListMethodsParams = {};
/** What this side of the protocol may send. */
export type ListMethodsResult = {
  /** The methods by name. */
  methods: Method[];
};
/** What a form is made from. */
export type Method = {
  /** Its name. */
  method: string;
  /** Whether an answer is expected. */
  kind: 'request' | 'notification';
  /** What it does. */
  summary?: string;
  /** JSON Schema of its params, whole: its references are inside of `$defs`. */
  params?: JsonObject | boolean;
};
/** None are needed. */
export type ListPagesParams = {};
/** The other pages, the oldest first. A page that listens on an address other than loopback lists none: the addresses have tokens in them. */
export type ListPagesResult = {
  /** The pages. */
  pages: Page[];
};
/** A page of the inspector that another Proctor of the same user serves now. */
export type Page = {
  /** What it shows. */
  title: string;
  /** Its address, with the token. */
  url: string;
};
/** Until it is answered nobody answers it. */
export type Pending = {
  /** Its name. */
  id: string;
  /** Index of its line. */
  index: number;
  /** Its method. */
  method: string;
  /** When it came, in ms since the beginning. */
  since: number;
  /** What is asked, in one sentence. */
  question: string;
  /** What can be answered, in the order of the other side; then what few do. */
  answers: Answer[];
};
/** All requests that wait for a person now. */
export type PendingChangedParams = {
  /** Those, the oldest first. */
  pending: Pending[];
};
/** There are none. */
export type ReadHostedParams = {};
/** Which requirements are wanted. */
export type ReadRequirementsParams = {
  /**
   * Their ids.
   *
   * @maxItems 200
   */
  ids: string[];
};
/** Those that Proctor has; unknown ids are left out. */
export type ReadRequirementsResult = {
  /** The requirements. */
  requirements: Requirement[];
};
/** One testable sentence of a specification. */
export type Requirement = {
  /** Its id. */
  id: string;
  /** How binding it is. */
  level: 'must' | 'should' | 'may' | 'derived';
  /** What it says. */
  text: string;
  /** Where it is. */
  source: string;
  /** Address of that place. */
  url?: string;
};
/** None are needed. */
export type ReadStateParams = {};
/** Which lines are wanted. */
export type ReadTranscriptParams = {
  /** Index of the first. Default: the oldest that is kept. */
  from?: number;
  /** The most lines. Default: 1,000. */
  limit?: number;
};
/** Lines in their order. */
export type ReadTranscriptResult = {
  /** The lines. */
  lines: Line[];
  /** Where to go on reading. */
  next: number;
  /** Whether there are no more at present. */
  end: boolean;
};
/** What is wanted of the transcript. */
export type SaveRecordingParams = {
  /** As what: a recording, a HAR file, a case in YAML, a page that needs nothing but itself. */
  format: 'recording' | 'har' | 'case' | 'html';
  /**
   * Indexes of the lines that it is made of. Default: all that are kept.
   *
   * @maxItems 100000
   */
  lines?: number[];
};
/** A file. */
export type SaveRecordingResult = {
  /** What it may be called. */
  name: string;
  /** What it is. */
  mediaType: string;
  /** What is in it. */
  text: string;
  /** What could not be carried over. */
  notes: string[];
};
/** A message by hand. */
export type SendMessageParams = {
  /** The message. Without an `id`, a request gets one that nobody else uses. */
  message: JsonObject;
  /** Whether it is a request, and so needs an id. Default: if it has one. */
  request?: boolean;
  /** To whom, if there are several. Default: who was heard of last. */
  session?: string;
  /** Sends it although its schema forbids it. Default: no. */
  invalid?: boolean;
};
/** What became of it. */
export type SendMessageResult = {
  /** Index of its line. Left out if it was not sent. */
  index?: number;
  /** What its schema forbids: then it was sent only if `invalid` said so. */
  problems: {
    /** JSON Pointer into the params. */
    path: string;
    /** What is wrong there. */
    message: string;
  }[];
};
/** One conversation. */
export type Session = {
  /** As lines name it. */
  id: string;
  /** Its channels. */
  channels: string[];
  /** How many lines it has. */
  lines: number;
  /** How many of its requests wait for an answer. */
  open: number;
  /** Whether it is over. Default: no. */
  over?: boolean;
};
/** Something has changed beside the lines. */
export type SessionChangedParams = {
  state: State;
};
/** A mock, a proxy, a run or a file that is looked at, and how it stands. */
export type State = {
  /** What it is. */
  by: 'mock' | 'proxy' | 'run' | 'file';
  /** The command, in words and without secrets. */
  title: string;
  /** Version of Proctor. */
  proctor: string;
  /** When it began (RFC 3339). */
  startedAt: string;
  /** The roles that `kit` and `target` stand for in the lines. */
  roles: {
    /** That of Proctor, or of the peer of what a proxy is put before. */
    kit: string;
    /** That of the other side. */
    target: string;
  };
  /** The version of the protocol that both are judged by. */
  protocolVersion: string;
  /** How both are connected. */
  transport: 'stdio' | 'http' | 'ws' | 'rest';
  /** Where Proctor listens, without secrets. */
  url?: string;
  /** The command that was started, without secrets. */
  command?: string[];
  /** The command that starts it again. */
  again?: string;
  /** `stepped`: its time moves by `clock/advance` alone. */
  clock: 'real' | 'stepped';
  /** What the clock shows, in ms since the beginning. */
  now?: number;
  /** `waiting`: the other side has said nothing yet. */
  state: 'waiting' | 'live' | 'ended';
  ended?: Ending;
  /** Index of the oldest line that is still kept. */
  first: number;
  /** Index that the next line will have. */
  next: number;
  /** How many messages are in no line, because too many came. Left out if none are. */
  dropped?: number;
  /** Conversations, the oldest first. */
  sessions: Session[];
  /** How many wire rules have judged a message, of how many. */
  rules?: {
    /** Those that saw a message. */
    judged: number;
    /** All of the role of the other side. */
    total: number;
  };
  /** Faults that can be switched. */
  faults: Fault[];
  /** Permissive variants that can be switched. */
  permissive: Variant[];
  /** Methods whose requests wait for a person. */
  held: string[];
  /** Methods that ask something of a person, and so may be held. */
  holdable?: string[];
  /**
   * What can be done beside reading. What is missing would be refused.
   *
   * Items: One of it.
   */
  can: ('answer' | 'send' | 'fault' | 'permissive' | 'clock' | 'authorization')[];
};
/** Behaviour of a reference that the specification allows and few implementations show. */
export type Variant = {
  /** Its name. */
  name: string;
  /** What it does. */
  title?: string;
  /** Whether it is on. */
  on: boolean;
};
/** What the authorization server beside a protected mock does from now on. Each member that is named is done. */
export type SetAuthorizationParams = {
  /** Every token that it gave out is expired. */
  expire?: boolean;
  /** It signs with new keys. */
  rotateKeys?: boolean;
  /** Every token that it gave out is revoked. */
  revoke?: boolean;
};
/** Switches a fault, or adds one. */
export type SetFaultParams = {
  /** Which one. With `rule`: what the new one is called. */
  id: string;
  /** Whether it is on from now. */
  on: boolean;
  /** The rule of a new one, as a file of faults has it (YAML). */
  rule?: string;
};
/** Switches a permissive variant. */
export type SetPermissiveParams = {
  /** Which one. */
  name: string;
  /** Whether it is on from now. */
  on: boolean;
};
