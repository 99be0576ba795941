import { isObject, type Json, type JsonObject } from '../../json/json.js';
import type { Carried, Headers, Listener } from '../../wire/carried.js';
import { EVENT_STREAM } from '../../wire/http/sse.js';
import type { Play, Step } from './play.js';

/** What a play needs of the connection that it is on. */
export interface PlayingHost {
  /** The id of a request of ours, whose reply is handed to `goOn`. */
  ask(playing: Playing): Json;
  /** A step that nothing can carry where the peer is. */
  lost(step: Step): void;
}

/**
 * How what is played is carried, as the reply of the reference was about to be:
 * - `plain`: message after message, as over stdio and WebSocket.
 * - `events`: on a stream of events that the reference has begun, and ends.
 * - `body`: in the body of a response over HTTP. If it is several messages, it becomes a stream of events.
 * - `posted`: in a request over HTTP, which has room for the reply alone.
 */
type Form = 'plain' | 'events' | 'body' | 'stream' | 'posted';

/** A play that is going on. It begins when the reference has answered: that reply shows how this connection carries one. */
export class Playing {
  isOver = false;
  #form: Form = 'plain';
  #base: Carried = { kind: 'message' };
  #out: Listener = () => undefined;
  /** What the reference sends on the same stream meanwhile, such as its end. */
  readonly #later: (() => void)[] = [];

  constructor(
    private readonly play: Play,
    /** The request that is answered; unset for a notification. */
    private readonly asked: JsonObject | undefined,
    private readonly host: PlayingHost,
  ) {}

  /** Begins where the reference would have sent `base`. */
  begin(base: Carried, out: Listener): void {
    this.#base = base;
    this.#out = out;
    this.#form = formOf(base);
    this.#run(undefined);
  }

  /** Goes on with the reply of the peer. */
  goOn(reply: JsonObject): void {
    if (!this.isOver) this.#run(reply);
  }

  /** Sends what belongs after the play. */
  after(send: () => void): void {
    this.#later.push(send);
  }

  /** Nobody is there any more. */
  drop(): void {
    this.isOver = true;
    this.play.steps.return();
  }

  #run(reply: JsonObject | undefined): void {
    for (let step = this.#next(reply); step; ) {
      if (this.#form === 'body') {
        const following = this.#first(step);
        if (!following) break;
        step = following;
      } else {
        this.#emit(step);
        if (step.kind === 'request' && step.waits && this.#form !== 'posted') return;
        step = this.#next(undefined);
      }
    }
    this.isOver = true;
    if (this.#form === 'stream') this.#out({ kind: 'closed', closed: { how: 'end' }, ...this.#stream });
    for (const send of this.#later.splice(0)) send();
  }

  #next(reply: JsonObject | undefined): Step | undefined {
    const { done, value } = this.play.steps.next(reply);
    return done ? undefined : value;
  }

  /** Decides by the first step whether one body is enough. Returns the step that comes next. */
  #first(step: Step): Step | undefined {
    const isReply = step.kind === 'reply' && !this.play.isStream;
    const following = isReply ? this.#next(undefined) : undefined;
    if (isReply && !following) {
      this.#emit(step);
      return undefined;
    }
    const { headers = {} } = this.#base.http ?? {};
    const { 'content-length': _, ...kept } = headers;
    this.#form = 'stream';
    const streaming = { ...kept, 'content-type': EVENT_STREAM, 'cache-control': 'no-cache' };
    this.#out({ kind: 'http', http: { status: 200, headers: streaming }, ...this.#stream });
    if (!isReply) return step;
    this.#emit(step);
    return following;
  }

  get #stream(): { stream?: string } {
    const { stream } = this.#base;
    return stream === undefined ? {} : { stream };
  }

  #emit(step: Step): void {
    if (this.#form === 'posted' && step.kind !== 'reply') {
      this.host.lost(step);
      return;
    }
    const message = this.#message(step);
    if (this.#form === 'plain') this.#out({ kind: 'message', message, ...this.#stream });
    else if (this.#form === 'body' || this.#form === 'posted') this.#out(this.#whole(step, message));
    else {
      const sse = step.kind === 'reply' ? (this.#base.sse ?? {}) : {};
      this.#out({ kind: 'message', message, sse, ...this.#stream });
    }
  }

  #message(step: Step): JsonObject {
    const { message: base } = this.#base;
    const version: JsonObject = isObject(base) && base.jsonrpc === undefined ? {} : { jsonrpc: '2.0' };
    if (step.kind === 'notify') return { ...version, ...step.message };
    const id = step.kind === 'request' ? this.host.ask(this) : (this.asked?.id ?? null);
    return { ...version, id, ...step.message };
  }

  /** A message with a head of its own, that of the reference as far as nothing else is said. */
  #whole(step: Step, message: JsonObject): Carried {
    const { text: _, ...base } = this.#base;
    const http = step.kind === 'reply' ? (step.http ?? {}) : {};
    if (base.http?.status === undefined) return { ...base, message };
    const usual = 'result' in message ? 200 : base.http.status;
    const headers: Headers = { ...base.http.headers, ...http.headers };
    return { ...base, message, http: { ...base.http, status: http.status ?? usual, headers } };
  }
}

function formOf({ sse, http }: Carried): Form {
  if (sse !== undefined) return 'events';
  if (http?.status !== undefined) return 'body';
  return http?.method === undefined ? 'plain' : 'posted';
}
