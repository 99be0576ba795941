import { connect as connectTcp } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { JsonObject } from '../json/json.js';
import { realClock } from '../wire/clock/clock.js';
import { MOST_CONTROL_FRAMES } from '../wire/websocket/channel.js';
import { encodeFrame, encodeText } from '../wire/websocket/frames.js';
import { connectWebSocket, type WebSocketChannel } from '../wire/websocket/websocket.js';
import { connect } from './connection.js';
import { type ServeWebSocketOptions, type SocketLink, serveWebSocket, type WebSocketServing } from './serve-ws.js';

const closers: (() => unknown)[] = [];

afterEach(async () => {
  vi.restoreAllMocks();
  for (const close of closers.splice(0).reverse()) await close();
});

async function serve(
  options: Partial<ServeWebSocketOptions> = {},
): Promise<WebSocketServing & { links: SocketLink[] }> {
  const links: SocketLink[] = [];
  const server = await serveWebSocket({
    onLink: (link) => {
      links.push(link);
      connect(link, { requests: { echo: (params) => params } });
    },
    ...options,
  });
  closers.push(() => server.close());
  return { ...server, links };
}

async function visit({ url }: WebSocketServing): Promise<WebSocketChannel> {
  const channel = await connectWebSocket({
    url,
    limits: { message: 1e8, stream: 1e9, items: 1e9, evidence: 100, stderr: 1 },
  });
  closers.push(() => channel.close('reset'));
  return channel;
}

/** The replies that come until that to the request with this id. */
function until(channel: WebSocketChannel, id: number): Promise<number> {
  return new Promise((resolve) => {
    let count = 0;
    channel.listen(({ kind, message }) => {
      if (kind !== 'message') return;
      count += 1;
      if ((message as JsonObject).id === id) resolve(count);
    });
  });
}

const echo = (id: number, params: JsonObject = {}) => ({ jsonrpc: '2.0', id, method: 'echo', params });

describe('a connection to a server over WebSocket', () => {
  it('may bring as many messages as it likes, and gets no more at a time than it reads', async () => {
    const server = await serve();
    const channel = await visit(server);
    const most = 60_000;
    const note = encodeText({ opcode: 'text', fin: true }, '{"jsonrpc":"2.0","method":"none"}', true);
    channel.raw(Buffer.concat(Array.from({ length: most }, () => note)));
    const replied = until(channel, 1);
    channel.send({ kind: 'message', message: echo(1) });
    expect(await replied).toBe(1);
    expect(server.traffic.heard()).toBe(channel.traffic().sent);
  });

  it('is closed with a reason if it floods with control frames, and stderr says so', async () => {
    const warned: string[] = [];
    // However slow this machine is, all of them come in one second.
    vi.spyOn(realClock, 'now').mockReturnValue(0);
    const server = await serve({ warn: (text) => void warned.push(text) });
    const channel = await visit(server);
    const pong = encodeFrame({ opcode: 'pong', fin: true }, new Uint8Array(), true);
    channel.raw(Buffer.concat(Array.from({ length: MOST_CONTROL_FRAMES + 10 }, () => pong)));
    const reason = `more than ${MOST_CONTROL_FRAMES} control frames in a second`;
    expect(await channel.closed).toMatchObject({ how: 'end', code: 1008, reason });
    expect(warned).toEqual([`a connection was ended: ${reason}\n`]);
  });

  it('is read no further while it does not read itself', async () => {
    const server = await serve();
    const channel = await visit(server);
    channel.pause();
    const text = 'x'.repeat(1024 * 1024);
    for (let id = 1; id <= 60; id++) channel.send({ kind: 'message', message: echo(id, { text }) });
    let heard = -1;
    while (heard !== server.traffic.heard()) {
      heard = server.traffic.heard();
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    expect(heard).toBeLessThan(50 * text.length);
    expect(server.links[0]!.backlog).toBeLessThan(40 * text.length);
    const replied = until(channel, 60);
    channel.resume();
    expect(await replied).toBe(60);
  });

  it('leaves only sums of its bytes', async () => {
    const server = await serve();
    const gone: WeakRef<SocketLink>[] = [];
    for (let count = 0; count < 20; count++) {
      const channel = await visit(server);
      const replied = until(channel, 1);
      channel.send({ kind: 'message', message: echo(1) });
      await replied;
      // Half of them are torn down.
      await channel.close(count % 2 === 0 ? 'end' : 'reset');
      gone.push(new WeakRef(server.links.pop()!));
    }
    await expect.poll(() => server.links.length).toBe(0);
    setFlagsFromString('--expose-gc');
    runInNewContext('gc')();
    expect(gone.filter((link) => link.deref() !== undefined).length).toBeLessThanOrEqual(1);
    expect(server.traffic.heard()).toBeGreaterThan(20 * 100);
    expect(server.traffic.said()).toBeGreaterThan(20 * 100);
  });

  it('counts for the clock as long as its port is read', async () => {
    const server = await serve();
    const channel = await visit(server);
    const { local = 0 } = channel.ports;
    const replied = until(channel, 1);
    channel.send({ kind: 'message', message: echo(1) });
    await replied;
    const said = server.traffic.said();
    expect(said).toBeGreaterThan(100);
    expect(server.traffic.said([local])).toBe(0);
    await channel.close('reset');
    await expect.poll(() => server.traffic.said([local])).toBe(0);
    expect(server.traffic.said()).toBeGreaterThanOrEqual(said);
  });
});

it('a connection that never becomes one leaves nothing', async () => {
  const server = await serve();
  const { port } = new URL(server.url);
  await new Promise<void>((resolve) => {
    const socket = connectTcp(Number(port), '127.0.0.1', () => socket.end('GET / HTTP/1.1\r\n'));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve());
    socket.resume();
  });
  expect([server.links.length, server.traffic.heard()]).toEqual([0, 0]);
});
