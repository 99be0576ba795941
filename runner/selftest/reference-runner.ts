import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withMore } from '../../src/conversation/case/expand.js';
import type { Faults } from '../../src/conversation/faults/faults.js';
import type { RoleEntry } from '../../src/conversation/role-entry.js';
import { type Json, stringifyJson } from '../../src/json/json.js';
import type { SelectContext } from '../../src/language/selector.js';
import type { Target, TransportName } from '../../src/language/target.js';
import { faultyBorder, onceWritten } from '../../src/mock/faulty.js';
import type { WatchRule } from '../../src/watch/finding.js';
import { type ExitInfo, openBorder } from '../../src/wire/carried.js';
import type { Clock } from '../../src/wire/clock/clock.js';
import type { WireRecord } from '../../src/wire/record.js';
import type { FaultSet } from '../load/faults.js';
import { readScript } from '../load/script.js';
import { attempt } from '../run/attempt.js';
import type { Probed } from '../run/probe.js';
import type { RunContext } from '../run/run-context.js';
import { prepareTargetRun, type TargetRun } from '../run/target-run.js';
import type { ReferenceChanges } from '../targets/inside.js';
import { BorderLog, type Crossing, observedBorder } from './border-log.js';
import { remembers } from './defects.js';
import { type FaultReport, readFaultReport } from './report-line.js';
import type { Defect, Play, Played } from './types.js';

/** What every runner of the references of a role shares. */
export interface ReferenceContext extends RunContext {
  entry: RoleEntry;
  /** Whether a broken should or may fails a case too. */
  strict: boolean;
  /** What the selectors of faults may ask. */
  select: SelectContext;
  /** What makes the reference another one, which conforms too; a defect comes before it. */
  reduction: FaultSet;
  /** Where files for references in processes of their own are put. */
  folder: string;
}

/** Where a reference runs: inside this process, or in one of its own. */
export type Where = 'inside' | 'process';

/** What is put on a reference, and what is looked at. */
export interface ReferenceRunnerOptions {
  defect?: Defect;
  /** Whether what crosses the border of the reference is kept. */
  observed?: boolean;
  /** Which wire rules judge what is said. Default: all. */
  watches?(rule: WatchRule): boolean;
}

/** What one playing of a case against a reference brought, with what was carried. */
export interface ReferencePlay extends Played {
  records: readonly WireRecord[];
  /** What crossed the reference's border, by process, where it was observed. */
  crossings: Crossing[][];
}

let runners = 0;

/** A reference with all that playing cases against it takes. Cases are played one after the other. */
export class ReferenceRunner {
  private readonly sides = new Map<Where, Promise<Side>>();
  private readonly name = `runner-${++runners}`;

  /** References start with the cases that need them. */
  constructor(
    private readonly target: Target,
    private readonly context: ReferenceContext,
    private readonly options: ReferenceRunnerOptions = {},
  ) {}

  /** Plays a case. Undefined where the run was interrupted. */
  async play(play: Play, where: Where): Promise<ReferencePlay | undefined> {
    const known = this.sides.get(where) ?? this.open(where);
    this.sides.set(where, known);
    return (await known).play(play);
  }

  /**
   * How often the rules of the faults acted in all references together; undefined where none did as far as is known, and some
   * were killed before they could tell.
   */
  async applied(): Promise<number | undefined> {
    const all = await this.reports();
    const sum = all.flatMap((one) => (one ? Object.values(one.applied) : [])).reduce((total, one) => total + one, 0);
    return sum === 0 && all.includes(undefined) ? undefined : sum;
  }

  /** Values of the faults that could not be made for a message. */
  async problems(): Promise<string[]> {
    return [...new Set((await this.reports()).flatMap((report) => report?.problems ?? []))];
  }

  /** Ends its references; what they report is known then. */
  async close(): Promise<void> {
    for (const side of this.sides.values()) await (await side).close();
  }

  private async reports(): Promise<(FaultReport | undefined)[]> {
    const sides = await Promise.all(this.sides.values());
    return sides.flatMap((side) => side.reports());
  }

  private open(where: Where): Promise<Side> {
    const { target, context, options } = this;
    return where === 'inside'
      ? insideSide(target, context, options)
      : processSide(target, context, options, join(context.folder, `${this.name}-${options.defect?.id ?? 'clean'}`));
  }
}

/** One place where references run. */
interface Side {
  play(play: Play): Promise<ReferencePlay | undefined>;
  /** What the faults of each reference did; undefined for one that could not tell. */
  reports(): (FaultReport | undefined)[];
  close(): Promise<void>;
}

async function insideSide(
  target: Target,
  context: ReferenceContext,
  { defect, observed, watches }: ReferenceRunnerOptions,
): Promise<Side> {
  const engines: Faults[] = [];
  let crossings: Crossing[][] = [];
  const changes: ReferenceChanges = {
    switches: new Set(together(defect, context).switches),
    border: (clock, leave) => {
      const faulty = borderWith(together(defect, context), context, clock, leave);
      if (faulty) engines.push(faulty.faults);
      const border = faulty?.border ?? openBorder;
      if (!observed) return border;
      const mine: Crossing[] = [];
      crossings.push(mine);
      return observedBorder(border, clock, (crossing) => mine.push(crossing));
    },
  };
  const take = () => crossings.splice(0);
  const targetRun = await prepareTargetRun(target, context.entry, {
    ...context,
    ...(watches ? { watches } : {}),
    inside: { plays: () => true, readScript, changes },
  });
  const watched = new WatchedRun(targetRun, context, take);
  return {
    play: (play) => {
      crossings = [];
      return watched.play(play);
    },
    reports: () =>
      engines.map((engine) => ({ applied: ofDefect(engine.applied(), context), problems: engine.problems() })),
    close: () => targetRun.cases.close(),
  };
}

async function processSide(
  target: Target,
  context: ReferenceContext,
  { defect, observed, watches }: ReferenceRunnerOptions,
  path: string,
): Promise<Side> {
  const reports: (FaultReport | undefined)[] = [];
  const [faultFile, logFile] = [`${path}.json`, `${path}.ndjson`];
  const args: string[] = [];
  const { rules, switches } = together(defect, context);
  if (rules.length + switches.length > 0) {
    const faults = [...rules, ...switches.map((name) => ({ id: name, switch: name }))] as unknown as Json;
    writeFileSync(faultFile, stringifyJson({ faults }));
    args.push('--fault', faultFile);
  }
  if (observed) args.push('--border-log', logFile);
  const told = withArguments(target, args, defect && remembers(defect) ? 'case' : 'run');
  const gone = (stderr: string) => {
    const report = readFaultReport(stderr);
    reports.push(report && { ...report, applied: ofDefect(Object.entries(report.applied), context) });
  };
  const { inside: _, ...plain } = context;
  const watching = watches ? { watches } : {};
  const targetRun = await prepareTargetRun(told, context.entry, { ...plain, ...watching, gone });
  const log = new BorderLog(logFile);
  const watched = new WatchedRun(targetRun, context, () => log.take());
  return {
    play: (play) => {
      // What the processes of the case before still said at their end belongs to no case.
      log.take();
      return watched.play(play);
    },
    reports: () => (defect ? reports : []),
    close: async () => {
      await targetRun.cases.close();
      for (const file of [faultFile, logFile]) rmSync(file, { force: true });
    },
  };
}

/** The border of a reference inside this process that has faults; undefined where no rule acts there. */
export function borderWith(
  { rules }: FaultSet,
  { select }: ReferenceContext,
  clock: Clock,
  leave: (exit: ExitInfo) => void,
): ReturnType<typeof faultyBorder> | undefined {
  const exit = (info: ExitInfo) => onceWritten(() => leave(info));
  return rules.length > 0 ? faultyBorder(rules, { clock, select, exit }) : undefined;
}

/** How often the rules of the defect acted: those that reduce the reference say nothing of it. */
function ofDefect(applied: Iterable<[string, number]>, { reduction }: ReferenceContext): { [id: string]: number } {
  return Object.fromEntries([...applied].filter(([id]) => !reduction.rules.some((rule) => rule.id === id)));
}

/** The faults of a reference: those of the defect, then those that reduce it. */
function together(defect: Defect | undefined, { reduction }: ReferenceContext): FaultSet {
  const { rules = [], switches = [] } = defect?.faults ?? {};
  return { rules: [...rules, ...reduction.rules], switches: [...switches, ...reduction.switches] };
}

/** Plays cases and tells what the watch found in each. */
class WatchedRun {
  /** By transport: how often each rule of the watch was broken so far, and what the kit itself did wrong. */
  private readonly before = new Map<TransportName, { broken: Record<string, number>; ours: number }>();

  constructor(
    private readonly targetRun: TargetRun,
    private readonly context: ReferenceContext,
    private readonly crossings: () => Crossing[][],
  ) {
    // That the reference can be started is known: where it goes away without a word, its fault made it.
    targetRun.facts.heard = true;
  }

  async play({ planned }: Play): Promise<ReferencePlay | undefined> {
    const { result, records } = await attempt(this.targetRun, planned, { ...this.context, messages: true }, KNOWN);
    return result && { result, records, crossings: this.crossings(), ...this.watched(planned.transport) };
  }

  /** What the watch found since the last time. */
  private watched(transport: TransportName): Pick<Played, 'wire' | 'kit'> {
    const watch = this.targetRun.watch.on(transport);
    const broken = watch.broken();
    const ours = watch.findings().filter(({ blame }) => blame === 'kit');
    const before = this.before.get(transport) ?? { broken: {}, ours: 0 };
    this.before.set(transport, { broken, ours: ours.length });
    const rules = Object.keys(broken).filter((rule) => broken[rule]! > (before.broken[rule] ?? 0));
    return { wire: rules, kit: ours.slice(before.ours).map(({ message }) => message) };
  }
}

/** Nothing is gated here: who plays has asked the plan. */
const KNOWN: Probed = {};

/** The reference started with further arguments; cases share a process where they may. */
export function withArguments(target: Target, args: readonly string[], isolation: Target['isolation']): Target {
  const transports = Object.entries(target.transports).map(([name, spec]) => [
    name,
    { ...spec, ...(spec.command ? { command: withMore(spec.command, args) } : {}) },
  ]);
  return { ...target, isolation, transports: Object.fromEntries(transports) };
}
