import { createServer, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { endWith, listenOn } from '../sockets.js';
import { type HttpTaking, httpHandlers } from './handlers.js';
import { shownAddress } from './own-address.js';
import { readerOf, upgradeOptions } from './upgrade.js';

export { PortError } from '../port-error.js';
export { ServerExchange } from './exchange.js';

export interface HttpListenOptions extends HttpTaking {
  /** 0 lets the kernel pick. */
  port?: number;
  /** Where it listens, if not on a port of its own. */
  place?: HttpPlace | undefined;
}

/** A part of the addresses of a server that listens already. */
export interface HttpPlace {
  /** Takes the requests that come there from now on. */
  listen(options: HttpTaking): Promise<HttpListener>;
}

export interface HttpListener {
  /** Without a path but the token, such as http://127.0.0.1:40123 */
  url: string;
  port: number;
  /** Bytes sent and received so far, over all connections. */
  traffic(): { sent: number; received: number };
  /** Stops listening and ends every connection. */
  close(): Promise<void>;
}

/**
 * ms that an idle connection is kept. Clients are told of it: they use it again where they know that it will be there. Longer than a
 * case lasts, so that no request crosses its end.
 */
const KEPT = 600_000;

/**
 * Listens for HTTP/1.1 on loopback. Who may not come in gets 403, requests that are no HTTP get 400, headers beyond 16 KiB 431, bodies
 * beyond `limits.message` 413. Rejects with PortError where the port can't be had.
 */
export async function listenHttp(options: HttpListenOptions): Promise<HttpListener> {
  const { port = 0, host = '127.0.0.1', place } = options;
  if (place) return place.listen(options);
  const server = newServer();
  const { request, upgrade } = httpHandlers(server, options);
  server.on('request', request);
  // Without TLS Node hands over the socket itself.
  server.on('upgrade', (asked, duplex, head) => upgrade(asked, duplex as Socket, head));
  const listener = await listening(server, port, host);
  return options.token === undefined ? listener : { ...listener, url: `${listener.url}/${options.token}` };
}

/** A server that listens nowhere yet. */
export function newServer(): Server {
  const server = createServer({ keepAliveTimeout: KEPT, ...upgradeOptions });
  readerOf(server);
  return server;
}

/**
 * Listens on loopback with a server for HTTP/1.1 whose `request` and `upgrade` somebody takes. Rejects with PortError where the port can't
 * be had.
 */
export async function listening(server: Server, port: number, host: string): Promise<HttpListener> {
  // One that was left out could be the Host, the Origin or the length. All of them together are limited.
  server.maxHeadersCount = 0;
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy();
    const status = error.code === 'HPE_HEADER_OVERFLOW' ? '431 Request Header Fields Too Large' : '400 Bad Request';
    endWith(socket, `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  });
  const past = { sent: 0, received: 0 };
  server.on('connection', (socket) => {
    socket.once('close', () => {
      past.sent += socket.bytesWritten;
      past.received += socket.bytesRead;
    });
  });
  const { port: actual, sockets, close } = await listenOn(server, port, host);
  return {
    url: `http://${shownAddress(host)}:${actual}`,
    port: actual,
    traffic: () => {
      const sum = { ...past };
      for (const socket of sockets) {
        sum.sent += socket.bytesWritten;
        sum.received += socket.bytesRead;
      }
      return sum;
    },
    close,
  };
}
