import { isObject, type JsonObject, stringifyJson } from '../../../../json/json.js';
import { idKey } from '../../../../jsonrpc/ledger.js';
import type { Link } from '../../../../jsonrpc/link.js';
import { type Id, shapeOf } from '../../../../jsonrpc/messages.js';
import { INTERNAL_ERROR } from '../../../../jsonrpc/rpc-error.js';
import { BufferedListeners } from '../../../../wire/buffered-listeners.js';
import type { Border, Carried, Headers, HttpHead } from '../../../../wire/carried.js';
import { type Clock, waitAtMost } from '../../../../wire/clock/clock.js';
import type { Traffic } from '../../../../wire/clock/moved-clock.js';
import { HttpClient } from '../../../../wire/http/client.js';
import { mediaType } from '../../../../wire/http/headers.js';
import { EVENT_STREAM } from '../../../../wire/http/sse.js';
import { HEADERS } from '../../revision.js';
import type { Exchange } from './exchange.js';
import { ServerStream } from './server-stream.js';

export interface HttpLinkOptions {
  /** The endpoint of the server. */
  url: string;
  border: Border;
  clock: Clock;
  /** Ends this process as an `exit` of the border demands. */
  exit(code: number | null, signal: string | null): void;
  /** Whether it opens a stream of its own. */
  listens: boolean;
  /** Whether it ends its session. */
  saysGoodbye: boolean;
  /** Whether it closes the exchange of a request that it has cancelled. */
  closesCancelled: boolean;
  /** The headers by which a server knows who asks, as they are now. */
  credential(): Headers;
  /** Gets other credentials for ones that were refused. Default: there never are any. */
  login?: LinkLogin | undefined;
  /** How often a request is sent again because it was refused. */
  mostTries: number;
  /** Writes the headers of a request in another way. */
  worded(headers: Headers): Headers;
  /** Writes the path of a request with these headers in another way. */
  addressed(path: string, headers: Headers): string;
  /** The headers with which a request goes to the place that its answer names; undefined if it does not. */
  moved(to: URL, from: URL, headers: Headers): Headers | undefined;
}

/** The login behind a link. */
export interface LinkLogin {
  /** Resolves when the next request may leave. */
  ready(): Promise<void>;
  /** Resolves with whether a refused request should be sent again. Rejects if the login failed. `used`: what it had of a credential. */
  refused(status: number, headers: Headers, used: Headers): Promise<boolean>;
  /** A request was not refused. */
  accepted(): void;
}

/** Whether a server may have refused a request for what it had of a credential. */
export const isRefusal = (status: number | undefined): boolean => status === 401 || status === 403;

export const usedOf = ({ authorization }: Headers): Headers => (authorization === undefined ? {} : { authorization });

/** The data of the error that stands for an answer which can't come any more, because the session is gone. */
export const SESSION_LOST: JsonObject = { reason: 'the server does not know the session' };

/** ms, of the client's time, that the end of a session may take. */
const GOODBYE = 1_000;

/** Statuses with which a server that has only the HTTP+SSE transport answers a POST (MCP 2025-11-25, Transports, Backwards Compatibility). */
const OLDER_SERVER = [400, 404, 405];

/**
 * The client side of Streamable HTTP (MCP 2025-11-25, Transports): a link on which each message is a POST, and what comes on any
 * stream is heard. It keeps the session id and the version that `initialize` brought, comes back to streams that broke, and
 * puts an error of its own in the place of an answer that can't come any more. At the border a message and the head of its
 * request are one.
 */
export class StreamableHttpLink implements Link {
  readonly closed: Promise<void>;
  /** Bytes read from and written to the server so far. */
  readonly traffic: Traffic = { heard: () => this.#http.traffic().received, said: () => this.#http.traffic().sent };
  readonly #http = new HttpClient();
  readonly #listeners = new BufferedListeners();
  #url: URL;
  /** The stream of a server that has only the HTTP+SSE transport, and what waits for it to say where messages go. */
  #older: { events: ServerStream; first: JsonObject; isOpen: boolean } | undefined;
  /** By the key of its id: what ends the exchange of a request. */
  readonly #closing = new Map<string, () => void>();
  /** Streams that are asked for again at their time, and what forgets them. */
  readonly #waiting = new Map<ServerStream, () => void>();
  /** What was said before has left; a notification or an answer was taken by the server too. */
  #before: Promise<void> = Promise.resolve();
  #session: string | undefined;
  #version: string | undefined;
  #count = 0;
  #leaving = false;
  #over = false;
  #resolve: () => void = () => {};
  #lost: () => void = () => {};

  constructor(private readonly options: HttpLinkOptions) {
    this.#url = new URL(options.url);
    this.closed = new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  /** Calls `act` whenever the server does not know the session any more. */
  onLost(act: () => void): void {
    this.#lost = act;
  }

  listen(listener: (carried: Carried) => void): void {
    this.#listeners.listen(listener);
  }

  send(message: JsonObject): void {
    this.#before = this.#before.then(() => this.#post(message));
  }

  /** Ends the session, where there is one and the client does that, and then the link. Never rejects. */
  async end(): Promise<void> {
    this.#leaving = true;
    await waitAtMost(this.options.clock, GOODBYE, this.#before);
    if (this.options.saysGoodbye && this.#session !== undefined && !this.#over) {
      const gone = new Promise<void>((resolve) => {
        const item: Carried = { kind: 'http', http: this.#headOf('DELETE'), stream: this.#name() };
        this.options.border.sends(item, (emitted) => void this.#leave(emitted, undefined).then(resolve));
      });
      await waitAtMost(this.options.clock, GOODBYE, gone);
    }
    this.close();
    await this.#http.close();
  }

  close(): void {
    if (this.#over) return;
    this.#over = true;
    this.#forget();
    void this.#http.close();
    this.#listeners.emit({ kind: 'closed', closed: { how: 'end' } });
    this.#resolve();
  }

  // --- what leaves

  async #post(message: JsonObject): Promise<void> {
    await this.options.login?.ready();
    if (this.#over) return;
    const { method } = message;
    if (method === 'initialize') this.#forget();
    if (method === 'notifications/cancelled' && this.options.closesCancelled) this.#closeCancelled(message);
    const taken: Promise<void>[] = [];
    const item: Carried = { kind: 'message', message, http: this.#headOf('POST'), stream: this.#name() };
    this.options.border.sends(item, (emitted) => {
      const { message: left } = emitted;
      const asks = isObject(left) && shapeOf(left) === 'request';
      // An older server answers on its one stream.
      taken.push(this.#leave(emitted, asks && !this.#older ? new ServerStream(left.id as Id) : undefined));
    });
    if (shapeOf(message) !== 'request') await Promise.all(taken);
    if (method === 'notifications/initialized' && this.options.listens && !this.#older) this.#get(new ServerStream());
  }

  #closeCancelled({ params }: JsonObject): void {
    const key = idKey((isObject(params) ? params.requestId : null) as Id);
    this.#closing.get(key)?.();
    this.#closing.delete(key);
  }

  #get(stream: ServerStream): void {
    if (this.#over || this.#leaving) return;
    const item: Carried = { kind: 'http', http: this.#headOf('GET', resuming(stream)), stream: this.#name() };
    this.options.border.sends(item, (emitted) => void this.#leave(emitted, stream));
  }

  #headOf(method: string, more: Headers = {}): HttpHead {
    const accept = method === 'GET' ? EVENT_STREAM : `application/json, ${EVENT_STREAM}`;
    return {
      method,
      path: this.#url.pathname + this.#url.search,
      headers: {
        ...(method === 'DELETE' ? {} : { accept }),
        ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
        ...this.options.credential(),
        ...(this.#session === undefined ? {} : { [HEADERS.sessionId]: this.#session }),
        ...(this.#version === undefined ? {} : { [HEADERS.protocolVersion]: this.#version }),
        ...more,
      },
    };
  }

  #name(): string {
    return `exchange-${++this.#count}`;
  }

  /** Sends what the border let pass. Resolves when the server has begun to answer, or never will. */
  #leave(
    { kind, http, message, text, bytes, exit, stream: name }: Carried,
    stream: ServerStream | undefined,
    tries = 0,
    moved?: { to: URL; headers: Headers },
  ) {
    if (kind === 'exit') this.options.exit(exit?.code ?? null, exit?.signal ?? null);
    if (kind === 'closed') this.close();
    if (this.#over || !['message', 'bytes', 'http'].includes(kind)) return Promise.resolve();
    const { method = 'POST', path = '', headers: own } = http ?? this.#headOf('POST');
    const headers = moved?.headers ?? own;
    const body = kind === 'message' ? (text ?? stringifyJson(message ?? null)) : bytes;
    const exchange: Exchange = {
      stream,
      opens: isObject(message) && message.method === 'initialize',
      message: isObject(message) ? message : undefined,
      session: headers[HEADERS.sessionId],
      head: undefined,
      method,
      headers,
      tries,
      refused: undefined,
    };
    return new Promise<void>((resolve) => {
      const opened = this.#http.exchange(
        {
          method,
          url: (moved?.to ?? new URL(this.options.addressed(path, headers), this.#url)).href,
          headers: this.options.worded(headers),
          ...(body === undefined ? {} : { body }),
          stream: name ?? this.#name(),
        },
        (came) => {
          if (came.kind === 'http') exchange.head = came.http;
          const whole = came.kind === 'message' && exchange.head ? { ...came, http: exchange.head } : came;
          this.options.border.hears(whole, (heard) => this.#hear(heard, exchange));
          if (exchange.refused) void exchange.refused.then(resolve);
          else if (came.kind === 'closed' || (came.kind === 'http' && !this.#mayHelp(exchange))) resolve();
        },
      );
      if (stream?.request === undefined) return;
      this.#closing.set(idKey(stream.request), () => {
        // Nobody comes back to it.
        stream.answered = true;
        opened.end();
      });
    });
  }

  // --- what comes

  #hear(heard: Carried, exchange: Exchange): void {
    if (this.#over) return;
    const { stream } = exchange;
    if (heard.sse) stream?.note(heard.sse);
    if (heard.kind === 'http' && heard.http) this.#begins(heard.http, exchange);
    else if (heard.kind === 'message' && isObject(heard.message)) this.#takes(heard, heard.message, exchange);
    else if (heard.bytes && heard.sse?.event === 'endpoint') this.#opensOlder(exchange, heard.bytes);
    else if (heard.kind === 'closed') this.#ends(exchange, heard.closed?.problem);
  }

  /** Asks a server that takes no initialize for the stream of the transport before (Backwards Compatibility). */
  #tryOlder(first: JsonObject): void {
    this.#older = { events: new ServerStream(), first, isOpen: false };
    this.#get(this.#older.events);
  }

  /** The server has said where messages go: from the first on they go there. */
  #opensOlder({ stream }: Exchange, address: Uint8Array): void {
    if (!this.#older || stream !== this.#older.events || this.#older.isOpen) return;
    const url = new URL(Buffer.from(address).toString().trim(), this.#url);
    // Another origin is not the server that the user has named.
    if (url.origin !== this.#url.origin) return;
    this.#older.isOpen = true;
    this.#url = url;
    this.send(this.#older.first);
  }

  #endsOlder({ isOpen, first }: { isOpen: boolean; first: JsonObject }, problem: string): void {
    if (isOpen) this.close();
    else this.#fails(new ServerStream(first.id as Id), problem);
  }

  #begins(head: HttpHead, exchange: Exchange): void {
    exchange.head = head;
    const { status = 0, headers } = head;
    if (isGood(status)) this.options.login?.accepted();
    if (exchange.opens && isGood(status)) this.#session = headers[HEADERS.sessionId];
    if (status === 404 && exchange.session !== undefined && exchange.session === this.#session && !this.#leaving) {
      this.#forget();
      this.#lost();
    }
  }

  /** A message that is no answer and comes with a bad status says why, and nothing else. */
  #takes(heard: Carried, message: JsonObject, exchange: Exchange): void {
    const { stream, opens, head } = exchange;
    if (this.#mayHelp(exchange)) return;
    stream?.took(message);
    if (!isGood(head?.status ?? 0) && !stream?.answered) return;
    const { result } = message;
    if (opens && stream?.answered && isObject(result)) this.#version = String(result.protocolVersion);
    this.#listeners.emit(heard);
  }

  #ends(exchange: Exchange, problem: string | undefined): void {
    if (this.#mayHelp(exchange)) exchange.refused = this.#refused(exchange);
    else if (!this.#follows(exchange)) this.#failed(exchange, problem);
  }

  /** Whether its login may help an exchange that was refused. */
  #mayHelp({ head, tries, method }: Exchange): boolean {
    // Nobody signs in to say good-bye.
    if (this.options.login === undefined || method === 'DELETE') return false;
    return isRefusal(head?.status) && tries < this.options.mostTries;
  }

  /** Sends what was refused again, if the login has another credential for it. */
  async #refused(exchange: Exchange): Promise<void> {
    const { stream, head, headers, method, message, tries } = exchange;
    const status = head?.status ?? 0;
    try {
      if (!(await this.options.login!.refused(status, head?.headers ?? {}, usedOf(headers)))) {
        this.#failed(exchange, undefined);
        return;
      }
    } catch (error) {
      if (stream) this.#fails(stream, `HTTP ${status}: ${error instanceof Error ? error.message : String(error)}`);
      return;
    }
    const http = this.#headOf(method, method === 'GET' && stream ? resuming(stream) : {});
    const item: Carried = {
      kind: message ? 'message' : 'http',
      ...(message && { message }),
      http,
      stream: this.#name(),
    };
    const taken: Promise<void>[] = [];
    this.options.border.sends(item, (emitted) => void taken.push(this.#leave(emitted, stream, tries + 1)));
    await Promise.all(taken);
  }

  /** Goes where the answer says, if the client does that. */
  #follows({ stream, head, headers, message, tries }: Exchange): boolean {
    const { location } = head?.headers ?? {};
    if (![307, 308].includes(head?.status ?? 0) || location === undefined || !message || tries > 0) return false;
    const to = new URL(location, this.#url);
    const more = this.options.moved(to, this.#url, headers);
    if (more) void this.#leave({ kind: 'message', message }, stream, tries + 1, { to, headers: more });
    return more !== undefined;
  }

  #failed({ stream, head, session, opens, message }: Exchange, problem: string | undefined): void {
    if (!stream || stream.answered) return;
    const { status = 0, headers = {} } = head ?? {};
    if (stream === this.#older?.events) {
      this.#endsOlder(this.#older, problem ?? `HTTP ${status} brought no endpoint`);
      return;
    }
    if (opens && message && OLDER_SERVER.includes(status) && !this.#older) {
      this.#tryOlder(message);
      return;
    }
    if (status === 404 && session !== undefined) {
      this.#fails(stream, 'the session is gone', SESSION_LOST);
      return;
    }
    const streamed = isGood(status) && mediaType(headers) === EVENT_STREAM;
    // A connection that broke says nothing of the stream, but a server that refuses to open it does.
    const wait = streamed || (head === undefined && stream.lastEventId !== undefined) ? stream.again() : undefined;
    if (wait === undefined) this.#fails(stream, problem ?? `HTTP ${status} brought no answer`);
    else if (!this.#leaving) this.#later(stream, wait);
  }

  #later(stream: ServerStream, wait: number): void {
    const cancel = this.options.clock.after(wait, () => {
      this.#waiting.delete(stream);
      this.#get(stream);
    });
    this.#waiting.set(stream, cancel);
  }

  /** There is no session from now on, and no stream of it to wait for. */
  #forget(): void {
    this.#session = undefined;
    this.#version = undefined;
    for (const [stream, cancel] of this.#waiting) {
      cancel();
      this.#fails(stream, 'the session is gone', SESSION_LOST);
    }
    this.#waiting.clear();
  }

  #fails({ request }: ServerStream, message: string, data?: JsonObject): void {
    if (request === undefined) return;
    const error = { code: INTERNAL_ERROR, message, ...(data && { data }) };
    this.#listeners.emit({ kind: 'message', message: { jsonrpc: '2.0', id: request, error } });
  }
}

/** The header by which a stream goes on from where it broke. */
const resuming = ({ lastEventId }: ServerStream): Headers =>
  lastEventId === undefined ? {} : { [HEADERS.lastEventId]: lastEventId };

const isGood = (status: number) => status >= 200 && status < 300;
