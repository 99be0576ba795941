import type { JsonObject } from '../../../../json/json.js';
import { idKey } from '../../../../jsonrpc/ledger.js';
import { type Id, shapeOf } from '../../../../jsonrpc/messages.js';
import type { SseFields } from '../../../../wire/carried.js';

/** ms to wait before a stream is asked for again where the server has not said how long. */
const RETRY = 1_000;
/** How often in a row a stream is asked for that brings nothing. */
const MOST_ATTEMPTS = 3;

/** What a client knows of a stream of its server, whichever connections carry it (MCP 2025-11-25, Transports, Resumability). */
export class ServerStream {
  /** The request whose answer it shall bring was answered. */
  answered = false;
  #lastEventId: string | undefined;
  #retry = RETRY;
  #attempts = 0;

  /** @param request the id of the request that it answers; unset where it is the session's own */
  constructor(readonly request?: Id) {}

  /** Reads the fields of an event. */
  note({ id, retry }: SseFields): void {
    if (id !== undefined) this.#lastEventId = id === '' ? undefined : id;
    if (retry !== undefined) this.#retry = retry;
    this.#attempts = 0;
  }

  /** Reads a message that came on it. */
  took(message: JsonObject): void {
    const answers = this.request !== undefined && shapeOf(message) === 'response';
    if (answers && idKey(message.id) === idKey(this.request!)) this.answered = true;
  }

  /** From where the server shall go on; undefined where no event had an id. */
  get lastEventId(): string | undefined {
    return this.#lastEventId;
  }

  /** ms after which it may be asked for again; undefined where there is nothing to ask for, or it was asked for in vain too often. */
  again(): number | undefined {
    const open = this.request === undefined || (!this.answered && this.#lastEventId !== undefined);
    if (!open || ++this.#attempts > MOST_ATTEMPTS) return undefined;
    return this.#retry;
  }
}
