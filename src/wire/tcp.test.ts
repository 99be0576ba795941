import { afterEach, describe, expect, it } from 'vitest';
import type { Carried } from './carried.js';
import { type Clock, realClock } from './clock/clock.js';
import { defaultLimits } from './limits.js';
import { PortError } from './port-error.js';
import { connectTcp, listenTcp, type Speaks, type TcpChannel } from './tcp.js';

const limits = { ...defaultLimits, message: 1000, stream: 50_000, items: 500 };
const hasty: Clock = { ...realClock, after: (_, fire) => realClock.after(1, fire) };
const closers: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

function ears(channel: TcpChannel) {
  const items: Carried[] = [];
  channel.listen((carried) => items.push(carried));
  return { channel, items };
}

async function pair(speaks: Speaks = 'json-lines', clock = realClock) {
  let accept: (channel: TcpChannel) => void = () => {};
  const peer = new Promise<TcpChannel>((resolve) => {
    accept = resolve;
  });
  const listener = await listenTcp({ speaks, limits, clock, onPeer: (channel) => accept(channel) });
  closers.push(() => listener.close());
  expect(listener.url).toBe(`tcp://127.0.0.1:${listener.port}`);
  const client = await connectTcp({ port: listener.port, speaks, limits, clock });
  return { client: ears(client), server: ears(await peer), listener };
}

describe('TCP', () => {
  it('carries JSON lines and exact bytes', async () => {
    const { client, server } = await pair();
    client.channel.send({ kind: 'message', message: { a: 12345678901234567890n } });
    client.channel.send({ kind: 'bytes', bytes: Buffer.from('noise\n[1]') });
    await client.channel.close('end');
    expect(server.items.map(({ kind, text, closed }) => text ?? closed ?? kind)).toEqual([
      '{"a":12345678901234567890}',
      'bytes',
      '[1]',
      { how: 'end' },
    ]);
    expect(client.items).toEqual([{ kind: 'closed', closed: { how: 'end' } }]);
    expect(server.channel.traffic().received).toBe(client.channel.traffic().sent);
  });

  it('carries text in the pieces in which it comes', async () => {
    const { client, server } = await pair('text');
    client.channel.send({ kind: 'bytes', bytes: Buffer.from('not json é') });
    await client.channel.close('end');
    expect(server.items.map(({ text }) => text ?? '').join('')).toBe('not json é');
    expect(server.items[0]?.problem).toBeUndefined();
  });

  it('tells a reset from an end, and ends a flood', async () => {
    const reset = await pair();
    await reset.client.channel.close('reset');
    expect(await reset.server.channel.closed).toMatchObject({ how: 'reset' });
    const flood = await pair();
    flood.client.channel.send({ kind: 'bytes', bytes: Buffer.alloc(200_000, 'x') });
    expect(await flood.server.channel.closed).toEqual({
      how: 'error',
      problem: 'more than 50000 bytes on one connection',
    });
    expect(flood.server.items.map(({ kind }) => kind)).toEqual(['bytes', 'closed']);
    const many = await pair();
    many.client.channel.send({ kind: 'bytes', bytes: Buffer.from('1\n'.repeat(501)) });
    expect(await many.server.channel.closed).toEqual({
      how: 'error',
      problem: 'more than 500 messages on one connection',
    });
    flood.server.channel.send({ kind: 'message', message: 1 });
  });

  it('does not wait for a peer that never ends', async () => {
    const net = await import('node:net');
    const server = net.createServer(
      { allowHalfOpen: true },
      (socket) => void closers.push(async () => socket.destroy()),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closers.push(() => new Promise((resolve) => server.close(resolve)));
    const address = server.address();
    const channel = await connectTcp({ port: typeof address === 'object' ? (address?.port ?? 0) : 0, clock: hasty });
    await channel.close('end');
    expect(await channel.closed).toEqual({ how: 'reset' });
  });

  it('says plainly what is wrong', async () => {
    const { listener } = await pair();
    await expect(listenTcp({ port: listener.port, onPeer: () => {} })).rejects.toBeInstanceOf(PortError);
    await listener.close();
    await expect(connectTcp({ port: listener.port })).rejects.toThrow(
      `no connection to 127.0.0.1:${listener.port}: connection refused`,
    );
  });
});
