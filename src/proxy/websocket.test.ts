import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import type { Border, Carried } from '../wire/carried.js';
import { openBorder } from '../wire/carried.js';
import { mockLimits } from '../wire/limits.js';
import { type ProxyOptions, type ProxySide, startProxy } from './proxy.js';
import { RawFrames } from './raw-frames.js';

const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

interface Seen {
  carried: Carried;
  from: ProxySide;
  connection: number;
}

async function proxied(options: object = {}, more: Partial<ProxyOptions> = {}) {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', ...options });
  await new Promise((resolve) => server.once('listening', resolve));
  server.on('connection', (peer) => {
    peer.on('message', (data, isBinary) => peer.send(data, { binary: isBinary }));
    peer.on('error', () => undefined);
  });
  open.push(() => {
    for (const peer of server.clients) peer.terminate();
    server.close();
  });
  const seen: Seen[] = [];
  const proxy = await startProxy({
    to: { url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/hub?x=1` },
    serve: { port: 0 },
    limits: { ...mockLimits, message: 1_000_000 },
    tap: (carried, from, connection) => seen.push({ carried, from, connection }),
    ...more,
  });
  open.push(() => proxy.close());
  const client = new WebSocket(proxy.url!, ['a', 'b']);
  client.on('error', () => undefined);
  await new Promise((resolve) => client.once('open', resolve));
  const answer = () => new Promise<Buffer>((resolve) => client.once('message', (data) => resolve(data as Buffer)));
  return { server, proxy, client, seen, answer };
}

const ping = (id: number) =>
  JSON.stringify({ jsonrpc: '2.0', id, method: 'ping', params: { pad: 'é'.repeat(id * 7) } });

describe('the proxy over WebSocket', () => {
  it.for<[string, object, Border | undefined]>([
    ['without a border', {}, undefined],
    ['through an open border', {}, openBorder],
    ['compressed', { perMessageDeflate: { threshold: 0 } }, undefined],
  ])('carries messages of every size and kind, %s', async ([, options, border]) => {
    const { proxy, client, seen, answer } = await proxied(options, { border });
    expect(client.protocol).toBe('a');
    for (const text of [ping(1), ping(20), ping(10_000), 'no JSON', '']) {
      const next = answer();
      client.send(text);
      expect(String(await next)).toBe(text);
    }
    const binary = answer();
    client.send(Buffer.from([0, 1, 255]));
    expect(await binary).toEqual(Buffer.from([0, 1, 255]));
    const whole = answer();
    for (const [part, fin] of [
      ['{"jsonrpc":', false],
      ['"2.0","id":9', false],
      ['}', true],
    ] as const)
      client.send(part, { fin });
    expect(String(await whole)).toBe('{"jsonrpc":"2.0","id":9}');
    const closed = new Promise((resolve) => client.once('close', (code, reason) => resolve([code, String(reason)])));
    client.close(4001, 'enough');
    expect(await closed).toEqual([4001, 'enough']);
    await expect.poll(() => seen.filter(({ carried }) => carried.kind === 'closed').length).toBe(2);
    await proxy.close();
    for (const from of ['client', 'server'] as const) {
      const carried = seen.filter((one) => one.from === from).map((one) => one.carried);
      expect(carried[0]).toMatchObject({ kind: 'http' });
      const messages = carried
        .filter(({ kind }) => kind === 'message')
        .map(({ message }) => (message as { id: number }).id);
      expect(messages).toEqual([1, 20, 10_000, 9]);
      expect(carried.at(-1)).toMatchObject({ kind: 'closed', closed: { how: 'end', code: 4001 } });
    }
  });

  it('tells connections apart, and cuts both sides if one is cut', async () => {
    const { proxy, client, server, seen } = await proxied();
    const second = new WebSocket(proxy.url!);
    second.on('error', () => undefined);
    await new Promise((resolve) => second.once('open', resolve));
    const gone = Promise.all([...server.clients].map((peer) => new Promise((resolve) => peer.once('close', resolve))));
    client.terminate();
    second.terminate();
    expect(await gone).toEqual([1006, 1006]);
    await expect.poll(() => seen.filter(({ carried }) => carried.kind === 'closed').length).toBe(4);
    expect(new Set(seen.map(({ connection }) => connection))).toEqual(new Set([1, 2]));
  });

  it('passes a refusal of the server on, and keeps other sites out', async () => {
    const { proxy } = await proxied({ verifyClient: ({ req }: { req: { url: string } }) => req.url !== '/no' });
    const refused = (url: string, origin?: string) =>
      new Promise((resolve) => {
        const socket = new WebSocket(url, origin === undefined ? {} : { origin });
        socket.once('unexpected-response', (_, { statusCode }) => resolve(statusCode));
        socket.on('error', () => undefined);
      });
    expect(await refused(new URL('/no', proxy.url).href)).toBe(401);
    expect(await refused(proxy.url!, 'https://evil.example')).toBe(403);
  });

  it('lets a border change messages', async () => {
    const border: Border = {
      hears: (carried, deliver) =>
        deliver(
          carried.kind === 'message' ? { ...carried, message: { id: 'heard' }, text: '{"id":"heard"}' } : carried,
        ),
      sends: (carried, emit) => {
        emit(carried);
        if (carried.kind === 'message') emit({ kind: 'message', message: { more: 1 } });
      },
    };
    const { client } = await proxied({}, { border });
    const heard: string[] = [];
    client.on('message', (data) => heard.push(String(data)));
    client.send(ping(1));
    await expect.poll(() => heard).toEqual(['{"id":"heard"}', '{"more":1}']);
  });
});

describe('RawFrames', () => {
  it('gives back all bytes, whatever they are', () => {
    const random = (seed: number) =>
      Buffer.from(Array.from({ length: 5_000 }, (_, at) => ((at * 7919 + seed) ** 2) & 255));
    const long = Buffer.concat([
      Buffer.from([0x82, 127, 0, 0, 0, 0, 0, 0, 0x20, 0]),
      Buffer.alloc(0x2000),
      Buffer.from([0x81, 1, 0x41]),
    ]);
    for (const bytes of [random(1), random(2), long]) {
      for (const size of [1, 7, 4_000, 20_000]) {
        const frames = new RawFrames(1_000);
        const out: Uint8Array[] = [];
        for (let at = 0; at < bytes.length; at += size)
          for (const { raw } of frames.push(bytes.subarray(at, at + size))) out.push(Buffer.from(raw));
        out.push(...frames.end().map(({ raw }) => raw));
        expect(Buffer.concat(out).equals(bytes)).toBe(true);
      }
    }
    const last = new RawFrames(1_000).push(long).at(-1);
    expect(last?.frame).toMatchObject({ opcode: 'text', payload: Buffer.from('A') });
  });
});
