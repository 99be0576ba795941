import type * as Json from '../../src/generated/types/report-v1.js';
import type { SourcePosition } from '../../src/language/case.js';
import { recordOf } from '../../src/recording/record-json.js';
import type { CaseResult, CheckResult, PlannedInfo, RunEvent } from '../events.js';
import { Groups } from '../judge/groups.js';

/**
 * The events of the run that a report was written of, so that any reporter can write it anew. What the report leaves out stays unknown: titles
 * and suites of cases that were not run, and messages that are in no transcript.
 */
export function* eventsOf(report: Json.ReportFile): Generator<RunEvent> {
  const results = report.cases.map(resultOf);
  const planned = [...results.map(plannedOf), ...(report.notRun ?? []).map((name) => notRunOf(name, results))];
  const groups = new Groups(planned);
  const { proctor, startedAt, target, corpus, profile, shard, notAsked, rerun = 'npx proctor run' } = report;
  yield {
    type: 'run.started',
    ...{ proctor, startedAt, rerun, planned },
    ...(corpus ? { corpus } : {}),
    ...(profile === undefined ? {} : { profile }),
    ...(shard ? { shard } : {}),
    ...(notAsked ? { notAsked } : {}),
    target: { ...target, version: target.version ?? '' },
    groups: groups.all(),
  };
  for (const result of results) {
    const { id, name, leg } = result;
    const of = leg === undefined ? {} : { leg };
    yield { type: 'case.started', id, name, ...of };
    for (const check of result.checks) yield { type: 'check', case: id, ...of, check };
    yield groups.finished(result);
  }
  for (const problem of report.problems ?? []) yield { type: 'problem', ...problem, exit: problem.exit ?? 0 };
  const { summary, exit = 0, durationMs = 0, interrupted = false, messagesJudged = 0 } = report;
  const { musts, requirements, levels, since, starts, resources, notObserved } = report;
  yield {
    type: 'run.finished',
    ...{ summary, exit, durationMs, interrupted, messagesJudged },
    groups: groups.all(),
    ...(musts ? { musts } : {}),
    ...(requirements ? { requirements } : {}),
    ...(levels ? { levels } : {}),
    ...(since ? { since } : {}),
    ...(starts ? { starts } : {}),
    ...(resources ? { resources } : {}),
    ...(notObserved ? { notObserved } : {}),
  };
}

/** How a run names a case, and no other: its id, with its leg if there are several. */
export const nameOf = ({ id, leg }: Pick<Json.CaseResult, 'id' | 'leg'>): string =>
  leg === undefined ? id : `${id} ${leg}`;

/** A case of a report as the run had it. */
export function resultOf(one: Json.CaseResult): CaseResult {
  const { place, at, checks, notReached = [], transcript, follows: _, rerun: __, ...rest } = one;
  return {
    ...rest,
    name: nameOf(one),
    title: one.title ?? one.id,
    group: one.group ?? '',
    transport: one.transport ?? '',
    nonStrict: one.nonStrict ?? false,
    warned: one.warned ?? false,
    place: positionOf(place),
    ...(at === undefined ? {} : { at: positionOf(at) }),
    checks: [...checks.map(checkOf), ...notReached.map((requirement) => unreached(requirement, place))],
    ...(transcript ? { transcript: transcript.map(recordOf) } : {}),
  } as CaseResult;
}

function checkOf(check: Json.Check): CheckResult {
  return { ...check, text: check.text ?? '', source: check.source ?? '', at: positionOf(check.at) } as CheckResult;
}

/** A report has no more of it than its requirement. */
const unreached = (requirement: string, place: string | undefined): CheckResult => ({
  ...{ requirement, level: 'must', text: '', source: '', status: 'not-reached' },
  at: positionOf(place),
});

/** A case in a plan, as its result has it. */
export const plannedOf = ({ id, name, leg, title, group, role, place, newer }: CaseResult): PlannedInfo => ({
  ...{ id, name, title, group, role, place },
  ...(leg === undefined ? {} : { leg }),
  ...(newer ? { newer } : {}),
});

/**
 * A report has only the name of a case that was not run. Its suite is that of the cases in the same file, whose ids begin alike; if none of
 * them ran, the suite is named by its ids.
 */
function notRunOf(name: string, results: readonly CaseResult[]): PlannedInfo {
  const [id = name, ...leg] = name.split(' ');
  const beside = results.find((one) => one.id === id) ?? results.find((one) => familyOf(one.id) === familyOf(id));
  const ofSide = beside ?? results.find((one) => one.id.startsWith(`${id.split('.').slice(0, 2).join('.')}.`));
  return {
    ...{ id, name, title: id, group: beside?.group ?? id.split('.')[2] ?? 'not run', role: ofSide?.role ?? '' },
    ...(leg.length > 0 ? { leg: leg.join(' ') } : {}),
    place: NOWHERE,
  };
}

/** The part of an id that cases of one file share. */
const familyOf = (id: string): string => id.split('.').slice(0, 3).join('.');

/** The place of what a report does not place. */
const NOWHERE: SourcePosition = { file: '', line: 1, col: 1 };

/** `file:line:col`; a file may have colons in its name. */
function positionOf(text: string | undefined): SourcePosition {
  const [, file, line, col] = /^(.+):(\d+):(\d+)$/s.exec(text ?? '') ?? [];
  return file === undefined ? NOWHERE : { file, line: Number(line), col: Number(col) };
}
