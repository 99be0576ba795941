import {
  Agent,
  type ClientRequest,
  createServer,
  type IncomingMessage,
  request as requestHttp,
  type ServerResponse,
} from 'node:http';
import { request as requestHttps, Agent as SecureAgent } from 'node:https';
import type { Socket } from 'node:net';
import type { Carried, ExitInfo } from '../wire/carried.js';
import { realClock, sleep } from '../wire/clock/clock.js';
import { admit } from '../wire/http/admission.js';
import { asksForWebSocket, refuseUpgrade, upgradeIgnorer, upgradeOptions } from '../wire/http/upgrade.js';
import { type Listening, listenOn } from '../wire/sockets.js';
import { type ExchangeContext, limitConnecting, refuse, unreachable } from './exchange.js';
import { FaultyExchange } from './http-border.js';
import { endToEnd, hasHeader, headOf, toServer, withoutHeaders } from './http-head.js';
import { RequestTap, ResponseTap } from './http-tap.js';
import { TapQueue } from './tap-queue.js';
import type { ProxyOptions, RunningProxy } from './types.js';
import { proxyUpgrade } from './websocket.js';

/** Bytes of all headers of a message. */
const HEADERS = 64 * 1024;
/** Connections at a time. */
const CONNECTIONS = 2_000;
/** ms that a connection to the server lies idle before it is not used again. */
const IDLE = 1_000;
/** ms for what was read to be told of, once the proxy is closed. */
const LAST_BYTES = 500;
/** Largest body that is kept, so that it can be sent again if the server closed a connection that was used before. */
const KEPT = 256 * 1024;

/** Methods that do the same once and twice (RFC 9110, 9.2.2). */
const IDEMPOTENT: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE', 'TRACE']);

export interface HttpProxyOptions extends ProxyOptions {
  url: URL;
  port: number;
}

/** The proxy over HTTP: listens on this machine alone, and passes requests on to a server. Rejects with PortError. */
export async function proxyHttp(options: HttpProxyOptions): Promise<RunningProxy> {
  const proxy = new HttpProxy(options);
  await proxy.listen();
  return proxy;
}

class HttpProxy implements RunningProxy {
  url = '';
  readonly done: Promise<ExitInfo>;
  private readonly queue = new TapQueue();
  private readonly agent: Agent;
  private readonly isSecure: boolean;
  private listening: Listening | undefined;
  private requests = 0;
  private connections = 0;
  private finish: (exit: ExitInfo) => void = () => undefined;
  /** Responses that were not told of whole. */
  private readonly open = new Set<Promise<void>>();

  constructor(private readonly options: HttpProxyOptions) {
    this.isSecure = ['https:', 'wss:'].includes(options.url.protocol);
    this.agent = new (this.isSecure ? SecureAgent : Agent)({ keepAlive: true, timeout: IDLE });
    this.done = new Promise((resolve) => {
      this.finish = resolve;
    });
  }

  async listen(): Promise<void> {
    const { url, port } = this.options;
    const server = createServer(
      // An upload may take as long as it likes.
      { maxHeaderSize: HEADERS, requestTimeout: 0, ...upgradeOptions },
      (request, response) => this.take(request, response),
    );
    server.maxHeadersCount = 0;
    server.maxConnections = CONNECTIONS;
    const ignoreUpgrade = upgradeIgnorer(server);
    server.on('upgrade', (request, duplex, head) => {
      if (asksForWebSocket(request)) this.upgrade(request, duplex as Socket, head);
      else ignoreUpgrade(request, duplex as Socket, head);
    });
    this.listening = await listenOn(server, port);
    const scheme = url.protocol.startsWith('ws') ? 'ws' : 'http';
    this.url = `${scheme}://127.0.0.1:${this.listening.port}${url.pathname}${url.search}`;
  }

  /** There is no process to tell of it. */
  signal(): void {
    void this.close();
  }

  async close(): Promise<void> {
    await this.listening?.close();
    this.agent.destroy();
    await this.queue.idle();
    // What is compressed is read a little later.
    await Promise.race([Promise.all(this.open), sleep(realClock, LAST_BYTES)]);
    await this.queue.idle();
    this.finish({ code: 0, signal: null });
  }

  private get origin(): string {
    return `http://127.0.0.1:${this.listening?.port}`;
  }

  private tell(carried: Carried, from: 'client' | 'server', changed = false): void {
    this.queue.add(0, () => void this.options.tap(carried, from, 1, changed));
  }

  private take(request: IncomingMessage, response: ServerResponse): void {
    const head = headOf(request);
    // Whoever sees a date sees that of the server.
    response.sendDate = false;
    response.on('error', () => undefined);
    request.on('error', () => undefined);
    const refusal = admit(head, this.options.admission ?? {});
    const path = request.url ?? '';
    if (refusal || !path.startsWith('/')) {
      const { status, reason } = refusal ?? { status: 400, reason: 'The target of the request is not a path' };
      refuse(request, response, status, reason);
      return;
    }
    this.requests += 1;
    const exchange = new ProxiedExchange(request, response, `request-${this.requests}`, {
      options: this.options,
      queue: this.queue,
      open: (raw, changed) => this.ask(changed?.method ?? request.method ?? 'GET', changed?.path ?? path, raw),
      headers: () => toServer(endToEnd(request.rawHeaders), this.origin, this.options.url),
      tell: (carried, from, changed) => this.tell(carried, from, changed),
      waitFor: (done) => {
        this.open.add(done);
        void done.then(() => this.open.delete(done));
      },
    });
    exchange.start();
  }

  private ask(method: string, path: string, headers: string[]): ClientRequest {
    const { protocol, hostname, port } = this.options.url;
    const send = this.isSecure ? requestHttps : requestHttp;
    return send({
      protocol: protocol.replace('ws', 'http'),
      hostname: hostname.replace(/^\[|\]$/g, ''),
      ...(port === '' ? {} : { port }),
      ...{ method, path, agent: this.agent, maxHeaderSize: HEADERS, setDefaultHeaders: false },
      headers: headers as never,
    });
  }

  private upgrade(request: IncomingMessage, socket: Socket, head: Buffer): void {
    const refusal = admit(headOf(request), this.options.admission ?? {});
    if (refusal) {
      refuseUpgrade(socket, refusal);
      return;
    }
    this.connections += 1;
    proxyUpgrade(request, socket, head, {
      ...{ options: this.options, queue: this.queue, connection: this.connections, isSecure: this.isSecure },
      headers: toServer(request.rawHeaders, this.origin, this.options.url),
    });
  }
}

/** One request and its response, passed on as they come. */
class ProxiedExchange {
  private upstream: ClientRequest | undefined;
  private kept: Buffer[] | undefined = [];
  private size = 0;
  private hasEnded = false;
  private hasAnswer = false;

  constructor(
    private readonly request: IncomingMessage,
    private readonly response: ServerResponse,
    private readonly stream: string,
    private readonly context: ExchangeContext,
  ) {}

  start(): void {
    const { options } = this.context;
    if (options.border !== undefined) {
      new FaultyExchange(this.request, this.response, this.stream, this.context).start();
      return;
    }
    const { request, response, context, stream } = this;
    let isMessage = false;
    const tap = new RequestTap(headOf(request), stream, options.limits, (carried) => {
      isMessage = carried.kind === 'message';
      options.tap(carried, 'client', 1, false);
    });
    this.connect(() => isMessage);
    request.on('data', (chunk: Buffer) => {
      this.keep(chunk);
      if (this.upstream?.write(chunk) === false) this.request.pause();
      context.queue.add(chunk.length, () => void tap.push(chunk));
    });
    request.once('end', () => {
      this.hasEnded = true;
      this.upstream?.end();
      context.queue.add(0, () => void tap.end());
    });
    const stopPacing = context.queue.pace((isChoked) => (isChoked ? request.pause() : request.resume()));
    response.once('close', () => {
      stopPacing();
      if (response.writableFinished) return;
      // The client is gone.
      this.upstream?.destroy();
      if (this.hasAnswer) context.tell({ kind: 'closed', closed: { how: 'reset' }, stream }, 'client');
    });
  }

  private keep(chunk: Buffer): void {
    this.size += chunk.length;
    if (this.size > KEPT) this.kept = undefined;
    else this.kept?.push(chunk);
  }

  private connect(isMessage: () => boolean): void {
    const { request, context } = this;
    const headers = context.headers();
    if (hasHeader(request.rawHeaders, 'transfer-encoding')) headers.push('Transfer-Encoding', 'chunked');
    const upstream = context.open(withoutHeaders(headers, (name) => name === 'expect'));
    this.upstream = upstream;
    limitConnecting(upstream);
    upstream.on('drain', () => request.resume());
    upstream.once('response', (answer) => this.answer(answer, isMessage));
    upstream.once('error', (error: NodeJS.ErrnoException) => {
      if (this.hasAnswer) return;
      // The server closed a connection that lay idle, as it may at any time. It may have acted on what it did not answer, so only
      // what may be done twice is sent again (RFC 9110, 9.2.2).
      const isStale =
        upstream.reusedSocket &&
        ['ECONNRESET', 'EPIPE'].includes(error.code ?? '') &&
        IDEMPOTENT.has(request.method ?? '');
      if (isStale && this.kept !== undefined && !this.response.destroyed) {
        this.connect(isMessage);
        for (const chunk of this.kept) this.upstream?.write(chunk);
        if (this.hasEnded) this.upstream?.end();
      } else this.fail(error);
    });
  }

  private fail(error: NodeJS.ErrnoException): void {
    if (this.response.destroyed || this.response.headersSent) return;
    refuse(this.request, this.response, 502, unreachable(this.context.options, error));
  }

  private answer(answer: IncomingMessage, isMessage: () => boolean): void {
    const { response, context, stream } = this;
    const { options, queue } = context;
    this.hasAnswer = true;
    const { statusCode = 502, statusMessage = '' } = answer;
    response.writeHead(statusCode, statusMessage, endToEnd(answer.rawHeaders));
    response.flushHeaders();
    let tap: ResponseTap | undefined;
    queue.add(0, () => {
      tap = new ResponseTap(headOf(answer), stream, options.limits, isMessage(), (carried) =>
        options.tap(carried, 'server', 1, false),
      );
      context.waitFor(tap.done);
      return undefined;
    });
    answer.on('data', (chunk: Buffer) => {
      if (!response.write(chunk)) answer.pause();
      queue.add(chunk.length, () => void tap?.push(chunk));
    });
    response.on('drain', () => answer.resume());
    answer.once('end', () => {
      const { rawTrailers } = answer;
      if (rawTrailers.length > 0) response.addTrailers(pairs(rawTrailers));
      response.end();
      queue.add(0, () => void tap?.end('end'));
    });
    const cut = () => {
      if (answer.complete) return;
      // A client must see that something is missing.
      response.destroy();
      queue.add(0, () => void tap?.end('cut'));
    };
    answer.on('error', cut);
    answer.once('close', cut);
  }
}

function pairs(raw: readonly string[]): [string, string][] {
  return raw.flatMap((name, at): [string, string][] => (at % 2 === 0 ? [[name, raw[at + 1] ?? '']] : []));
}
