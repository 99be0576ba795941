import { createHash } from 'node:crypto';
import { createServer, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { Carried } from '../carried.js';
import type { Clock } from '../clock/clock.js';
import { realClock } from '../clock/clock.js';
import { PortError } from '../http/server.js';
import { defaultLimits } from '../limits.js';
import { encodeFrame } from './frames.js';
import { connectWebSocket, HandshakeError, listenWebSocket, type WebSocketChannel } from './websocket.js';

const limits = { ...defaultLimits, message: 10_000, stream: 500_000, items: 20_000, evidence: 16 };
const closers: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** Waits that would take seconds end at once, but for that of the handshake. */
const hasty: Clock = { ...realClock, after: (ms, fire) => realClock.after(ms < 10_000 ? 1 : ms, fire) };

interface Ears {
  channel: WebSocketChannel;
  items: Carried[];
  /** Resolves when the connection is over. */
  over: Promise<unknown>;
}

function ears(channel: WebSocketChannel): Ears {
  const items: Carried[] = [];
  channel.listen((carried) => items.push(carried));
  return { channel, items, over: channel.closed };
}

/** A client and the server's end of its connection. */
async function pair(clock: Clock = realClock, reads = true): Promise<{ client: Ears; server: Ears }> {
  const accepted: ((channel: WebSocketChannel) => void)[] = [];
  const peer = new Promise<WebSocketChannel>((resolve) => accepted.push(resolve));
  const listener = await listenWebSocket({ limits, clock, onPeer: (channel) => accepted[0]?.(channel) });
  closers.push(() => listener.close());
  const url = `${listener.url}/path?q`;
  const client = await connectWebSocket({ url, headers: { 'x-a': '1' }, limits, clock, reads });
  return { client: ears(client), server: ears(await peer) };
}

/** A server that does the handshake and then writes what it is told, byte by byte. */
async function hostile(act: (socket: Socket) => void): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', (head) => {
      const key = /sec-websocket-key: (.*)\r\n/i.exec(head.toString())?.[1];
      const accept = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
      socket.write(
        `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
      );
      act(socket);
    });
    closers.push(async () => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => new Promise((resolve) => server.close(resolve)));
  const address = server.address();
  return `ws://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
}

const brief = (items: Carried[]) =>
  items.map(({ kind, text, frame, closed, bytes }) => {
    if (kind === 'frame')
      return `${frame?.opcode}${frame?.fin ? '.' : '…'}${frame?.code ?? ''}${
        bytes
          ? ` ${Buffer.from(bytes)
              .toString('latin1')
              .replace(/[^ -~]/g, '')}`
          : ''
      }`;
    return kind === 'closed'
      ? `closed ${closed?.how} ${closed?.code}`
      : `${kind} ${frame?.opcode ?? ''} ${text ?? ''}`.trim();
  });

describe('a connection that does not read', () => {
  /** More than the machine keeps of a connection that nobody reads. */
  const MUCH = 16 * 1024 * 1024;

  it('makes what it is sent wait at the sender, until it reads or closes', async () => {
    for (const how of ['reads', 'closes'] as const) {
      const { client, server } = await pair(realClock, false);
      server.channel.raw(encodeFrame({ opcode: 'ping', fin: true }, new Uint8Array(), false));
      server.channel.raw(Buffer.alloc(MUCH, encodeFrame({ opcode: 'text', fin: true }, Buffer.from('12'), false)));
      // Another connection, on which something comes, shows that the machine has had its time.
      const other = await pair();
      other.server.channel.send({ kind: 'message', message: {} });
      await expect.poll(() => other.client.items.length).toBe(2);
      expect(server.channel.backlog).toBeGreaterThan(MUCH / 4);
      expect(client.items.map(({ kind }) => kind)).toEqual(['http']);
      if (how === 'closes') void client.channel.close();
      else client.channel.resume();
      await expect.poll(() => client.items.some(({ kind }) => kind === 'message')).toBe(true);
      expect(client.items[1]).toMatchObject({ kind: 'frame', frame: { opcode: 'ping' } });
      await client.channel.close('reset');
    }
  });
});

describe('a connection', () => {
  it('tells heads, messages, control frames and fragments in the order of the wire', async () => {
    const { client, server } = await pair();
    client.channel.send({ kind: 'message', message: { a: 1 } });
    client.channel.send({ kind: 'frame', frame: { opcode: 'ping', fin: true }, bytes: Buffer.from('hi') });
    client.channel.send({ kind: 'bytes', bytes: Buffer.from('{"b":'), frame: { opcode: 'text', fin: false } });
    client.channel.send({ kind: 'frame', frame: { opcode: 'pong', fin: true } });
    client.channel.send({ kind: 'bytes', bytes: Buffer.from(''), frame: { opcode: 'continuation', fin: false } });
    client.channel.send({ kind: 'bytes', bytes: Buffer.from('"é"}'), frame: { opcode: 'continuation', fin: true } });
    client.channel.send({ kind: 'bytes', bytes: Buffer.from('[1]'), frame: { opcode: 'binary', fin: true } });
    client.channel.send({ kind: 'bytes', bytes: Buffer.from('no json') });
    client.channel.send({ kind: 'message', message: 5, text: '5.0' });
    await client.channel.close(4002, 'bye');
    await server.over;
    expect(server.items[0]?.http).toMatchObject({ method: 'GET', path: '/path?q', headers: { 'x-a': '1' } });
    expect(client.items[0]?.http).toMatchObject({ status: 101, headers: { upgrade: 'websocket' } });
    expect(brief(server.items.slice(1))).toEqual([
      'message text {"a":1}',
      'ping. hi',
      'text…',
      'pong.',
      'continuation…',
      'continuation.',
      'message text {"b":"é"}',
      'message binary [1]',
      'bytes text',
      'message text 5.0',
      'close.4002 bye',
      'closed end 4002',
    ]);
    expect(server.items.at(-1)?.closed).toEqual({ how: 'end', code: 4002, reason: 'bye' });
    expect(brief(client.items.slice(1))).toEqual(['pong. hi', 'close.4002 bye', 'closed end 4002']);
    expect(server.channel.traffic().received).toBeGreaterThan(50);
  });

  it('keeps the order when everything comes in one chunk, with the handshake', async () => {
    const url = await hostile((socket) => {
      const frame = (opcode: 'text' | 'ping' | 'continuation', fin: boolean, text: string) =>
        encodeFrame({ opcode, fin }, Buffer.from(text), false);
      socket.write(
        Buffer.concat([
          frame('ping', true, 'a'),
          frame('text', true, '1'),
          frame('ping', true, 'b'),
          frame('text', false, '['),
          frame('ping', true, 'c'),
          frame('continuation', true, ']'),
          frame('text', true, '2'),
          frame('text', false, 'unfinished'),
        ]),
      );
      socket.end();
    });
    const client = ears(await connectWebSocket({ url, limits }));
    await client.over;
    expect(brief(client.items.slice(1))).toEqual([
      'ping. a',
      'message text 1',
      'ping. b',
      'text…',
      'ping. c',
      'continuation.',
      'message text []',
      'message text 2',
      'text…',
      'closed reset 1006',
    ]);
  });

  it.each<[string, 'end' | 'reset' | number, object, object]>([
    ['end', 'end', { how: 'end', code: 1000 }, { how: 'end', code: 1000 }],
    ['a code', 3000, { how: 'end', code: 3000 }, { how: 'end', code: 3000 }],
    ['reset', 'reset', { how: 'reset', code: 1006 }, { how: 'reset', code: 1006 }],
  ])('closes by %s', async (_, how, here, there) => {
    const { client, server } = await pair();
    await client.channel.close(how);
    await server.over;
    expect(client.items.at(-1)?.closed).toEqual(here);
    expect(server.items.at(-1)?.closed).toEqual(there);
    await client.channel.close('end');
    client.channel.send({ kind: 'message', message: 1 });
  });

  it('sends a close code that is forbidden, and the peer sees it', async () => {
    const { client, server } = await pair(hasty);
    await client.channel.close(999);
    await server.over;
    expect(brief(server.items)).toContain('close.999 ');
    expect(server.items.at(-1)?.closed).toMatchObject({ how: 'error', problem: expect.stringContaining('999') });
  });

  it('does not wait for a peer that leaves a close unanswered', async () => {
    const url = await hostile(() => {});
    const client = ears(await connectWebSocket({ url, limits, clock: hasty }));
    await client.channel.close('end');
    expect(client.items.at(-1)?.closed).toEqual({ how: 'reset', code: 1006 });
  });

  it.each<[string, (socket: Socket) => void, object]>([
    ['ends without a close frame', (socket) => socket.end(), { how: 'reset', code: 1006 }],
    ['resets', (socket) => socket.resetAndDestroy(), { how: 'reset', code: 1006 }],
    ['closes without a code', (socket) => socket.write(Buffer.from([0x88, 0])), { how: 'end', code: 1005 }],
    [
      'sends a reserved opcode',
      (socket) => socket.write(Buffer.from([0x83, 0])),
      { how: 'error', code: 1006, problem: expect.stringContaining('opcode') },
    ],
    [
      'masks',
      (socket) => socket.write(encodeFrame({ opcode: 'text', fin: true }, Buffer.from('1'), true)),
      { how: 'error', code: 1006, problem: expect.stringContaining('MASK') },
    ],
    [
      'sends text that is not UTF-8',
      (socket) => socket.write(Buffer.from([0x81, 1, 0xff])),
      { how: 'error', code: 1006, problem: expect.stringContaining('UTF-8') },
    ],
    [
      'sends a message that is too long',
      (socket) => socket.write(encodeFrame({ opcode: 'text', fin: true }, Buffer.alloc(10_001), false)),
      { how: 'error', code: 1006, problem: 'a message of more than 10000 bytes' },
    ],
    [
      'claims a message of exabytes',
      (socket) => socket.write(Buffer.from([0x81, 127, 0x7f, 255, 255, 255, 255, 255, 255, 255])),
      { how: 'error', code: 1006, problem: expect.any(String) },
    ],
    [
      'sends fragments without end',
      (socket) =>
        socket.write(
          Buffer.concat(Array(2000).fill(encodeFrame({ opcode: 'text', fin: false }, Buffer.from('x'), false))),
        ),
      { how: 'error', code: 1006, problem: expect.stringContaining('opcode') },
    ],
    [
      'pings without end',
      (socket) => socket.write(Buffer.concat(Array(100_001).fill(Buffer.from([0x89, 0])))),
      { how: 'error', code: 1006, problem: expect.stringContaining('control frames') },
    ],
    [
      'floods',
      (socket) =>
        socket.write(
          Buffer.concat(Array(60).fill(encodeFrame({ opcode: 'binary', fin: true }, Buffer.alloc(9000, '1'), false))),
        ),
      { how: 'error', code: 1006, problem: 'more than 500000 bytes on one connection' },
    ],
    [
      'sends small messages without end',
      (socket) =>
        socket.write(
          Buffer.concat(Array(20_001).fill(encodeFrame({ opcode: 'text', fin: true }, Buffer.from('1'), false))),
        ),
      { how: 'error', code: 1006, problem: 'more than 20000 messages and frames' },
    ],
  ])('survives a server that %s', async (_, act, closed) => {
    const client = ears(await connectWebSocket({ url: await hostile(act), limits }));
    await client.over;
    expect(client.items.filter(({ kind }) => kind === 'closed')).toHaveLength(1);
    expect(client.items.at(-1)?.closed).toEqual(closed);
  });
});

describe('the handshake', () => {
  it('fails with what the server answered', async () => {
    const listener = await listenWebSocket({ onPeer: () => {}, onExchange: (exchange) => exchange.json(200, {}) });
    closers.push(() => listener.close());
    const answered = await fetchStatus(listener.url.replace('ws:', 'http:'));
    expect(answered).toBe(200);
    const refusing = await hostileHttp('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n');
    const error = await connectWebSocket({ url: refusing, limits }).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(HandshakeError);
    expect(error).toMatchObject({ message: 'the server answered 403 instead of upgrading', http: { status: 403 } });
  });

  it.each([
    [
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: wrong\r\n\r\n',
      'Sec-WebSocket-Accept',
    ],
    ['SSH-2.0\r\n', 'not HTTP'],
    ['', 'reset|hang up'],
  ])('fails at %j', async (answer, message) => {
    const url = await hostileHttp(answer);
    await expect(connectWebSocket({ url, limits })).rejects.toThrow(new RegExp(message));
  });

  it('fails where the server never answers', async () => {
    const silent = createServer((socket) => {
      socket.on('error', () => {});
      closers.push(async () => socket.destroy());
    });
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    closers.push(() => new Promise((resolve) => silent.close(resolve)));
    const address = silent.address();
    const url = `ws://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
    const clock: Clock = { ...realClock, after: (_, fire) => realClock.after(1, fire) };
    await expect(connectWebSocket({ url, clock })).rejects.toThrow('no handshake within 10000 ms');
  });

  it('fails where nobody listens', async () => {
    const listener = await listenWebSocket({ onPeer: () => {} });
    await listener.close();
    await expect(connectWebSocket({ url: listener.url })).rejects.toThrow('connection refused');
    await expect(connectWebSocket({ url: 'nonsense' })).rejects.toBeInstanceOf(HandshakeError);
  });

  it('says plainly that a port is in use', async () => {
    const listener = await listenWebSocket({ onPeer: () => {} });
    closers.push(() => listener.close());
    await expect(listenWebSocket({ port: listener.port, onPeer: () => {} })).rejects.toBeInstanceOf(PortError);
  });
});

async function fetchStatus(url: string): Promise<number> {
  return (await fetch(url)).status;
}

async function hostileHttp(answer: string): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.end(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => new Promise((resolve) => server.close(resolve)));
  const address = server.address();
  return `ws://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
}
