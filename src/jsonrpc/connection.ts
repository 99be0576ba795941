import type { Json, JsonObject } from '../json/json.js';
import { isObject } from '../json/json.js';
import type { Carried } from '../wire/carried.js';
import { type Clock, realClock } from '../wire/clock/clock.js';
import { Asking, type RequestOptions } from './asking.js';
import { type Envelope, readEnvelope } from './envelope.js';
import type { Link, Related } from './link.js';
import type { Id } from './messages.js';
import { INTERNAL_ERROR, INVALID_REQUEST, PARSE_ERROR, RpcError } from './rpc-error.js';
import { type Handlers, Serving } from './serving.js';
import { Turns } from './turns.js';

export type { RequestOptions } from './asking.js';
export { ConnectionClosed, RequestTimeout, RpcError } from './rpc-error.js';
export type { RequestContext, RequestHandler } from './serving.js';

/** Something that arrived and is no proper message. */
export interface Problem {
  code: typeof PARSE_ERROR | typeof INVALID_REQUEST;
  reason: string;
  id: Id;
  carried: Carried;
}

export interface ConnectOptions extends Handlers {
  /** Told of each problem before it is answered; false keeps the connection from answering it. */
  problem?: (problem: Problem) => boolean | undefined;
  /** Whether a request with the id null is refused. JSON-RPC 2.0 permits it, so the default is to serve it. */
  refuseNullId?: boolean;
  /** Makes the ids of our requests. Default: 1, 2, 3 … */
  ids?: () => Id;
  clock?: Clock;
}

/** Opens a JSON-RPC 2.0 connection over a link and starts listening. Requests run concurrently; handlers may be async. */
export function connect(link: Link, options: ConnectOptions): Connection {
  return new Connection(link, options);
}

/**
 * One side of a JSON-RPC 2.0 conversation, client and server at once. It knows no protocol: how a cancel arrives, what
 * progress is and which version is spoken are not its business.
 *
 * What is no message is answered as the spec says (section 5.1): -32700 with the id null for what is no JSON, -32600 for a
 * broken envelope (a batch too), with the id where one can be read. Notifications are never answered; answers that nobody
 * waits for are ignored.
 */
export class Connection {
  /** Resolves when nothing more can arrive. Requests being served run on to their end, and answer if the link lets them. */
  readonly closed: Promise<void>;
  readonly #turns: Turns;
  readonly #asking: Asking;
  readonly #serving: Serving;
  #resolveClosed: () => void = () => {};
  #disposed = false;

  constructor(
    private readonly link: Link,
    private readonly options: ConnectOptions,
  ) {
    let lastId = 0;
    const counter = () => {
      lastId += 1;
      return lastId;
    };
    const { clock = realClock } = options;
    this.#turns = new Turns(clock);
    this.#asking = new Asking(link, this.#turns, clock, options.ids ?? counter);
    this.#serving = new Serving(link, this.#turns, options, {
      notify: (method, params, about) => this.notify(method, params, about),
      request: (method, params, requestOptions) => this.request(method, params, requestOptions),
    });
    this.closed = new Promise((resolve) => {
      this.#resolveClosed = resolve;
    });
    link.listen((carried) => this.#take(carried));
    void link.closed.then(() => this.#endBehindTheRest());
  }

  /**
   * Sends a request. Resolves with its result; rejects with RpcError for an error answer, RequestTimeout, ConnectionClosed,
   * the reason of `signal`, or JsonProblem where the params have no JSON form.
   */
  request(method: string, params?: Json, options: RequestOptions = {}): Promise<Json> {
    return this.#asking.request(method, params, options);
  }

  /** Sends a notification. Throws JsonProblem where the params have no JSON form. */
  notify(method: string, params?: Json, about?: Related): void {
    const message: JsonObject = { jsonrpc: '2.0', method };
    if (params !== undefined) message.params = params;
    this.link.send(message, about);
  }

  /**
   * Cancels the requests being served that carry this id (and came on `stream`, where given): aborts their signals and keeps
   * their answers back. Returns whether there was one.
   */
  cancel(id: Id, stream?: string): boolean {
    return this.#serving.cancel(id, stream);
  }

  /** Resolves when no request is being served and every answer has left. */
  settled(): Promise<void> {
    return this.#serving.settled();
  }

  /** Ends the connection: aborts what is being served without an answer, rejects what waits, closes the link. */
  close(): void {
    this.#disposed = true;
    this.#serving.cancelAll();
    this.#end();
    this.#turns.clear();
    this.link.close();
  }

  #end(): void {
    this.#asking.end();
    this.#resolveClosed();
  }

  /** What was carried before the end is handled before it. */
  #endBehindTheRest(): void {
    this.#turns.add(() => this.#end());
  }

  #take(carried: Carried): void {
    if (this.#disposed) return;
    if (carried.kind === 'bytes') this.#refuse(PARSE_ERROR, carried.problem ?? 'not JSON', null, carried);
    else if (carried.kind === 'message') this.#receive(readEnvelope(carried.message ?? null), carried);
    else if (carried.kind === 'exit' || (carried.kind === 'closed' && carried.stream === undefined))
      this.#endBehindTheRest();
  }

  #receive(envelope: Envelope, carried: Carried): void {
    switch (envelope.kind) {
      case 'request':
        if (envelope.id === null && this.options.refuseNullId)
          this.#refuse(INVALID_REQUEST, 'id must not be null', null, carried);
        else this.#serving.serve(envelope, carried);
        return;
      case 'notification':
        this.#serving.hear(envelope, carried);
        return;
      case 'response':
        this.#asking.answer(envelope.id, envelope.message);
        return;
      case 'invalid': {
        // Without a method and with the id of a request of ours it is an answer gone wrong, and answering it would be a loop.
        const { message } = carried;
        const answers = envelope.id !== null && isObject(message) && !('method' in message);
        if (answers && this.#asking.answer(envelope.id, { error: neither })) return;
        this.#refuse(INVALID_REQUEST, envelope.reason, envelope.id, carried, envelope.answerable);
      }
    }
  }

  #refuse(code: Problem['code'], reason: string, id: Id, carried: Carried, answerable = true): void {
    if (this.options.problem?.({ code, reason, id, carried }) === false || !answerable) return;
    const error = new RpcError(
      code,
      code === PARSE_ERROR ? 'Parse error' : `Invalid Request: ${reason}`,
      code === PARSE_ERROR ? reason : undefined,
    );
    this.#serving.refuse(error, id, carried);
  }
}

const neither = { code: INTERNAL_ERROR, message: 'the answer has neither result nor error' };
