import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { describe, expect } from 'vitest';
import type { Json } from '../../src/json/json.js';
import { roles } from '../../src/protocols/index.js';
import type { Report, Sandbox } from '../testing/program.js';
import { it } from '../testing/warm.js';

const { Ajv2020 } = createRequire(import.meta.url)('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js');
const root = resolve(import.meta.dirname, '../..');
const MCP = resolve(root, 'targets/reference/mcp-server.yaml');
/** Processes of every role are started, which takes its time on a busy machine. */
const PATIENCE = 300_000;

const schema = JSON.parse(readFileSync(resolve(root, 'dist/schemas/report/v1.json'), 'utf8')) as object;
const fits = new Ajv2020({ strict: false, validateFormats: false }).compile(schema);

/** The ids of a plan, in its order. */
async function planned(sandbox: Sandbox, args: readonly string[]): Promise<string[]> {
  const { stdout } = await sandbox.run(['run', '--dry-run', '--reporter', 'json', ...args]);
  return (JSON.parse(stdout) as Report).notRun ?? [];
}

/** Everything planned has a verdict, in order, and the counts say what the cases say. */
function expectWhole(report: Report, plan: readonly string[]): void {
  expect(fits(report as unknown as Json), JSON.stringify(fits.errors)).toBe(true);
  expect(report.cases.map(({ id }) => id)).toEqual(plan);
  const { planned: total, warn: _warn, ...counts } = report.summary;
  expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(total);
  const of = (verdict: string) => report.cases.filter((one) => one.verdict === verdict).length;
  expect(counts).toMatchObject({ skipped: of('skipped'), error: of('error'), notRun: 0 });
  expect((counts.pass ?? 0) + (counts.nonStrict ?? 0)).toBe(of('pass'));
  expect(report).toMatchObject({ interrupted: false });
  expect(report.notRun).toBeUndefined();
}

/** Nothing but passes, each of which checked something, and skips for a reason. */
function expectGreen({ cases, summary }: Report): void {
  const others = cases.filter(({ verdict }) => verdict !== 'pass' && verdict !== 'skipped');
  expect(others.map(({ id, verdict, reason }) => `${id}: ${verdict}: ${reason}`)).toEqual([]);
  for (const { id, verdict, reason, checks } of cases) {
    if (verdict === 'skipped') expect(reason, id).toBeTruthy();
    else
      expect(checks.filter(({ status }) => status === 'pass' || status === 'non-strict').length, id).toBeGreaterThan(0);
  }
  expect(summary).toMatchObject({ fail: 0, warn: 0, flaky: 0, untestable: 0, error: 0, notRun: 0 });
}

const CANCELS = 'mcp.server.wire.cancels-own';
/** Few cases make a server tell that a visit is over, or ask for a task: they are in other parts, and a run of all cases judges these. */
const RARE = ['mcp.server.wire.visits', 'mcp.server.wire.task-asked-by-id'];

describe('the references', () => {
  // `npm start` plays them all; here it is a part of every role's.
  it('pass, each over the transports that it needs', { timeout: PATIENCE }, async ({ sandbox }) => {
    const args = ['--self', '--shard', '5/8'];
    const { exit, stderr, report } = await sandbox.report(args);
    expectGreen(report);
    expectWhole(report, await planned(sandbox, args));
    expect(report.target.role.split(', ').sort()).toEqual(Object.keys(roles).sort());
    expect(report.cases.filter(({ verdict }) => verdict === 'skipped').length).toBeLessThan(report.cases.length / 10);
    expect([exit, report.exit, stderr]).toEqual([0, 0, '']);
  });

  it.for([
    // Over stdio each case is a process, so these are inside; `npm run test:processes` plays them all on processes.
    { transport: 'stdio', other: 'http', part: '1/4', how: ['--self', '--role', 'mcp/server'] },
    { transport: 'http', other: 'stdio', part: '4/5', how: ['--target', MCP] },
  ])(
    'pass over $transport alone what does not need $other',
    { timeout: PATIENCE },
    async ({ transport, other, part, how }, { sandbox }) => {
      // A part of the cases: the others differ from them in what they send, not in how.
      const args = [...how, '--transport', transport, '--shard', part];
      const { exit, report } = await sandbox.report(args);
      expectGreen(report);
      expectWhole(report, await planned(sandbox, args));
      expect(report.target.transport).toBe(transport);
      // The reference cancels none of its questions, and advertises all there is.
      const skipped = report.cases.filter(
        ({ id, verdict, reason }) =>
          verdict === 'skipped' &&
          id !== CANCELS &&
          !RARE.includes(id) &&
          !reason?.startsWith('needs a target without'),
      );
      expect(skipped).toEqual([]);
      expect(report.notAsked?.transports[other]).toBeGreaterThan(0);
      expect(exit).toBe(0);
    },
  );
});
