import type { Json, JsonObject } from '../json/json.js';
import type { Clock } from '../wire/clock/clock.js';
import { idKey } from './ledger.js';
import type { Link, Related } from './link.js';
import type { Id } from './messages.js';
import { ConnectionClosed, RequestTimeout, RpcError } from './rpc-error.js';
import type { Turns } from './turns.js';

export interface RequestOptions {
  /** ms; without it the request waits until the connection closes. */
  timeout?: number;
  /** Gives up the wait. Telling the peer is the protocol's business. */
  signal?: AbortSignal;
  /** The id to use instead of the next one. */
  id?: Id;
  /** The request in whose course this one is sent. */
  about?: Related;
  /** Told the id, just before the request leaves. */
  sent?: (id: Id) => void;
}

interface PendingRequest {
  /** The first answer waits for its turn; another one comes too late. */
  answered: boolean;
  settle(outcome: JsonObject | Error): void;
}

/** The requests that we sent and that wait for their answers. */
export class Asking {
  readonly #asked = new Map<string, PendingRequest>();
  #over = false;

  constructor(
    private readonly link: Link,
    private readonly turns: Turns,
    private readonly clock: Clock,
    private readonly nextId: () => Id,
  ) {}

  /** See `Connection.request`. */
  request(method: string, params: Json | undefined, options: RequestOptions): Promise<Json> {
    if (this.#over) return Promise.reject(new ConnectionClosed());
    if (options.signal?.aborted) return Promise.reject(options.signal.reason);
    const id = options.id ?? this.nextId();
    const key = idKey(id);
    if (this.#asked.has(key))
      return Promise.reject(new Error(`a request with the id ${id} waits for its answer already`));
    return new Promise((resolve, reject) => {
      const undo = this.#limits(key, method, options);
      const settle = (outcome: JsonObject | Error) => {
        if (this.#asked.get(key) !== asked) return;
        this.#asked.delete(key);
        for (const act of undo) act();
        if (outcome instanceof Error) reject(outcome);
        else if (outcome.error !== undefined) reject(RpcError.from(outcome.error));
        else resolve(outcome.result ?? null);
      };
      const asked: PendingRequest = { answered: false, settle };
      this.#asked.set(key, asked);
      const message: JsonObject = { jsonrpc: '2.0', id, method };
      if (params !== undefined) message.params = params;
      try {
        options.sent?.(id);
        this.link.send(message, options.about);
      } catch (error) {
        this.#giveUp(key, error);
      }
    });
  }

  /** Takes the first answer to the id, or something broken that stands for it. Returns false where nobody waits for it. */
  answer(id: Id, response: JsonObject): boolean {
    const asked = this.#asked.get(idKey(id));
    if (asked === undefined) return false;
    if (!asked.answered) this.turns.add(() => asked.settle(response));
    asked.answered = true;
    return true;
  }

  /** Rejects all that wait, and whatever is asked later, with ConnectionClosed. */
  end(): void {
    this.#over = true;
    for (const asked of [...this.#asked.values()]) asked.settle(new ConnectionClosed());
  }

  #limits(key: string, method: string, { timeout, signal }: RequestOptions): (() => void)[] {
    const undo: (() => void)[] = [];
    if (timeout !== undefined)
      undo.push(this.clock.after(timeout, () => this.#giveUp(key, new RequestTimeout(method, timeout))));
    if (signal !== undefined) {
      const abort = () => this.#giveUp(key, signal.reason);
      signal.addEventListener('abort', abort, { once: true });
      undo.push(() => signal.removeEventListener('abort', abort));
    }
    return undo;
  }

  #giveUp(key: string, reason: unknown): void {
    this.#asked.get(key)?.settle(reason instanceof Error ? reason : new Error(String(reason)));
  }
}
