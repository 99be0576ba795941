import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect } from 'vitest';
import { it, type Report, type Sandbox, tally, verdicts } from '../testing/program.js';
import { type Does, follow, hosted, type Server } from './person.js';

const ROOT = resolve(import.meta.dirname, '../..');
/** The same of version 2 of the SDK, which speaks more versions. */
const MCP_2 = join(ROOT, 'examples/mcp-client/client-2.mjs');
const MCP = join(ROOT, 'examples/mcp-client/client.mjs');

/** Runs a program. Resolves with whether it exits with 0. */
const runs = (argv: readonly string[]): Promise<boolean> =>
  new Promise((settle) => {
    const child = spawn(process.execPath, argv, { stdio: 'ignore' });
    child.on('close', (code) => settle(code === 0));
  });

/** What a person at the client of the MCP SDK does for a behavior: its arguments. */
const MCP_STEPS: Readonly<Record<string, readonly string[]>> = {
  'client-connect': [],
  'client-call': ['--call', 'echo', '--arguments', '{"message":"hi"}'],
  'client-refuse': ['--call', 'echo', '--arguments', '{"message":"hi"}', '--user', 'refuse'],
  'client-list-tools': ['--list', 'tools'],
};

const atMcp: Does = ({ behavior = '' }, { url, command = '', args = [] }: Server) => {
  const words = MCP_STEPS[behavior];
  return words && runs(url === undefined ? [MCP, ...words, '--', command, ...args] : [MCP, '--url', url, ...words]);
};

const reportOf = (sandbox: Sandbox): Report => JSON.parse(readFileSync(join(sandbox.folder, 'report.json'), 'utf8'));

/** The cases that came to nothing good. */
const odd = (sandbox: Sandbox) =>
  reportOf(sandbox)
    .cases.filter(({ verdict }) => verdict !== 'pass' && verdict !== 'skipped')
    .map(({ id, verdict, reason }) => [id, verdict, reason]);

const CASES = ['mcp.client.elicitation.unknown-mode', 'mcp.client.elicitation.choices', 'mcp.client.pagination.cursor'];

describe('proctor host', () => {
  for (const transport of ['http', 'stdio'])
    it(`comes to the verdicts of a run for the client of the MCP SDK over ${transport}`, async ({ sandbox }) => {
      const host = await hosted(sandbox, [
        ...['--role', 'mcp/client', '--transport', transport, '--servers', '4'],
        ...['--reporter', 'json=report.json', ...CASES],
      ]);
      const steps = await follow(host, atMcp);
      host.control.close();
      const { exit } = await host.running.done;
      const target = join(ROOT, `targets/sdk/mcp-sdk-client-${transport}.yaml`);
      const run = await sandbox.run(['run', '--target', target, '--reporter', 'json=run.json', ...CASES]);
      const expected = JSON.parse(readFileSync(join(sandbox.folder, 'run.json'), 'utf8')) as Report;
      const lacking = { 'mcp.client.elicitation.choices.closed': 'untestable' };
      expect(verdicts(reportOf(sandbox))).toEqual({ ...verdicts(expected), ...lacking });
      expect(exit).toBe(run.exit);
      // Seven cases that need nothing but a list of tools are two steps at four servers.
      expect(steps.filter((title) => title === 'List the tools')).toHaveLength(2);
    });

  it('runs each case in each of several versions, and shows the cells of all of them at once', async ({ sandbox }) => {
    const versions = ['2025-11-25', '2026-07-28'];
    const host = await hosted(sandbox, [
      ...['--role', 'mcp/client', '--servers', '6', '--reporter', 'json=report.json', 'mcp.client.pagination.cursor'],
      ...versions.flatMap((version) => ['--version', version]),
    ]);
    const planned: string[][] = [];
    host.control.on('hosted/changed', ({ run }) => planned.push(run.kinds.flatMap((kind) => kind.cases)));
    const steps = await follow(host, ({ title, behavior = '' }, { url = '' }) => {
      const [, version = ''] = / in (\S+)$/.exec(title) ?? [];
      const words = MCP_STEPS[behavior];
      return words && runs([MCP_2, '--version', version, '--url', url, ...words]);
    });
    expect((await host.read()).versions).toEqual(versions);
    host.control.close();
    expect((await host.running.done).exit).toBe(0);
    const rows = ['text', 'number', 'unicode', 'odd', 'long', 'empty'].map(
      (row) => `mcp.client.pagination.cursor.${row}`,
    );
    const { cases } = reportOf(sandbox);
    for (const version of versions) {
      const passed = cases.filter((one) => one.version === version && one.verdict === 'pass').map(({ id }) => id);
      expect(passed).toEqual(expect.arrayContaining(rows));
    }
    const cells = planned.find((list) => list.length > 0);
    expect(cells).toEqual(versions.flatMap((version) => rows.map((row) => `${row} in ${version}`)));
    expect(steps).toEqual(expect.arrayContaining(versions.map((version) => `List the tools, in ${version}`)));
  });

  it('tests a client of ACP over WebSocket, in the folders that the page names', async ({ sandbox }) => {
    const cases = ['acp.client.permission', 'acp.client.files'];
    const host = await hosted(sandbox, [
      ...['--role', 'acp/client', '--servers', '4', '--reporter', 'json=report.json', ...cases],
    ]);
    const folders: string[] = [];
    const steps = await follow(host, ({ behavior = '', parts }, { url = '' }, { name }) => {
      const said = parts.map(({ text }) => text).find((text) => text.includes(`with ${name} there`));
      const [, folder = ''] = /open the folder (\S+)\. /.exec(said ?? '') ?? [];
      folders.push(folder);
      const client = (decides: string) => runs([join(ROOT, 'test/peers/acp-client-ws.mjs'), url, folder, decides]);
      if (behavior === 'client-prompt' || behavior === 'client-allow') return client('allow');
      return behavior === 'client-reject' ? client('reject') : undefined;
    });
    host.control.close();
    await host.running.done;
    expect(odd(sandbox)).toEqual([]);
    expect(tally(reportOf(sandbox)).pass).toBeGreaterThan(50);
    expect(steps).toContain('Reject what the agent asks');
    expect(folders).not.toContain('');
  });

  it('tests a client of A2A', async ({ sandbox }) => {
    const host = await hosted(sandbox, [
      ...[
        '--role',
        'a2a/client',
        '--servers',
        '4',
        '--reporter',
        'json=report.json',
        'a2a.client.card',
        'a2a.client.answers',
      ],
    ]);
    await follow(host, (_, { url = '' }) => runs([join(ROOT, 'examples/a2a-client/client.mjs'), url]));
    host.control.close();
    await host.running.done;
    // The SDK overlooks what a card requires: that is derived, and so no failure.
    expect(odd(sandbox)).toEqual([]);
    expect(tally(reportOf(sandbox)).pass).toBeGreaterThan(15);
  });
});
