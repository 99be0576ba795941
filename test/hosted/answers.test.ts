import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect } from 'vitest';
import type { HostedRun } from '../../src/generated/types/control-v1.js';
import { it, type Report, reported, type Sandbox } from '../testing/program.js';
import { hosted, serversOf } from './person.js';

const CLIENT = resolve(import.meta.dirname, '../../examples/mcp-client/client.mjs');
const CALL = ['--call', 'echo', '--arguments', '{"message":"hi"}'];

const started = (run: HostedRun, words: readonly string[], name = 'proctor-1'): ChildProcess => {
  const { url, command = '', args = [] } = serversOf(run)[name]!;
  const line = url === undefined ? [...words, '--', command, ...args] : ['--url', url, ...words];
  return spawn(process.execPath, [CLIENT, ...line], { stdio: 'ignore' });
};

const reportOf = (sandbox: Sandbox): Report => JSON.parse(readFileSync(join(sandbox.folder, 'report.json'), 'utf8'));

/** A run that is connected and shows the step of this title. */
async function stepOf(sandbox: Sandbox, title: string, words: string[]) {
  const host = await hosted(sandbox, ['--role', 'mcp/client', '--reporter', 'json=report.json', ...words]);
  const first = await host.until(({ step }) => step !== undefined);
  expect(first.step?.parts[0]?.text).toContain('Put the configuration of this page into your client');
  started(first, []);
  const run = await host.until(({ step }) => step?.title === title);
  const say = async (answer: 'again' | 'absent' | 'lacking' | 'crashed' | 'worked' | 'failed', step = run.step!.id) =>
    host.control.request('hosted/answer', { step, answer });
  const over = async () => {
    await host.until(({ state }) => state === 'ended');
    host.control.close();
    await host.running.done;
    return reportOf(sandbox);
  };
  return { host, run, say, over };
}

describe('what a person answers', () => {
  it('that nothing appeared, and it is untestable for that reason', async ({ sandbox }) => {
    const { run, say, over } = await stepOf(sandbox, 'Call a tool', ['mcp.client.calls.results.text']);
    expect(run.step).toMatchObject({ answers: ['again', 'absent', 'lacking'], round: 1, rounds: 1 });
    expect(run.entries[0]).toMatchObject({ state: 'waiting', waits: 'initialize from your client' });
    await say('absent');
    expect(reported(await over(), 'mcp.client.calls.results.text')).toMatchObject({
      verdict: 'untestable',
      reason: 'the person at the client says: it did not appear (initialize from your client)',
    });
  });

  it('that the client has no such thing, and is not asked for it again', async ({ sandbox }) => {
    const cases = ['mcp.client.calls.results.text', 'mcp.client.calls.results.image', 'mcp.client.calls.results.audio'];
    const { say, over } = await stepOf(sandbox, 'Call a tool', ['--servers', '1', ...cases]);
    await say('lacking');
    const report = await over();
    for (const id of cases)
      expect(reported(report, id)).toMatchObject({
        verdict: 'untestable',
        reason: 'the person at the client says that it has no such thing: Call a tool',
      });
  });

  it('to try again, and the case begins anew', async ({ sandbox }) => {
    const { host, run, say, over } = await stepOf(sandbox, 'Call a tool', ['mcp.client.calls.results.text']);
    const client = started(run, []);
    await host.until(({ entries: [first] }) => first?.waits === 'tools/call from your client');
    await say('again');
    const next = await host.until(({ step }) => step !== undefined && step.id !== run.step!.id);
    client.kill();
    expect(next.entries[0]).toMatchObject({ waits: 'initialize from your client' });
    expect(next.step?.title).toBe('Call a tool');
    started(next, CALL);
    await host.until(({ entries: [first] }) => first?.asks === true);
    await host.control.request('hosted/answer', { step: next.step!.id, answer: 'worked' });
    const report = await over();
    expect(reported(report, 'mcp.client.calls.results.text')).toMatchObject({ verdict: 'pass' });
    // The rules that watch see two conversations, so no id is there twice.
    expect(report.cases.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id)).toEqual([]);
  });

  it('that the client showed an error where it should have worked', async ({ sandbox }) => {
    const { host, run, say, over } = await stepOf(sandbox, 'Call a tool', ['mcp.client.calls.results.text']);
    started(run, CALL);
    const asked = await host.until(({ entries: [first] }) => first?.asks === true);
    expect(asked.step?.parts.at(-1)?.text).toContain('only you can see that');
    await say('failed');
    expect(reported(await over(), 'mcp.client.calls.results.text').verdict).not.toBe('pass');
  });

  it('of a step that is over, which is refused', async ({ sandbox }) => {
    const { run, say, over } = await stepOf(sandbox, 'Call a tool', ['mcp.client.calls.results.text']);
    await expect(say('absent', run.step!.id - 1)).rejects.toThrow('this step is over: what you see now is another one');
    await say('absent');
    await over();
  });

  it('after the client closed its connection: that it crashed, and what the case came to counts', async ({
    sandbox,
  }) => {
    const words = ['--transport', 'stdio', 'mcp.client.calls.results.text'];
    const { host, run, say, over } = await stepOf(sandbox, 'Call a tool', words);
    const client = started(run, []);
    await host.until(({ entries: [first] }) => first?.connected === true);
    client.kill('SIGKILL');
    const gone = await host.until(({ step }) => step?.gone === true);
    expect(gone.step?.answers).toContain('crashed');
    await say('crashed');
    expect(reported(await over(), 'mcp.client.calls.results.text').verdict).not.toBe('pass');
  });

  it('after the client closed its connection: that it has no such thing, which is why the case is untestable', async ({
    sandbox,
  }) => {
    const words = ['--transport', 'stdio', 'mcp.client.calls.results.text'];
    const { host, run, say, over } = await stepOf(sandbox, 'Call a tool', words);
    const client = started(run, []);
    await host.until(({ entries: [first] }) => first?.connected === true);
    client.kill('SIGKILL');
    await host.until(({ step }) => step?.gone === true);
    await say('lacking');
    expect(reported(await over(), 'mcp.client.calls.results.text')).toMatchObject({
      verdict: 'untestable',
      reason: 'the person at the client says that it has no such thing: Call a tool',
    });
  });

  it('with the end of the run, which leaves nothing behind', async ({ sandbox }) => {
    const { host } = await stepOf(sandbox, 'Call a tool', ['mcp.client.calls']);
    await host.control.request('hosted/end');
    await host.until(({ state }) => state === 'ended');
    host.control.close();
    expect((await host.running.done).exit).toBe(130);
  });
});

describe('proctor host refuses', () => {
  it.each([
    [['--role', 'mcp/server'], "a person can't start mcp/server for a run: name a2a/client, acp/client or mcp/client"],
    [
      ['--role', 'mcp/client', '--transport', 'ws'],
      'mcp/client comes over http or stdio if a person starts it, not over ws',
    ],
    [['--role', 'mcp/client', 'mcp.client.no-such'], 'the pattern `mcp.client.no-such` matches no case'],
    [['--role', 'mcp/client', '--key', 'a/b'], '--key is a part of addresses: letters, digits, - and _, at most 64'],
    [['--role', 'mcp/client', '--servers', '101'], '--servers takes up to 100, not 101'],
    [['--role', 'mcp/client', '--version', '1999'], 'there is no version "1999"; there are 2025-11-25'],
  ])('%j', async (words, message) => {
    await refuses(words, message);
  });
});

async function refuses(words: string[], message: string): Promise<void> {
  const { Sandbox } = await import('../testing/program.js');
  const sandbox = new Sandbox();
  const { exit, stderr } = await sandbox.run(['host', ...words]);
  expect(stderr).toContain(message);
  expect(exit).toBe(2);
  await sandbox.close();
}
