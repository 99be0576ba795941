import { setMaxListeners } from 'node:events';
import type { Json, JsonObject } from '../../json/json.js';
import type { Case } from '../../language/case.js';
import { caseLimit } from '../../language/case-limit.js';
import { formatDuration } from '../../language/duration.js';
import type { MatchContext } from '../../language/pattern/pattern.js';
import type { Level } from '../../language/requirement.js';
import type { Role } from '../../language/role.js';
import type { SelectContext } from '../../language/selector.js';
import type { BehaviorSpec, OpensSpec, OutcomeSpec } from '../../language/target.js';
import type { Clock } from '../../wire/clock/clock.js';
import type { Limits } from '../../wire/limits.js';
import { linkedAbort } from '../../wire/linked-abort.js';
import type { WireRecord } from '../../wire/record.js';
import { type Ending, withDeath } from '../blame/ending.js';
import {
  checksLiveness,
  endsWithLivenessCheck,
  isKnown,
  type Liveness,
  type LivenessDefect,
  livenessOf,
  livenessSteps,
  wasGreeted,
} from '../blame/liveness.js';
import { type Judged, ranOut } from '../blame/outcome.js';
import { blameRules } from '../blame/rules.js';
import { silenceInWords } from '../clock/silence.js';
import { unhurriedLimit } from '../clock/unhurried.js';
import { firstId, type HttpExperience } from '../lanes/http-experience.js';
import { Claims } from '../peer/claims.js';
import type { Patience } from '../player/patience.js';
import { Player } from '../player/player.js';
import { Requests } from '../requests.js';
import type { RoleEntry } from '../role-entry.js';
import type { AcquireOptions, Company, TargetMaker } from '../target.js';

import { CaseStage } from './case-stage.js';
import type { Death } from './gone.js';
import { resumesStreams, wantsOwnStream } from './own-stream.js';
import type { SpareFolders } from './spare-folders.js';

export interface CaseOptions {
  entry: RoleEntry;
  role: Role;
  targets: TargetMaker;
  /** Folders that may go from one case to the next. */
  folders: SpareFolders;
  clock: Clock;
  limits: Limits;
  /** ms, real time, before `slow`; `limit`, and the waits that its steps ask for, where the case has none of its own. */
  within: number;
  limit: number;
  /** ms, before `slow`, that a wait lasts at least in which the target has not said anything in this case yet. */
  firstWord?: number;
  slow: number;
  /** Whether the case takes as long as it takes: a person does what its target does. */
  untimed?: boolean;
  /** Aborts this case, with a StageError that says why it can't go on. */
  givenUp?: AbortSignal;
  /** Aborts the whole run. */
  signal: AbortSignal;
  /** What the cases of this target have learned about how it takes HTTP. */
  experience?: HttpExperience;
  version: JsonObject;
  values: { [name: string]: Json };
  behaviors: ReadonlyMap<string, BehaviorSpec>;
  outcome?: OutcomeSpec;
  opens?: OpensSpec;
  proctor: string;
  match: MatchContext;
  select: SelectContext;
  level(requirement: string): Level;
  /** Whether the target is judged by a requirement; without it by all. It may speak a version that does not have it. */
  judges?(requirement: string): boolean;
  /** Whether a request or notification of the kit is one that the protocol allows: its method is unknown, or its params fit. */
  legal(message: JsonObject): boolean;
  anytime(record: WireRecord, transcript: readonly WireRecord[]): boolean;
  /** Whether a case that ended because a wait ran out goes without the liveness check. */
  skipLivenessAfterTimeout?: boolean;
  /** What the liveness check came to in the first conversation of all, where that was not as it should be. */
  livenessDefect?: LivenessDefect;
  /** How long waits may take; without it as long as their steps say. */
  patience?: Patience;
  /** Which cases it may share a process with; without it none. */
  sharing?: CaseSharing;
  /** Why it gets a process, if it gets a new one. Default: it has one of its own. */
  why?: string;
  /** Told of the company that the case has, before anything is said. */
  joined?(company: Company): void;
  onRecord(record: WireRecord): void;
  onJudged(judged: Judged): void;
}

/** How a case shares the process of its target with others. */
export interface CaseSharing extends Pick<AcquireOptions, 'connection'> {
  /** Cases share a process only with those that name the same pool. Default: that of the run. */
  pool?: string;
}

/** What one playing of a case brought. */
export interface Driven {
  judged: Judged[];
  ending: Ending;
  records: readonly WireRecord[];
  captures: { [name: string]: Json };
  stderr: string;
  /** The behaviors that the target showed. */
  shown: readonly string[];
  /** Set where a process died that other cases share. */
  death?: Death;
  /** What came of the liveness check, where that was asked. */
  liveness?: Liveness;
  /** ms, real time. */
  durationMs: number;
  /** ms that the target's processes have waited for a core by the end of a case that took longer than a wait; unset where nobody knows. */
  lackedMs?: number;
}

/** Real ms after which a case hangs whose target has a clock that the kit moves: only the machine may be slow there. */
const HANG = 300_000;

/** Plays one case against the target, asks whether it still lives, and cleans up. Never throws for what the target does. */
export async function driveCase(subject: Case, options: CaseOptions): Promise<Driven> {
  const began = options.clock.now();
  const judged: Judged[] = [];
  const requests = new Requests(options.experience && firstId(options.experience));
  const budget = caseLimit(subject, options.limit) * options.slow;
  const limit = linkedAbort(options.signal);
  const { signal } = limit;
  let isOver = false;
  let cancelLimit = () => {};
  const endAtLimit = async () => {
    const { reached, cancel } = unhurriedLimit(budget, { starved: () => stage.time.starved?.() }, options.clock);
    cancelLimit = cancel;
    if (!(await reached)) return;
    // A start has a limit of its own, and says more of it.
    if (stage.launching) {
      await stage.launching.catch(() => undefined);
      if (!isOver) void endAtLimit();
      return;
    }
    const more = stage.time.exact ? Math.max(0, HANG - budget) : 0;
    cancelLimit = options.clock.after(more, () => limit.abort(new Error('limit')));
  };
  if (!options.untimed) void endAtLimit();
  const giveUp = () => limit.abort(options.givenUp!.reason as Error);
  if (options.givenUp?.aborted) giveUp();
  options.givenUp?.addEventListener('abort', giveUp, { once: true });
  // Steps lie in steps, and each ends with the case.
  setMaxListeners(0, signal);
  let company: Company | undefined;
  const stage = new CaseStage({
    entry: options.entry,
    targets: options.targets,
    folders: options.folders,
    clock: options.clock,
    limits: options.limits,
    signal,
    requests,
    config: subject.peer,
    version: options.version,
    versions: subject.needs.version,
    values: options.values,
    behaviors: options.behaviors,
    needs: subject.needs.behavior,
    ...(options.outcome ? { outcome: options.outcome } : {}),
    ...(options.opens ? { opens: options.opens } : {}),
    ...(options.experience ? { experience: options.experience } : {}),
    opensStream: wantsOwnStream(options.role, subject.steps),
    resumes: resumesStreams(subject.steps),
    proctor: options.proctor,
    claims: new Claims(subject.steps),
    select: options.select,
    within: options.within * options.slow,
    group: groupOf(subject),
    own: !options.sharing,
    sharing: { name: subject.id, why: options.why ?? 'it has a process to itself', pool: '', ...options.sharing },
    joined: (one) => {
      company = one;
      if (company.firstId !== undefined) requests.goOnFrom(company.firstId);
      options.joined?.(company);
    },
    onRecord: options.onRecord,
  });
  let asking = false;
  const player = new Player(subject, stage, requests, {
    clock: options.clock,
    within: options.within,
    ...(options.firstWord === undefined ? {} : { firstWord: options.firstWord }),
    slow: options.slow,
    level: options.level,
    ...(options.judges ? { judges: options.judges } : {}),
    match: options.match,
    select: options.select,
    anytime: options.anytime,
    blame: blameRules(options.role, options.legal),
    ...(options.patience ? { patience: options.patience } : {}),
    onJudged: (one) => {
      if (asking && isKnown(one, judged, options.livenessDefect)) return;
      judged.push(one);
      options.onJudged(one);
    },
  });
  try {
    let ending = await player.play();
    let liveness: Driven['liveness'];
    // A process that is the case's own ends with it: what it does right after its last answer is seen here or never.
    if (ending.outcome.kind === 'held' && stage.shared && endsWithLivenessCheck(options.role, subject.steps))
      liveness = 'answered';
    const asks =
      liveness === undefined &&
      options.livenessDefect !== 'silent' &&
      checksLiveness(ending, options.skipLivenessAfterTimeout ?? false);
    if (asks && stage.reachable && wasGreeted(options.role, stage.transcript.records)) {
      asking = true;
      const answer = await player.playLivenessCheck(livenessSteps(options.role, options.livenessDefect));
      liveness = livenessOf(answer);
      if (ending.outcome.kind === 'held' || answer.outcome.kind === 'died') ending = answer;
    }
    // What is broken off may be the first that is seen of a process that dies; one that moves its clock tells at once.
    if (liveness !== 'answered' && (stage.brokenOff || stage.time.exact)) await stage.settle();
    if (stage.died !== undefined) {
      const facts = player.facts();
      ending = withDeath(ending, { how: stage.died, expected: stage.endTaken, at: subject.place, facts });
    }
    if (ending.outcome.kind === 'interrupted' && limit.signal.aborted && !options.signal.aborted) {
      ending = {
        outcome: { kind: 'limit' },
        blamed: [],
        at: subject.place,
        message: `the case took longer than its limit of ${formatDuration(budget)}${silenceInWords(stage.time)}`,
        channel: 'main',
      };
    }
    // A process that does not answer would keep the cases after this one waiting, too.
    const { outcome } = ending;
    if (liveness === 'silent' || ranOut(outcome) || outcome.kind === 'limit') company?.abandon();
    const records = [...stage.transcript.records];
    const stderr = stage.stderr();
    const { death } = stage;
    const durationMs = options.clock.now() - began;
    // Only of a case that took its time is it worth a look.
    const lackedMs = durationMs > options.within * options.slow ? stage.time.starved?.() : undefined;
    return {
      ...(death ? { death } : {}),
      ...(liveness ? { liveness } : {}),
      judged,
      ending,
      records,
      captures: player.names.captures(),
      stderr,
      shown: [...player.shown],
      durationMs,
      ...(lackedMs === undefined ? {} : { lackedMs }),
    };
  } finally {
    // The limit is one of the whole case: of its closing too.
    await stage.end();
    isOver = true;
    cancelLimit();
    options.givenUp?.removeEventListener('abort', giveUp);
    limit.release();
  }
}

/** What a case belongs to: the suite of its file. */
export const groupOf = ({ place }: Case): string => place.file;
