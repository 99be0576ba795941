import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { ByteBuffer } from '../byte-buffer.js';
import { defaultLimits, type Limits } from '../limits.js';
import { endWith, listenOn } from '../sockets.js';
import { ServerExchange } from './exchange.js';

export { PortError } from '../port-error.js';
export { ServerExchange } from './exchange.js';

export interface HttpListenOptions {
  /** 0 lets the kernel pick. */
  port?: number;
  host?: string;
  limits?: Limits;
  /** Called for each request once its body is complete. What it throws answers 500. */
  onExchange: (exchange: ServerExchange) => void | Promise<void>;
  /** Takes over a request to upgrade; without it such a request is answered with 426. */
  onUpgrade?: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  /** Told what `onExchange` threw. */
  failed?: (error: unknown) => void;
}

export interface HttpListener {
  /** Without a path, such as http://127.0.0.1:40123 */
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
 * Listens for HTTP/1.1 on loopback. Requests that are no HTTP get 400, headers beyond 16 KiB 431, bodies beyond
 * `limits.message` 413. Rejects with PortError where the port can't be had.
 */
export function listenHttp(options: HttpListenOptions): Promise<HttpListener> {
  const { port = 0, host = '127.0.0.1', limits = defaultLimits, onExchange, onUpgrade, failed } = options;
  let count = 0;
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    count += 1;
    const exchange = new ServerExchange(request, response, `request-${count}`);
    try {
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
  const server = createServer({ keepAliveTimeout: KEPT }, (request, response) => void serve(request, response));
  server.on('upgrade', (request, socket, head) => {
    if (onUpgrade !== undefined) onUpgrade(request, socket, head);
    else endWith(socket, 'HTTP/1.1 426 Upgrade Required\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy();
    const status = error.code === 'HPE_HEADER_OVERFLOW' ? '431 Request Header Fields Too Large' : '400 Bad Request';
    endWith(socket, `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  });
  return listening(server, port, host);
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
