import { timingSafeEqual } from 'node:crypto';
import { createMessageConnection, ErrorCodes, ResponseError } from 'vscode-jsonrpc/node';
import { type Json, stringifyJson } from '../json/json.js';
import { loadValidators, methodTable, type Validators } from '../schemas/index.js';
import type { HttpHead } from '../wire/carried.js';
import { realClock, waitAtMost } from '../wire/clock/clock.js';
import type { Refusal } from '../wire/http/admission.js';
import type { ServerExchange } from '../wire/http/server.js';
import type { Limits } from '../wire/limits.js';
import { listenWebSocket, type WebSocketChannel } from '../wire/websocket/websocket.js';
import { type ControlSocket, SUBPROTOCOL, socketMessages, TOKEN_PREFIX } from './socket-messages.js';
import { CONTROL_ERRORS, type ControlMethod, ControlProblem, type LiveSession } from './types.js';

export interface ServeControlOptions {
  /** Default: loopback. */
  host?: string;
  /** 0 lets the machine choose. */
  port: number;
  /** What every connection must bring, as its second subprotocol. */
  token: string;
  limits: Limits;
  /** Answers requests that are no WebSocket: the files of the page. Nothing that it shows needs the token. */
  onExchange?(exchange: ServerExchange): void | Promise<void>;
  /** Called as clients come and go, with how many there are. */
  clients?(count: number): void;
}

export interface ControlServer {
  /** Where the page is, with the token in its fragment: browsers send that to nobody. */
  url: string;
  close(): Promise<void>;
}

/** Clients that may be connected at once. */
const MOST_CLIENTS = 50;
/** Why a connection is closed at the end, and ms that a page has to agree. */
const GOING_AWAY = 1001;
const FAREWELL = 200;
/** Bytes that may wait for a client to read them. One that does not read is cut off: it can read all of it again. */
const UNREAD = 64 * 1024 * 1024;

/**
 * Serves the control channel over WebSocket at `/control`. Whoever connects must come from this machine, by its Host and Origin, and have
 * the token. Rejects with PortError.
 */
export async function serveControl(live: LiveSession, options: ServeControlOptions): Promise<ControlServer> {
  const { host, port, token, limits, onExchange, clients } = options;
  const validators = await loadValidators('control', 'v1');
  const open = new Set<WebSocketChannel>();
  const listener = await listenWebSocket({
    ...{ port, limits },
    ...(host === undefined ? {} : { host }),
    ...(onExchange === undefined ? {} : { onExchange }),
    protocol: (offered) => (offered.has(SUBPROTOCOL) ? SUBPROTOCOL : false),
    admit: (head) => refusalOf(head, token, open.size),
    onPeer: (channel) => {
      open.add(channel);
      clients?.(open.size);
      const end = serve(live, channel, validators);
      void channel.closed.then(() => {
        end();
        open.delete(channel);
        clients?.(open.size);
      });
    },
  });
  return {
    url: `${listener.url.replace(/^ws/, 'http')}/#token=${token}`,
    close: async () => {
      // What was said last is on its way from the next turn on, and a page reads it before the end.
      await new Promise((next) => setImmediate(next));
      const ended = Promise.all([...open].map((channel) => channel.close(GOING_AWAY)));
      await waitAtMost(realClock, FAREWELL, ended);
      await listener.close();
    },
  };
}

/** Why a connection may not come in. */
function refusalOf({ path = '', headers }: HttpHead, token: string, clients: number): Refusal | undefined {
  if (path.replace(/\?.*/s, '') !== '/control') return { status: 404, reason: 'The control channel is at /control' };
  const offered = (headers['sec-websocket-protocol'] ?? '').split(',').map((one) => one.trim());
  const given = offered.find((one) => one.startsWith(TOKEN_PREFIX))?.slice(TOKEN_PREFIX.length);
  if (given === undefined || !isSame(given, token))
    return {
      status: 401,
      reason: 'No token, or a wrong one: open the address that Proctor printed, with all that is behind `#`',
    };
  if (clients >= MOST_CLIENTS) return { status: 503, reason: `${MOST_CLIENTS} pages are open already: close some` };
  return undefined;
}

function isSame(given: string, token: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(token)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** Answers one client until it is gone. Returns what ends that. */
function serve(live: LiveSession, channel: WebSocketChannel, validators: Validators): () => void {
  const { reader, writer } = socketMessages(socketOf(channel), () => void channel.close(1007));
  const connection = createMessageConnection(reader, writer);
  const methods = methodTable('control', 'v1');
  connection.onRequest(async (method, params) => {
    const entry = methods[method];
    if (entry?.kind !== 'request') return new ResponseError(ErrorCodes.MethodNotFound, `there is no method ${method}`);
    const problem = problemOf(validators, entry.params, (params ?? {}) as Json);
    if (problem !== undefined) return new ResponseError(ErrorCodes.InvalidParams, problem);
    try {
      return await live.request(method as ControlMethod, (params ?? {}) as never);
    } catch (error) {
      const code = error instanceof ControlProblem ? error.code : CONTROL_ERRORS.internal;
      return new ResponseError(code, (error as Error).message);
    }
  });
  connection.listen();
  const unwatch = live.watch((name, params) => {
    if (channel.backlog > UNREAD) void channel.close('reset');
    else void connection.sendNotification(name, params).catch(() => undefined);
  });
  return () => {
    unwatch();
    connection.dispose();
  };
}

function problemOf(validators: Validators, definition: string | undefined, params: Json): string | undefined {
  if (definition === undefined) return undefined;
  const [first] = validators.validate(definition, params);
  return first && `params${first.path}: ${first.message}; got ${stringifyJson(params).slice(0, 200)}`;
}

function socketOf(channel: WebSocketChannel): ControlSocket {
  return {
    send: (text) => channel.send({ kind: 'message', message: null, text }),
    listen: ({ text, closed }) => {
      channel.listen((carried) => {
        if (carried.kind === 'message') text(carried.text ?? stringifyJson(carried.message ?? null));
        else if (carried.kind === 'bytes' && carried.frame?.opcode === 'text')
          text(Buffer.from(carried.bytes ?? new Uint8Array()).toString());
      });
      void channel.closed.then(closed);
    },
    close: () => void channel.close(1000),
  };
}
