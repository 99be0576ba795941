import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ByteBuffer } from '../byte-buffer.js';
import { defaultLimits, type Limits } from '../limits.js';
import { endWith, listenOn } from '../sockets.js';
import { type Admission, admit, type ExplainedRefusal } from './admission.js';
import { ServerExchange } from './exchange.js';
import { joinHeaders } from './headers.js';
import { NO_TOKEN, withoutToken } from './token.js';
import { asksForWebSocket, contentOf, refuseUpgrade, upgradeIgnorer, upgradeOptions } from './upgrade.js';

export { PortError } from '../port-error.js';
export { ServerExchange } from './exchange.js';

export interface HttpListenOptions {
  /** 0 lets the kernel pick. */
  port?: number;
  host?: string;
  limits?: Limits;
  /** Who may come besides this machine; others are answered 403. Default: nobody. */
  admission?: Admission;
  /** What is not judged here, since whoever takes it calls `admit` itself with the head as a border lets it hear it. Default: nothing. */
  later?: 'requests' | 'upgrades' | undefined;
  /** The first segment of the path that every request must have. It is part of `url`, and taken off before anybody sees the request. */
  token?: string | undefined;
  /** Called for each request once its body is complete. What it throws answers 500. */
  onExchange: (exchange: ServerExchange) => void | Promise<void>;
  /** Takes over a request for WebSocket; without it such a request is refused. Other upgrades are ignored. */
  onUpgrade?: (request: IncomingMessage, socket: Socket, head: Buffer) => void;
  /** Told what `onExchange` threw. */
  failed?: (error: unknown) => void;
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
  const { port = 0, host = '127.0.0.1', limits = defaultLimits, onExchange, onUpgrade, failed } = options;
  let count = 0;
  /** The latest exchange of each connection: responses leave in the order of the requests. */
  const latest = new WeakMap<Socket, ServerExchange>();
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const refusal = entering(request, options, 'requests');
    count += 1;
    const exchange = new ServerExchange(request, response, `request-${count}`);
    latest.set(request.socket, exchange);
    try {
      if (refusal) {
        request.resume();
        exchange.head(refusal.status, { ...contentOf(refusal.reason), connection: 'close' });
        exchange.text(`${refusal.reason}\n`);
        return;
      }
      const body = await bodyOf(request, limits.message);
      if (body === undefined) return;
      if (body === 'too large') {
        exchange.head(413, { connection: 'close' });
        exchange.end();
        return;
      }
      exchange.body = body;
      await onExchange(exchange);
    } catch (error) {
      failed?.(error);
      exchange.fail();
    }
  };
  const server = createServer(
    { keepAliveTimeout: KEPT, ...upgradeOptions },
    (request, response) => void serve(request, response),
  );
  // One that was left out could be the Host, the Origin or the length. All of them together are limited.
  server.maxHeadersCount = 0;
  const ignoreUpgrade = upgradeIgnorer(server);
  server.on('upgrade', async (request, duplex, head) => {
    // Without TLS Node hands over the socket itself.
    const socket = duplex as Socket;
    // Responses leave in the order of the requests, and Node has let go of the connection.
    await latest.get(socket)?.closed;
    if (socket.destroyed) return;
    if (!asksForWebSocket(request)) {
      ignoreUpgrade(request, socket, head);
      return;
    }
    const refusal = entering(request, options, 'upgrades') ?? (onUpgrade === undefined ? NO_WEBSOCKET : undefined);
    if (refusal) refuseUpgrade(socket, refusal);
    else onUpgrade?.(request, socket, head);
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy();
    const status = error.code === 'HPE_HEADER_OVERFLOW' ? '431 Request Header Fields Too Large' : '400 Bad Request';
    endWith(socket, `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  });
  const listener = await listening(server, port, host);
  return options.token === undefined ? listener : { ...listener, url: `${listener.url}/${options.token}` };
}

const NO_WEBSOCKET: ExplainedRefusal = {
  status: 426,
  headers: { upgrade: 'HTTP/1.1', connection: 'close, upgrade' },
  reason: 'There is no WebSocket here: this server speaks HTTP alone',
};

/** Why a request may not come in. One that may is freed of its token. */
function entering(
  request: IncomingMessage,
  options: HttpListenOptions,
  kind: HttpListenOptions['later'],
): ExplainedRefusal | undefined {
  const { admission = {}, later, token, host } = options;
  const { method = '', url = '', rawHeaders } = request;
  if (later !== kind) {
    const hosts = [...(admission.hosts ?? []), ...(host === undefined ? [] : [host])];
    const refusal = admit({ method, path: url, headers: joinHeaders(rawHeaders) }, { ...admission, hosts });
    if (refusal) return refusal;
  }
  const path = token === undefined ? url : withoutToken(url, token);
  if (path === undefined) return NO_TOKEN;
  request.url = path;
  return undefined;
}

async function listening(server: Server, port: number, host: string): Promise<HttpListener> {
  const past = { sent: 0, received: 0 };
  server.on('connection', (socket) => {
    socket.once('close', () => {
      past.sent += socket.bytesWritten;
      past.received += socket.bytesRead;
    });
  });
  const { port: actual, sockets, close } = await listenOn(server, port, host);
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${actual}`,
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

/** The whole body; undefined where the peer went away before its end. */
function bodyOf(request: IncomingMessage, limit: number): Promise<Buffer | 'too large' | undefined> {
  return new Promise((resolve) => {
    const body = new ByteBuffer(limit);
    let over = false;
    request.on('data', (chunk: Buffer) => {
      over ||= body.length + chunk.length > limit;
      if (over) {
        // Reading on without keeping gives the peer the chance to see the answer instead of a reset.
        body.clear();
        resolve('too large');
      } else body.append(chunk);
    });
    request.on('end', () => resolve(body.view()));
    request.on('error', () => resolve(undefined));
    request.on('close', () => resolve(undefined));
  });
}
