import { isObject, type Json, type JsonObject } from '../../json/json.js';
import { idKey, retyped } from '../../jsonrpc/ledger.js';
import { shapeOf } from '../../jsonrpc/messages.js';
import type { Border, Carried, Listener } from '../../wire/carried.js';
import type { WireRecord } from '../../wire/record.js';
import type { AnswerSource, Step } from './play.js';
import { Playing } from './playing.js';

/** Requests of a connection whose answers have not left; of more the oldest are forgotten. */
const MOST_OPEN = 10_000;
/** Ids of our own requests begin here: a reference counts from 1, and the two must not meet. */
const FIRST_ID = 1_000_001;
/** What a reference hears in place of a request that something else answers: it refuses it, and does nothing. */
const STAND_IN = 'proctor/answered';

export interface AnsweringOptions {
  source: AnswerSource;
  /** The requests by which a peer begins. The reference hears them whoever answers, so that it knows its peer. */
  begins: readonly string[];
  /** Tells the sessions of one connection apart. Default: it is one session. */
  sessions?: (() => (record: WireRecord) => number) | undefined;
  /** Whether what the reference says of its own accord is kept back, as long as it answers no request itself. */
  mute: boolean;
  /** Told of everything that is about a request which the reference answers. */
  served?: ((from: 'kit' | 'target', carried: Carried, session: string) => void) | undefined;
  /** A step that nothing can carry where the peer is. */
  lost(step: Step): void;
}

/**
 * A border that answers in place of the reference. The reference gets a request that it refuses, so that its transport does what it does
 * with every request: it checks who asks, and shows where and how an answer is sent. What it answers is replaced.
 */
export function answeringBorder(inner: Border, options: AnsweringOptions): Border {
  const shared = { connections: 0, lastId: FIRST_ID - 1 };
  const open = (border: Border): Border => {
    const connection = new Connection(border, options, shared);
    return {
      sends: (carried, emit) => connection.sends(carried, emit),
      hears: (carried, deliver) => connection.hears(carried, deliver),
      ofConnection: () => open(border.ofConnection?.() ?? border),
    };
  };
  return open(inner);
}

interface Open {
  id: Json;
  stream: string | undefined;
  playing: Playing | undefined;
}

class Connection {
  /** Requests of the peer that have no answer yet, in their order. */
  readonly #open: Open[] = [];
  /** By the keys of our ids: what goes on with the reply. */
  readonly #waiting = new Map<string, Playing>();
  readonly #onStream = new Map<string, Playing>();
  /** Puts something on the wire that belongs to no exchange. */
  #out: Listener | undefined;
  /** What waits until the reference has sent something. */
  #early: Playing[] = [];
  readonly #number: number;
  readonly #numberOf: (record: WireRecord) => number;

  constructor(
    private readonly inner: Border,
    private readonly options: AnsweringOptions,
    private readonly shared: { connections: number; lastId: number },
  ) {
    shared.connections += 1;
    this.#number = shared.connections;
    this.#numberOf = options.sessions?.() ?? (() => 1);
  }

  hears(carried: Carried, deliver: Listener): void {
    this.inner.hears(carried, (heard) => this.#hear(heard, deliver));
  }

  sends(carried: Carried, emit: Listener): void {
    this.#send(carried, (one) => this.inner.sends(one, emit));
  }

  #hear(carried: Carried, deliver: Listener): void {
    const session = this.#sessionOf('target', carried);
    const { message, kind, stream } = carried;
    const shape = kind === 'message' ? shapeOf(message) : 'invalid';
    // Whoever has only closed its side of a pipe is answered still.
    if (kind === 'exit' || (kind === 'closed' && (stream !== undefined || carried.closed?.how !== 'end')))
      this.#ended(stream);
    if (!isObject(message) || shape === 'invalid') deliver(carried);
    else if (shape === 'response') this.#answered(message, carried, deliver, session);
    else this.#asked(message, carried, deliver, session);
  }

  #asked(message: JsonObject, carried: Carried, deliver: Listener, session: string): void {
    const { stream, http } = carried;
    const method = String(message.method);
    const isRequest = shapeOf(message) === 'request';
    const play = this.options.source.answer({ message, method, session, isApart: http !== undefined });
    const playing = play && new Playing(play, isRequest ? message : undefined, this.#host);
    if (!isRequest) {
      deliver(carried);
      if (playing) this.#playBeside(playing, carried);
      return;
    }
    if (this.#open.length >= MOST_OPEN) this.#open.shift()?.playing?.drop();
    this.#open.push({ id: message.id ?? null, stream, playing });
    if (!playing) this.options.served?.('target', carried, session);
    deliver(playing && !this.options.begins.includes(method) ? standIn(message, carried) : carried);
  }

  #playBeside(playing: Playing, { http }: Carried): void {
    // Nothing is sent in answer to a notification over HTTP.
    if (http) playing.begin({ kind: 'message', http: { method: 'POST', headers: {} } }, () => undefined);
    else if (this.#out) playing.begin({ kind: 'message' }, this.#out);
    else this.#early.push(playing);
  }

  #answered(message: JsonObject, carried: Carried, deliver: Listener, session: string): void {
    const key = [message.id, retyped(message.id)].map(idKey).find((one) => this.#waiting.has(one));
    const playing = key === undefined ? undefined : this.#waiting.get(key);
    if (key === undefined || !playing) {
      if (this.#serves) this.options.served?.('target', carried, session);
      deliver(carried);
      return;
    }
    this.#waiting.delete(key);
    // It answers nothing of the reference, which ignores it. Its transport must answer the request that brought it.
    if (carried.http) deliver(carried);
    playing.goOn(message);
  }

  #send(carried: Carried, out: Listener): void {
    const session = this.#sessionOf('kit', carried);
    const { message, stream, http, kind } = carried;
    if (stream === undefined && !http && kind === 'message') this.#began(out);
    const shape = kind === 'message' ? shapeOf(message) : 'invalid';
    if (shape === 'response') {
      const open = this.#take((message as JsonObject).id, stream);
      if (open?.playing) {
        this.#begin(open.playing, carried, out);
        return;
      }
      if (open) this.options.served?.('kit', carried, session);
    } else if (shape !== 'invalid') {
      if (this.options.mute && !this.#serves) return;
      if (this.#serves) this.options.served?.('kit', carried, session);
    }
    const busy = stream === undefined ? undefined : this.#onStream.get(stream);
    if (busy && !busy.isOver) busy.after(() => out(carried));
    else out(carried);
  }

  #begin(playing: Playing, carried: Carried, out: Listener): void {
    const { stream } = carried;
    if (stream !== undefined) this.#onStream.set(stream, playing);
    playing.after(() => stream !== undefined && this.#onStream.delete(stream));
    playing.begin(carried, out);
  }

  /** From now on it is known how something is sent that belongs to no exchange. */
  #began(out: Listener): void {
    this.#out = out;
    const early = this.#early;
    this.#early = [];
    // Once what is sent now has left.
    if (early.length === 0) return;
    queueMicrotask(() => {
      for (const playing of early) playing.begin({ kind: 'message' }, out);
    });
  }

  #ended(stream: string | undefined): void {
    const isOn = (open: Open) => stream === undefined || open.stream === stream;
    for (const open of this.#open.filter(isOn)) {
      open.playing?.drop();
      this.#open.splice(this.#open.indexOf(open), 1);
    }
    for (const [name, playing] of this.#onStream) {
      if (stream !== undefined && name !== stream) continue;
      playing.drop();
      this.#onStream.delete(name);
    }
    for (const [key, playing] of this.#waiting) if (playing.isOver) this.#waiting.delete(key);
  }

  /** The request that a reply of the reference answers: on its own stream, or else anywhere, as after a stream was resumed. */
  #take(id: Json | undefined, stream: string | undefined): Open | undefined {
    const key = idKey(id);
    const alike = this.#open.filter((one) => idKey(one.id) === key);
    const open = alike.find((one) => one.stream === stream) ?? (alike.length === 1 ? alike[0] : undefined);
    if (open) this.#open.splice(this.#open.indexOf(open), 1);
    return open;
  }

  /** Whether the reference itself answers a request at the moment. */
  get #serves(): boolean {
    return this.#open.some(({ playing }) => !playing);
  }

  get #host() {
    return {
      ask: (playing: Playing): Json => {
        this.shared.lastId += 1;
        this.#waiting.set(idKey(this.shared.lastId), playing);
        return this.shared.lastId;
      },
      lost: (step: Step) => this.options.lost(step),
    };
  }

  #sessionOf(from: 'kit' | 'target', carried: Carried): string {
    const record: WireRecord = { ...carried, seq: 0, time: 0, from, channel: carried.stream ?? 'main' };
    return `${this.#number}.${this.#numberOf(record)}`;
  }
}

/**
 * A request in place of another one that the reference refuses at once. Over HTTP its path or headers may name the method, so that stays,
 * and its params are none.
 */
function standIn({ jsonrpc, id = null, method }: JsonObject, { text: _, ...carried }: Carried): Carried {
  const version: JsonObject = jsonrpc === undefined ? {} : { jsonrpc };
  const message: JsonObject = carried.http
    ? { ...version, id, method: method!, params: [] }
    : { ...version, id, method: STAND_IN };
  return { ...carried, message };
}
