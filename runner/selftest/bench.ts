import { withMore } from '../../src/conversation/case/expand.js';
import type { RoleEntry } from '../../src/conversation/role-entry.js';
import type { Target, TransportName } from '../../src/language/target.js';
import type { WireRecord } from '../../src/wire/record.js';
import { attempt } from '../run/attempt.js';
import { type Leg, type LegContext, prepareLeg } from '../run/leg.js';
import type { Probed } from '../run/probe.js';
import { type FaultReport, readFaultReport } from './report-line.js';
import type { Play, Played } from './types.js';

/** What every bench of a role shares. */
export interface BenchContext extends LegContext {
  entry: RoleEntry;
  /** Whether a broken should or may fails a case too. */
  strict: boolean;
}

/** A reference with all that playing cases against it takes. Cases are played one after the other. */
export class Bench {
  /** By transport: how often each rule of the watch was broken so far, and what the kit itself did wrong. */
  private readonly before = new Map<TransportName, { broken: Record<string, number>; ours: number }>();
  private readonly reports: FaultReport[] = [];
  private silent = 0;

  private constructor(
    private readonly leg: Leg,
    private readonly context: BenchContext,
  ) {}

  /** Prepares a bench; processes start with the cases that need them. */
  static async open(target: Target, context: BenchContext): Promise<Bench> {
    const heard = (stderr: string) => bench.hear(readFaultReport(stderr));
    const leg = await prepareLeg(target, context.entry, { ...context, gone: heard });
    // That the reference can be started is known: where it goes away without a word, its fault made it.
    leg.heard = true;
    const bench = new Bench(leg, context);
    return bench;
  }

  /** Plays a case. Undefined where the run was interrupted. */
  async play({ planned }: Play): Promise<(Played & { records: readonly WireRecord[] }) | undefined> {
    const { result, records } = await attempt(this.leg, planned, { ...this.context, messages: true }, KNOWN);
    return result && { result, records, ...this.watched(planned.transport) };
  }

  /**
   * How often the rules of the faults acted in all processes together; undefined where none did as far as is known, and some
   * were killed before they could tell.
   */
  applied(): number | undefined {
    const counts = this.reports.flatMap(({ applied }) => Object.values(applied));
    const sum = counts.reduce((total, count) => total + count, 0);
    return sum === 0 && this.silent > 0 ? undefined : sum;
  }

  /** Values of the faults that could not be made for a message. */
  problems(): string[] {
    return [...new Set(this.reports.flatMap(({ problems }) => problems))];
  }

  /** Ends its processes; what they report is known then. */
  close(): Promise<void> {
    return this.leg.close();
  }

  private hear(report: FaultReport | undefined): void {
    if (report) this.reports.push(report);
    else this.silent += 1;
  }

  /** What the watch found since the last time. */
  private watched(transport: TransportName): Pick<Played, 'wire' | 'kit'> {
    const watch = this.leg.watch(transport);
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

/** The id of the case that a wire rule becomes for a role. */
export function wireId(role: string, rule: string): string {
  return `${role.replace('/', '.')}.wire.${rule}`;
}

/** The reference started with further arguments; cases share a process where they may. */
export function withArguments(target: Target, args: readonly string[], isolation: Target['isolation']): Target {
  const transports = Object.entries(target.transports).map(([name, spec]) => [
    name,
    { ...spec, ...(spec.command ? { command: withMore(spec.command, args) } : {}) },
  ]);
  return { ...target, isolation, transports: Object.fromEntries(transports) };
}
