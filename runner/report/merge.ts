import type * as Json from '../../src/generated/types/report-v1.js';
import { isRed } from '../judge/count.js';
import { exitCode, PROVES_NOTHING } from '../judge/exit-code.js';
import { applyKnown, singleEntries, staleEntries } from '../judge/known.js';
import { countMusts } from '../judge/musts.js';
import { countLevels, judgedBy } from '../judge/requirements.js';
import { summarize } from '../judge/summary.js';
import type { Subject } from '../patterns.js';
import { WIRE_GROUP } from '../planned-case.js';
import type { KnownEntry } from '../types.js';
import { nameOf, resultOf } from './events.js';
import { inPlanOrder } from './plan-order.js';
import { type NamedReport, ReportError } from './report-error.js';
import { mergeWire } from './wire-parts.js';

type Part = NamedReport<Json.ReportFile>;

/** The known failures of a run, and what they are held against. */
export interface KnownOfRun {
  entries: readonly KnownEntry[];
  /** All cases for the target, whatever the run was asked for; those of the reports if that is unknown. */
  everything?: readonly PlannedSubject[];
}

type PlannedSubject = Subject & { name: string };

export interface MergeOptions {
  /** What only the whole shows of them, such as an entry that no longer holds, is found if they are given. */
  known?: KnownOfRun;
}

/**
 * The report that the whole run would have written, from those of its parts (`--shard`), in any order. Each case has the verdict that its part
 * gave it; wire cases, which each part has, are judged by all parts together. Throws ReportError unless each part is there once.
 */
export function merge(parts: readonly Part[], { known }: MergeOptions = {}): Json.ReportFile {
  const sorted = partsInOrder(parts);
  const reports = sorted.map(({ report }) => report);
  const [first] = reports as [Json.ReportFile];
  const cases = mergedCases(sorted, known?.entries);
  const names = cases.map(nameOf);
  const done = new Set(names);
  const notRun = [...new Set(reports.flatMap((one) => one.notRun ?? []))].filter((name) => !done.has(name));
  const {
    entries = [],
    everything = [...cases.map((one) => subjectOf(one)), ...notRun.map((id) => subjectOf({ id }))],
  } = known ?? {};
  const stale = staleAmong(cases, everything, entries);
  const problems = [...mergedProblems(reports, cases), ...stale];
  const newer = new Set(cases.filter((one) => one.newer).map(nameOf));
  const summary = summarize(cases.map(resultOf), [...names, ...notRun], newer);
  const { musts, levels, requirements, notAsked, resources } = totals(reports, cases);
  const starts = reports.flatMap((one) => one.starts ?? []);
  const messages = reports.map(({ messagesJudged }) => messagesJudged).filter((one) => one !== undefined);
  const interrupted = reports.some((one) => one.interrupted);
  const { proctor, corpus, profile, rerun } = first;
  return {
    ...{ proctor, ...spanOf(reports) },
    ...(corpus ? { corpus } : {}),
    ...(profile === undefined ? {} : { profile }),
    target: mergedTarget(reports),
    ...(rerun === undefined ? {} : { rerun }),
    interrupted,
    ...(messages.length > 0 ? { messagesJudged: messages.reduce((sum, one) => sum + one, 0) } : {}),
    ...(musts ? { musts } : {}),
    ...(levels ? { levels } : {}),
    exit: mergedExit(reports, { cases, problems, summary, interrupted }),
    summary,
    ...(notAsked ? { notAsked } : {}),
    cases,
    ...(problems.length > 0 ? { problems } : {}),
    ...(notRun.length > 0 ? { notRun } : {}),
    ...(requirements ? { requirements } : {}),
    ...(starts.length > 0 ? { starts } : {}),
    ...(resources ? { resources } : {}),
  };
}

/** What two parts must have in common: each with the words for it. */
const SAME: readonly (readonly [string, (report: Json.ReportFile) => string | undefined])[] = [
  ['target', ({ target }) => target.name],
  ['version of Proctor', ({ proctor }) => proctor],
  ['corpus', ({ corpus }) => corpus && `${corpus.digest} ${corpus.own ?? ''}`],
  ['profile', ({ profile }) => profile],
  ['number of parts', ({ shard }) => String(shard?.count)],
];

/** The parts by their index. Throws ReportError for one that is missing, there twice, or of another run. */
function partsInOrder(parts: readonly Part[]): Part[] {
  const [first] = parts;
  if (!first) throw new ReportError('no reports: name those of all parts');
  const alone = parts.find(({ report }) => !report.shard);
  if (alone)
    throw new ReportError(
      `${alone.file} is not a part of a run: it was not run with --shard, so there is nothing to merge it with`,
    );
  for (const part of parts)
    for (const [what, of] of SAME)
      if (of(part.report) !== of(first.report))
        throw new ReportError(
          `${first.file} and ${part.file} are not parts of one run: they differ in the ${what} (${shown(of(first.report))}, ${shown(of(part.report))})`,
        );
  const { count } = first.report.shard!;
  const byIndex = new Map<number, Part>();
  for (const part of parts) {
    const { index } = part.report.shard!;
    const other = byIndex.get(index);
    if (other) throw new ReportError(`${other.file} and ${part.file} are both part ${index} of ${count}: name it once`);
    if (index > count) throw new ReportError(`${part.file} is part ${index} of ${count}: run that part again`);
    byIndex.set(index, part);
  }
  if (byIndex.size < count) {
    const missing: number[] = [];
    for (let index = 1; index <= count && missing.length < LISTED; index++)
      if (!byIndex.has(index)) missing.push(index);
    const more = count - byIndex.size - missing.length;
    const which = `${missing.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
    throw new ReportError(`of ${count} parts these are missing: ${which}; name the reports of all parts`);
  }
  return [...byIndex].sort(([a], [b]) => a - b).map(([, part]) => part);
}

/** How many missing parts are named. */
const LISTED = 10;

const shown = (text: string | undefined): string => text?.trim() || 'none';

/** Every case once, in the order of the whole plan. */
function mergedCases(parts: readonly Part[], known: readonly KnownEntry[] | undefined): Json.CaseResult[] {
  const wire = new Map<string, Json.CaseResult[]>();
  const owner = new Map<string, string>();
  const lists = parts.map(({ file, report }) =>
    report.cases.filter((one) => {
      const name = nameOf(one);
      if (one.group === WIRE_GROUP) {
        wire.set(name, [...(wire.get(name) ?? []), one]);
        return wire.get(name)!.length === 1;
      }
      const other = owner.get(name);
      if (other !== undefined)
        throw new ReportError(`${name} has a verdict in ${other} and in ${file}: they are not parts of one run`);
      owner.set(name, file);
      return true;
    }),
  );
  const cases = inPlanOrder(lists);
  const order = new Map(cases.map((one, index) => [nameOf(one), index]));
  return cases.map((one) => {
    const same = one.group === WIRE_GROUP ? wire.get(nameOf(one))! : [one];
    return one.group === WIRE_GROUP ? judged(same, order, known) : one;
  });
}

/** A wire case by all parts: its standing as the whole list of known failures has it, if that is given. */
function judged(
  same: readonly Json.CaseResult[],
  order: ReadonlyMap<string, number>,
  known: readonly KnownEntry[] | undefined,
): Json.CaseResult {
  const merged = mergeWire(same, order);
  if (known === undefined || merged.verdict === 'skipped' || merged.verdict === 'untestable') return merged;
  const { standing: _, ...bare } = merged;
  const fail = bare.checks.find(({ status }) => status === 'fail');
  const { reason: __, ...plain } = bare;
  const again = fail ? { ...plain, reason: `${fail.requirement}: ${fail.message ?? ''}` } : plain;
  const expected = { known, listed: new Map(), partial: new Set<string>(), exploration: false, strict: false };
  const [settled] = applyKnown([resultOf(again)], { ...expected, single: singleEntries(known, [subjectOf(again)]) });
  const { standing, reason } = settled!;
  return {
    ...again,
    ...(standing === undefined ? {} : { standing }),
    ...(reason === undefined ? {} : { reason }),
  };
}

/** A case as patterns know it. */
function subjectOf(one: Pick<Json.CaseResult, 'id' | 'leg'> & Partial<Json.CaseResult>): PlannedSubject {
  const checks = (one.checks ?? []).map(({ requirement }) => requirement);
  return { id: one.id.split(' ')[0]!, name: nameOf(one), requirements: [...checks, ...(one.notReached ?? [])] };
}

/** The entries about several cases, in whatever parts, of which none fails any more. */
function staleAmong(
  cases: readonly Json.CaseResult[],
  everything: readonly PlannedSubject[],
  known: readonly KnownEntry[],
): Json.Problem[] {
  const single = singleEntries(known, everything);
  return staleEntries(cases.map(resultOf), everything, { known, single, partial: new Set() });
}

/** Each problem once, with all cases that it is about. That nothing passed in a part says nothing of the whole. */
function mergedProblems(reports: readonly Json.ReportFile[], cases: readonly Json.CaseResult[]): Json.Problem[] {
  const passed = cases.some(({ verdict, group }) => verdict === 'pass' && group !== WIRE_GROUP);
  const merged = new Map<string, { problem: Json.Problem; notRun: number; counted: number }>();
  for (const problem of reports.flatMap((one) => one.problems ?? [])) {
    if (passed && problem.message === PROVES_NOTHING) continue;
    const [, number = '0', rest = problem.message] = COUNTED.exec(problem.message) ?? [];
    const key = JSON.stringify([rest, problem.detail, problem.exit]);
    const before = merged.get(key) ?? { notRun: 0, counted: 0 };
    merged.set(key, {
      problem,
      notRun: before.notRun + (problem.notRun ?? 0),
      counted: before.counted + Number(number),
    });
  }
  return [...merged.values()].map(({ problem, notRun, counted }) => ({
    ...problem,
    message: counted > 0 ? recounted(problem.message, counted) : problem.message,
    ...(notRun > 0 ? { notRun } : {}),
  }));
}

/** A problem that begins with a number of cases: those of all parts are added up. */
const COUNTED = /^(\d+) cases? (?:is|are|was|were) (.*)$/s;

const recounted = (message: string, count: number): string =>
  message.replace(/^\d+ cases? (is|are|was|were)/, (_, verb: string) => {
    const isNow = verb === 'is' || verb === 'are';
    return count === 1 ? `1 case ${isNow ? 'is' : 'was'}` : `${count} cases ${isNow ? 'are' : 'were'}`;
  });

function mergedExit(
  reports: readonly Json.ReportFile[],
  whole: Required<Pick<Json.ReportFile, 'cases' | 'summary' | 'interrupted'>> & { problems: readonly Json.Problem[] },
): number {
  // A run that took failures into the list of known ones is not red for them.
  const excused = reports.filter(({ exit }) => exit === 0).flatMap(({ cases }) => cases.map(resultOf).filter(isRed));
  const red = reports.filter(({ exit }) => exit !== 0).flatMap(({ cases }) => cases.map(resultOf).filter(isRed));
  const elsewhere = new Set(red.map(({ name }) => name));
  return exitCode({
    interrupted: whole.interrupted,
    problems: whole.problems.flatMap(({ exit = 0 }) => (exit > 0 ? [exit] : [])),
    kitDefect: reports.some(({ exit }) => exit === 4),
    neverStarted: reports.some(({ exit }) => exit === 3),
    summary: whole.summary,
    results: whole.cases.map(resultOf),
    excused: new Set(excused.map(({ name }) => name).filter((name) => !elsewhere.has(name))),
  });
}

/** From the first beginning to the last end, in real time. */
function spanOf(reports: readonly Json.ReportFile[]): { startedAt: string; durationMs: number } {
  const first = reports.reduce((a, b) => (Date.parse(a.startedAt) <= Date.parse(b.startedAt) ? a : b));
  const end = Math.max(...reports.map(({ startedAt, durationMs = 0 }) => Date.parse(startedAt) + durationMs));
  return { startedAt: first.startedAt, durationMs: Math.max(0, end - Date.parse(first.startedAt)) };
}

function mergedTarget(reports: readonly Json.ReportFile[]): Json.Target {
  const [{ target }] = reports as [Json.ReportFile];
  const union = (of: (one: Json.Target) => string) =>
    [...new Set(reports.flatMap((one) => of(one.target).split(', ')))].filter((one) => one !== '').join(', ');
  const calls = reports.map((one) => one.target.calls).find((one) => one !== undefined);
  return {
    name: target.name,
    role: union(({ role }) => role),
    transport: union(({ transport }) => transport),
    ...(target.version === undefined ? {} : { version: union(({ version = '' }) => version) }),
    ...(calls === undefined ? {} : { calls }),
  };
}

/** What is added up. */
function totals(
  reports: readonly Json.ReportFile[],
  cases: readonly Json.CaseResult[],
): Pick<Json.ReportFile, 'musts' | 'levels' | 'requirements' | 'notAsked' | 'resources'> {
  return {
    ...requirementsOf(reports, cases),
    ...notAskedOf(reports),
    ...resourcesOf(reports),
  };
}

/** How often each requirement held, by the cases of the whole: a wire case is in each part. Which cases did not judge it the parts alone know. */
function requirementsOf(
  reports: readonly Json.ReportFile[],
  cases: readonly Json.CaseResult[],
): Pick<Json.ReportFile, 'requirements' | 'levels' | 'musts'> {
  if (reports.some(({ requirements }) => requirements === undefined)) return {};
  const counts = new Map<string, Json.RequirementCount>();
  for (const one of reports.flatMap(({ requirements = [] }) => requirements)) {
    const notTested = (counts.get(one.requirement)?.notTested ?? 0) + one.notTested;
    counts.set(one.requirement, { ...one, held: 0, broken: 0, known: 0, notTested });
  }
  for (const one of cases)
    for (const [id, how] of judgedBy(resultOf(one))) {
      const count = counts.get(id);
      if (count) count[how] += 1;
    }
  const requirements = [...counts.values()];
  return { requirements, levels: countLevels(requirements), musts: countMusts(requirements) };
}

function notAskedOf(reports: readonly Json.ReportFile[]): Pick<Json.ReportFile, 'notAsked'> {
  const all = reports.flatMap(({ notAsked }) => notAsked ?? []);
  if (all.length === 0) return {};
  const transports: { [names: string]: number } = {};
  for (const one of all)
    for (const [names, number] of Object.entries(one.transports)) transports[names] = (transports[names] ?? 0) + number;
  return { notAsked: { versions: all.reduce((sum, { versions }) => sum + versions, 0), transports } };
}

function resourcesOf(reports: readonly Json.ReportFile[]): Pick<Json.ReportFile, 'resources'> {
  const all = reports.flatMap(({ resources }) => resources ?? []);
  if (all.length === 0) return {};
  const grown = all.flatMap(({ growth }) => growth ?? []);
  const most = grown.sort((a, b) => b.toBytes - b.fromBytes - (a.toBytes - a.fromBytes))[0];
  return {
    resources: {
      cpuMs: all.reduce((sum, { cpuMs }) => sum + cpuMs, 0),
      peakBytes: Math.max(...all.map(({ peakBytes }) => peakBytes)),
      processes: all.reduce((sum, { processes }) => sum + processes, 0),
      ...(most ? { growth: most } : {}),
    },
  };
}
