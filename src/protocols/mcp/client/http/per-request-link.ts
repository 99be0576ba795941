import type { JsonObject } from '../../../../json/json.js';
import { isObject, stringifyJson } from '../../../../json/json.js';
import { idKey } from '../../../../jsonrpc/ledger.js';
import type { Link } from '../../../../jsonrpc/link.js';
import { type Id, shapeOf } from '../../../../jsonrpc/messages.js';
import { INTERNAL_ERROR } from '../../../../jsonrpc/rpc-error.js';
import { BufferedListeners } from '../../../../wire/buffered-listeners.js';
import type { Carried, Headers, HttpHead } from '../../../../wire/carried.js';
import type { Traffic } from '../../../../wire/clock/moved-clock.js';
import { type Exchange, HttpClient } from '../../../../wire/http/client.js';
import { EVENT_STREAM } from '../../../../wire/http/sse.js';
import type { RepeatedHeaders } from '../../per-request-headers.js';
import { type HttpLinkOptions, isRefusal, usedOf } from './link.js';

export type PerRequestLinkOptions = Pick<
  HttpLinkOptions,
  'url' | 'border' | 'exit' | 'credential' | 'login' | 'mostTries' | 'worded' | 'addressed' | 'moved'
>;

/** A request under way. */
interface Asked {
  id: Id;
  /** Whether its answer has come, or its end was told. */
  over: boolean;
  head: HttpHead | undefined;
  message: JsonObject | undefined;
  /** What it was sent with. */
  headers: Headers;
  /** How often it was sent before. */
  tries: number;
}

/**
 * The client side of HTTP without sessions (MCP 2026-07-28, Transports): a link on which each request is a POST whose headers repeat
 * what it says, and what comes on its stream is heard. A request is cancelled by closing its connection. Where no answer can come any
 * more, an error of its own stands in its place. At the border a message and the head of its request are one.
 */
export class PerRequestHttpLink implements Link {
  readonly closed: Promise<void>;
  /** Bytes read from and written to the server so far. */
  readonly traffic: Traffic = { heard: () => this.#http.traffic().received, said: () => this.#http.traffic().sent };
  readonly #http = new HttpClient();
  readonly #listeners = new BufferedListeners();
  readonly #url: URL;
  /** By the key of its id: the exchange of a request. */
  readonly #exchanges = new Map<string, { exchange: Exchange; stream: string }>();
  #count = 0;
  #over = false;
  #resolve: () => void = () => {};

  constructor(
    private readonly options: PerRequestLinkOptions,
    private readonly repeated: RepeatedHeaders,
  ) {
    this.#url = new URL(options.url);
    this.closed = new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  listen(listener: (carried: Carried) => void): void {
    this.#listeners.listen(listener);
  }

  send(message: JsonObject): void {
    if (this.#over) return;
    if (message.method === 'notifications/cancelled') {
      this.#cancel(message);
      return;
    }
    // No response goes to a server (Transports, HTTP).
    if (shapeOf(message) === 'response') return;
    const { login } = this.options;
    if (login) void login.ready().then(() => this.#post(message, 0));
    else this.#post(message, 0);
  }

  #post(message: JsonObject, tries: number): void {
    if (this.#over) return;
    const stream = `exchange-${++this.#count}`;
    const item: Carried = { kind: 'message', message, http: this.#headOf(message), stream };
    this.options.border.sends(item, (emitted) => this.#leave(emitted, stream, tries));
  }

  /** Ends the link, and every exchange. Never rejects. */
  async end(): Promise<void> {
    this.close();
    await this.#http.close();
  }

  close(): void {
    if (this.#over) return;
    this.#over = true;
    void this.#http.close();
    this.#listeners.emit({ kind: 'closed', closed: { how: 'end' } });
    this.#resolve();
  }

  #headOf(message: JsonObject): HttpHead {
    return {
      method: 'POST',
      path: this.#url.pathname + this.#url.search,
      headers: {
        accept: `application/json, ${EVENT_STREAM}`,
        'content-type': 'application/json',
        ...this.options.credential(),
        ...this.repeated.of(message),
      },
    };
  }

  /** Who closes the connection of a request wants no answer (Transports, Cancellation). */
  #cancel({ params }: JsonObject): void {
    const key = idKey((isObject(params) ? params.requestId : null) as Id);
    const found = this.#exchanges.get(key);
    if (!found) return;
    this.options.border.sends({ kind: 'closed', closed: { how: 'end' }, stream: found.stream }, ({ kind }) => {
      if (kind !== 'closed') return;
      this.#exchanges.delete(key);
      found.exchange.end();
    });
  }

  /** Sends what the border let pass. */
  #leave(
    { kind, http, message, text, bytes, exit, stream: name }: Carried,
    sent: string,
    tries: number,
    moved?: { to: URL; headers: Headers },
  ): void {
    if (kind === 'exit') this.options.exit(exit?.code ?? null, exit?.signal ?? null);
    if (kind === 'closed') this.close();
    if (this.#over || !['message', 'bytes', 'http'].includes(kind)) return;
    const body = kind === 'message' ? (text ?? stringifyJson(message ?? null)) : bytes;
    const asks = isObject(message) && shapeOf(message) === 'request';
    const head = http ?? this.#headOf({});
    const headers = moved?.headers ?? head.headers;
    const asked: Asked = {
      id: asks ? (message.id as Id) : null,
      over: !asks,
      head: undefined,
      message: isObject(message) ? message : undefined,
      headers,
      tries,
    };
    const stream = name ?? sent;
    const exchange = this.#http.exchange(
      {
        method: head.method ?? 'POST',
        url: (moved?.to ?? new URL(this.options.addressed(head.path ?? '', headers), this.#url)).href,
        headers: this.options.worded(headers),
        ...(body === undefined ? {} : { body }),
        stream,
      },
      (came) => {
        if (came.kind === 'http') asked.head = came.http;
        const whole = came.kind === 'message' && asked.head ? { ...came, http: asked.head } : came;
        this.options.border.hears(whole, (heard) => this.#hear(heard, asked));
      },
    );
    if (asks) this.#exchanges.set(idKey(asked.id), { exchange, stream });
  }

  #hear(heard: Carried, asked: Asked): void {
    if (this.#over) return;
    if (heard.kind === 'http' && heard.http) this.#begins(heard.http, asked);
    // What comes with a refusal is no answer as long as the login may help.
    else if (heard.kind === 'message' && this.#mayHelp(asked)) return;
    else if (heard.kind === 'message' && isObject(heard.message)) this.#takes(heard, heard.message, asked);
    else if (heard.kind === 'closed') this.#ends(asked, heard.closed?.problem);
  }

  #takes(heard: Carried, message: JsonObject, asked: Asked): void {
    const { error, id = null, method } = message;
    if (method === undefined && id === asked.id) this.#done(asked);
    // An error without an id is one of the request that the exchange began with.
    if (id === null && isObject(error) && !asked.over) this.#fails(asked, error);
    else this.#listeners.emit(heard);
  }

  #begins(head: HttpHead, asked: Asked): void {
    asked.head = head;
    if ((head.status ?? 0) < 300) this.options.login?.accepted();
  }

  #ends(asked: Asked, problem: string | undefined): void {
    if (this.#mayHelp(asked)) void this.#refused(asked);
    else if (!this.#follows(asked)) this.#failed(asked, problem);
  }

  /** Whether its login may help a request that was refused. */
  #mayHelp({ head, tries, message }: Asked): boolean {
    const { login, mostTries } = this.options;
    return login !== undefined && message !== undefined && isRefusal(head?.status) && tries < mostTries;
  }

  /** Sends what was refused again, if the login has another credential for it. */
  async #refused(asked: Asked): Promise<void> {
    const { head, headers, message, tries } = asked;
    const status = head?.status ?? 0;
    try {
      const again = await this.options.login!.refused(status, head?.headers ?? {}, usedOf(headers));
      if (!again) this.#failed(asked, undefined);
      else if (this.#exchanges.has(idKey(asked.id)) || asked.id === null) this.#post(message!, tries + 1);
    } catch (error) {
      this.#failed(asked, `HTTP ${status}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  /** Goes where the answer says, if the client does that. */
  #follows({ head, headers, message, tries }: Asked): boolean {
    const { location } = head?.headers ?? {};
    if (![307, 308].includes(head?.status ?? 0) || location === undefined || !message || tries > 0) return false;
    const to = new URL(location, this.#url);
    const more = this.options.moved(to, this.#url, headers);
    if (more) this.#leave({ kind: 'message', message }, `exchange-${++this.#count}`, tries + 1, { to, headers: more });
    return more !== undefined;
  }

  #failed(asked: Asked, problem: string | undefined): void {
    const status = asked.head?.status ?? 0;
    this.#fails(asked, { code: INTERNAL_ERROR, message: problem ?? `HTTP ${status} brought no answer` });
  }

  #fails(asked: Asked, error: JsonObject): void {
    if (asked.over) return;
    this.#done(asked);
    this.#listeners.emit({ kind: 'message', message: { jsonrpc: '2.0', id: asked.id, error } });
  }

  #done(asked: Asked): void {
    asked.over = true;
    this.#exchanges.delete(idKey(asked.id));
  }
}
