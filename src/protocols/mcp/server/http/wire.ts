import type { JsonObject } from '../../../../json/json.js';
import type { Border, Carried, Headers, SseFields } from '../../../../wire/carried.js';
import type { Admission } from '../../../../wire/http/admission.js';
import type { ServerExchange } from '../../../../wire/http/exchange.js';
import { EVENT_STREAM } from '../../../../wire/http/sse.js';

const STREAM_HEADERS: Headers = { 'content-type': EVENT_STREAM, 'cache-control': 'no-cache, no-transform' };

/** Ends this process, as a fault may demand. */
export type Exit = (code: number | null, signal: string | null) => void;

/**
 * The response side of one HTTP exchange. Everything leaves through the border, so it may leave later, changed, or never;
 * the exchange ends once its last item has left.
 */
export class Wire {
  /** Resolves when the client is heard to have gone before the response ended. */
  readonly parted: Promise<void>;
  #closing = false;

  constructor(
    private readonly exchange: ServerExchange,
    private readonly border: Border,
    private readonly exit: Exit,
  ) {
    this.parted = new Promise((resolve) => {
      void exchange.closed.then((how) => {
        const gone: Carried = { kind: 'closed', closed: { how: 'reset' }, stream: exchange.stream };
        if (how === 'reset') border.hears(gone, () => resolve());
      });
    });
  }

  /** Who may come by it, beside whom `admission` lets in. */
  admitting(admission: Admission): Admission {
    return this.exchange.admitting(admission);
  }

  /** Names the exchange. */
  get stream(): string {
    return this.exchange.stream;
  }

  /** Whether what is sent can still arrive. */
  get open(): boolean {
    return this.exchange.open && !this.#closing;
  }

  /** Resolves when the response has ended or the connection is gone. */
  get closed(): Promise<unknown> {
    return this.exchange.closed;
  }

  /** Answers with a status and no body. */
  empty(status: number, headers: Headers = {}): void {
    this.#send({ kind: 'http', http: { status, headers } }, () => this.exchange.end());
  }

  /** Answers with one JSON object. */
  json(status: number, message: JsonObject, headers: Headers = {}): void {
    this.#send({
      kind: 'message',
      message,
      http: { status, headers: { 'content-type': 'application/json', ...headers } },
    });
  }

  /** Begins an event stream. */
  begin(headers: Headers = {}): void {
    this.#send({ kind: 'http', http: { status: 200, headers: { ...STREAM_HEADERS, ...headers } } });
  }

  /** Sends an event with a message; after the last one the stream ends. */
  event(message: JsonObject, sse: SseFields, last: boolean): void {
    this.#send({ kind: 'message', message, sse }, last ? () => this.close() : undefined);
  }

  /** Sends an event without a message. */
  bare(sse: SseFields): void {
    this.#send({ kind: 'sse', sse });
  }

  /** Ends the response. */
  close(): void {
    if (this.#closing) return;
    this.#closing = true;
    this.#send({ kind: 'closed', closed: { how: 'end' } });
  }

  #send(carried: Carried, then?: () => void): void {
    let left = false;
    this.border.sends({ ...carried, stream: this.stream }, (emitted) => {
      this.#write(emitted);
      if (left || !then) return;
      left = true;
      // The border may emit an item several times in a row.
      queueMicrotask(then);
    });
  }

  #write(carried: Carried): void {
    const { http, kind, exit } = carried;
    if (kind === 'exit') {
      this.exit(exit?.code ?? null, exit?.signal ?? null);
      return;
    }
    if (kind !== 'http' && http) this.exchange.head(http.status ?? 200, http.headers);
    this.exchange.write(carried);
  }
}
