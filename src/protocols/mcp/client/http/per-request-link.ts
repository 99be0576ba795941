import type { JsonObject } from '../../../../json/json.js';
import { isObject, stringifyJson } from '../../../../json/json.js';
import { idKey } from '../../../../jsonrpc/ledger.js';
import type { Link } from '../../../../jsonrpc/link.js';
import { type Id, shapeOf } from '../../../../jsonrpc/messages.js';
import { INTERNAL_ERROR } from '../../../../jsonrpc/rpc-error.js';
import { BufferedListeners } from '../../../../wire/buffered-listeners.js';
import type { Carried, HttpHead } from '../../../../wire/carried.js';
import type { Traffic } from '../../../../wire/clock/moved-clock.js';
import { type Exchange, HttpClient } from '../../../../wire/http/client.js';
import { EVENT_STREAM } from '../../../../wire/http/sse.js';
import type { RepeatedHeaders } from '../../per-request-headers.js';
import type { HttpLinkOptions } from './link.js';

export type PerRequestLinkOptions = Pick<HttpLinkOptions, 'url' | 'border' | 'exit' | 'credential' | 'worded'>;

/** A request under way. */
interface Asked {
  id: Id;
  /** Whether its answer has come, or its end was told. */
  over: boolean;
  head: HttpHead | undefined;
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
    const stream = `exchange-${++this.#count}`;
    const item: Carried = { kind: 'message', message, http: this.#headOf(message), stream };
    this.options.border.sends(item, (emitted) => this.#leave(emitted, stream));
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
      if (kind === 'closed') found.exchange.end();
    });
  }

  /** Sends what the border let pass. */
  #leave({ kind, http, message, text, bytes, exit, stream: name }: Carried, sent: string): void {
    if (kind === 'exit') this.options.exit(exit?.code ?? null, exit?.signal ?? null);
    if (kind === 'closed') this.close();
    if (this.#over || !['message', 'bytes', 'http'].includes(kind)) return;
    const body = kind === 'message' ? (text ?? stringifyJson(message ?? null)) : bytes;
    const asks = isObject(message) && shapeOf(message) === 'request';
    const asked: Asked = { id: asks ? (message.id as Id) : null, over: !asks, head: undefined };
    const head = http ?? this.#headOf({});
    const stream = name ?? sent;
    const exchange = this.#http.exchange(
      {
        method: head.method ?? 'POST',
        url: new URL(head.path ?? '', this.#url).href,
        headers: this.options.worded(head.headers),
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
    if (heard.kind === 'http' && heard.http) asked.head = heard.http;
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

  #ends(asked: Asked, problem: string | undefined): void {
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
