import { type IncomingMessage, type Server, type ServerOptions, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Headers } from '../carried.js';
import { endWith } from '../sockets.js';
import type { Refusal } from './admission.js';

/** Whether a request asks to speak WebSocket from here on. */
export function asksForWebSocket({ headers }: IncomingMessage): boolean {
  return (headers.upgrade ?? '').split(',').some((protocol) => protocol.trim().toLowerCase() === 'websocket');
}

/**
 * Newer Nodes hand over the connection after the body and not after the head, so that the head can't go back in front of what follows.
 * There Node itself ignores the upgrade of a request with a body. It loses what a client sends after that without waiting for the
 * response, which no client is known to do.
 */
export const upgradeOptions: ServerOptions =
  Number(process.versions.node.split('.')[0]) < 25
    ? {}
    : ({
        shouldUpgradeCallback: (request: IncomingMessage) =>
          asksForWebSocket(request) ||
          (request.headers['transfer-encoding'] ?? request.headers['content-length'] ?? '0') === '0',
      } as ServerOptions);

/**
 * What serves a request as if it did not ask for another protocol, which a server may do (RFC 9110, 7.8): Java's client, for one, asks
 * for `h2c` with the first request of each connection. Node hands over the connection when it has read the head of such a request. The
 * head goes back in front of what follows, without what makes an upgrade of it, and Node reads on from there. (Without a listener for
 * upgrades Node ignores them itself, but loses the requests that came in the same piece.)
 */
export function upgradeIgnorer(server: Server): (request: IncomingMessage, socket: Socket, head: Buffer) => void {
  const read = readerOf(server);
  return (request, socket, head) => {
    socket.unshift(Buffer.concat([headWithoutUpgrade(request), head]));
    read.call(server, socket);
  };
}

/** By server: what reads requests from a connection. */
const readers = new WeakMap<Server, (socket: Socket) => void>();

/** Node's own reader, which is there before any other listener: to be asked for as soon as there is the server. */
export function readerOf(server: Server): (socket: Socket) => void {
  const reader = readers.get(server) ?? (server.listeners('connection')[0] as (socket: Socket) => void);
  readers.set(server, reader);
  return reader;
}

/** The bytes of a head. `Upgrade` itself stays, so that whoever records the request has it. */
function headWithoutUpgrade({ method, url, httpVersion, rawHeaders }: IncomingMessage): Buffer {
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!;
    const value = name.toLowerCase() === 'connection' ? persistence(rawHeaders[at + 1]!) : rawHeaders[at + 1]!;
    if (value !== undefined) lines.push(`${name}: ${value}`);
  }
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
}

/** What is left of `Connection` that is not about upgrades. */
function persistence(connection: string): string | undefined {
  const kept = connection.split(',').filter((option) => /^\s*(close|keep-alive)\s*$/i.test(option));
  return kept.length > 0 ? kept.join(',') : undefined;
}

/** Answers an upgrade with a response in its place and ends the connection. */
export function refuseUpgrade(socket: Socket, { status, headers = {}, reason }: Refusal): void {
  const body = reason === undefined ? '' : `${reason}\n`;
  const all: Headers = {
    connection: 'close',
    ...contentOf(reason),
    'content-length': String(Buffer.byteLength(body)),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n`;
  endWith(socket, head + body);
}

/** The headers of a reason that is the body. */
export const contentOf = (reason: string | undefined): Headers =>
  reason === undefined ? {} : { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' };
