import type { IncomingMessage } from 'node:http';
import WebSocket, { WebSocketServer } from 'ws';
import type { Headers, HttpHead } from '../carried.js';
import { type Clock, realClock } from '../clock/clock.js';
import type { Admission, Refusal } from '../http/admission.js';
import { joinHeaders } from '../http/headers.js';
import { type HttpListenOptions, type HttpPlace, listenHttp } from '../http/server.js';
import { refuseUpgrade } from '../http/upgrade.js';
import { defaultLimits, type Limits } from '../limits.js';
import { problemOf } from '../network-problem.js';
import { MOST_CONTROL_FRAMES, WebSocketChannel } from './channel.js';

export { WebSocketChannel } from './channel.js';

/** ms until the server must have answered the handshake. */
const HANDSHAKE_PATIENCE = 10_000;

export interface WebSocketConnectOptions {
  /** ws: or wss: */
  url: string;
  headers?: Headers;
  /** Subprotocols to offer. */
  protocols?: string[];
  limits?: Limits;
  clock?: Clock;
  /** Whether pings are answered by themselves. Default: true. */
  pongs?: boolean;
  /** Whether what comes is read from the beginning on; else once `resume` of the channel is called. Default: true. */
  reads?: boolean;
  /** Gives up when it aborts. */
  signal?: AbortSignal;
}

/** The handshake failed. `http` is what the server answered instead of upgrading, where it answered at all. */
export class HandshakeError extends Error {
  constructor(
    message: string,
    readonly http?: HttpHead,
  ) {
    super(message);
    this.name = 'HandshakeError';
  }
}

/** Opens a WebSocket (RFC 6455). No extension is offered, redirects are not followed. Rejects with HandshakeError. */
export function connectWebSocket(options: WebSocketConnectOptions): Promise<WebSocketChannel> {
  const {
    url,
    headers = {},
    protocols = [],
    limits = defaultLimits,
    clock = realClock,
    pongs = true,
    reads = true,
    signal,
  } = options;
  return new Promise((resolve, reject) => {
    let library: WebSocket;
    try {
      library = new WebSocket(url, protocols, {
        headers,
        autoPong: pongs,
        ...common(limits),
      });
    } catch (error) {
      reject(new HandshakeError(error instanceof Error ? error.message : String(error)));
      return;
    }
    const settled = () => {
      cancel();
      signal?.removeEventListener('abort', stop);
    };
    const failed = (error: HandshakeError) => {
      settled();
      reject(error);
    };
    const giveUp = (why: string) => {
      failed(new HandshakeError(why));
      library.terminate();
    };
    const cancel = clock.after(HANDSHAKE_PATIENCE, () => giveUp(`no handshake within ${HANDSHAKE_PATIENCE} ms`));
    const stop = () => giveUp('it was interrupted before the handshake was done');
    let channel: WebSocketChannel | undefined;
    library.once('upgrade', (response) => {
      channel = new WebSocketChannel(response.socket, true, limits, clock, headOf(response));
    });
    library.once('open', () => {
      channel?.join(library);
      if (channel === undefined) return;
      if (!reads) channel.pause();
      settled();
      resolve(channel);
    });
    library.once('unexpected-response', (request, response) => {
      const http = headOf(response);
      request.destroy();
      failed(new HandshakeError(`the server answered ${http.status} instead of upgrading`, http));
    });
    library.on('error', (error: NodeJS.ErrnoException) => {
      if (library.readyState === WebSocket.OPEN || channel?.joined) return;
      failed(new HandshakeError(problemOf(error).problem ?? error.message));
    });
    signal?.addEventListener('abort', stop, { once: true });
    if (signal?.aborted) stop();
  });
}

export interface WebSocketListenOptions {
  /** 0 lets the kernel pick. */
  port?: number;
  host?: string;
  limits?: Limits;
  clock?: Clock;
  /** Picks one of the offered subprotocols, or none. Default: the first. */
  protocol?: (offered: Set<string>) => string | false;
  /** As of `listenHttp`: who may come besides this machine. */
  admission?: Admission;
  /** Whether `admit` judges who may come, as well. */
  later?: boolean;
  token?: string | undefined;
  /** As of `listenHttp`: where it listens, if not on a port of its own. */
  place?: HttpPlace | undefined;
  /** Judges the head of each upgrade that may come in: a refusal is answered in its place. Default: all are let in. */
  admit?: (head: HttpHead) => Refusal | undefined;
  /** Called with each connection, and the head of its upgrade. */
  onPeer: (peer: WebSocketChannel, head: HttpHead) => void;
  /** Answers requests that are no upgrade. Default: 426. */
  onExchange?: HttpListenOptions['onExchange'];
}

export interface WebSocketListener {
  /** Without a path but the token, such as ws://127.0.0.1:40123 */
  url: string;
  port: number;
  /** Stops listening and ends every connection. */
  close(): Promise<void>;
}

/** Listens for WebSockets on loopback, on any path. Rejects with PortError where the port can't be had. */
export async function listenWebSocket(options: WebSocketListenOptions): Promise<WebSocketListener> {
  const { port = 0, host, limits = defaultLimits, clock = realClock, protocol, admit, onPeer, onExchange } = options;
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    ...common(limits),
    ...(protocol === undefined ? {} : { handleProtocols: protocol }),
  });
  const listener = await listenHttp({
    port,
    ...(host === undefined ? {} : { host }),
    admission: options.admission ?? {},
    later: options.later ? 'upgrades' : undefined,
    token: options.token,
    place: options.place,
    limits,
    onExchange:
      onExchange ??
      ((exchange) => {
        exchange.head(426, { upgrade: 'websocket', connection: 'upgrade' });
        exchange.text('This server speaks WebSocket alone\n');
      }),
    onUpgrade: (request, socket, head) => {
      const http = headOf(request);
      const refusal = admit?.(http);
      if (refusal) {
        refuseUpgrade(socket, refusal);
        return;
      }
      const channel = new WebSocketChannel(socket, false, limits, clock, http);
      server.handleUpgrade(request, socket, head, (library) => {
        channel.join(library);
        onPeer(channel, http);
      });
    },
  });
  return { ...listener, url: listener.url.replace(/^http/, 'ws') };
}

/** What both sides ask of the library. A burst of pings is legal, and what is a flood the channel decides. */
function common(limits: Limits) {
  return { maxPayload: limits.message, perMessageDeflate: false, maxPendingAutoPongs: MOST_CONTROL_FRAMES };
}

function headOf({ statusCode, method, url, rawHeaders }: IncomingMessage): HttpHead {
  const headers = joinHeaders(rawHeaders);
  return statusCode ? { status: statusCode, headers } : { method: method ?? '', path: url ?? '', headers };
}
