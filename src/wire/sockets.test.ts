import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, Socket } from 'node:net';
import { resolve } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { listenHttp } from './http/server.js';
import { connectTo, listenOn } from './sockets.js';
import { listenWebSocket } from './websocket/websocket.js';

const ROOT = resolve(import.meta.dirname, '../..');

/** Where connections and processes begin that bring errors: each of these files has a listener for them. */
const BEGINNINGS = {
  'createServer of node:http': ['src/proxy/http.ts', 'src/wire/http/server.ts'],
  'createServer of node:net': ['runner/targets/free-port.ts', 'src/wire/tcp.ts', 'src/wire/token-port.ts'],
  'connect of node:net': ['src/conversation/peer/shim.ts', 'src/wire/sockets.ts'],
  'request of node:http': ['src/proxy/http.ts', 'src/proxy/websocket.ts', 'src/wire/http/client.ts'],
  'request of node:https': ['src/proxy/http.ts', 'src/proxy/websocket.ts', 'src/wire/http/client.ts'],
  'Agent of node:http': ['src/proxy/http.ts', 'src/wire/http/client.ts'],
  'Agent of node:https': ['src/proxy/http.ts', 'src/wire/http/client.ts'],
  'TLSSocket of node:tls': ['src/wire/reset.ts'],
  'WebSocketServer of ws': ['src/wire/websocket/websocket.ts'],
  'WebSocket of ws': ['src/wire/websocket/websocket.ts'],
  'spawn of node:child_process': ['runner/cli/commands/run/watch.ts', 'src/wire/process/spawn.ts'],
  'fork of node:child_process': ['runner/cli/support/workers.ts'],
};

const MODULES = 'node:(?:net|http|https|http2|tls|dgram|child_process)|ws|undici';

function sources(): [file: string, text: string][] {
  return ['src', 'runner', 'reports']
    .flatMap((room) => readdirSync(resolve(ROOT, room), { recursive: true }).map((file) => `${room}/${file}`))
    .filter((file) => file.endsWith('.ts'))
    .filter((file) => !/[./](?:test|test-support|testing)[./]|\/fixtures\//.test(file))
    .map((file) => [file, readFileSync(resolve(ROOT, file), 'utf8')]);
}

/** What is no beginning: it opens nothing, or is over when it returns. */
const HARMLESS = /^(?:STATUS_CODES|BlockList|isIP(?:v[46])?|\w+Sync)$/;

/** What a file takes from the modules that open connections or start processes, types aside: `NAME of MODULE`. */
function takes(text: string): string[] {
  const imports = text.matchAll(new RegExp(`import (?!type )([^;]*?) from '(${MODULES})';`, 'g'));
  const loads = text.matchAll(new RegExp(`(?:import|require)\\('(${MODULES})'\\)`, 'g'));
  return [
    ...[...imports].flatMap(([, names = '', module]) =>
      names
        .split(/[{},]/)
        .map((name) => name.trim())
        .filter((name) => name !== '' && !name.startsWith('type ') && !HARMLESS.test(name))
        .map((name) => `${name.split(' as ')[0]} of ${module}`),
    ),
    ...[...loads].map(([, module]) => `all of ${module}`),
  ];
}

describe('every connection has a listener for its errors', () => {
  it('connections and processes begin in these files alone', () => {
    const found = sources().flatMap(([file, text]) => takes(text).map((what) => `${what}: ${file}`));
    const allowed = Object.entries(BEGINNINGS).flatMap(([what, files]) => files.map((file) => `${what}: ${file}`));
    expect(found.sort()).toEqual(allowed.sort());
  });

  it('no server listens but by listenOn', () => {
    for (const [file, text] of sources()) {
      const serves = takes(text).some((what) => what.startsWith('createServer'));
      if (serves) expect(text.includes('listenOn('), file).toBe(true);
      if (file !== 'src/wire/sockets.ts') expect(/\bserver\.listen\(/.test(text), file).toBe(false);
    }
  });

  it('a server that listens to nothing outlives a reset, and so does who connects', async () => {
    const accepted: Promise<unknown>[] = [];
    const server = createServer((socket) => {
      accepted.push(new Promise((resolve) => socket.once('close', resolve)));
      socket.resume();
    });
    const { port, sockets, close } = await listenOn(server);
    const client = connectTo({ port, host: '127.0.0.1' });
    await new Promise((resolve) => client.once('connect', resolve));
    while (sockets.size === 0) await new Promise(setImmediate);
    const [socket] = sockets;
    expect([socket?.listenerCount('error'), client.listenerCount('error')]).toEqual([1, 1]);
    client.resetAndDestroy();
    await Promise.all(accepted);
    expect(sockets.size).toBe(0);
    await close();
    const refused = connectTo({ port, host: '127.0.0.1' });
    await new Promise((resolve) => refused.once('close', resolve));
  });

  it('a server outlives a connection that it can not accept', async () => {
    const server = createServer();
    const { port, close } = await listenOn(server);
    server.emit('error', new Error('accept EMFILE'));
    expect(server.listening).toBe(true);
    const client = connectTo({ port, host: '127.0.0.1' });
    const [accepted] = await once(server, 'connection');
    expect(accepted).toBeInstanceOf(Socket);
    client.destroy();
    await close();
  });
});

describe('a connection that was told to end ends', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  const upgrade = ['GET / HTTP/1.1', 'Host: any', 'Connection: upgrade', 'Upgrade: websocket'];
  const onExchange = () => undefined;
  it.for<[what: string, lines: string[], listen: () => Promise<{ port: number; close(): Promise<void> }>]>([
    ['after an upgrade that nobody takes', upgrade, () => listenHttp({ onExchange })],
    ['after what is not an HTTP', ['no HTTP'], () => listenHttp({ onExchange })],
    [
      'after an upgrade that is refused',
      [...upgrade, 'Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='],
      () => listenWebSocket({ onPeer: () => undefined, admit: () => ({ status: 403 }) }),
    ],
  ])('%s, even if the other side does not end it', async ([, lines, listen]) => {
    const { port, close } = await listen();
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const client = connectTo({ port, host: '127.0.0.1', allowHalfOpen: true });
    client.write(`${lines.join('\r\n')}\r\n\r\n`);
    let answer = '';
    client.on('data', (chunk) => {
      answer += chunk;
    });
    await new Promise((resolve) => client.once('end', resolve));
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(answer).toMatch(/connection: close/i);
    expect(client.destroyed).toBe(false);
    vi.advanceTimersByTime(2_000);
    // Only who writes learns of a connection that is gone.
    for (; !client.destroyed; client.write('x')) await new Promise(setImmediate);
    await close();
  });
});
