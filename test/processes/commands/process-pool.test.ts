import { availableParallelism } from 'node:os';
import { describe, expect } from 'vitest';
import type { Report, Sandbox } from '../../testing/program.js';
import { it } from '../../testing/warm.js';

/** Enough cases for two processes. */
const MANY = ['mcp.client.*', '--self', '--transport', 'http', '--version', '2025-11-25'];

/** What a report says of each case, but for how long it took. */
function told({ cases }: Report) {
  return cases.map(({ id, verdict, reason, warned, checks }) => ({
    id,
    verdict,
    reason,
    warned,
    checks: checks.map(({ requirement, status }) => `${requirement} ${status}`),
  }));
}

async function report(sandbox: Sandbox, args: readonly string[]): Promise<Report> {
  const { exit, report } = await sandbox.report(args);
  expect(exit).toBe(0);
  return report;
}

describe.skipIf(availableParallelism() === 1)('a run over references in several processes', () => {
  it('tells what a run in one process tells', { timeout: 300_000 }, async ({ sandbox }) => {
    const [shared, alone] = [await report(sandbox, MANY), await report(sandbox, [...MANY, '--jobs', '1'])];
    expect(told(shared)).toEqual(told(alone));
    expect(shared.summary).toEqual(alone.summary);
    // What rules watch is seen in all of them: in one process it would be half of it.
    expect(shared.messagesJudged / alone.messagesJudged).toBeGreaterThan(0.9);
  });
});
