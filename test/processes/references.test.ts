import { expect } from 'vitest';
import { roles } from '../../src/protocols/index.js';
import { it } from '../testing/program.js';

/** Some 2,500 processes are started: a minute and a half on two cores that do nothing else. */
const PATIENCE = 1_800_000;

/** One in so many cases is played, another one with each seed; all where nobody says otherwise. */
const SHARDS = Number(process.env.PROCTOR_SHARDS ?? 1);
const shard = `${(Number(process.env.PROCTOR_SEED) % SHARDS) + 1}/${SHARDS}`;

// Elsewhere references run inside the kit, but for the cases that are about a process.
it(`the references pass the cases of every role on real processes (${shard})`, { timeout: PATIENCE }, async ({
  sandbox,
}) => {
  const { exit, stdout, stderr, report } = await sandbox.report(['--self', '--processes', '--shard', shard]);
  const others = report.cases.filter(({ verdict }) => verdict !== 'pass' && verdict !== 'skipped');
  expect(others.map(({ id, verdict, reason }) => `${id}: ${verdict}: ${reason}`)).toEqual([]);
  expect([...new Set(report.cases.map(({ role }) => role))].sort()).toEqual(Object.keys(roles).sort());
  expect(report.summary).toMatchObject({ planned: report.cases.length, flaky: 0, warn: 0, notRun: 0 });
  // Rules that watch every message come along with each part, and the fewer cases it has, the more of them see nothing.
  const skipped = report.cases.filter(({ id, verdict }) => verdict === 'skipped' && !id.includes('.wire.'));
  expect(skipped.length).toBeLessThan(report.cases.length / 50);
  expect(stdout).not.toContain('inside this process');
  expect([exit, report.exit, stderr]).toEqual([0, 0, '']);
});
