import { expect } from 'vitest';
import { parse } from 'yaml';
import { type Sandbox, verdicts } from './program.js';

interface TargetFile {
  name: string;
  version?: string;
  transports: { [name: string]: { [member: string]: unknown } };
  behaviors?: { [name: string]: unknown };
  untestable?: { case?: string; behavior?: string; reason: string }[];
}

/** The target file that init wrote. */
export const targetFile = (sandbox: Sandbox) => parse(sandbox.read('proctor.yaml')) as TargetFile;

/** Plays the cases of some suites with the file that was written: what it maps must be so. */
export async function runs(sandbox: Sandbox, ...patterns: string[]) {
  const { exit, report, stdout } = await sandbox.report(patterns);
  const unlisted = report.cases.filter(({ verdict, standing }) => verdict === 'untestable' && standing === undefined);
  expect(unlisted, stdout).toEqual([]);
  return {
    exit,
    failed: Object.entries(verdicts(report)).flatMap(([id, one]) => (one === 'fail' ? [id] : [])),
    report,
  };
}
