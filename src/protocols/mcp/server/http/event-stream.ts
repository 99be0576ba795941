import type { JsonObject } from '../../../../json/json.js';
import { Recent } from '../../../../json/recent.js';
import { weightOf } from '../../../../json/weight.js';
import type { Headers } from '../../../../wire/carried.js';
import type { Wire } from './wire.js';

/** Events that are kept for clients that come back: the latest so many of each stream, and so many bytes. */
const KEPT = { most: 1000, bytes: 4 * 1024 * 1024 };

interface Kept {
  seq: number;
  message: JsonObject;
  last: boolean;
}

export interface StreamOptions {
  /** Unique within the session. */
  name: string;
  /** Spells the id of an event; without it events have none, and nothing is kept. */
  idOf: ((name: string, seq: number) => string) | undefined;
  /** Whether what is sent while no connection is there is kept. */
  keeps: boolean;
  /** Whether it begins with an event that has an id and no data, for the client to come back to. */
  primes: boolean;
}

/**
 * One stream of a session, apart from the connection that carries it: a client whose connection broke comes back and gets
 * what it missed of this stream (MCP 2025-11-25, Transports, Resumability and Redelivery).
 */
export class EventStream {
  readonly name: string;
  #seq = 0;
  #wire: Wire | undefined;
  #over = false;
  readonly #kept = new Recent<Kept>(KEPT.most, KEPT.bytes);

  constructor(private readonly options: StreamOptions) {
    this.name = options.name;
  }

  /** Whether a connection carries the stream at the moment. */
  get connected(): boolean {
    return this.#wire?.open ?? false;
  }

  /** Names the exchange that carries the stream at the moment. */
  get carriedBy(): string | undefined {
    return this.connected ? this.#wire?.stream : undefined;
  }

  /** Whether its last message was sent. */
  get over(): boolean {
    return this.#over;
  }

  /** Whether a client can come back to it. */
  get resumable(): boolean {
    return this.options.idOf !== undefined && this.options.keeps;
  }

  /** What was sent and is still kept. */
  get messages(): JsonObject[] {
    return [...this.#kept].map(({ message }) => message);
  }

  /** Begins the stream on a connection. */
  begin(wire: Wire, headers: Headers = {}): void {
    this.#wire = wire;
    wire.begin(headers);
    const id = this.options.primes ? this.#id(0) : undefined;
    if (id !== undefined) wire.bare({ id });
  }

  /** Goes on with the stream on another connection, from behind the event `after`. */
  resume(wire: Wire, after: number): void {
    this.#wire?.close();
    this.#wire = wire;
    wire.begin();
    const missed = [...this.#kept].filter(({ seq }) => seq > after);
    for (const { seq, message, last } of missed) wire.event(message, this.#fields(seq), last);
    if (this.#over && !missed.at(-1)?.last) wire.close();
  }

  /** Sends a message; after the last one the stream is over. */
  send(message: JsonObject, last = false): void {
    if (this.#over) return;
    this.#seq += 1;
    const kept = { seq: this.#seq, message, last };
    if (this.resumable) this.#kept.add(kept, weightOf(message));
    if (this.connected) this.#wire?.event(message, this.#fields(kept.seq), last);
    this.#over = last;
  }

  /** Closes the connection, not the stream; the client may come back after `retry` ms. */
  hangUp(retry: number): void {
    if (!this.resumable || !this.connected) return;
    this.#wire?.bare({ retry });
    this.#wire?.close();
  }

  /** Ends the stream without a further message. */
  end(): void {
    this.#over = true;
    this.#wire?.close();
  }

  #id(seq: number): string | undefined {
    return this.options.idOf?.(this.name, seq);
  }

  #fields(seq: number) {
    const id = this.#id(seq);
    return id === undefined ? {} : { id };
  }
}
