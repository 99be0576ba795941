import type { Json, JsonObject } from '../../src/jsonrpc/json.js';
import { isObject } from '../../src/jsonrpc/messages.js';
import type { Case, Step } from '../../src/play/case.js';
import { Claims } from '../../src/play/claims.js';
import { formatDuration, parseDuration } from '../../src/play/duration.js';
import type { Ending, Judged } from '../../src/play/outcome.js';
import type { MatchContext } from '../../src/play/pattern.js';
import { Player } from '../../src/play/player.js';
import type { WireRecord } from '../../src/play/record.js';
import { Requests } from '../../src/play/requests.js';
import type { Level } from '../../src/play/requirement.js';
import type { RoleEntry } from '../../src/play/role-entry.js';
import type { SelectContext } from '../../src/play/selector.js';
import type { Clock } from '../../src/transport/clock.js';
import type { Limits } from '../../src/transport/limits.js';
import type { BehaviorSpec, OutcomeSpec, Role } from '../types.js';
import type { Launcher } from './launcher.js';
import { CaseStage, type Death } from './stage.js';

export interface CaseOptions {
  entry: RoleEntry;
  role: Role;
  launcher: Launcher;
  clock: Clock;
  limits: Limits;
  /** ms, real time, before `slow`; `limit` where the case has none of its own. */
  within: number;
  limit: number;
  slow: number;
  /** Aborts the whole run. */
  signal: AbortSignal;
  version: JsonObject;
  values: { [name: string]: Json };
  behaviors: ReadonlyMap<string, BehaviorSpec>;
  outcome?: OutcomeSpec;
  proctor: string;
  match: MatchContext;
  select: SelectContext;
  level(requirement: string): Level;
  anytime(record: WireRecord, transcript: readonly WireRecord[]): boolean;
  /** Whether a case that ended because a wait ran out goes without the question whether the target lives. */
  sparing?: boolean;
  onRecord(record: WireRecord): void;
  onJudged(judged: Judged): void;
}

/** What one playing of a case brought. */
export interface Driven {
  judged: Judged[];
  ending: Ending;
  records: readonly WireRecord[];
  captures: { [name: string]: Json };
  stderr: string;
  /** Set where a process died that other cases share. */
  death?: Death;
  /** Whether the target answered the question whether it lives, where that was asked. */
  life?: 'answered' | 'silent' | 'broken';
  /** ms, real time. */
  durationMs: number;
}

/** Plays one case against the target, asks whether it still lives, and cleans up. Never throws for what the target does. */
export async function driveCase(subject: Case, options: CaseOptions): Promise<Driven> {
  const began = options.clock.now();
  const judged: Judged[] = [];
  const requests = new Requests();
  const budget = (subject.limit === undefined ? options.limit : parseDuration(subject.limit)) * options.slow;
  const limit = new AbortController();
  const cancelLimit = options.clock.after(budget, () => limit.abort(new Error('limit')));
  const signal = AbortSignal.any([options.signal, limit.signal]);
  const stage = new CaseStage({
    entry: options.entry,
    launcher: options.launcher,
    clock: options.clock,
    limits: options.limits,
    signal,
    requests,
    config: subject.peer,
    version: options.version,
    values: options.values,
    behaviors: options.behaviors,
    needs: subject.needs.behavior,
    ...(options.outcome ? { outcome: options.outcome } : {}),
    proctor: options.proctor,
    claims: new Claims(subject.steps),
    select: options.select,
    within: options.within * options.slow,
    group: groupOf(subject),
    own: mentions(subject.steps, 'start') || mentions(subject.steps, 'stop'),
    onRecord: options.onRecord,
  });
  const player = new Player(subject, stage, requests, {
    clock: options.clock,
    within: options.within,
    slow: options.slow,
    level: options.level,
    match: options.match,
    select: options.select,
    anytime: options.anytime,
    onJudged: (one) => {
      judged.push(one);
      options.onJudged(one);
    },
  });
  try {
    let ending = await player.play();
    let life: Driven['life'];
    const asks = asksForLife(ending, options.sparing ?? false);
    if (asks && stage.reachable && wasGreeted(options.role, stage.transcript.records)) {
      const answer = await player.epilogue(lifeSteps(options.role));
      life = answer.kind === 'finished' ? 'answered' : 'timedOut' in answer && answer.timedOut ? 'silent' : 'broken';
      if (ending.kind === 'finished' || answer.kind === 'target-died') ending = answer;
    }
    // What is broken off may be the first that is seen of a process that dies.
    if (ending.kind !== 'finished' && stage.brokenOff) await stage.settle();
    if (ending.kind === 'interrupted' && limit.signal.aborted && !options.signal.aborted) {
      ending = {
        kind: 'limit',
        at: subject.place,
        message: `the case took longer than its limit of ${formatDuration(budget)}`,
        channel: 'main',
      };
    }
    const records = [...stage.transcript.records];
    const stderr = stage.stderr();
    const { death } = stage;
    return {
      ...(death ? { death } : {}),
      ...(life ? { life } : {}),
      judged,
      ending,
      records,
      captures: player.names.captures(),
      stderr,
      durationMs: options.clock.now() - began,
    };
  } finally {
    cancelLimit();
    await stage.end();
  }
}

/** What a case belongs to: the suite of its file. */
export const groupOf = ({ place }: Case): string => place.file;

/** After a precondition that failed for another reason, a dead target would still be worth knowing. */
const asksForLife = (ending: Ending, sparing: boolean) =>
  ending.kind === 'finished' || (ending.kind === 'check-failed' && !(sparing && ending.timedOut));

/** Whether the target has taken up the conversation, so that the question of life is a fair one. */
function wasGreeted(role: Role, records: readonly WireRecord[]): boolean {
  const { alive } = role;
  if (!alive) return false;
  if (alive.once === undefined) return true;
  return records.some(
    (record) =>
      record.from === 'target' &&
      record.method === alive.once &&
      isObject(record.message as Json) &&
      'result' in (record.message as JsonObject),
  );
}

function lifeSteps(role: Role): Step[] {
  const { alive } = role;
  if (!alive) return [];
  const body: JsonObject = { request: alive.request, as: 'alive' };
  if (alive.params !== undefined) body.params = alive.params;
  if (alive.result !== undefined) body.result = alive.result;
  return [{ verb: 'call', body, check: [alive.check], save: {}, place: alive.place }];
}

/** Whether some step, at any depth, has this verb. */
function mentions(steps: readonly Step[], verb: Step['verb']): boolean {
  return steps.some(
    (step) =>
      step.verb === verb ||
      mentions(step.steps ?? [], verb) ||
      (step.branches ?? []).some((branch) => mentions(branch.steps, verb)),
  );
}
