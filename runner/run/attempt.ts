import { type Ending, isStuck, outcomeInRun } from '../../src/conversation/blame/ending.js';
import { type Outcome, ranOut } from '../../src/conversation/blame/outcome.js';
import { howUnresponsive } from '../../src/conversation/blame/unresponsive.js';
import type { Driven } from '../../src/conversation/case/drive.js';
import { awaitedIn } from '../../src/conversation/player/patience.js';
import type { Case } from '../../src/language/case.js';
import type { Finding } from '../../src/watch/finding.js';
import type { SentRequest, WireRecord } from '../../src/wire/record.js';
import type { CaseResult, WireBreach } from '../events.js';
import { judgeCase } from '../judge/case.js';
import { excerptOf } from '../judge/excerpt.js';
import type { Lacked } from '../judge/lacked.js';
import type { Strict } from '../judge/strict.js';
import { checksOf } from '../load/case/cases.js';
import { inLeg } from '../plan/legs.js';
import { identityOf, type PlannedCase } from '../planned-case.js';
import { wireCaseId } from '../profiles.js';
import { requirementsIn } from '../requirements-in.js';
import type { Corpus } from '../types.js';
import type { Probed } from './probe.js';
import type { RunContext } from './run-context.js';
import { isWord, type TargetFacts } from './target-facts.js';
import { driveWatched, type TargetRun } from './target-run.js';
import { firstReplyWait } from './waits/first-reply.js';
import { isStartedByCase, openingOf, slowStartReason, slowUnresponsive } from './waits/slow-start.js';
import { type Waited, WaitsOfCase } from './waits/vain-waits.js';

/** One playing of a planned case. */
export interface Attempt {
  planned: PlannedCase;
  /** Unset where the run was interrupted before the case came to an end. */
  result?: CaseResult;
  records: readonly WireRecord[];
  /** A wait ran out: the case may be worth a lonely repetition. */
  timedOut: boolean;
  /** The cases that had its process before it, oldest first; none if it was alone. */
  after?: readonly string[];
  /** They had its connection, too. */
  isConnected?: true;
  /** A process died under it that other cases share: what tells it from others, and ms of the clock when the case spoke to it last. */
  death?: { process: unknown; spokeAt: number };
  /** Nothing was learned because the process did not say anything in time, as others of the target did. */
  slow?: true;
  /** What its waits came to. */
  waited?: Waited;
  /** How the target kept the case from being run to its end, without breaking an expectation: it died, was silent, hung up. */
  unresponsive?: string;
  /** The behaviors that the target showed in it. */
  shown?: readonly string[];
  /** The behavior that it did not show, so that the case could not go on. */
  lacked?: Lacked;
}

export interface AttemptOptions extends RunContext {
  strict: Strict;
  messages?: boolean;
  trace?: 'failed' | 'all';
  /** Whether a case that ended because a wait ran out goes without the liveness check. */
  skipLivenessAfterTimeout?: boolean;
  /** Whether it is played again where a wait was too short. */
  mayShorten?: boolean;
  /** With which cases it may share a process: those of the run, those of a pool, or none. Default: none. */
  company?: 'run' | 'none' | { pool: string };
  /** Why it gets a new process, if that is not for its steps. */
  why?: string;
}

/** Plays one planned case, or gives the verdict that the plan already knows. */
export async function attempt(
  targetRun: TargetRun,
  planned: PlannedCase,
  options: AttemptOptions,
  probed: Probed,
): Promise<Attempt> {
  const { facts, cases } = targetRun;
  if (facts.cause) return { planned, records: [], timedOut: false };
  const early = foreseen(planned);
  if (early) return { planned, records: [], timedOut: false, result: early };
  const { id, transport } = planned;
  if (!planned.case) throw new Error(`${id} is not a case to play`);
  const subject = cases.runnable(planned.case);
  const caseOptions = cases.options(transport, subject);
  const firstWord = isStartedByCase(facts.target, transport)
    ? Math.max(firstReplyWait(caseOptions.within), facts.starts.patience)
    : undefined;
  const waits = new WaitsOfCase(id, subject.needs.behavior, facts.waits, options.mayShorten ?? false);
  const { company = 'none' } = options;
  const pool = company === 'run' ? '' : company === 'none' ? undefined : company.pool;
  const sharing = pool === undefined ? undefined : cases.sharing(transport, subject, pool);
  let after: readonly string[] = [];
  let isConnected = false;
  const { driven, watched } = await driveWatched(targetRun, {
    ...{ transport, subject, session: id },
    more: {
      ...(firstWord === undefined ? {} : { firstWord }),
      skipLivenessAfterTimeout: options.skipLivenessAfterTimeout ?? false,
      ...(probed.livenessDefect ? { livenessDefect: probed.livenessDefect } : {}),
      patience: waits,
      ...(sharing ? { sharing } : {}),
      why: options.why ?? cases.whyFresh(transport, subject),
      joined: ({ before, firstId }) => {
        if (sharing) [after, isConnected] = [before, firstId !== undefined];
      },
    },
    saw: (record) => waits.saw(awaitedIn(record)),
  });
  const breaches = watched.broken().map((finding) => breachOf(finding, facts, options.corpus));
  watched.end();
  if (after.length === 0 && driven.records.some(isWord))
    facts.starts.note(openingOf(subject, facts.role.side, driven.records));
  const { strict } = options;
  const requirements = requirementsIn(options.corpus, facts.version);
  const expected = checksOf(subject.steps).flatMap(({ requirement, at }) => {
    const known = requirements.get(requirement);
    return known && facts.judges(requirement) ? [{ requirement: known, at }] : [];
  });
  const waitedInVain = ranOut(driven.ending.outcome);
  const slowStart =
    waitedInVain && firstWord !== undefined && isSlowStart(subject, driven, facts, firstWord * options.slow);
  const outcome = outcomeInRun(driven.ending.outcome, { spoke: facts.heard, slowStart });
  const slow = outcome.kind === 'not-started' && outcome.slow;
  const ending = endingInRun(outcome, driven, facts);
  const judged = slow ? [] : driven.judged;
  const judgement = judgeCase({ judged, ending, expected, requirements, strict, id: subject.id });
  if (driven.liveness === 'silent' && waitedInVain) facts.silent++;
  else if (driven.liveness !== undefined || !waitedInVain) facts.silent = 0;
  // A should or may that was waited for in vain ends nothing, and depends on the load as much.
  const timedOut = waitedInVain || driven.judged.some((one) => one.timedOut);
  const { death } = driven;
  const unresponsive = slow ? slowUnresponsive(facts.starts.waited) : howUnresponsive(ending);
  const attempted = {
    planned,
    timedOut,
    ...(after.length > 0 ? { after, ...(isConnected ? { isConnected: true as const } : {}) } : {}),
    waited: waits.result(),
    ...(death ? { death } : {}),
    ...(slow ? { slow: true as const } : {}),
    ...(unresponsive ? { unresponsive } : {}),
    ...(driven.shown.length > 0 ? { shown: driven.shown } : {}),
    ...lackedIn(ending),
  };
  if (!judgement) return { ...attempted, records: driven.records };
  const quiet = judgement.verdict === 'pass';
  const request = quiet && !judgement.warned ? undefined : onlyRequest(driven);
  const invalidValues = watched.invalidValues();
  const resources = options.uses?.take(id);
  const result: CaseResult = {
    ...baseOf(planned),
    ...judgement,
    ...(breaches.length > 0 ? { breaches } : {}),
    ...(invalidValues.length > 0 ? { verdict: 'error' as const, reason: invalidValues[0]! } : {}),
    ...(request === undefined ? {} : { request }),
    durationMs: Math.round(driven.durationMs * 10) / 10,
    ...(resources ? { resources } : {}),
    ...(quiet ? {} : { ...excerptOf(driven), ...(driven.stderr === '' ? {} : { stderr: driven.stderr }) }),
  };
  const kept = options.messages || options.trace !== undefined ? driven.records : [];
  return { ...attempted, records: kept, result };
}

function lackedIn(ending: Driven['ending']): Pick<Attempt, 'lacked'> {
  if (!isStuck(ending) || ending.behavior === undefined) return {};
  return { lacked: { behavior: ending.behavior, message: ending.message } };
}

/** The result of a case that is not worth playing because the plan knows it. */
export function foreseen(planned: PlannedCase): CaseResult | undefined {
  if (!planned.gated) return undefined;
  const { notAsked: _, ...gated } = planned.gated;
  return { ...baseOf(planned), ...gated };
}

function baseOf(planned: PlannedCase) {
  return { ...identityOf(planned), nonStrict: false, warned: false, durationMs: 0, checks: [] };
}

/** Whether a case in which a wait ran out heard nothing because its process was slow to start. Takes note of all that did answer. */
function isSlowStart(subject: Case, { records }: Driven, { role, starts }: TargetFacts, waited: number): boolean {
  const opening = openingOf(subject, role.side, records);
  if (opening === undefined || records.some(isWord) || !starts.explain(opening)) return false;
  starts.count += 1;
  starts.waited = waited;
  return true;
}

/** The ending of a case with the outcome that it has in view of the run. */
function endingInRun(outcome: Outcome, { ending, stderr }: Driven, { starts }: TargetFacts): Ending {
  if (outcome === ending.outcome) return ending;
  if (ending.outcome.kind !== 'died') return { outcome, message: slowStartReason(starts.waited), blamed: [] };
  return { outcome, message: `${ending.outcome.how} before it said anything`, blamed: [], detail: stderr };
}

/** How the case in whose conversation a wire rule broke tells it. */
function breachOf(
  { rule, requirement, message, record, path }: Finding,
  { target, version }: TargetFacts,
  corpus: Corpus,
): WireBreach {
  const level = requirementsIn(corpus, version).get(requirement)?.level ?? 'must';
  const where = path === undefined || path === '' ? {} : { path };
  const wireCase = inLeg({ id: wireCaseId(target.role, rule) }, target.leg, '').name;
  return { case: wireCase, requirement, level, message, ...where, seq: record.seq };
}

/** The names of what the kit sends over HTTP without a step that asks for it. */
const UNASKED: ReadonlySet<string | undefined> = new Set(['alive', 'listening']);

/** The one HTTP request of a case up to where it broke, so that it alone shows what is wrong; undefined where there were more. */
function onlyRequest({ records, judged }: Driven): SentRequest | undefined {
  const end = judged.find(({ status }) => status === 'fail')?.record?.seq ?? Number.POSITIVE_INFINITY;
  const sent = records.filter(({ seq, as, request }) => seq <= end && request !== undefined && !UNASKED.has(as));
  return sent.length === 1 ? sent[0]!.request : undefined;
}
