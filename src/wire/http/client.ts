import { Agent, type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps, Agent as SecureAgent } from 'node:https';
import type { Socket } from 'node:net';
import type { Carried, Closed, Headers, Listener } from '../carried.js';
import { type Clock, realClock } from '../clock/clock.js';
import { defaultLimits, type Limits } from '../limits.js';
import { problemOf } from '../network-problem.js';
import { resetSocket } from '../reset.js';
import type { AddressGuard } from './address-guard.js';
import { readBody } from './body.js';
import { joinHeaders } from './headers.js';
import type { EventDecoder } from './sse.js';

export interface HttpClientOptions {
  limits?: Limits;
  clock?: Clock;
  /** ms until a connection that is not established is given up. */
  connectWithin?: number;
  /** Makes what reads an event stream. Default: a `SseDecoder`. */
  decoder?: () => EventDecoder;
  /** Which addresses requests may go to, where others name them. Default: all. */
  guard?: AddressGuard;
}

export interface HttpCall {
  method: string;
  url: string;
  /** Sent exactly so: names keep their case, a list may repeat a name. Host is added where it is missing, content-length too. */
  headers?: Headers | [name: string, value: string][];
  /** A list leaves chunked, one chunk each, unless the headers say otherwise. */
  body?: string | Uint8Array | (string | Uint8Array)[];
  /** Marks everything that this exchange carries. */
  stream: string;
}

/** A request under way. Whatever happens to it, exactly one `closed` is carried, as the last. */
export interface Exchange {
  /** Stops listening in an orderly way: the connection is closed with FIN. */
  end(): void;
  /** Tears the connection down with RST. */
  reset(): void;
  /** Resolves once the request was written, or never will be. Never rejects. */
  readonly written: Promise<void>;
  /** Resolves after `closed` was delivered. Never rejects. */
  readonly done: Promise<void>;
}

const MAX_HEADER_BYTES = 64 * 1024;
/** ms, real time, that a connection may lie idle before it is not used again. */
const IDLE_AT_MOST = 1_000;
/** Connections whose server said that it keeps them for longer than that. */
const kept = new WeakSet<Socket>();

/**
 * An HTTP/1.1 client that shows what was on the wire. Redirects are not followed, and nothing is retried but what crossed the
 * end of a connection that was used before. Nobody asks for
 * compression; what comes compressed all the same, as RFC 9110 (12.5.3) permits, is decompressed within the caps.
 */
export class HttpClient {
  readonly #limits: Limits;
  readonly #clock: Clock;
  readonly #connectWithin: number;
  readonly #decoder: (() => EventDecoder) | undefined;
  readonly #guard: AddressGuard | undefined;
  readonly #agent = reusing(new Agent({ keepAlive: true, timeout: IDLE_AT_MOST }));
  readonly #secureAgent = reusing(new SecureAgent({ keepAlive: true, timeout: IDLE_AT_MOST }));
  readonly #sockets = new Set<Socket>();
  readonly #exchanges = new Set<Exchange>();
  #sent = 0;
  #received = 0;

  constructor(options: HttpClientOptions = {}) {
    const { limits = defaultLimits, clock = realClock, connectWithin = 10_000, decoder, guard } = options;
    this.#limits = limits;
    this.#clock = clock;
    this.#connectWithin = connectWithin;
    this.#decoder = decoder;
    this.#guard = guard;
  }

  /**
   * Sends a request. The listener gets, later and in order: `http` with status and headers; then, of an event stream, one item
   * per event; of JSON, one `message` (or `bytes`) when it is complete; of anything else, one `body`; at last `closed`, with
   * the text of the body unless it was an event stream.
   */
  exchange(call: HttpCall, listener: Listener): Exchange {
    const exchange = new ClientExchange(call, listener, this.#limits, this.#decoder);
    this.#exchanges.add(exchange);
    void exchange.done.then(() => this.#exchanges.delete(exchange));
    exchange.start((url, options) => {
      const secure = url.protocol === 'https:';
      const problem = this.#guard?.problemOf(url);
      if (problem !== undefined) throw new Error(problem);
      const lookup = this.#guard?.lookupFor(url);
      const all = { ...options, agent: secure ? this.#secureAgent : this.#agent, ...(lookup && { lookup }) };
      const request = secure ? requestHttps(url, all) : requestHttp(url, all);
      request.on('socket', (socket) => this.#watch(socket, request));
      return request;
    });
    return exchange;
  }

  /** Bytes sent and received so far, over all connections. */
  traffic(): { sent: number; received: number } {
    let sent = this.#sent;
    let received = this.#received;
    for (const socket of this.#sockets) {
      sent += socket.bytesWritten;
      received += socket.bytesRead;
    }
    return { sent, received };
  }

  /** Ends every exchange and every connection; resolves when they are gone. */
  async close(): Promise<void> {
    for (const exchange of this.#exchanges) exchange.end();
    await Promise.all([...this.#exchanges].map(({ done }) => done));
    const gone = [...this.#sockets].map((socket) => new Promise((resolve) => socket.once('close', resolve)));
    this.#agent.destroy();
    this.#secureAgent.destroy();
    for (const socket of this.#sockets) socket.destroy();
    await Promise.all(gone);
  }

  #watch(socket: Socket, request: ClientRequest): void {
    if (socket.connecting) {
      const cancel = this.#clock.after(this.#connectWithin, () => {
        request.destroy(
          Object.assign(new Error(`no connection within ${this.#connectWithin} ms`), { code: 'ETIMEDOUT' }),
        );
      });
      socket.once('connect', cancel);
      socket.once('close', cancel);
    }
    if (this.#sockets.has(socket)) return;
    this.#sockets.add(socket);
    socket.once('close', () => {
      this.#sockets.delete(socket);
      this.#sent += socket.bytesWritten;
      this.#received += socket.bytesRead;
    });
  }
}

interface RequestParts {
  method: string;
  headers: string[];
  maxHeaderSize: number;
}

class ClientExchange implements Exchange {
  readonly written: Promise<void>;
  readonly done: Promise<void>;
  #request: ClientRequest | undefined;
  /** What the peer did, which decides how the end is reported. */
  #ending: 'end' | 'reset' | undefined;
  #answered = false;
  /** What went wrong with the connection. A body says only that it was cut off, whatever the cause. */
  #failed: Closed | undefined;
  #over = false;
  /** Its connection was closed before the request can have been read: it is sent once more. */
  #retry = false;
  #wrote: () => void = () => {};
  #resolve: () => void = () => {};

  constructor(
    private readonly call: HttpCall,
    private readonly listener: Listener,
    private readonly limits: Limits,
    private readonly decoder: (() => EventDecoder) | undefined,
  ) {
    this.written = new Promise((resolve) => {
      this.#wrote = resolve;
    });
    this.done = new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  start(open: (url: URL, parts: RequestParts) => ClientRequest): void {
    const { method, body } = this.call;
    try {
      const url = new URL(this.call.url);
      const request = open(url, { method, headers: headerLines(this.call, url), maxHeaderSize: MAX_HEADER_BYTES });
      this.#request = request;
      request.on('response', (response) => this.#read(response));
      request.on('finish', () => this.#wrote());
      request.on('error', (error) => {
        if (this.#crossed(request)) {
          this.#retry = true;
          return;
        }
        this.#failed = problemOf(error);
        if (!this.#answered) this.#close(this.#failed);
      });
      // With a response, its body says how it ended.
      request.on('close', () => {
        if (this.#retry) {
          this.#retry = false;
          this.start(open);
        } else if (!this.#answered) this.#close({ how: 'reset', problem: 'the connection closed without an answer' });
      });
      for (const part of Array.isArray(body) ? body : body === undefined ? [] : [body]) request.write(part);
      request.end();
    } catch (error) {
      // A url or header that node refuses: reported like any other failure, later.
      setImmediate(() =>
        this.#close({ how: 'error', problem: error instanceof Error ? error.message : String(error) }),
      );
    }
  }

  /**
   * Whether the request crossed the end of a connection that was used before: a server that was kept busy ends it late, though the
   * request lies there already. Whoever really breaks such a connection breaks the next one too.
   */
  #crossed(request: ClientRequest): boolean {
    return request.reusedSocket && !this.#answered && !this.#over && this.#ending === undefined;
  }

  end(): void {
    this.#stop('end');
    this.#request?.destroy();
  }

  reset(): void {
    this.#stop('reset');
    const socket = this.#request?.socket;
    if (socket && !socket.destroyed && !socket.connecting) resetSocket(socket);
    this.#request?.destroy();
  }

  #stop(how: 'end' | 'reset'): void {
    if (this.#over) return;
    this.#ending ??= how;
    setImmediate(() => this.#close({ how }));
  }

  #read(response: IncomingMessage): void {
    response.on('error', () => {});
    this.#answered = true;
    if (this.#over || this.#ending !== undefined) return;
    const headers = joinHeaders(response.rawHeaders);
    if (keptFor(headers) > IDLE_AT_MOST) kept.add(response.socket);
    this.#deliver({ kind: 'http', http: { status: response.statusCode ?? 0, headers } });
    const { limits, decoder } = this;
    readBody(
      response,
      headers,
      { limits, decoder },
      {
        deliver: (carried) => this.#deliver(carried),
        close: (closed, rest) => {
          const cut = closed.how === 'reset' && this.#failed?.how === 'error';
          this.#close(cut ? this.#failed! : closed, rest);
          // Over a cap, or broken: the rest of the body is not worth reading.
          if (closed.how !== 'end') this.#request?.destroy();
        },
      },
    );
  }

  #deliver(carried: Carried): void {
    if (!this.#over && this.#ending === undefined) this.listener({ ...carried, stream: this.call.stream });
  }

  #close(closed: Closed, rest: Pick<Carried, 'body' | 'bytes'> = {}): void {
    if (this.#over) return;
    this.#over = true;
    this.#wrote();
    const own = this.#ending === undefined ? closed : { how: this.#ending };
    this.listener({ kind: 'closed', closed: own, ...rest, stream: this.call.stream });
    this.#resolve();
  }
}

/**
 * Makes an agent use a connection again only where the server has said for how long it keeps it (`Keep-Alive: timeout=`), and
 * long before that is over; where it closes nevertheless, the request is sent on a new one. Any other server may close an idle connection when it pleases (RFC 9112, section 9.5); a request
 * that crosses the close is lost, and nobody could tell whose fault that was.
 */
function reusing<T extends Agent>(agent: T): T {
  const keep = agent.keepSocketAlive.bind(agent);
  agent.keepSocketAlive = (socket) => {
    keep(socket);
    return kept.has(socket as Socket);
  };
  return agent;
}

/** ms for which a server says that it keeps an idle connection; 0 where it says nothing of it. */
function keptFor(headers: Headers): number {
  const [, seconds = '0'] = /(?:^|[,;\s])timeout\s*=\s*(\d+)/i.exec(headers['keep-alive'] ?? '') ?? [];
  return Number(seconds) * 1_000;
}

/** The header lines in the order given, completed with what HTTP/1.1 can't do without. */
function headerLines({ headers = [], body, method }: HttpCall, url: URL): string[] {
  const pairs = Array.isArray(headers) ? headers : Object.entries(headers);
  const names = new Set(pairs.map(([name]) => name.toLowerCase()));
  const lines = pairs.flat();
  if (!names.has('host')) lines.unshift('Host', url.host);
  if (names.has('content-length') || names.has('transfer-encoding')) return lines;
  if (Array.isArray(body)) lines.push('Transfer-Encoding', 'chunked');
  else if (body !== undefined) lines.push('Content-Length', String(Buffer.byteLength(body)));
  else if (method !== 'GET' && method !== 'HEAD') lines.push('Content-Length', '0');
  return lines;
}
