import type { SayOptions } from '../../../../conversation/peer/peer-reference.js';
import type { JsonObject } from '../../../../json/json.js';
import type { Related } from '../../../../jsonrpc/link.js';
import type { Id } from '../../../../jsonrpc/messages.js';
import { BufferedListeners } from '../../../../wire/buffered-listeners.js';
import type { Carried, Headers, Listener } from '../../../../wire/carried.js';
import { HEADERS } from '../../revision.js';
import { type HttpManner, PARTS } from '../parts.js';
import { type ServeOptions, type ServerSession, serveMcp } from '../session/session.js';
import type { ServerLink } from '../state/call.js';
import { EventStream } from './event-stream.js';
import { Lane } from './lane.js';
import type { Wire } from './wire.js';

/** Streams that are kept, over or not, for clients that come back; the oldest goes first. */
const KEPT_STREAMS = 64;
/** Messages of the session that wait for a stream. */
const BACKLOG = 256;

/** ms after which a client comes back to a call whose connection was closed. */
const POLL_AFTER = 50;

/** One session over Streamable HTTP: which message travels on which stream (MCP 2025-11-25, Transports). */
export class HttpSession implements ServerLink {
  readonly closed: Promise<void>;
  readonly session: ServerSession;
  readonly #manner: HttpManner;
  readonly #listeners = new BufferedListeners();
  /** By the name of the exchange. */
  readonly #lanes = new Map<string, Lane>();
  /** Requests that are left to whoever started the server, by the name of the exchange. */
  readonly #kept = new Map<string, JsonObject>();
  /** Every stream that a client may come back to, by name. */
  readonly #streams = new Map<string, EventStream>();
  /** Streams that were opened with GET, in their order. */
  readonly #own = new Set<EventStream>();
  #backlog: JsonObject[] = [];
  #opened = 0;
  #close: () => void = () => {};

  constructor(
    /** Unset where the server assigns none. */
    readonly id: string | undefined,
    private readonly options: ServeOptions,
  ) {
    this.closed = new Promise((resolve) => {
      this.#close = resolve;
    });
    this.#manner = (options.parts ?? PARTS).http;
    this.session = serveMcp(this, options);
  }

  listen(listener: Listener): void {
    this.#listeners.listen(listener);
  }

  /** Takes a request; the wire will carry its answer. */
  request(carried: Carried, message: JsonObject, wire: Wire): void {
    const mode = this.#manner.response ?? this.options.script.response;
    const born = message.method === 'initialize';
    const lane = new Lane(
      wire,
      mode,
      () => this.#newStream(),
      () =>
        born && this.id !== undefined && this.session.state.phase !== 'new'
          ? { [HEADERS.sessionId]: this.id }
          : ({} as Headers),
    );
    this.#lanes.set(wire.stream, lane);
    if (this.options.keeps?.(String(message.method))) {
      this.#kept.set(wire.stream, message);
      return;
    }
    const streams = mode === 'sse' || (mode === 'auto' && this.session.streams(message));
    if (streams && !born) lane.open();
    if (this.#manner.polls && message.method === 'tools/call') lane.open().hangUp(POLL_AFTER);
    this.#listeners.emit({ ...carried, stream: wire.stream });
  }

  /** Whether this exchange brought a request that waits for its answer, or is a stream of the session. */
  carries(stream: string): boolean {
    return this.#lanes.has(stream) || [...this.#own].some(({ carriedBy }) => carriedBy === stream);
  }

  /** Whether something that answers no request could be said now. */
  get speaks(): boolean {
    return this.ownStream !== undefined || this.#openLane() !== undefined;
  }

  /**
   * Says something for whoever started the server: on the exchange `stream`, else on the stream of the session, else on the
   * latest exchange that is open. `events` has the exchange answered with a stream, with or without a message. Returns
   * whether the client will hear it, now or when it comes back to the stream.
   */
  say(message: JsonObject | undefined, { stream, events }: SayOptions): boolean {
    const lane = stream === undefined ? undefined : this.#lanes.get(stream);
    if (stream !== undefined && !lane?.hears) return this.#sayOnOwn(message, stream);
    if (events) lane?.open();
    if (message === undefined) return true;
    if (!lane) {
      const open = this.ownStream ?? this.#openLane();
      open?.send(message);
      return open !== undefined;
    }
    if ('method' in message) lane.send(message);
    else this.#answer(message, stream!);
    return true;
  }

  /** A stream of the session, opened with GET, is an exchange too. */
  #sayOnOwn(message: JsonObject | undefined, name: string): boolean {
    const stream = [...this.#own].find(({ carriedBy }) => carriedBy === name);
    if (message) stream?.send(message);
    return stream !== undefined;
  }

  #answer(message: JsonObject, stream: string): void {
    const request = this.#kept.get(stream);
    this.#kept.delete(stream);
    if (request?.method === 'initialize' && 'result' in message) this.session.initializedBy(request);
    this.send(message, { id: (message.id ?? null) as Id, stream });
  }

  /** Takes a notification or a response. */
  take(carried: Carried): void {
    this.#listeners.emit(carried);
  }

  /** Opens a stream of the session itself. */
  open(wire: Wire): void {
    const stream = this.#newStream();
    stream.begin(wire);
    this.#own.add(stream);
    const waiting = this.#backlog;
    this.#backlog = [];
    for (const message of waiting) stream.send(message);
  }

  /** Goes on with the stream of an event on another connection. Returns false for an event that is unknown. */
  resume(wire: Wire, lastEventId: string): boolean {
    const stream = this.streamOf(lastEventId);
    stream?.resume(wire, seqIn(lastEventId));
    return stream !== undefined;
  }

  send(message: JsonObject, about?: Related): void {
    const lane = this.#laneOf(about);
    if ('method' in message) {
      if (lane?.takesMore) lane.send(message);
      else this.announce(message);
      return;
    }
    lane?.respond(message);
    this.#lanes.delete(about?.stream ?? '');
  }

  announce(message: JsonObject, cause?: Related): void {
    const own = this.ownStream;
    const lane = this.#laneOf(cause);
    const parted = [...this.#own].findLast((stream) => stream.resumable && !stream.over);
    if (own) own.send(message);
    else if (lane?.takesMore) lane.send(message);
    else if (parted) parted.send(message);
    else if (this.#backlog.length < BACKLOG) this.#backlog.push(message);
  }

  withhold(request: Related): void {
    this.#laneOf(request)?.end();
    this.#lanes.delete(request.stream ?? '');
  }

  hangUp(request: Related, retry: number): void {
    this.#laneOf(request)?.stream?.hangUp(retry);
  }

  hears(about: Related): boolean {
    return this.#laneOf(about)?.takesMore === true || this.ownStream !== undefined;
  }

  /** Ends the session and all its streams. */
  close(): void {
    for (const lane of this.#lanes.values()) lane.refuse(404);
    this.#lanes.clear();
    for (const stream of this.#streams.values()) stream.end();
    this.#streams.clear();
    this.#own.clear();
    this.#close();
  }

  /** Every stream that a client may come back to. */
  protected get streams(): Iterable<EventStream> {
    return this.#streams.values();
  }

  /** The latest stream of the session that a connection carries. */
  protected get ownStream(): EventStream | undefined {
    return [...this.#own].findLast((stream) => stream.connected);
  }

  /** The stream of an event; undefined if the event is unknown. */
  protected streamOf(eventId: string): EventStream | undefined {
    return this.#streams.get(/^(\d+)_\d+$/.exec(eventId)?.[1] ?? '');
  }

  #laneOf(request: Related | undefined): Lane | undefined {
    return request?.stream === undefined ? undefined : this.#lanes.get(request.stream);
  }

  /** The latest exchange whose request was left to others, and on which something may still precede the response. */
  #openLane(): Lane | undefined {
    return [...this.#kept.keys()].map((name) => this.#lanes.get(name)).findLast((lane) => lane?.takesMore);
  }

  #newStream(): EventStream {
    this.#opened += 1;
    const name = String(this.#opened);
    const { eventIds, keeps, primes } = this.#manner;
    const idOf = (stream: string, seq: number) => `${stream}_${seq}`;
    const stream = new EventStream({ name, idOf: eventIds ? idOf : undefined, keeps, primes });
    this.#streams.set(name, stream);
    this.#forget();
    return stream;
  }

  /** Lets go of streams that nobody came back to: those that are over, and those of the session beyond the latest. */
  #forget(): void {
    const parted = [...this.#own].filter(({ connected }) => !connected);
    for (const stream of parted.slice(0, -KEPT_STREAMS)) {
      stream.end();
      this.#own.delete(stream);
    }
    const over = [...this.#streams.values()].filter((stream) => stream.over);
    for (const stream of over.slice(0, -KEPT_STREAMS)) this.#streams.delete(stream.name);
  }
}

/** Makes a session over HTTP. `id` is unset if the server assigns none. */
export type MakeHttpSession = (id: string | undefined, options: ServeOptions) => HttpSession;

export const makeHttpSession: MakeHttpSession = (id, options) => new HttpSession(id, options);

/** The place of an event in its stream. */
const seqIn = (eventId: string): number => Number(eventId.split('_')[1]);
