import type { WireRecord } from '../../src/wire/record.js';

/** What the results keep of one run. */
export interface ResultOfRun {
  name: string;
  version: string;
  role: string;
  transport: string;
  protocol?: string;
  /** Of the run, as YYYY-MM-DD. */
  date: string;
  counts: { pass: number; fail: number; warned: number; untestable: number; skipped: number };
  areas: { [area: string]: { tested: number; broken: number; warned: number } };
  broken: { requirement: string; level: string; count: number }[];
  findings: Finding[];
}

/** One broken requirement, with the messages of the case that shows it. */
export interface Finding {
  requirement: string;
  level: string;
  text: string;
  source: string;
  url?: string;
  case: string;
  difference: string;
  reason?: string;
  messages: string[];
}

/** @throws if a finding of the run is broken by no case any more */
export function digest(
  run: { name: string; version: string; findings: readonly string[] },
  report: unknown,
  recordLine: (record: WireRecord, width: number) => string,
  reasons: ReadonlyMap<string, string>,
): ResultOfRun;

/** The same result with the reasons as they are now. */
export function withReasons(result: ResultOfRun, reasons: ReadonlyMap<string, string>): ResultOfRun;

/** Why a case breaks a requirement, as a file of `test/expected` says it: by `REQUIREMENT case`. */
export function reasonsIn(file: string): Map<string, string>;
