import { cpSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect } from 'vitest';
import { it } from '../testing/program.js';

const root = resolve(import.meta.dirname, '../..');
/** A host is started anew for each case: without PROCTOR_TEST_WHOLE=1 a part of them is played. */
const part = process.env.PROCTOR_TEST_WHOLE === '1' ? [] : ['--shard', '1/3'];

describe('the minimal host of examples/', () => {
  it('passes every case that is played', { timeout: 300_000 }, async ({ sandbox }) => {
    const { exit, report } = await sandbox.report([
      '--strict',
      '--target',
      join(root, 'examples/bridge-host/proctor.yaml'),
      ...part,
    ]);
    // A rule may watch for what nobody says here.
    const played = report.cases.filter(({ id, verdict }) => verdict !== 'skipped' || !id.includes('.wire.'));
    expect(played.filter(({ verdict }) => verdict !== 'pass')).toEqual([]);
    expect([exit, report.summary.planned]).toEqual([0, report.cases.length]);
  });

  it.for([
    {
      line: "{ granted: false, reason: 'files stay' }",
      broken: "{ granted: true, reason: 'files stay' }",
      fails: 'bridge.host.permission.deny',
      says: 'BRIDGE-PERM-26 must · When the user denies, the answer is not a grant.',
    },
    {
      line: "{ method: 'agent/resume', params: {} }",
      broken: "{ method: 'agent/resume', params: { content: 'go on' } }",
      fails: 'bridge.host.daemon.resume',
      says: 'BRIDGE-IDLE-13 must · ',
    },
    {
      line: '.map((name) => ({ name }))',
      broken: '',
      fails: 'bridge.host.tools.descriptors',
      says: 'BRIDGE-TOOLS-14 must · ',
    },
    {
      line: 'own(answers, method, -32601)(',
      broken: '(answers[method] ?? (() => ({})))(',
      fails: 'bridge.host.messages.unknown-method.plain',
      says: 'BRIDGE-RPC-02 must · ',
    },
  ])('with one line broken fails $fails', { timeout: 60_000 }, async ({ line, broken, fails, says }, { sandbox }) => {
    cpSync(join(root, 'examples/bridge-host/proctor.yaml'), join(sandbox.folder, 'proctor.yaml'));
    const source = readFileSync(join(root, 'examples/bridge-host/host.mjs'), 'utf8');
    expect(source).toContain(line);
    sandbox.file('host.mjs', source.replace(line, broken));
    const { exit, stdout } = await sandbox.report(['--target', 'proctor.yaml', fails]);
    expect(exit).toBe(1);
    expect(stdout).toContain(`✗ ${fails} · `);
    expect(stdout).toContain(says);
  });
});
