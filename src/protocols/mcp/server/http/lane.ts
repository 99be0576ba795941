import type { JsonObject } from '../../../../json/json.js';
import type { Headers } from '../../../../wire/carried.js';
import type { ResponseMode } from '../state/script.js';
import type { EventStream } from './event-stream.js';
import type { Wire } from './wire.js';

/**
 * The answer to one POST with a request. Until something is to be sent it is open whether that becomes one JSON object or
 * an event stream (MCP 2025-11-25, Transports, Sending Messages to the Server).
 */
export class Lane {
  #stream: EventStream | undefined;
  #over = false;

  constructor(
    readonly wire: Wire,
    private readonly mode: ResponseMode,
    /** Opens a new stream of the session. */
    private readonly newStream: () => EventStream,
    /** Headers of the response, known once it is due. */
    private readonly headers: () => Headers,
  ) {}

  /** Whether the response was sent or will never be. */
  get over(): boolean {
    return this.#over;
  }

  get stream(): EventStream | undefined {
    return this.#stream;
  }

  /** Whether more than the response can be sent, and still be heard or fetched. */
  get takesMore(): boolean {
    return this.mode !== 'json' && this.hears;
  }

  /** Whether the response, or an event before it, could still be heard or fetched. */
  get hears(): boolean {
    if (this.#over) return false;
    return this.#stream ? this.#stream.connected || this.#stream.resumable : this.wire.open;
  }

  /** Answers with an event stream, from now on. */
  open(): EventStream {
    if (this.#stream) return this.#stream;
    this.#stream = this.newStream();
    this.#stream.begin(this.wire, this.headers());
    return this.#stream;
  }

  /** Sends something that precedes the response. */
  send(message: JsonObject): void {
    if (!this.#over) this.open().send(message);
  }

  /** Sends the response. */
  respond(message: JsonObject): void {
    if (this.#over) return;
    this.#over = true;
    if (!this.#stream && this.mode !== 'sse') this.wire.json(200, message, this.headers());
    else this.open().send(message, true);
  }

  /** Ends without a response; as a stream, for HTTP must be answered with something. */
  end(): void {
    if (this.#over) return;
    this.#over = true;
    this.open().end();
  }

  /** Ends with an HTTP status, if it was not too late for one. */
  refuse(status: number): void {
    if (this.#over) return;
    this.#over = true;
    if (this.#stream) this.#stream.end();
    else this.wire.empty(status);
  }
}
