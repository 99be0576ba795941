import { Few } from '../bounded/few.js';
import type { Json, JsonObject } from '../json/json.js';
import type { Carried } from '../wire/carried.js';
import type { RequestOptions } from './asking.js';
import type { Envelope } from './envelope.js';
import { idKey } from './ledger.js';
import type { Link, Related } from './link.js';
import type { Id } from './messages.js';
import { INTERNAL_ERROR, METHOD_NOT_FOUND, RpcError } from './rpc-error.js';
import type { Turns } from './turns.js';

/** What a handler knows besides the params. */
export interface NotificationContext {
  /** The whole message, and how the transport carried it. */
  message: JsonObject;
  carried: Carried;
  /** Sends a notification; in a request's handler, in the course of that request. */
  notify(method: string, params?: Json): void;
  /** Sends a request; in a request's handler, in the course of that request. Rejects as `Connection.request` does. */
  request(method: string, params?: Json, options?: RequestOptions): Promise<Json>;
}

export interface RequestContext extends NotificationContext {
  /** The id as the peer wrote it. */
  id: Id;
  /** Aborts when the request is cancelled or the connection is closed from our side. It is made when it is asked for. */
  readonly signal: AbortSignal;
  /** Whether that has happened. */
  cancelled(): boolean;
}

type Answer = Json | undefined | Promise<Json | undefined>;

/** Answers a request: with what it returns (undefined is null), or with the RpcError that it throws. */
export type RequestHandler = (params: Json | undefined, context: RequestContext) => Answer;
type NotificationHandler = (params: Json | undefined, context: NotificationContext) => void | Promise<void>;

export interface Handlers {
  requests?: Record<string, RequestHandler>;
  notifications?: Record<string, NotificationHandler>;
  /** Takes the methods that the tables above lack. Without it a request gets -32601 and a notification is ignored. */
  fallback?: {
    request?: (method: string, params: Json | undefined, context: RequestContext) => Answer;
    notification?: (method: string, params: Json | undefined, context: NotificationContext) => void | Promise<void>;
  };
  /** Told when a handler threw something that is no RpcError, and when an answer could not be sent. */
  failed?: (error: unknown, carried: Carried) => void;
}

/** What a context sends through. */
export interface Sender {
  notify(method: string, params: Json | undefined, about: Related | undefined): void;
  request(method: string, params: Json | undefined, options: RequestOptions): Promise<Json>;
}

/** A request that is being served. Most are answered before anybody asks for a signal, which costs as much as the rest of serving them. */
class Served {
  aborted = false;
  #controller: AbortController | undefined;

  constructor(readonly stream: string | undefined) {}

  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.aborted) this.#controller.abort();
    return this.#controller.signal;
  }

  abort(): void {
    this.aborted = true;
    this.#controller?.abort();
  }
}

/** What it sends through is made when it is asked for: most handlers only answer. */
class Context implements RequestContext {
  readonly id: Id;
  readonly message: JsonObject;

  constructor(
    { id, message }: Envelope & { kind: 'request' },
    readonly carried: Carried,
    private readonly served: Served,
    private readonly sender: Sender,
    private readonly about: Related,
  ) {
    this.id = id;
    this.message = message;
  }

  get signal(): AbortSignal {
    return this.served.signal;
  }

  get cancelled(): RequestContext['cancelled'] {
    return () => this.served.aborted;
  }

  get notify(): RequestContext['notify'] {
    return (method, params) => this.sender.notify(method, params, this.about);
  }

  get request(): RequestContext['request'] {
    return (method, params, options) => this.sender.request(method, params, { about: this.about, ...options });
  }
}

/** The requests and notifications of the peer on their way through our handlers. */
export class Serving {
  /** By id: nearly always one. */
  readonly #served = new Few<Served | Set<Served>>();
  /** Requests whose answers have not left yet. */
  #open = 0;
  #idle: (() => void)[] = [];

  constructor(
    private readonly link: Link,
    private readonly turns: Turns,
    private readonly handlers: Handlers,
    private readonly sender: Sender,
  ) {}

  /** Queues a request. It counts as being served from now on, so a cancel that comes at once finds it. */
  serve(envelope: Envelope & { kind: 'request' }, carried: Carried): void {
    const served = new Served(carried.stream);
    const about: Related =
      carried.stream === undefined ? { id: envelope.id } : { id: envelope.id, stream: carried.stream };
    const key = idKey(envelope.id);
    const same = this.#served.get(key);
    if (same === undefined) this.#served.set(key, served);
    else if (same instanceof Set) same.add(served);
    else this.#served.set(key, new Set([same, served]));
    this.#open += 1;
    const end = (member: 'result' | 'error', value: Json) => {
      this.#drop(key, served);
      const { id } = envelope;
      const response: JsonObject =
        member === 'result' ? { jsonrpc: '2.0', id, result: value } : { jsonrpc: '2.0', id, error: value };
      if (!served.aborted) this.#reply(response, about, carried);
      this.#left();
    };
    this.turns.add(() => {
      if (served.aborted) end('result', null);
      else
        this.#answer(envelope, new Context(envelope, carried, served, this.sender, about)).then(
          (result) => end('result', result ?? null),
          (error) => end('error', this.#errorOf(error, carried)),
        );
    });
  }

  /** Queues a notification. Nothing that its handler throws goes anywhere but to `failed`. */
  hear(envelope: Envelope & { kind: 'notification' }, carried: Carried): void {
    const { method, params, message } = envelope;
    const handler = own(this.handlers.notifications, method);
    const fallback = this.handlers.fallback?.notification;
    if (handler === undefined && fallback === undefined) return;
    this.turns.add(async () => {
      const context: NotificationContext = { message, carried, ...this.#senders(undefined) };
      try {
        await (handler !== undefined ? handler(params, context) : fallback?.(method, params, context));
      } catch (error) {
        this.handlers.failed?.(error, carried);
      }
    });
  }

  /** Queues an error as the answer to what was carried and is no request that could be served. */
  refuse(error: RpcError, id: Id, carried: Carried): void {
    const { stream } = carried;
    const message: JsonObject = { jsonrpc: '2.0', id, error: error.toObject() };
    this.turns.add(() => this.#sent(message, stream === undefined ? { id } : { id, stream }, carried));
  }

  /** See `Connection.cancel`. */
  cancel(id: Id, stream: string | undefined): boolean {
    let found = false;
    for (const served of each(this.#served.get(idKey(id)))) {
      if (stream !== undefined && served.stream !== stream) continue;
      found = true;
      served.abort();
    }
    return found;
  }

  /** Cancels everything. What still runs is forgotten: it has nobody left to answer. */
  cancelAll(): void {
    const groups = this.#served.values();
    this.#served.clear();
    for (const same of groups) for (const served of each(same)) served.abort();
    this.#open = 0;
    this.#rest();
  }

  /** See `Connection.settled`. */
  settled(): Promise<void> {
    if (this.#open === 0) return Promise.resolve();
    return new Promise((resolve) => this.#idle.push(resolve));
  }

  #answer({ method, params }: Envelope & { kind: 'request' }, context: Context): Promise<Json | undefined> {
    try {
      const handler = own(this.handlers.requests, method);
      if (handler !== undefined) return Promise.resolve(handler(params, context));
      const fallback = this.handlers.fallback?.request;
      if (fallback !== undefined) return Promise.resolve(fallback(method, params, context));
      throw new RpcError(METHOD_NOT_FOUND, `Method not found: ${method}`);
    } catch (error) {
      return Promise.reject(error);
    }
  }

  #errorOf(error: unknown, carried: Carried): JsonObject {
    if (error instanceof RpcError) return error.toObject();
    this.handlers.failed?.(error, carried);
    const said = error instanceof Error ? error.message : String(error);
    return new RpcError(INTERNAL_ERROR, `Internal error: ${said}`).toObject();
  }

  #reply(response: JsonObject, about: Related, carried: Carried): void {
    if (this.#sent(response, about, carried)) return;
    const refusal = new RpcError(INTERNAL_ERROR, 'Internal error: the result has no JSON form');
    this.#sent({ jsonrpc: '2.0', id: about.id, error: refusal.toObject() }, about, carried);
  }

  #sent(response: JsonObject, about: Related, carried: Carried): boolean {
    try {
      this.link.send(response, about);
      return true;
    } catch (error) {
      this.handlers.failed?.(error, carried);
      return false;
    }
  }

  #senders(about: Related | undefined): Pick<NotificationContext, 'notify' | 'request'> {
    const related = about === undefined ? {} : { about };
    return {
      notify: (method, params) => this.sender.notify(method, params, about),
      request: (method, params, options) => this.sender.request(method, params, { ...related, ...options }),
    };
  }

  #drop(key: string, served: Served): void {
    const same = this.#served.get(key);
    if (same instanceof Set && same.delete(served) && same.size > 0) return;
    if (same === served || same instanceof Set) this.#served.delete(key);
  }

  #left(): void {
    this.#open = Math.max(0, this.#open - 1);
    if (this.#open === 0) this.#rest();
  }

  #rest(): void {
    const idle = this.#idle;
    this.#idle = [];
    for (const resolve of idle) resolve();
  }
}

function each(same: Served | Set<Served> | undefined): Iterable<Served> {
  if (same === undefined) return [];
  return same instanceof Set ? same : [same];
}

/** A member of the table itself: a method called `constructor` is unknown like any other. */
function own<T>(table: Record<string, T> | undefined, method: string): T | undefined {
  return table !== undefined && Object.hasOwn(table, method) ? table[method] : undefined;
}
