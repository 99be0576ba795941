import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ByteBuffer } from '../byte-buffer.js';
import { defaultLimits, type Limits } from '../limits.js';
import { type Admission, admit, type ExplainedRefusal } from './admission.js';
import { type ExchangePlace, ServerExchange } from './exchange.js';
import { joinHeaders } from './headers.js';
import { admitsOwn } from './own-address.js';
import { NO_TOKEN, withoutToken } from './token.js';
import { asksForWebSocket, contentOf, refuseUpgrade, upgradeIgnorer } from './upgrade.js';

/** How requests are taken, whichever server brings them. */
export interface HttpTaking extends ExchangePlace {
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

/** What takes the requests of a server. */
export interface HttpHandlers {
  request(request: IncomingMessage, response: ServerResponse): void;
  upgrade(request: IncomingMessage, socket: Socket, head: Buffer): void;
}

/**
 * Handlers for the events of a server: who may not come in gets 403, bodies beyond `limits.message` get 413.
 *
 * @param server that brings the upgrades
 */
export function httpHandlers(server: Server, options: HttpTaking): HttpHandlers {
  const { limits = defaultLimits, onExchange, onUpgrade, failed } = options;
  let count = 0;
  /** The latest exchange of each connection: responses leave in the order of the requests. */
  const latest = new WeakMap<Socket, ServerExchange>();
  const ignoreUpgrade = upgradeIgnorer(server);
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const refusal = entering(request, options, 'requests');
    count += 1;
    const exchange = new ServerExchange(request, response, `request-${count}`, options);
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
  const upgrade = async (request: IncomingMessage, socket: Socket, head: Buffer) => {
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
  };
  return {
    request: (request, response) => void serve(request, response),
    upgrade: (request, socket, head) => void upgrade(request, socket, head),
  };
}

const NO_WEBSOCKET: ExplainedRefusal = {
  status: 426,
  headers: { upgrade: 'HTTP/1.1', connection: 'close, upgrade' },
  reason: 'There is no WebSocket here: this server speaks HTTP alone',
};

/** Why a request may not come in. One that may is freed of its token. */
function entering(
  request: IncomingMessage,
  options: HttpTaking,
  kind: HttpTaking['later'],
): ExplainedRefusal | undefined {
  const { admission = {}, later, token, host } = options;
  const { method = '', url = '', rawHeaders } = request;
  if (later !== kind) {
    const allowed = admitsOwn(admission, host, request.socket);
    const refusal = admit({ method, path: url, headers: joinHeaders(rawHeaders) }, allowed);
    if (refusal) return refusal;
  }
  const path = token === undefined ? url : withoutToken(url, token);
  if (path === undefined) return NO_TOKEN;
  request.url = path;
  return undefined;
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
