import type { Finding } from '../../src/watch/finding.js';
import { remarksOn } from './remarks.js';
import type { TargetRun } from './target-run.js';

/** What was seen of a target in a run, beside the results of its cases. Plain data, so that one process can tell another. */
export interface Observed {
  /** Whether the target has said anything. */
  heard: boolean;
  /** What broke wire rules, the target's mistakes and those of the kit. */
  findings: readonly Finding[];
  /** By rule id: how often the target's conduct was judged. */
  judged: Record<string, number>;
  /** By rule id: how often the target broke it. */
  broken: Record<string, number>;
  /** How many messages some rule judged, both directions. */
  messages: number;
  /** What its target file gives that makes messages which break a schema: one text each. */
  invalidValues: readonly string[];
  /** What the user must know about the target that no verdict says. */
  remarks: readonly string[];
}

/** What this process has seen of a target so far. */
export function observedOf(targetRun: TargetRun): Observed {
  const watches = targetRun.watch.all();
  return {
    heard: targetRun.facts.heard,
    findings: watches.flatMap((watch) => watch.findings()),
    judged: sum(watches.map((watch) => watch.judged())),
    broken: sum(watches.map((watch) => watch.broken())),
    messages: total(watches.map((watch) => watch.messages())),
    invalidValues: [...targetRun.facts.invalidValues],
    remarks: remarksOn(targetRun),
  };
}

/** What several have seen, of one target or of the same target in several versions: a mistake that all saw counts as often, and stands once. */
export function together(all: readonly Observed[]): Observed {
  const findings = new Map<string, Finding>();
  for (const finding of all.flatMap((one) => one.findings)) {
    const { rule, blame, path, message } = finding;
    const key = JSON.stringify([rule, blame, path, message]);
    if (!findings.has(key)) findings.set(key, finding);
  }
  return {
    heard: all.some(({ heard }) => heard),
    findings: [...findings.values()],
    judged: sum(all.map(({ judged }) => judged)),
    broken: sum(all.map(({ broken }) => broken)),
    messages: total(all.map(({ messages }) => messages)),
    invalidValues: [...new Set(all.flatMap(({ invalidValues }) => invalidValues))],
    remarks: [...new Set(all.flatMap(({ remarks }) => remarks))],
  };
}

const total = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0);

function sum(counts: readonly Record<string, number>[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const [id, count] of counts.flatMap((one) => Object.entries(one))) sums[id] = (sums[id] ?? 0) + count;
  return sums;
}
