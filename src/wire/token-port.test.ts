import type { Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { type Clock, realClock } from './clock/clock.js';
import { connectTo } from './sockets.js';
import { listenForToken, type TokenPort } from './token-port.js';

const closers: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** A port, and what those said who were let in. */
async function port(clock?: Clock): Promise<TokenPort & { said: string[] }> {
  const said: string[] = [];
  const opened = await listenForToken((socket) => {
    const index = said.push('') - 1;
    socket.on('data', (chunk) => {
      said[index] = `${said[index]}${chunk}`;
    });
  }, clock);
  closers.push(() => opened.close());
  return { ...opened, said };
}

/** A connection that says something; `gone` resolves once the other side has ended it. */
function visitor(to: TokenPort, ...pieces: string[]): { socket: Socket; gone: Promise<void> } {
  const socket = connectTo({ port: to.port, host: '127.0.0.1' });
  closers.push(() => socket.destroy());
  const gone = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.resume();
  socket.once('connect', async () => {
    for (const piece of pieces) await new Promise((written) => socket.write(piece, () => setImmediate(written)));
  });
  return { socket, gone };
}

const until = async (isTrue: () => boolean) => {
  while (!isTrue()) await new Promise(setImmediate);
};

describe('a port with a token', () => {
  it('lets in who brings the token, in whatever pieces, and keeps what comes after it', async () => {
    const opened = await port();
    visitor(opened, `${opened.token}\nhello`);
    await until(() => opened.said[0]?.length === 5);
    visitor(opened, ...`${opened.token}\nagain`);
    await until(() => opened.said[1]?.length === 5);
    expect(opened.said).toEqual(['hello', 'again']);
  });

  it.for<[what: string, said: (token: string) => string]>([
    ['another token', (token) => `${'0'.repeat(token.length)}\n`],
    ['the token without its last character', (token) => `${token.slice(0, -1)}\n`],
    ['more than the token', (token) => `${token}0\n`],
    ['an empty line before the token', (token) => `\n${token}\n`],
    ['a request over HTTP', () => 'POST / HTTP/1.1\r\nHost: any\r\n\r\n'],
    ['a frame of a shim', (token) => `h\0\0\0\x40{"token":"${token}"}`],
    ['bytes without a line', () => '\0'.repeat(100_000)],
  ])('drops who brings %s', async ([, said]) => {
    const opened = await port();
    await visitor(opened, said(opened.token)).gone;
    expect(opened.said).toEqual([]);
  });

  it('drops who brings nothing in time', async () => {
    const waits: number[] = [];
    const hasty: Clock = {
      ...realClock,
      after: (ms, fire) => {
        waits.push(ms);
        return realClock.after(1, fire);
      },
    };
    const opened = await port(hasty);
    await visitor(opened).gone;
    await visitor(opened, opened.token.slice(0, 10)).gone;
    expect(waits).toEqual([10_000, 10_000]);
  });

  it('has room for those who bring the token, however many wait without it', async () => {
    const opened = await port();
    const strangers = Array.from({ length: 200 }, () => visitor(opened));
    // The oldest ones make room.
    await until(() => strangers.filter(({ socket }) => socket.destroyed).length === 136);
    visitor(opened, `${opened.token}\nhello`);
    await until(() => opened.said[0] === 'hello');
    expect(strangers.filter(({ socket }) => !socket.destroyed).length).toBeLessThanOrEqual(64);
  });

  it('has another token each time', async () => {
    const tokens = [(await port()).token, (await port()).token];
    expect(tokens[0]).toMatch(/^[0-9a-f]{64}$/);
    expect(tokens[1]).not.toBe(tokens[0]);
  });
});
