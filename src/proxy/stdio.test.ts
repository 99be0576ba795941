import { PassThrough } from 'node:stream';
import { afterEach, describe, expect, it } from 'vitest';
import type { Border, Carried } from '../wire/carried.js';
import { openBorder } from '../wire/carried.js';
import { mockLimits } from '../wire/limits.js';
import { endAll, leftovers } from '../wire/process/process.js';
import { type ProxyOptions, type ProxySide, startProxy } from './proxy.js';

afterEach(endAll);

const patience = { timeout: 30_000 };
const ECHO = 'process.stdin.pipe(process.stdout)';

interface Seen {
  carried: Carried;
  from: ProxySide;
  changed: boolean;
}

async function started(script: string, more: Partial<ProxyOptions> = {}) {
  const input = new PassThrough();
  const output = new PassThrough();
  const seen: Seen[] = [];
  const stderr: Buffer[] = [];
  const proxy = await startProxy({
    to: { command: [process.execPath, '-e', script] },
    serve: 'stdio',
    limits: { ...mockLimits, message: 1_000_000 },
    tap: (carried, from, _connection, changed) => seen.push({ carried, from, changed }),
    stderr: (chunk) => stderr.push(Buffer.from(chunk)),
    ...{ input, output },
    ...more,
  });
  const said = (async () => {
    const chunks: Buffer[] = [];
    for await (const chunk of output) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks);
  })();
  return { proxy, input, output, seen, said, stderr: () => Buffer.concat(stderr).toString() };
}

/** Lines, line ends of all kinds, what is no JSON, what is no UTF-8, and lines of every size. */
function odd(): Buffer {
  const binary = Buffer.from(Array.from({ length: 4096 }, (_, index) => (index * 7919) & 255));
  return Buffer.concat([
    Buffer.from('{"jsonrpc":"2.0","id":1,"method":"ping"}\n{"a" :  1 }\r\n\n  \r\n{"broken\n{"dup":1,"dup":2}\n'),
    binary,
    Buffer.from(`\n{"big":"${'é'.repeat(300_000)}"}\n`),
    Buffer.from(`{"bigger":"${'x'.repeat(1_200_000)}"}\r\n{"after":1}\n{"jsonrpc":"2.0","id":1,"result":{}}`),
  ]);
}

/** The same bytes in pieces whose sizes look random. */
function* pieces(bytes: Buffer): Generator<Buffer> {
  let at = 0;
  for (let step = 1; at < bytes.length; step = (step * 16_807) % 2_147_483_647) {
    const size = 1 + (step % (at < 5_000 ? 7 : 90_000));
    yield bytes.subarray(at, at + size);
    at += size;
  }
}

const borders: [name: string, border: Border | undefined][] = [
  ['without a border', undefined],
  ['through an open border', openBorder],
];

describe('the proxy over stdio', () => {
  it.for(borders)(
    'carries bytes as they are, whatever they are and however they come, %s',
    patience,
    async ([, border]) => {
      const { proxy, input, said, seen } = await started(ECHO, { border });
      const bytes = odd();
      for (const piece of pieces(bytes))
        if (!input.write(piece)) await new Promise((done) => input.once('drain', done));
      input.end();
      expect((await said).equals(bytes)).toBe(true);
      expect(await proxy.done).toEqual({ code: 0, signal: null });
      for (const from of ['client', 'server'] as const) {
        const kinds = seen.filter((one) => one.from === from).map(({ carried }) => carried);
        expect(kinds.filter(({ kind }) => kind === 'message').map(({ message }) => message)).toMatchObject([
          { id: 1, method: 'ping' },
          { a: 1 },
          { dup: 2 },
          { big: 'é'.repeat(300_000) },
          { after: 1 },
          { id: 1, result: {} },
        ]);
        expect(kinds.some(({ beyondLimit }) => beyondLimit)).toBe(true);
        expect(kinds.some(({ kind }) => kind === 'closed')).toBe(true);
      }
      expect(seen.every(({ changed }) => !changed)).toBe(true);
      expect(seen.at(-1)).toMatchObject({ from: 'server', carried: { kind: 'exit' } });
    },
  );

  it('tells of a request before its answer', patience, async () => {
    const answer = `require('readline').createInterface({ input: process.stdin }).on('line', (line) =>
      console.log(JSON.stringify({ id: JSON.parse(line).id, result: {} })))`;
    const { proxy, input, output, seen, said } = await started(answer);
    for (let id = 1; id <= 50; id++) {
      input.write(`${JSON.stringify({ id, method: 'ping' })}\n`);
      await new Promise((resolve) => output.once('data', resolve));
    }
    input.end();
    await Promise.all([said, proxy.done]);
    const ids = seen.filter(({ carried }) => carried.kind === 'message').map(({ carried, from }) => [carried, from]);
    expect(ids.map(([, from]) => from)).toEqual(Array.from({ length: 50 }, () => ['client', 'server']).flat());
  });

  it('lets a border change, add and drop, and leaves the rest as it is', patience, async () => {
    const border: Border = {
      sends: (carried, emit) => {
        const { message } = carried as { message?: { id?: number } };
        if (message?.id === 2) return;
        if (message?.id === 3) emit({ kind: 'bytes', bytes: Buffer.from('noise\n') });
        emit(message?.id === 4 ? { kind: 'message', message: { id: 44 } } : { ...carried });
      },
      hears: (carried, deliver) => deliver(carried),
    };
    const { proxy, input, said, seen } = await started(ECHO, { border });
    input.end('{ "id": 1 }\r\n{"id":2}\n{"id":3 }\n{"id":4}\n');
    expect((await said).toString()).toBe('{ "id": 1 }\r\nnoise\n{"id":3 }\n{"id":44}\n');
    await proxy.done;
    const told = seen.filter(({ from, carried }) => from === 'server' && carried.kind === 'message');
    expect(told.map(({ carried, changed }) => [carried.message, changed])).toEqual([
      [{ id: 1 }, false],
      [{ id: 3 }, false],
      [{ id: 44 }, true],
    ]);
  });

  it('reads no faster than the other side does', patience, async () => {
    const flood = `let sent = 0;
      const line = '{"x":"' + 'y'.repeat(60000) + '"}\\n';
      const more = () => { while (sent < 3000 && process.stdout.write(line)) sent++; if (sent < 3000) process.stdout.once('drain', () => { sent++; more(); }); };
      more(); setInterval(() => process.stderr.write(sent + '\\n'), 50)`;
    const output = new PassThrough({ highWaterMark: 1024 });
    const { proxy, stderr } = await started(flood, { output });
    const last = () => Number(stderr().trim().split('\n').at(-1));
    for (let before = -1; before !== last() || last() === 0; ) {
      before = last();
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
    // What lies in the pipe and waits to be read, of 180 MB.
    expect(last()).toBeLessThan(200);
    output.resume();
    while (last() < 3000) await new Promise((resolve) => setTimeout(resolve, 50));
    await proxy.close();
  });

  it('passes stderr, exit codes and signals on', patience, async () => {
    const script = `process.on('SIGUSR2', () => { process.stderr.write('caught\\n'); process.exit(7) }); process.stderr.write('up\\n'); process.stdin.resume()`;
    const { proxy, stderr } = await started(script);
    while (!stderr().includes('up')) await new Promise((resolve) => setTimeout(resolve, 10));
    proxy.signal('SIGUSR2');
    expect(await proxy.done).toEqual({ code: 7, signal: null });
    expect(stderr()).toBe('up\ncaught\n');
    const killed = await started('process.stdin.resume()');
    killed.proxy.signal('SIGKILL');
    expect(await killed.proxy.done).toEqual({ code: null, signal: 'SIGKILL' });
  });

  it('delivers the last words of a server that crashes', patience, async () => {
    const { proxy, said } = await started(`process.stdout.write('x'.repeat(500000) + '\\n', () => process.abort())`);
    expect((await said).length).toBe(500_001);
    expect((await proxy.done).signal).toBe('SIGABRT');
  });

  it('passes the end of stdin on, and waits for the answers', patience, async () => {
    const { proxy, input, said } = await started(
      `process.stdin.resume().on('end', () => setTimeout(() => console.log('{"late":1}'), 200))`,
    );
    input.end();
    expect((await said).toString()).toBe('{"late":1}\n');
    expect((await proxy.done).code).toBe(0);
  });

  it('ends a server whose client is gone, with all that it started', patience, async () => {
    const script = `const { spawn } = require('child_process');
      const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' });
      process.on('SIGTERM', () => {}); process.stdout.on('error', () => {}); console.log(child.pid); setInterval(() => console.log('{"tick":1}'), 20)`;
    const { proxy, output, said } = await started(script);
    const gone = expect(said).rejects.toThrow('EPIPE');
    const pid = await new Promise<number>((resolve) =>
      output.once('data', (chunk) => resolve(Number.parseInt(chunk, 10))),
    );
    output.destroy(new Error('EPIPE'));
    await gone;
    const { signal } = await proxy.done;
    expect(signal).toBe('SIGKILL');
    expect(leftovers([pid])).toEqual([]);
  });
});
