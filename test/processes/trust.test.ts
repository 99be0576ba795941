import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { describe, expect } from 'vitest';
import { it } from '../testing/program.js';

const root = resolve(import.meta.dirname, '../..');

/** Whether a program is installed, and knows `agent serve`. */
function serves(program: string): boolean {
  try {
    return execFileSync(program, ['agent', 'serve', '--help'], { stdio: 'pipe' }).length > 0;
  } catch {
    return false;
  }
}

/** The servers of truST itself. */
describe.each(['trust-runtime', 'trust-dev'])('%s', (program) => {
  it('gets a verdict on every case', { timeout: 600_000 }, async ({ sandbox, skip }) => {
    skip(!serves(program), `${program} is not installed, or is older than the Agent API`);
    const { report } = await sandbox.report(['--target', resolve(root, `targets/${program}.yaml`)]);
    expect(report.problems ?? []).toEqual([]);
    expect(report.notRun ?? []).toEqual([]);
    expect(report.musts!.tested).toBeGreaterThan(40);
  });
});
