import type { JsonObject } from '../../../../json/json.js';
import { stringifyJson } from '../../../../json/json.js';
import type { Link } from '../../../../jsonrpc/link.js';
import { BufferedListeners } from '../../../../wire/buffered-listeners.js';
import type { Carried, Headers, Listener } from '../../../../wire/carried.js';
import { HttpClient } from '../../../../wire/http/client.js';
import { EVENT_STREAM } from '../../../../wire/http/sse.js';

/** A server that is reached by a URL, with the headers that every request has. */
export interface Address {
  url: string;
  headers: Headers;
}

/** JSON-RPC error code of a request that the server answers with nothing of use. */
const INTERNAL = -32603;

/** What both kinds of link share: an HTTP client, listeners, an end. */
abstract class HttpLink implements Link {
  readonly closed: Promise<void>;
  protected readonly client = new HttpClient();
  protected readonly listeners = new BufferedListeners();
  #over = false;
  #resolve: () => void = () => {};

  constructor(protected readonly address: Address) {
    this.closed = new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  abstract send(message: JsonObject): void;

  listen(listener: Listener): void {
    this.listeners.listen(listener);
  }

  close(): void {
    if (this.#over) return;
    this.#over = true;
    this.listeners.emit({ kind: 'closed', closed: { how: 'end' } });
    void this.client.close().then(this.#resolve);
  }

  /** Sends a message; what comes back is handed on. A request that gets no answer of its own is answered with an error here. */
  protected post(
    url: string,
    message: JsonObject,
    more: Headers,
    waits: boolean,
    head?: (carried: Carried) => void,
  ): void {
    let answered = !waits || !('id' in message && 'method' in message);
    this.client.exchange(
      {
        method: 'POST',
        url,
        headers: {
          'content-type': 'application/json',
          accept: `application/json, ${EVENT_STREAM}`,
          ...this.address.headers,
          ...more,
        },
        body: stringifyJson(message),
        stream: 'post',
      },
      (carried) => {
        if (carried.kind === 'http') head?.(carried);
        if (carried.kind === 'message') {
          answered ||= carried.message !== undefined && 'id' in (carried.message as JsonObject);
          this.listeners.emit(carried);
        }
        if (carried.kind !== 'closed' || answered || this.#over) return;
        const error = { code: INTERNAL, message: carried.closed?.problem ?? 'the server did not answer' };
        this.listeners.emit({ kind: 'message', message: { jsonrpc: '2.0', id: message.id!, error } });
      },
    );
  }
}

/** An MCP server over Streamable HTTP: each message is a POST, whose response may be a stream (MCP 2025-11-25, Transports). */
export class StreamableLink extends HttpLink {
  #session: string | undefined;

  send(message: JsonObject): void {
    const more: Headers = this.#session === undefined ? {} : { 'mcp-session-id': this.#session };
    this.post(this.address.url, message, more, true, ({ http }) => {
      this.#session ??= http?.headers?.['mcp-session-id'];
    });
  }
}

/** An MCP server over the older HTTP with SSE: one stream, whose first event says where messages go (MCP 2024-11-05, Transports). */
export class SseLink extends HttpLink {
  #endpoint: string | undefined;
  #waiting: JsonObject[] = [];

  constructor(address: Address) {
    super(address);
    this.client.exchange(
      { method: 'GET', url: address.url, headers: { accept: EVENT_STREAM, ...address.headers }, stream: 'events' },
      (carried) => this.#take(carried),
    );
  }

  send(message: JsonObject): void {
    if (this.#endpoint === undefined) this.#waiting.push(message);
    else this.post(this.#endpoint, message, {}, false);
  }

  #take(carried: Carried): void {
    if (carried.kind === 'message') this.listeners.emit(carried);
    if (carried.kind === 'closed') this.close();
    if (carried.kind !== 'bytes' || carried.sse?.event !== 'endpoint' || this.#endpoint !== undefined) return;
    const place = Buffer.from(carried.bytes ?? []).toString('utf8');
    this.#endpoint = new URL(place, this.address.url).href;
    for (const message of this.#waiting.splice(0)) this.post(this.#endpoint, message, {}, false);
  }
}
