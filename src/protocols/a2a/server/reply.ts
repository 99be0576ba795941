import type { Codec } from '../../../conversation/codec/codec.js';
import { isObject, type Json, type JsonObject, stringifyJson } from '../../../json/json.js';
import type { Border, Carried, Headers, SseFields } from '../../../wire/carried.js';
import type { ServerExchange } from '../../../wire/http/exchange.js';
import { EVENT_STREAM } from '../../../wire/http/sse.js';

const STREAM_HEADERS: Headers = { 'content-type': EVENT_STREAM, 'cache-control': 'no-cache' };

/** Writes the next event of a stream in another form than the usual one, in the pieces that leave one by one. */
export type Frame = (fields: SseFields, data: string) => (string | Uint8Array)[];

export interface ReplyOptions {
  border: Border;
  codec: Codec;
  /** How events are written. Default: in the usual form. */
  frame?: Frame | undefined;
  /** The request that is answered; empty where there is none. */
  asked: JsonObject;
  /** Headers that every answer has beside its own. */
  more?: Headers | undefined;
}

/**
 * The response of one exchange. At the border messages are those of JSON-RPC, whatever the binding is: its codec writes what comes
 * out of there.
 */
export class Reply {
  #begun = false;

  constructor(
    private readonly exchange: ServerExchange,
    private readonly options: ReplyOptions,
  ) {}

  /** Names the exchange. */
  get stream(): string {
    return this.exchange.stream;
  }

  /** Whether an event was sent. */
  get begun(): boolean {
    return this.#begun;
  }

  /** Whether what is sent can still arrive. */
  get open(): boolean {
    return this.exchange.open;
  }

  /** Answers with one message. */
  message(message: JsonObject, headers: Headers = {}, status?: number): void {
    const written = this.options.codec.write(message, this.options.asked);
    const http = {
      status: status ?? written.status ?? 200,
      headers: { ...written.headers, ...this.options.more, ...headers },
    };
    this.#send({ kind: 'message', message, http });
  }

  /** Answers with JSON that is no message of the binding. */
  document(status: number, document: Json, headers: Headers = {}): void {
    const http = { status, headers: { 'content-type': 'application/json', ...headers } };
    this.#send({ kind: 'message', message: document, http });
  }

  /** Answers with a status and no body. */
  empty(status: number, headers: Headers = {}): void {
    this.#send({ kind: 'http', http: { status, headers } });
    this.end();
  }

  /** Begins a stream of events, unless it has begun. */
  begin(): void {
    if (!this.#begun)
      this.#send({ kind: 'http', http: { status: 200, headers: { ...STREAM_HEADERS, ...this.options.more } } });
    this.#begun = true;
  }

  /** Sends a message as an event; the first begins the stream. */
  event(message: JsonObject): void {
    this.begin();
    this.#send({ kind: 'message', message, sse: {} });
  }

  /** Ends the response. */
  end(): void {
    this.#send({ kind: 'closed', closed: { how: 'end' } });
  }

  #send(carried: Carried): void {
    this.options.border.sends({ ...carried, stream: this.exchange.stream }, (emitted) => this.#emit(emitted));
  }

  #emit(emitted: Carried): void {
    const { kind, http, message, sse } = emitted;
    if (kind === 'exit') {
      this.exchange.reset();
      return;
    }
    if (kind !== 'http' && http) this.exchange.head(http.status ?? 200, http.headers);
    if (kind !== 'message') this.exchange.write(emitted);
    else if (sse) this.#event(sse, stringifyJson(this.#bodyOf(message)));
    else this.#body(this.#bodyOf(message));
  }

  #event(fields: SseFields, data: string): void {
    const { frame } = this.options;
    if (frame) for (const piece of frame(fields, data)) this.exchange.raw(piece);
    else this.exchange.event(fields, data);
  }

  #body(body: Json | undefined): void {
    if (body === undefined) this.exchange.end();
    else this.exchange.text(stringifyJson(body));
  }

  /** What stands in the body for a message; what is no message stands there as it is. */
  #bodyOf(message: Json | undefined): Json {
    const isMessage = isObject(message) && ('result' in message || 'error' in message);
    return isMessage ? this.options.codec.write(message, this.options.asked).body! : (message ?? null);
  }
}
