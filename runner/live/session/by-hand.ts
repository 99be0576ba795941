import type { Reply } from '../../../src/generated/types/control-v1.js';
import { isObject, type Json, type JsonObject } from '../../../src/json/json.js';
import { idKey } from '../../../src/jsonrpc/ledger.js';
import { shapeOf } from '../../../src/jsonrpc/messages.js';
import type { Border, Carried, HttpHead, Listener } from '../../../src/wire/carried.js';
import { mediaType } from '../../../src/wire/http/headers.js';
import { EVENT_STREAM } from '../../../src/wire/http/sse.js';

/** Requests that may wait for a person at once. What comes beyond is answered by the reference. */
const MOST_HELD = 200;
/** Event streams of one connection that are remembered. */
const MOST_STREAMS = 100;

/** A request that waits for a person. */
export interface HeldRequest {
  id: string;
  message: JsonObject;
}

export interface ByHandOptions {
  /** Where faults act. */
  faults: Border;
  /** Whether requests of this method wait for a person. */
  isHeld(method: string): boolean;
  /** Called when a request begins to wait, and when one waits no longer. */
  changed(): void;
}

interface Connection {
  faults: Border;
  /** What puts something on the wire, where the transport has no streams. */
  emit?: Listener;
  /** The same for streams on which a server may speak when it likes. */
  streams: Map<string, Listener>;
  /** Requests for an event stream that have no answer yet. */
  listening: Set<string>;
  /** Of a client over HTTP: the head of its last request with a message, and what sends another one. */
  post?: { head: HttpHead; message: JsonObject; emit: Listener };
  /** Ids of requests that a person sent, whose answers the reference must not see. */
  mine: Set<string>;
  /** What a person answered, by the id of the request: it takes the place of what the reference says. */
  answers: Map<string, Reply>;
}

/**
 * The border of a mock at which a person stands in: holds requests until somebody answers them, sends messages that the reference knows nothing
 * of, and keeps their answers from it. It is between the reference and its faults.
 */
export class ByHand {
  /** Messages that a person made. */
  private readonly made = new WeakMap<object, 'sound' | 'broken'>();
  private readonly held = new Map<string, { request: HeldRequest; connection: Connection; deliver: () => void }>();
  private readonly connections: Connection[] = [];
  private count = 0;

  constructor(private readonly options: ByHandOptions) {}

  border(): Border {
    return this.bordered(this.options.faults);
  }

  /** Whether a person made this message, and whether it breaks its schema on purpose. */
  madeBy = ({ message }: Carried): 'sound' | 'broken' | undefined =>
    isObject(message) ? this.made.get(message) : undefined;

  /** What waits, the oldest first. */
  waiting(): HeldRequest[] {
    return [...this.held.values()].map(({ request }) => request);
  }

  /** Answers a request that waits; without a reply the reference does. Returns whether it waited. */
  answer(id: string, reply: Reply | undefined): boolean {
    const held = this.held.get(id);
    if (!held) return false;
    this.held.delete(id);
    // The reference hears it all the same, so that it knows what it has been asked; its answer is replaced as it leaves.
    if (reply !== undefined) held.connection.answers.set(idKey(held.request.message.id), reply);
    held.deliver();
    this.options.changed();
    return true;
  }

  /** Lets the reference answer whatever waits. */
  release(): void {
    for (const id of [...this.held.keys()]) this.answer(id, undefined);
  }

  /**
   * Sends a message to whoever spoke last. A request without an id gets one.
   *
   * @returns the message as it left; undefined if there is nobody to whom it could go now
   */
  send(given: JsonObject, isRequest: boolean, isBroken: boolean): JsonObject | undefined {
    const message: JsonObject = { jsonrpc: '2.0', ...given };
    if (isRequest && message.id === undefined) message.id = `proctor-${++this.count}`;
    for (const connection of this.connections) {
      const way = wayTo(connection, message);
      if (!way) continue;
      this.made.set(message, isBroken ? 'broken' : 'sound');
      if (shapeOf(message) === 'request') connection.mine.add(idKey(message.id));
      connection.faults.sends(way.carried, way.emit);
      return message;
    }
    return undefined;
  }

  private bordered(faults: Border): Border {
    const connection: Connection = {
      faults,
      streams: new Map(),
      listening: new Set(),
      mine: new Set(),
      answers: new Map(),
    };
    return {
      sends: (carried, emit) => {
        this.spoke(connection);
        remember(connection, carried, emit);
        faults.sends(this.replaced(connection, carried), emit);
      },
      hears: (carried, deliver) => {
        this.spoke(connection);
        const { http, stream } = carried;
        if (http?.method === 'GET' && stream !== undefined && connection.listening.size < MOST_STREAMS)
          connection.listening.add(stream);
        faults.hears(carried, (heard) => this.heard(connection, heard, deliver));
      },
      ofConnection: () => this.bordered(faults.ofConnection?.() ?? faults),
    };
  }

  /** The one that spoke last is the first. */
  private spoke(connection: Connection): void {
    if (this.connections[0] === connection) return;
    const at = this.connections.indexOf(connection);
    if (at >= 0) this.connections.splice(at, 1);
    this.connections.unshift(connection);
    this.connections.length = Math.min(this.connections.length, MOST_STREAMS);
  }

  private heard(connection: Connection, carried: Carried, deliver: Listener): void {
    const { message, kind } = carried;
    if (kind !== 'message' || !isObject(message)) {
      deliver(carried);
      return;
    }
    const shape = shapeOf(message);
    if (shape === 'response' && connection.mine.delete(idKey(message.id))) return;
    const isHeld = shape === 'request' && this.held.size < MOST_HELD && this.options.isHeld(String(message.method));
    if (!isHeld) {
      deliver(carried);
      return;
    }
    const id = `held-${++this.count}`;
    this.held.set(id, { request: { id, message }, connection, deliver: () => deliver(carried) });
    this.options.changed();
  }

  /** What leaves in place of what the reference answers, if a person has answered. */
  private replaced(connection: Connection, carried: Carried): Carried {
    const { message, text: _, ...rest } = carried;
    if (connection.answers.size === 0 || !isObject(message) || shapeOf(message) !== 'response') return carried;
    const key = idKey(message.id);
    const reply = connection.answers.get(key);
    if (!reply) return carried;
    connection.answers.delete(key);
    const made: JsonObject = { jsonrpc: '2.0', id: message.id!, ...(reply as unknown as JsonObject) };
    this.made.set(made, 'sound');
    return { ...rest, message: made };
  }
}

/** Notes by which way a message of a person could leave. */
function remember(connection: Connection, { kind, stream, http, message }: Carried, emit: Listener): void {
  if (stream === undefined) {
    connection.emit = emit;
    return;
  }
  if (http?.method === 'POST' && isObject(message)) connection.post = { head: http, message, emit };
  const isStream = kind !== 'closed' && http?.status === 200 && mediaType(http.headers) === EVENT_STREAM;
  if (isStream && connection.listening.delete(stream)) {
    connection.streams.set(stream, emit);
    const [oldest] = connection.streams.keys();
    if (connection.streams.size > MOST_STREAMS && oldest !== undefined) connection.streams.delete(oldest);
  }
  if (kind === 'closed') connection.streams.delete(stream);
}

function wayTo(connection: Connection, message: JsonObject): { carried: Carried; emit: Listener } | undefined {
  if (connection.emit) return { carried: { kind: 'message', message }, emit: connection.emit };
  const stream = [...connection.streams].at(-1);
  if (stream) return { carried: { kind: 'message', message, sse: {}, stream: stream[0] }, emit: stream[1] };
  const { post } = connection;
  if (!post) return undefined;
  const name = `by-hand-${String(message.id ?? message.method)}`;
  return { carried: { kind: 'message', message, http: headFor(post, message), stream: name }, emit: post.emit };
}

/** The head of the last request, with what it repeats of its message taken from this one. */
function headFor({ head, message: last }: NonNullable<Connection['post']>, message: JsonObject): HttpHead {
  const said = (value: JsonObject): (Json | undefined)[] => {
    const params = isObject(value.params) ? value.params : {};
    return [value.method, params.name, params.uri];
  };
  const [before, now] = [said(last), said(message)];
  const headers = Object.entries(head.headers).flatMap(([name, value]): [string, string][] => {
    const at = before.indexOf(value);
    if (at < 0) return [[name, value]];
    return typeof now[at] === 'string' ? [[name, now[at]]] : [];
  });
  return { ...head, headers: Object.fromEntries(headers) };
}
