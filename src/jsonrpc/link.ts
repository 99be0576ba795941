import { type JsonObject, parseJson, stringifyJson } from '../json/json.js';
import { BufferedListeners } from '../wire/buffered-listeners.js';
import { type Border, type Carried, type Listener, openBorder } from '../wire/carried.js';
import type { Id } from './messages.js';

/**
 * The request in whose course a message is sent: what a transport with several streams needs in order to pick one. `stream`
 * is the stream that carried the request, which tells two requests with the same id apart.
 */
export interface Related {
  id: Id;
  stream?: string;
}

/** The seam between protocol code and transports: messages out, whatever was carried in. */
export interface Link {
  /** Sends one message. `about`: the request being served; for a response, the request that it answers. Never throws because the peer is gone. */
  send(message: JsonObject, about?: Related): void;
  /** Adds a listener. Delivery is asynchronous and in order; what came before the first listener waits for it. */
  listen(listener: Listener): void;
  /** Ends the link from our side. May be called again. */
  close(): void;
  /** Resolves once nothing more can arrive, whoever ended it. Never rejects. */
  readonly closed: Promise<void>;
}

/**
 * Two links that are joined in memory. What one sends the other gets as a copy, through its JSON text, asynchronously and in
 * order; `close` of either side is carried to both as `closed`. `border` acts at the second link, the place of the reference.
 */
export function memoryPair(border: Border = openBorder): [Link, Link] {
  const first = new MemoryEnd(openBorder);
  const second = new MemoryEnd(border);
  first.join(second);
  second.join(first);
  return [first, second];
}

class MemoryEnd implements Link {
  readonly closed: Promise<void>;
  #resolve: () => void = () => {};
  #over = false;
  /** Our side sent its end; what was sent before it is still under way. */
  #ended = false;
  #other: MemoryEnd | undefined;
  readonly #listeners = new BufferedListeners();

  constructor(private readonly border: Border) {
    this.closed = new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  join(other: MemoryEnd): void {
    this.#other = other;
  }

  send(message: JsonObject, about?: Related): void {
    if (this.#over || this.#ended) return;
    const carried: Carried = { kind: 'message', message };
    if (about?.stream !== undefined) carried.stream = about.stream;
    this.border.sends(carried, (emitted) => this.#put(emitted));
  }

  listen(listener: Listener): void {
    this.#listeners.listen(listener);
  }

  close(): void {
    this.#put({ kind: 'closed', closed: { how: 'end' } });
  }

  #put(carried: Carried): void {
    if (this.#over || this.#ended) return;
    const copy = copyOf(carried);
    queueMicrotask(() => this.#other?.take(copy));
    if (copy.kind !== 'closed' && copy.kind !== 'exit') return;
    this.#ended = true;
    queueMicrotask(() => this.take({ kind: 'closed', closed: { how: 'end' } }));
  }

  take(carried: Carried): void {
    if (this.#over) return;
    this.border.hears(carried, (heard) => {
      if (this.#over) return;
      if (heard.kind === 'closed' || heard.kind === 'exit') {
        this.#over = true;
        this.#resolve();
      }
      this.#listeners.emit(heard);
    });
  }
}

function copyOf(carried: Carried): Carried {
  if (carried.kind !== 'message' || carried.message === undefined) return carried;
  const text = carried.text ?? stringifyJson(carried.message);
  return { ...carried, message: parseJson(text), text };
}
