import { cpSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect } from 'vitest';
import { it } from '../testing/program.js';

const root = resolve(import.meta.dirname, '../..');
/** A client is started anew for each case: without PROCTOR_TEST_WHOLE=1 a part of them is played. */
const part = (name: string) =>
  name === 'acp-agent' || process.env.PROCTOR_TEST_WHOLE === '1' ? [] : ['--shard', '1/3'];

/** Lines of the examples, what they are broken into, and the case that fails then, with its message. */
const BROKEN = {
  'acp-client': [
    ["outcome: 'selected', optionId: option.optionId", "outcome: 'selected', optionId: option.kind"],
    ['acp.client.permission.allow.once-first', 'ACP-P-18 must · A permission request is answered'],
    ['(line ?? 1) - 1', 'line ?? 0'],
    ['acp.client.files.lines.second', 'ACP-P-11 must · Every path is absolute, and lines count from 1.'],
    ['  if (id === undefined) return;\n', ''],
    ['acp.client.messages.notification.own', 'ACP-J-03 must · A notification is never answered'],
    ['{ cwd, mcpServers: [] }', "{ cwd: '.', mcpServers: [] }"],
    ['acp.client.sessions.new', 'ACP-S-02 must · The working directory of a session is an absolute path.'],
  ],
  'acp-agent': [
    ["{ stopReason: 'cancelled' }", "{ stopReason: 'end_turn' }"],
    ['acp.agent.cancel.moments.at-once', 'ACP-X-01 must · A cancelled prompt is answered'],
    ["outcome?.optionId !== 'yes'", "outcome?.outcome !== 'selected'"],
    ['acp.agent.permission.not-granted.rejected', 'ACP-P-07 must · A tool whose permission was rejected'],
    ['{ protocolVersion: 1, agentCap', '{ protocolVersion, agentCap'],
    ['acp.agent.initialize.unknown-version', 'ACP-I-03 must · '],
    ['fail(-32602, `want a ${type}`)', 'value'],
    ['acp.agent.bad-params.wrong', 'ACP-J-10 must · '],
  ],
} as const;

describe.for(Object.keys(BROKEN) as (keyof typeof BROKEN)[])('the example %s', (name) => {
  const file = name === 'acp-client' ? 'client.mjs' : 'agent.mjs';
  const source = readFileSync(join(root, 'examples', name, file), 'utf8');

  it('passes every case that its target file makes testable', { timeout: 600_000 }, async ({ sandbox }) => {
    const target = join(root, 'examples', name, 'proctor.yaml');
    const { exit, report } = await sandbox.report(['--target', target, ...part(name)]);
    const others = report.cases.filter(({ verdict, standing }) => verdict !== 'pass' && standing === undefined);
    expect(others.filter(({ verdict }) => verdict !== 'skipped')).toEqual([]);
    expect([exit, report.summary.planned]).toEqual([0, report.cases.length]);
    // The example agent connects to no MCP servers, which a new agent should over HTTP.
    const doubtful = report.cases.filter(
      ({ id, warned, nonStrict }) => (warned || nonStrict) && id !== 'acp.agent.mcp-servers.http-offered',
    );
    expect(
      doubtful.map(({ id, checks }) => ({ id, checks: checks.filter(({ status }) => status !== 'pass') })),
    ).toEqual([]);
    expect(report.summary.pass).toBeGreaterThan(part(name).length > 0 ? 60 : 100);
  });

  const pairs = BROKEN[name].flatMap((one, index, all) =>
    index % 2 === 0 ? [{ change: one, fails: all[index + 1]![0], says: all[index + 1]![1] }] : [],
  );
  it.for(pairs)(
    'with one line broken fails $fails',
    { timeout: 120_000 },
    async ({ change, fails, says }, { sandbox }) => {
      cpSync(join(root, 'examples', name, 'proctor.yaml'), join(sandbox.folder, 'proctor.yaml'));
      const [line, broken] = change;
      expect(source).toContain(line);
      sandbox.file(
        file,
        source.replace(line, () => broken),
      );
      const { exit, stdout } = await sandbox.report(['--target', 'proctor.yaml', fails]);
      expect(exit).toBe(1);
      // Beside others that fail alike, or below the wire rule that it follows from.
      expect(stdout).toContain(fails);
      expect(stdout).toContain(says);
    },
  );
});
