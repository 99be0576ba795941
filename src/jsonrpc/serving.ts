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

class Context implements RequestContext {
  readonly id: Id;
  readonly message: JsonObject;
  readonly notify: RequestContext['notify'];
  readonly request: RequestContext['request'];
  readonly cancelled: () => boolean;

  constructor(
    { id, message }: Envelope & { kind: 'request' },
    readonly carried: Carried,
    private readonly served: Served,
    { notify, request }: Pick<RequestContext, 'notify' | 'request'>,
  ) {
    this.id = id;
    this.message = message;
    this.notify = notify;
    this.request = request;
    this.cancelled = () => served.aborted;
  }

  get signal(): AbortSignal {
    return this.served.signal;
  }
}

/** The requests and notifications of the peer on their way through our handlers. */
export class Serving {
  readonly #served = new Map<string, Set<Served>>();
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
    const group = this.#served.get(key);
    if (group === undefined) this.#served.set(key, new Set([served]));
    else group.add(served);
    this.#open += 1;
    this.turns.add(async () => {
      const outcome = served.aborted ? {} : await this.#outcome(envelope, carried, about, served);
      this.#drop(key, served);
      if (!served.aborted) this.#reply({ jsonrpc: '2.0', id: envelope.id, ...outcome }, about, carried);
      this.#left();
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
    for (const served of this.#served.get(idKey(id)) ?? []) {
      if (stream !== undefined && served.stream !== stream) continue;
      found = true;
      served.abort();
    }
    return found;
  }

  /** Cancels everything. What still runs is forgotten: it has nobody left to answer. */
  cancelAll(): void {
    const groups = [...this.#served.values()];
    this.#served.clear();
    for (const group of groups) for (const served of group) served.abort();
    this.#open = 0;
    this.#rest();
  }

  /** See `Connection.settled`. */
  settled(): Promise<void> {
    if (this.#open === 0) return Promise.resolve();
    return new Promise((resolve) => this.#idle.push(resolve));
  }

  async #outcome(
    envelope: Envelope & { kind: 'request' },
    carried: Carried,
    about: Related,
    served: Served,
  ): Promise<JsonObject> {
    const { method, params } = envelope;
    const context = new Context(envelope, carried, served, this.#senders(about));
    try {
      const handler = own(this.handlers.requests, method);
      const fallback = this.handlers.fallback?.request;
      if (handler !== undefined) return { result: (await handler(params, context)) ?? null };
      if (fallback !== undefined) return { result: (await fallback(method, params, context)) ?? null };
      return { error: new RpcError(METHOD_NOT_FOUND, `Method not found: ${method}`).toObject() };
    } catch (error) {
      if (error instanceof RpcError) return { error: error.toObject() };
      this.handlers.failed?.(error, carried);
      return {
        error: new RpcError(
          INTERNAL_ERROR,
          `Internal error: ${error instanceof Error ? error.message : String(error)}`,
        ).toObject(),
      };
    }
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
    const group = this.#served.get(key);
    group?.delete(served);
    if (group?.size === 0) this.#served.delete(key);
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

/** A member of the table itself: a method called `constructor` is unknown like any other. */
function own<T>(table: Record<string, T> | undefined, method: string): T | undefined {
  return table !== undefined && Object.hasOwn(table, method) ? table[method] : undefined;
}
