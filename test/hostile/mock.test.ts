import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { again, pour } from '../testing/assault.js';
import { type Cost, it, PROCTOR, type Running, Sandbox } from '../testing/program.js';
import { httpAttacks } from './http-attacks.js';
import { stdioAttacks } from './stdio-attacks.js';

const MOCK = [PROCTOR, 'mock', 'mcp/server'];
/** What a mock may take where a row says nothing else: MiB at its peak, and ms of CPU. */
const CEILING: Cost = { mib: 150, cpu: 20_000 };
/** Each test has a process to itself, or a flood; on a busy machine that may take its time. */
const PATIENCE = { timeout: 180_000 };
const HELLO = {
  jsonrpc: '2.0',
  id: 'hello',
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};
const READY = { jsonrpc: '2.0', method: 'notifications/initialized' };
const PING = { jsonrpc: '2.0', id: 'good', method: 'ping' };
const PONG = { jsonrpc: '2.0', id: 'good', result: {} };

describe('the mock over stdio', PATIENCE, () => {
  const greeted = async (sandbox: Sandbox) => {
    const mock = sandbox.metered(MOCK, 'pipe');
    const stdin = mock.child.stdin!.on('error', () => undefined);
    const hello = mock.line((line) => line.includes('"id":"hello"'));
    stdin.write(`${JSON.stringify(HELLO)}\n${JSON.stringify(READY)}\n`);
    await hello;
    return { mock, stdin };
  };

  it.concurrent.for(stdioAttacks)(
    'serves on after $name',
    async ({ pieces, answer, mib = CEILING.mib }, { sandbox }) => {
      const { mock, stdin } = await greeted(sandbox);
      const good = mock.line((line) => line.includes('"id":"good"'));
      await pour(stdin, pieces());
      stdin.write(`${JSON.stringify(PING)}\n`);
      expect(JSON.parse(await good)).toEqual(PONG);
      stdin.end();
      const { exit, stdout, stderr } = await mock.done;
      expect([exit, stderr]).toEqual([0, '']);
      if (answer) expect(stdout).toMatch(answer);
      expect(sandbox.cost().mib, 'MiB').toBeLessThan(mib);
      expect(sandbox.cost().cpu, 'ms of CPU').toBeLessThan(CEILING.cpu);
    },
  );

  it.concurrent('keeps a client waiting that never reads, and ends by a signal all the same', async ({ sandbox }) => {
    const { mock, stdin } = await greeted(sandbox);
    mock.child.stdout!.pause();
    const lists = again((id) => `${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/list' })}\n`);
    // Some 3 MiB of requests would make 300 MiB of answers.
    expect(await pour(stdin, lists, 1_500)).toBeLessThan(40_000);
    mock.signal('SIGTERM');
    mock.child.once('exit', () => mock.child.stdout!.resume());
    expect((await mock.done).exit).toBe(0);
    expect(sandbox.cost().mib, 'MiB').toBeLessThan(CEILING.mib);
  });

  it.concurrent('ends when its output is closed', async ({ sandbox }) => {
    const { mock, stdin } = await greeted(sandbox);
    mock.child.stdout!.destroy();
    await pour(stdin, again(`${JSON.stringify(PING)}\n`, 100));
    expect((await mock.done).exit).toBe(0);
  });

  it.concurrent('ends in the middle of a line', async ({ sandbox }) => {
    const { mock, stdin } = await greeted(sandbox);
    stdin.end(JSON.stringify(PING).slice(0, 20));
    expect(await mock.done).toMatchObject({ exit: 0, stderr: '' });
  });
});

describe('the mock over HTTP', PATIENCE, () => {
  let sandbox: Sandbox;
  let mock: Running;
  let port: number;
  const url = () => `http://127.0.0.1:${port}/mcp`;

  beforeAll(async () => {
    sandbox = new Sandbox();
    mock = sandbox.metered([...MOCK, '--transport', 'http']);
    port = Number(new URL((await mock.firstLine()).replace('listening on ', '')).port);
  });
  afterAll(() => sandbox.close());

  const post = (message: object, session?: string) =>
    fetch(url(), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...(session === undefined ? {} : { 'mcp-session-id': session }),
      },
      body: JSON.stringify(message),
    });
  /** A good client begins a session. */
  const begin = async () => {
    const session = (await post(HELLO)).headers.get('mcp-session-id')!;
    expect((await post(READY, session)).status).toBe(202);
    return session;
  };

  it.for(httpAttacks)('serves on after $name', async ({ attack, answer, evicts = false }) => {
    const session = await begin();
    const back = await attack(port, session);
    if (answer) expect(back).toMatch(answer);
    // Who was there before, unless so many came since, and who comes now.
    if (!evicts) expect(await (await post(PING, session)).json()).toEqual(PONG);
    expect(await (await post(PING, await begin())).json()).toEqual(PONG);
  });

  it('had no more memory than one body beyond the cap takes, and leaves nothing behind', async () => {
    if (process.platform === 'linux') {
      const peak = /VmHWM:\s*(\d+) kB/.exec(readFileSync(`/proc/${mock.child.pid}/status`, 'utf8'))?.[1];
      expect(Number(peak) / 1024, 'MiB').toBeLessThan(450);
    }
    mock.signal('SIGTERM');
    expect(await mock.done).toMatchObject({ exit: 0, stderr: '' });
    expect(sandbox.cost().cpu, 'ms of CPU').toBeLessThan(CEILING.cpu);
    await expect(fetch(url())).rejects.toThrow();
    expect(sandbox.left()).toEqual([]);
  });
});
