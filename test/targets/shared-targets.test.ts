import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { freePort } from '../../runner/targets/free-port.js';
import { ANSWER, logged, overHttp, peer, SOME } from '../testing/peers.js';
import { played, reported, type Sandbox, tally } from '../testing/program.js';
import { it } from '../testing/warm.js';

/** The case whose ping has a text for an id; the others have numbers. */
const TEXT = 'mcp.server.base.id.text';
const AGAIN = 'mcp.server.ping.again';
const node = process.execPath;
const READY = { stdout: 'listening on (.+)' };

const target = (sandbox: Sandbox, flags: string[], isolation: string, more: object = { ready: READY }) =>
  sandbox.file(
    'a.yaml',
    `${overHttp({ command: [node, peer('http-server.mjs'), '--log', join(sandbox.folder, 'log'), ...flags], ...more })}isolation: ${isolation}\n`,
  );

/** The processes that were there, each with the methods that it was asked. */
function processes(sandbox: Sandbox): Map<string, string[]> {
  const all = new Map<string, string[]>();
  for (const [pid, method] of logged(sandbox.read('log'))) all.set(pid, [...(all.get(pid) ?? []), method]);
  return all;
}

describe('a server that dies while several cases use it', () => {
  it('fails the case that killed it, and no other', async ({ sandbox }) => {
    target(sandbox, ['--deadly', '--meeting', join(sandbox.folder, 'met')], 'run');
    const { exit, report } = await sandbox.report(['--target', 'a.yaml', '--jobs', '3', ...SOME]);
    // All three were under way in the first process when it died.
    const [first] = processes(sandbox).values();
    expect(first!.filter((method) => method === 'ping')).toHaveLength(4);
    expect(first!.at(-1)).toBe('ping');
    expect(reported(report, ANSWER)).toMatchObject({
      verdict: 'pass',
      checks: [{ status: 'pass' }, { status: 'pass' }],
    });
    expect(reported(report, AGAIN)).toMatchObject({ verdict: 'pass' });
    for (const id of [ANSWER, AGAIN]) expect(reported(report, id).standing).toBeUndefined();
    expect(reported(report, TEXT)).toMatchObject({ verdict: 'fail' });
    expect(reported(report, TEXT).reason).toMatch(/^MCP-BASE-25: the target exited with code 1 before reply to /);
    expect(report.summary).toMatchObject({ fail: 1, flaky: 0, notRun: 0 });
    expect(exit).toBe(1);
  });

  it('and whom no case kills alone makes the one flaky that spoke to it last', async ({ sandbox }) => {
    target(sandbox, ['--meeting', join(sandbox.folder, 'met')], 'run');
    const { exit, report } = await sandbox.report(['--target', 'a.yaml', '--jobs', '3', ...SOME]);
    const flaky = report.cases.filter(({ standing }) => standing === 'flaky');
    expect(flaky).toHaveLength(1);
    expect(flaky[0]!.reason).toMatch(/^flaky: passed once, failed once; MCP-BASE-25: the target exited with code 1 /);
    expect(tally(report)).toEqual({ pass: 2, flaky: 1 });
    expect(exit).toBe(1);
  });
});

describe('isolation', () => {
  const CASES = [...SOME, 'mcp.server.lifecycle.version-unknown'];

  it('group: the cases of a suite share a process, and others have another', async ({ sandbox }) => {
    target(sandbox, [], 'group');
    const { report } = await sandbox.report(['--target', 'a.yaml', '--jobs', '1', ...CASES]);
    expect(played(report)).toMatchObject(Object.fromEntries(SOME.map((id) => [id, 'pass'])));
    const all = [...processes(sandbox).values()];
    const beginnings = all.map((methods) => methods.filter((method) => method === 'initialize').length);
    // The probe, base, lifecycle with a row for each version, and the pings.
    expect(beginnings).toEqual([1, 1, report.cases.filter(({ id }) => id.includes('.lifecycle.')).length, 2]);
    expect(all.every((methods) => methods.at(-1) === 'end')).toBe(true);
  });

  it('run: all cases share one; case: each has its own', async ({ sandbox }) => {
    target(sandbox, [], 'run');
    await sandbox.report(['--target', 'a.yaml', '--jobs', '2', ...SOME]);
    expect(processes(sandbox).size).toBe(1);
    sandbox.file('log', '');
    target(sandbox, [], 'case');
    await sandbox.report(['--target', 'a.yaml', '--jobs', '2', ...SOME]);
    expect(processes(sandbox).size).toBeGreaterThanOrEqual(SOME.length + 1);
  });

  it('group: on a port that the file fixes one suite follows the other', async ({ sandbox }) => {
    const port = await freePort();
    target(sandbox, ['--port', `${port}`], 'group', { url: `http://127.0.0.1:${port}/mcp` });
    const { exit, report } = await sandbox.report(['--target', 'a.yaml', '--jobs', '3', '--repeat', '2', ...SOME]);
    expect(played(report)).toEqual(Object.fromEntries(SOME.map((id) => [id, 'pass'])));
    expect(processes(sandbox).size).toBe(3);
    expect(exit).toBe(0);
  });
});
