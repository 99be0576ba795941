import type { Json } from '../../src/json/json.js';
import { isObject } from '../../src/json/json.js';
import { type Asked, RequestLedger } from '../../src/jsonrpc/ledger.js';
import { shapeOf } from '../../src/jsonrpc/messages.js';
import type { Side } from '../../src/watch/finding.js';
import { otherSide } from '../../src/watch/memory.js';

/** How many requests of a side are remembered. */
const REMEMBERED = 5_000;

/** The requests of both sides of one connection, so that a response can be paired with the one that it answers. Bounded. */
export class ExchangedRequests {
  private readonly ledger = new RequestLedger<Side, undefined>(REMEMBERED);

  /** Takes the next message, and says which method a response answers; the type of its id does not matter. */
  note(from: Side, message: Json | undefined): string | undefined {
    if (message === undefined || !isObject(message)) return undefined;
    const { id = null, method } = message;
    const shape = shapeOf(message);
    if (shape === 'request') this.ledger.asked(from, id, String(method), undefined);
    if (shape !== 'response') return undefined;
    const { to, meant } = this.ledger.replied(from, id);
    return (to ?? meant)?.method;
  }

  /** A response with the id that its request had, where it only has it in another type: "1" for 1. Any other message as it is. */
  mended(from: Side, message: Json): Json {
    if (!isObject(message) || shapeOf(message) !== 'response') return message;
    const { meant } = this.ledger.pairing(from, message.id);
    return meant?.answers === 0 ? { ...message, id: meant.id } : message;
  }

  /** The request of `asker` that a response with this id answers, in whichever type. */
  answered(asker: Side, id: Json): Asked<undefined> | undefined {
    const { to, meant } = this.ledger.pairing(otherSide(asker), id);
    return to ?? meant;
  }

  /** Whether a side waits for an answer. */
  waits(side: Side): boolean {
    return this.ledger.waits(side);
  }
}
