import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { ANSWER, logged, overHttp, peer, SOME } from '../testing/peers.js';
import { reported, type Sandbox, verdicts } from '../testing/program.js';
import { it } from '../testing/warm.js';

/** A server over HTTP that runs for all cases, with a log of what came to it. */
function targetOf(sandbox: Sandbox, ...flags: string[]): string {
  const command = [process.execPath, peer('http-server.mjs'), '--log', join(sandbox.folder, 'log'), ...flags];
  const roots =
    'behaviors: { asks-roots: { gives: { name: roots, arguments: {} } }, tool: { gives: { name: roots, arguments: {} } } }\n';
  const http = overHttp({ command, ready: { stdout: 'listening on (.+)' } });
  sandbox.file('a.yaml', `${http}isolation: run\njobs: 1\n${flags.includes('--asks-roots') ? roots : ''}`);
  return 'a.yaml';
}

/** Cases in which the server may have something to say beside its answers: it is asked for more than the greeting and pings. */
const ASKING = ['plain', 'reserved', 'unicode'].map((row) => `mcp.server.base.unknown-method.${row}`);

/** How often a method of HTTP or of MCP came to the server. */
const times = (sandbox: Sandbox, method: string) =>
  logged(sandbox.read('log')).filter(([, came]) => came === method).length;

describe('a peer that says what it can be asked', () => {
  it('can be asked on a stream of the session, by the steps and by itself', async ({ sandbox }) => {
    const cases = ['mcp.server.questions.ask.roots', 'mcp.server.questions.refused.roots', 'mcp.server.tools.call'];
    const target = targetOf(sandbox, '--get', 'open', '--asks-roots');
    const { report } = await sandbox.report(['--target', target, ...cases]);
    expect(cases.map((id) => reported(report, id))).toMatchObject(cases.map(() => ({ verdict: 'pass' })));
    expect(times(sandbox, 'reply')).toBe(3);
  });

  it('asks a server that has no stream once in a run', async ({ sandbox }) => {
    const { exit } = await sandbox.report(['--target', targetOf(sandbox), ...ASKING]);
    expect([exit, times(sandbox, 'GET')]).toEqual([0, 1]);
  });

  it('goes on without it where the server never answers the request for it', async ({ sandbox }) => {
    const { exit, report } = await sandbox.report([
      '--target',
      targetOf(sandbox, '--get', 'hold'),
      '--isolation',
      'case',
      ...ASKING,
    ]);
    expect(verdicts(report)).toMatchObject(Object.fromEntries(ASKING.map((id) => [id, 'pass'])));
    expect([exit, times(sandbox, 'GET')]).toEqual([0, ASKING.length]);
  });

  it('leaves the streams to a case that opens one', async ({ sandbox }) => {
    const target = targetOf(sandbox, '--get', 'open');
    const { report } = await sandbox.report(['--target', target, 'mcp.server.http-messages.endpoint']);
    expect(reported(report, 'mcp.server.http-messages.endpoint')).toMatchObject({ verdict: 'pass' });
    expect(times(sandbox, 'GET')).toBe(1);
  });

  it('opens none where the server is only greeted and pinged', async ({ sandbox }) => {
    const { exit } = await sandbox.report(['--target', targetOf(sandbox, '--get', 'open'), ANSWER]);
    expect([exit, times(sandbox, 'GET')]).toEqual([0, 0]);
  });
});

it('waits for a notification that is never answered in three cases, and tells it once', async ({ sandbox }) => {
  const { report } = await sandbox.report(['--target', targetOf(sandbox, '--deaf'), 'mcp.server.ping', ...SOME]);
  expect(verdicts(report)).toMatchObject(Object.fromEntries(SOME.map((id) => [id, 'pass'])));
  const message = 'peer does not answer notifications over HTTP: after three of them none is waited for any more';
  expect(report.problems).toMatchObject([{ message, exit: 0 }]);
});
