import { createHash } from 'node:crypto';
import { connect, createServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect } from 'vitest';
import type { Listener } from './listeners.js';

/** Connections that are under way at a time. */
const AT_ONCE = 20;

/** A listener that still answers when connections were reset at these places of every request, and left no error unhandled. */
export async function outlivesResets(listener: Listener, placesIn: (request: Uint8Array) => number[]): Promise<void> {
  const unhandled = new Unhandled();
  const url = new URL(listener.url);
  for (const request of Object.values(requestsTo(url))) await resetAt(Number(url.port), request, placesIn(request));
  const answer = await listener.ask();
  await listener.close();
  expect(unhandled.end()).toEqual([]);
  expect(answer).toMatch(listener.answers);
}

/** Requests of every kind that a listener meets, as bytes: those that it serves, those that it does not, and what is no request. */
function requestsTo(url: URL): { [kind: string]: Buffer } {
  const head = (line: string, ...more: string[]) =>
    [line, `Host: ${url.host}`, ...more, '', '']
      .map((one) => `${one}\r\n`)
      .join('')
      .slice(0, -2);
  const path = `${url.pathname}${url.search}`;
  const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
  const upgrade = ['Connection: Upgrade', 'Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='];
  const posted = ['Content-Type: application/json', 'Accept: application/json, text/event-stream'];
  const texts: { [kind: string]: (string | Uint8Array)[] } = {
    post: [head(`POST ${path} HTTP/1.1`, ...posted, `Content-Length: ${ping.length}`), ping],
    stream: [head(`GET ${path} HTTP/1.1`, 'Accept: text/event-stream')],
    websocket: [head(`GET ${path} HTTP/1.1`, 'Upgrade: websocket', ...upgrade), textFrame(ping)],
    h2c: [
      head(`GET ${path} HTTP/1.1`, 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA', ...upgrade.slice(0, 1)),
    ],
    malformed: [`${ping}\r\nGET\0 nowhere HTTP/9\r\n\r\n`],
  };
  return Object.fromEntries(
    Object.entries(texts).map(([kind, parts]) => [
      kind,
      Buffer.concat(parts.map((part) => Buffer.from(part as string))),
    ]),
  );
}

/** A text frame of a client whose mask is zero. */
function textFrame(text: string): Uint8Array {
  return Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)]);
}

/** Sends what comes before each of these places of a request on a connection of its own, and resets that; waits until all are gone. */
async function resetAt(port: number, request: Uint8Array, places: readonly number[]): Promise<void> {
  const left = [...places];
  const work = async () => {
    for (let place = left.pop(); place !== undefined; place = left.pop())
      await resetAfter(port, request.subarray(0, place));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

/** Every place in a request: before its first byte, after each one. */
export const everyByte = (request: Uint8Array): number[] => [...Array(request.length + 1).keys()];

function resetAfter(port: number, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' }, async () => {
      if (bytes.length > 0) await new Promise<void>((written) => socket.write(bytes, () => written()));
      // The listener lives in this process: it has read them by then.
      for (let turn = 0; turn < 3; turn++) await new Promise((next) => setImmediate(next));
      socket.resetAndDestroy();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve());
  });
}

/** What a server may answer, as bytes: to a request, to an upgrade, and what is no answer. */
const ANSWERS: { [kind: string]: Buffer } = {
  json: Buffer.from('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 12\r\n\r\n{"answer":1}'),
  stream: Buffer.from(
    'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\nid: 1\ndata: {"answer":1}\n\ndata: {"answer',
  ),
  compressed: Buffer.concat([
    Buffer.from('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Encoding: gzip\r\n\r\n'),
    gzipSync('{"answer":1}'),
  ]),
  upgraded: Buffer.concat([
    Buffer.from('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n'),
    Buffer.from('Sec-WebSocket-Accept: KEY\r\n\r\n'),
    Buffer.from([0x81, 2]),
    Buffer.from('{}'),
  ]),
  refused: Buffer.from('HTTP/1.1 401 Unauthorized\r\nContent-Length: 3\r\nConnection: close\r\n\r\nno!'),
  malformed: Buffer.from('{"turn":"none"}\nHTTP/9 \0\r\n\r\n'),
};

/**
 * A client that ends in its own way, whatever it was answered with when the connection was reset: at each byte of every answer that a
 * server may give.
 *
 * @param visit connects, and resolves or rejects once the connection is over
 */
export async function outlivesCutAnswers(
  visit: (port: number) => Promise<unknown>,
  placesIn: (answer: Uint8Array) => number[],
): Promise<void> {
  const unhandled = new Unhandled();
  for (const answer of Object.values(ANSWERS)) {
    const left = placesIn(answer);
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', async (asked) => {
        const key = /^Sec-WebSocket-Key: *(.*?)\r$/im.exec(asked.toString())?.[1];
        const accept = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
        const whole = Buffer.from(answer.toString('latin1').replace('KEY', accept), 'latin1');
        const place = left.pop() ?? 0;
        if (place > 0) await new Promise<void>((written) => socket.write(whole.subarray(0, place), () => written()));
        for (let turn = 0; turn < 3; turn++) await new Promise((next) => setImmediate(next));
        socket.resetAndDestroy();
      });
    });
    await new Promise<void>((listens) => server.listen(0, '127.0.0.1', listens));
    const { port } = server.address() as { port: number };
    while (left.length > 0) {
      const visits = Array.from({ length: Math.min(AT_ONCE, left.length) }, () => visit(port));
      await Promise.allSettled(visits);
    }
    server.close();
  }
  expect(unhandled.end()).toEqual([]);
}

/** Collects errors that nobody handled. */
class Unhandled {
  readonly #all: unknown[] = [];
  readonly #note = (error: unknown) => void this.#all.push(error);

  constructor() {
    process.on('uncaughtException', this.#note).on('unhandledRejection', this.#note);
  }

  end(): unknown[] {
    process.off('uncaughtException', this.#note).off('unhandledRejection', this.#note);
    return this.#all;
  }
}
