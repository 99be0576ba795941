import { Few } from '../../../bounded/few.js';
import type { JsonObject } from '../../../json/json.js';
import { isObject } from '../../../json/json.js';
import { idKey } from '../../../jsonrpc/ledger.js';
import type { Link, Related } from '../../../jsonrpc/link.js';
import type { Id } from '../../../jsonrpc/messages.js';
import type { Listener } from '../../../wire/carried.js';

/** A link that can tell when a response has left: what must not overtake it waits for that. */
export class Outbox implements Link {
  readonly closed: Promise<void>;
  private readonly waiting = new Few<(() => void)[]>();

  constructor(private readonly link: Link) {
    this.closed = link.closed;
  }

  /** Calls `act` once the response to the request with this id has left. */
  afterReply(id: Id, act: () => void): void {
    const key = idKey(id);
    this.waiting.set(key, [...(this.waiting.get(key) ?? []), act]);
  }

  send(message: JsonObject, about?: Related): void {
    this.link.send(message, about);
    if (this.waiting.size === 0 || 'method' in message || !isObject(message)) return;
    const key = idKey(message.id);
    const acts = this.waiting.get(key) ?? [];
    this.waiting.delete(key);
    for (const act of acts) act();
  }

  listen(listener: Listener): void {
    this.link.listen(listener);
  }

  close(): void {
    this.link.close();
  }
}
