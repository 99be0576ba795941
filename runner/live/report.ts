import type { CaseResult, RunEvent, TargetInfo } from '../events.js';
import { isRed } from '../judge/count.js';
import { Groups } from '../judge/groups.js';
import { summarize } from '../judge/summary.js';
import { judgeWire } from '../judge/wire.js';
import { plannedInfo } from '../plan/started.js';
import type { PlannedCase } from '../planned-case.js';
import type { MockWatch } from './mock-watch.js';

export interface MockReport extends Pick<Extract<RunEvent, { type: 'run.started' }>, 'corpus' | 'profile'> {
  proctor: string;
  startedAt: string;
  durationMs: number;
  target: TargetInfo;
  /** The command that does it again. */
  rerun: string;
  /** The wire rules of the peer's role: `wireCases` of the plan. */
  rules: readonly PlannedCase[];
  /** Those of the role of the other side, if that is no mock of ours and judged too. */
  otherRules?: readonly PlannedCase[];
  /** The exit code, if somebody else decides it. */
  exit?: number;
  /** What the mock itself must not have said: without faults and scripts, each is a defect of the kit. */
  own: readonly string[];
}

/**
 * Tells what came of a conversation with a mock, as the events of a run whose cases are the wire rules. Returns the exit code: 4 for
 * a defect of the kit, 1 where the peer broke a must or said nothing at all, else 0.
 */
export function reportMock(watch: MockWatch, report: MockReport, emit: (event: RunEvent) => void): number {
  const { rules, otherRules = [], own, durationMs, rerun, proctor, startedAt, target, corpus, profile } = report;
  const judgedBy = { ...(corpus ? { corpus } : {}), ...(profile === undefined ? {} : { profile }) };
  const planned = [...rules, ...otherRules].map(plannedInfo);
  const groups = new Groups(planned);
  emit({ type: 'run.started', proctor, startedAt, ...judgedBy, target, planned, groups: groups.all(), rerun });
  const results = (['target', 'kit'] as const).flatMap((side) =>
    (side === 'target' ? rules : otherRules).map((one) =>
      judgeWire(one, { ...watch.watched(one.wire!, side), strict: false }),
    ),
  );
  for (const result of results) {
    emit({ type: 'case.started', id: result.id, name: result.name });
    for (const check of result.checks) emit({ type: 'check', case: result.id, check });
    emit(groups.finished(result));
  }
  for (const message of own) emit({ type: 'problem', message, exit: 4 });
  const red = results.some(isRed) ? 1 : 0;
  const exit = report.exit ?? (own.length > 0 ? 4 : red);
  emit({
    type: 'run.finished',
    summary: summarize(
      results,
      planned.map(({ name }) => name),
      new Set(planned.flatMap(({ name, newer }) => (newer ? [name] : []))),
    ),
    groups: groups.all(),
    exit,
    durationMs,
    interrupted: false,
    messagesJudged: watch.messages(),
    notObserved: unobserved(results),
  });
  return exit;
}

/** The requirements that no rule of theirs had anything to judge by. */
function unobserved(results: readonly CaseResult[]): string[] {
  const named = (wanted: boolean) =>
    results.filter(({ verdict }) => ['skipped', 'untestable'].includes(verdict) === wanted).flatMap(requirementsOf);
  const observed = new Set(named(false));
  return [...new Set(named(true))].filter((id) => !observed.has(id));
}

const requirementsOf = ({ checks }: CaseResult): string[] => checks.map(({ requirement }) => requirement);
