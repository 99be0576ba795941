import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, statSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import WebSocket from 'ws';
import type { JsonObject } from '../../src/json/json.js';
import { it, type Running, type Sandbox } from '../testing/program.js';

/** A mock that keeps a store: how it is started and what fills the store. */
interface Keeper {
  role: string;
  transport: string;
  /** Sends requests to the mock and resolves with the answers. */
  ask(url: string, requests: readonly JsonObject[]): Promise<JsonObject[]>;
  /** Has something kept whose text is so long. */
  fills(length: number): JsonObject;
  /** Asks for something under an id, which is not there. */
  names(id: string): JsonObject;
  unknown: number;
}

const KEEPERS: Keeper[] = [
  {
    role: 'hub/server',
    transport: 'ws',
    ask: overWebSocket,
    fills: (length) => ({ method: 'session/new', params: { cwd: `/${'x'.repeat(length)}` } }),
    names: (sessionId) => ({ method: 'session/load', params: { sessionId } }),
    unknown: -32004,
  },
  {
    role: 'a2a/server',
    transport: 'http',
    ask: overHttp,
    fills: (length) => ({
      method: 'message/send',
      params: {
        message: { kind: 'message', role: 'user', messageId: 'm', parts: [{ kind: 'text', text: 'x'.repeat(length) }] },
      },
    }),
    names: (id) => ({ method: 'tasks/get', params: { id } }),
    unknown: -32001,
  },
];

async function overHttp(url: string, requests: readonly JsonObject[]): Promise<JsonObject[]> {
  const answers: JsonObject[] = [];
  for (const [id, request] of requests.entries()) {
    const body = JSON.stringify({ jsonrpc: '2.0', id, ...request });
    const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    answers.push((await response.json()) as JsonObject);
  }
  return answers;
}

async function overWebSocket(url: string, requests: readonly JsonObject[]): Promise<JsonObject[]> {
  const socket = new WebSocket(url);
  await once(socket, 'open');
  const answers: JsonObject[] = [];
  for (const [id, request] of requests.entries()) {
    const answered = new Promise<JsonObject>((resolve) => {
      socket.on('message', (data) => {
        const message = JSON.parse(String(data)) as JsonObject;
        if (message.method === undefined) resolve(message);
      });
    });
    socket.send(JSON.stringify({ jsonrpc: '2.0', id, ...request }));
    answers.push(await answered);
    socket.removeAllListeners('message');
  }
  socket.close();
  return answers;
}

function started(sandbox: Sandbox, { role, transport }: Keeper, state = 'state'): Running {
  sandbox.file('script.yaml', `state: ${state}\n`);
  return sandbox.start(['mock', role, '--transport', transport, '--script', 'script.yaml']);
}

async function urlOf(running: Running): Promise<string> {
  return (await running.firstLine()).replace('listening on ', '');
}

async function ended(running: Running): Promise<void> {
  running.signal('SIGTERM');
  await running.done;
}

/** What a mock that can't use its store says. */
async function refused(running: Running): Promise<string> {
  const { exit, stdout, stderr } = await running.done;
  expect([exit, stdout]).toEqual([2, '']);
  expect(stderr).not.toMatch(/^ +at /m);
  return stderr;
}

describe.each(KEEPERS)('the store of $role', (keeper) => {
  it.for<[string, (path: string) => void, RegExp]>([
    ['a file', (path: string) => writeFileSync(path, ''), /is not a folder/],
    ['a link', (path: string) => symlinkSync('.', path), /is a link/],
    ['of another program', (path: string) => foreign(path), /is damaged or of another program/],
  ])('is refused if it is %s', async ([, make, words], { sandbox }) => {
    make(join(sandbox.folder, 'state'));
    expect(await refused(started(sandbox, keeper))).toMatch(words);
  });

  it('is refused if it was cut', async ({ sandbox }) => {
    const first = started(sandbox, keeper);
    await keeper.ask(
      await urlOf(first),
      Array.from({ length: 20 }, () => keeper.fills(2000)),
    );
    first.signal('SIGKILL');
    await first.done;
    const data = join(sandbox.folder, 'state/data.mdb');
    truncateSync(data, statSync(data).size >> 1);
    expect(await refused(started(sandbox, keeper))).toMatch(/data\.mdb is damaged/);
  });

  it('belongs to one process, and to the next one when that was killed', async ({ sandbox }) => {
    const first = started(sandbox, keeper);
    const url = await urlOf(first);
    expect(await refused(started(sandbox, keeper))).toContain(`is in use by process ${first.child.pid}: `);
    expect((await keeper.ask(url, [keeper.fills(1)]))[0]).toHaveProperty('result');
    first.signal('SIGKILL');
    await first.done;
    const second = started(sandbox, keeper);
    await urlOf(second);
    await ended(second);
    expect(readdirSync(join(sandbox.folder, 'state')).sort()).toEqual(['data.mdb', 'lock.mdb']);
  });

  it('takes ids of any length', async ({ sandbox }) => {
    const running = started(sandbox, keeper);
    const ids = ['x'.repeat(3000), '\u0000', 'ü'.repeat(2000), '__proto__', ''];
    const answers = await keeper.ask(await urlOf(running), [...ids.map((id) => keeper.names(id)), keeper.fills(1)]);
    for (const { error } of answers.slice(0, -1))
      expect([keeper.unknown, -32602]).toContain((error as JsonObject).code);
    expect(answers.at(-1)).toHaveProperty('result');
    await ended(running);
  });

  // A small file system needs root, and is one of Linux.
  it.runIf(process.platform === 'linux' && process.getuid?.() === 0)(
    'may be full: its client is answered with an error, and the mock goes on',
    async ({ sandbox }) => {
      const folder = join(sandbox.folder, 'small');
      mkdirSync(folder);
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder]);
      try {
        const running = started(sandbox, keeper, 'small/state');
        const url = await urlOf(running);
        const answers = await keeper.ask(
          url,
          Array.from({ length: 60 }, () => keeper.fills(30_000)),
        );
        const codes = answers.map(({ error }) => (error as JsonObject | undefined)?.code);
        expect(codes[0]).toBeUndefined();
        expect(codes.at(-1)).toBe(-32603);
        expect((await keeper.ask(url, [keeper.names('missing')]))[0]?.error).toMatchObject({ code: keeper.unknown });
        await ended(running);
        expect((await running.done).stderr).toContain('could not be kept: no space is left on the device');
      } finally {
        execFileSync('umount', ['-l', folder]);
      }
    },
  );
});

function foreign(path: string): void {
  mkdirSync(path);
  writeFileSync(join(path, 'data.mdb'), 'notes of somebody else\n'.repeat(500));
  expect(existsSync(path)).toBe(true);
}
