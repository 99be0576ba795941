import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type Json, stringifyJson } from '../../json/json.js';
import type { Carried, Headers, SseFields } from '../carried.js';
import { resetSocket } from '../reset.js';
import type { Admission } from './admission.js';
import { joinHeaders, lowered, mediaType } from './headers.js';
import { admitsOwn } from './own-address.js';
import { EVENT_STREAM, encodeEvent } from './sse.js';

/** The latest exchange of each connection: only it may tear the connection down. */
const lastOn = new WeakMap<Socket, ServerExchange>();

/** Bytes that may wait for the other side to read them before it is cut off. */
const UNREAD = 64 * 1024 * 1024;

/** How a response ended: all of it was handed over, or the connection went away first. */
export type ExchangeEnd = 'end' | 'reset';

/** A part of the addresses of a server, where requests come that have it no more in their path. */
export interface ExchangePlace {
  /** What stands before the paths of requests in the addresses that clients know. Default: nothing. */
  below?: string;
  /** The address that the server listens on, which a Host header may name. Default: this machine alone. */
  host?: string;
  /** Called with the headers of each response, once they are known. */
  headed?(headers: Headers): void;
}

/**
 * One HTTP request and its response, seen from the server. The response is made of `head`, then `json`, `text`, `event` or
 * `raw`, then `end` or `reset`; after the end, or once the peer is gone, they do nothing. `write` does the same from what a
 * border emits.
 */
export class ServerExchange {
  readonly method: string;
  /** Path and query as they stood in the request line. */
  readonly path: string;
  readonly headers: Headers;
  /** Complete when the exchange is handed out. */
  body: Uint8Array = new Uint8Array();
  /** Resolves when the response has ended or the connection is gone. Never rejects. */
  readonly closed: Promise<ExchangeEnd>;
  #head: { status: number; headers: Headers } | undefined;
  #over = false;
  readonly #socket: Socket;

  constructor(
    request: IncomingMessage,
    private readonly response: ServerResponse,
    /** Names this exchange among those of the listener. */
    readonly stream: string,
    private readonly at: ExchangePlace = {},
  ) {
    this.method = request.method ?? '';
    this.path = request.url ?? '';
    this.headers = joinHeaders(request.rawHeaders);
    this.closed = new Promise((resolve) => {
      response.once('close', () => {
        this.#over = true;
        resolve(response.writableFinished ? 'end' : 'reset');
      });
    });
    response.on('error', () => {});
    this.#socket = request.socket;
    lastOn.set(request.socket, this);
  }

  /** What stands before `path` in the address that the client knows; empty, or begins with a slash. */
  get below(): string {
    return this.at.below ?? '';
  }

  /** Who may come to the server by this exchange, beside whom `admission` lets in: see `admitsOwn`. */
  admitting(admission: Admission): Admission {
    return admitsOwn(admission, this.at.host, this.#socket);
  }

  /** Whether something can still be written. */
  get open(): boolean {
    return !this.#over;
  }

  /** Whether the head is fixed: another call of `head` changes nothing. */
  get begun(): boolean {
    return this.#head !== undefined || this.response.headersSent;
  }

  /**
   * Sets status and headers. They leave with the first of the body, so that a complete body gets its content-length; the head
   * of an event stream leaves at once.
   */
  head(status: number, headers: Headers = {}): void {
    if (this.#over || this.begun) return;
    this.#head = { status, headers };
    this.at.headed?.(headers);
    if (mediaType(lowered(headers)) === EVENT_STREAM) this.#flush();
  }

  /** Answers with a JSON body and ends. */
  json(status: number, message: Json, headers: Headers = {}): void {
    this.head(status, { 'content-type': 'application/json', ...headers });
    this.text(stringifyJson(message));
  }

  /** Writes the rest of the body and ends. Without a head before it the status is 200. */
  text(body: string | Uint8Array): void {
    if (this.#over) return;
    const bytes = Buffer.from(body as string);
    this.#flush(bytes.length);
    this.#over = true;
    this.response.end(bytes);
  }

  /** Writes one event; the first one brings the head of an event stream with it where none was set. */
  event(fields: SseFields, data?: string): void {
    this.head(200, { 'content-type': EVENT_STREAM, 'cache-control': 'no-cache' });
    this.raw(encodeEvent(fields, data));
  }

  /**
   * Writes bytes of the body as they are; before any head, straight on the connection in place of an HTTP response. Who does not read
   * what was written before is cut off.
   */
  raw(bytes: string | Uint8Array): void {
    if (this.#over) return;
    if (this.response.writableLength > UNREAD) {
      this.reset();
      return;
    }
    if (this.begun) {
      this.#flush();
      this.response.write(bytes);
    } else this.#socket.write(bytes);
  }

  /** Ends the response; what was never begun is cut off instead, for there is nothing to end. */
  end(): void {
    if (this.#over) return;
    if (this.begun) {
      this.#flush(0);
      this.#over = true;
      this.response.end();
    } else {
      this.#over = true;
      this.#socket.end();
    }
  }

  /** Tears the connection down with RST, also after the end as long as no other request has come on it. */
  reset(): void {
    this.#over = true;
    if (lastOn.get(this.#socket) === this) resetSocket(this.#socket);
  }

  /** Answers 500, or cuts off what has begun. */
  fail(): void {
    if (this.response.headersSent) {
      this.reset();
      return;
    }
    this.#head = undefined;
    this.head(500);
    this.end();
  }

  /**
   * Writes what a border emits: `http` is the head; `message` an event or the whole JSON body, by the content type of the
   * head, from `text` where it is set; `sse` an event without data; `bytes` goes out raw; `body` is a whole body; `closed` ends
   * or resets. Other kinds are not HTTP's.
   */
  write(carried: Carried): void {
    const { http, message, sse, closed, body } = carried;
    switch (carried.kind) {
      case 'http':
        this.head(http?.status ?? 200, http?.headers ?? {});
        return;
      case 'message': {
        const text = carried.text ?? stringifyJson(message ?? null);
        if (sse !== undefined || this.#isStream) this.event(sse ?? {}, text);
        else {
          this.head(200, { 'content-type': 'application/json' });
          this.text(text);
        }
        return;
      }
      case 'sse':
        // An event that primes the stream has an empty data field; a bare retry has none.
        this.event(sse ?? {}, sse?.id !== undefined || sse?.event !== undefined ? '' : undefined);
        return;
      case 'bytes':
        this.raw(carried.bytes ?? new Uint8Array());
        return;
      case 'body':
        this.text(typeof body === 'string' ? body : stringifyJson(body ?? null));
        return;
      case 'closed':
        if (closed?.how === 'reset') this.reset();
        else this.end();
    }
  }

  get #isStream(): boolean {
    const set = this.#head?.headers ?? {};
    return mediaType(lowered(set)) === EVENT_STREAM;
  }

  #flush(length?: number): void {
    if (this.response.headersSent) return;
    const { status, headers } = this.#head ?? { status: 200, headers: {} };
    const own = lowered(headers);
    const counted = own['content-length'] !== undefined || own['transfer-encoding'] !== undefined;
    const added =
      length !== undefined && !counted && status !== 204 && status !== 304 ? { 'content-length': String(length) } : {};
    this.response.writeHead(status, { ...headers, ...added });
    // With a length the body follows at once, and one write serves both.
    if (length === undefined) this.response.flushHeaders();
  }
}
