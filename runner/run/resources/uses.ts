import type { Usage } from '../../../src/wire/process/usage.js';
import type { ResourcesOfCase, ResourcesOfRun } from '../../events.js';

/** What a process had used before a case had it, and when the case was done with it. */
export interface Use {
  /** What tells the process from others. */
  process: object;
  /** Unset where the case had it first. */
  before: Usage | undefined;
  after: Usage;
  /** Whether other cases may have had it at the same time. */
  isCrowded: boolean;
}

/** So many cases a process must have had before anything is said of how it grows. */
const ENOUGH = 20;

/** A process grows if it has so many times the memory that it had, and so many bytes more. */
const GROWS = { times: 1.5, bytes: 32 * 1024 * 1024 };

/** What the processes of a target use while its cases are played. */
export class Uses {
  private readonly ofCases = new Map<string, Use[]>();
  /** By process: what it had used when each of its cases was done, in that order. */
  private readonly ofProcesses = new Map<object, Usage[]>();

  note(name: string, use: Use): void {
    this.ofCases.set(name, [...(this.ofCases.get(name) ?? []), use]);
    this.ofProcesses.set(use.process, [...(this.ofProcesses.get(use.process) ?? []), use.after]);
  }

  /** What a case has used since it was last asked for, in all processes that it had; undefined if nobody knows. */
  take(name: string): ResourcesOfCase | undefined {
    const uses = this.ofCases.get(name) ?? [];
    this.ofCases.delete(name);
    if (uses.length === 0) return undefined;
    return {
      ...(uses.some(({ isCrowded }) => isCrowded) ? {} : { cpuMs: sum(uses.map(cpuOf)) }),
      residentBytes: Math.max(...uses.map(({ after }) => after.residentBytes)),
      peakBytes: Math.max(...uses.map(({ after }) => after.peakBytes)),
    };
  }

  /** What all processes have used; undefined if nobody knows. */
  all(): ResourcesOfRun | undefined {
    const all = [...this.ofProcesses.values()];
    if (all.length === 0) return undefined;
    const growth = all
      .flatMap((one) => growthOf(one) ?? [])
      .sort((a, b) => b.toBytes - b.fromBytes - a.toBytes + a.fromBytes);
    return {
      cpuMs: sum(all.map((one) => one.at(-1)!.cpuMs)),
      peakBytes: Math.max(...all.flatMap((one) => one.map(({ peakBytes }) => peakBytes))),
      processes: all.length,
      ...(growth[0] ? { growth: growth[0] } : {}),
    };
  }
}

/** Whether a process has grown so much that its target may never give memory back. */
export const hasGrown = ({ fromBytes, toBytes }: NonNullable<ResourcesOfRun['growth']>): boolean =>
  toBytes > fromBytes * GROWS.times && toBytes - fromBytes > GROWS.bytes;

/**
 * How a process has grown over its cases, from the second quarter of them to the last: at first every process grows, and one moment says
 * little. Undefined if it had few cases, or was once as large before.
 */
function growthOf(usages: readonly Usage[]): ResourcesOfRun['growth'] {
  if (usages.length < ENOUGH) return undefined;
  const quarters = [1, 2, 3].map((index) => median(quarterOf(usages, index)));
  const [from, middle, to] = quarters as [number, number, number];
  return from < middle && middle < to ? { cases: usages.length, fromBytes: from, toBytes: to } : undefined;
}

function quarterOf(usages: readonly Usage[], index: number): number[] {
  const bound = (part: number) => Math.floor((part * usages.length) / 4);
  return usages.slice(bound(index), bound(index + 1)).map(({ residentBytes }) => residentBytes);
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)]!;
}

const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0);

const cpuOf = ({ before, after }: Use): number => Math.max(0, after.cpuMs - (before?.cpuMs ?? 0));
