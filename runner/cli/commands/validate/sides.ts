import { BoundedMap } from '../../../../src/bounded/bounded-map.js';
import { showValue } from '../../../../src/json/display.js';
import { isObject, type Json, type JsonObject } from '../../../../src/json/json.js';
import { getPointer } from '../../../../src/json/pointer.js';
import { type Asked, idKey } from '../../../../src/jsonrpc/ledger.js';
import { shapeOf } from '../../../../src/jsonrpc/messages.js';
import type { Side } from '../../../../src/watch/finding.js';
import { otherSide } from '../../../../src/watch/memory.js';
import type { Definitions } from '../../../../src/watch/rule.js';
import { ExchangedRequests } from '../../../live/exchanged.js';

/** How many values of a link are remembered. */
const REMEMBERED = 5_000;

/** Who sent a message. */
export interface Sender {
  side: Side;
  /** Nobody can say it, so that the message says nothing about a side. */
  unclear?: true;
  /** Why that is so, where a reader must know. */
  why?: string;
}

/** By what a notification names a request: the pointers to it in both, and whether the one who asked sends it. */
export interface Link {
  notify: readonly string[];
  key: string;
  of: string;
  own: boolean;
}

/**
 * Says who sent messages that do not say it. A request or notification comes from the side whose method it is, or that is named by what
 * it links to; a response from the side that owes one under its id. Where both do, the result tells, or the answer that comes later.
 * Where nothing tells, a request comes from the client and a response from the server, so that it does not depend on who asks.
 */
export class Sides {
  private readonly requests = new ExchangedRequests();
  /** The ids under which nobody can say who answered. */
  private readonly unclear = new Set<string>();
  /** Of each link, the sides that asked with a value. */
  private readonly linked: BoundedMap<string, Set<Side>>[];
  private last: Side;

  /**
   * @param definitions the methods as the side `target` sees them
   * @param client which side is the client of the protocol
   * @param links how notifications of both sides name requests
   */
  constructor(
    private readonly definitions: Definitions,
    private readonly client: Side,
    private readonly links: readonly Link[],
  ) {
    this.linked = links.map(() => new BoundedMap(REMEMBERED));
    this.last = otherSide(client);
  }

  /**
   * The sender of the next message.
   *
   * @param known who sent it, where the message says it
   * @param later the messages of the same conversation that follow
   */
  of(message: Json | undefined, known: Side | undefined, later: () => Iterable<Json | undefined>): Sender {
    const sender = known === undefined ? this.guess(message, later) : { side: known };
    this.requests.note(sender.side, message);
    if (isObject(message) && shapeOf(message) === 'request') this.link(sender.side, message);
    this.last = sender.side;
    return sender;
  }

  private link(side: Side, message: JsonObject): void {
    for (const [index, { of }] of this.links.entries()) {
      const value = getPointer(message, of);
      if (value !== undefined) this.linked[index]!.obtain(idKey(value), () => new Set()).add(side);
    }
  }

  private guess(message: Json | undefined, later: () => Iterable<Json | undefined>): Sender {
    const shape = message === undefined || !isObject(message) ? 'invalid' : shapeOf(message);
    if (shape === 'response') return this.responder(message as JsonObject, later);
    if (shape === 'invalid') return { side: otherSide(this.last) };
    const from = this.definitions.method(String((message as JsonObject).method))?.from ?? [];
    if (from.length === 1) return { side: from[0]! };
    return shape === 'request' ? { side: this.requester(message as JsonObject) } : this.notifier(message as JsonObject);
  }

  /** Of a request that both sides may send: the one that has not used its id, before all the client. */
  private requester({ id = null }: JsonObject): Side {
    const isUsed = (side: Side) => this.requests.answered(side, id) !== undefined;
    return isUsed(this.client) && !isUsed(otherSide(this.client)) ? otherSide(this.client) : this.client;
  }

  private notifier(message: JsonObject): Sender {
    for (const [index, { notify, key, own }] of this.links.entries()) {
      const value = notify.includes(String(message.method)) ? getPointer(message, key) : undefined;
      const askers = value === undefined ? undefined : this.linked[index]!.get(idKey(value));
      if (askers?.size === 1) {
        const [asker] = askers;
        return { side: own ? asker! : otherSide(asker!) };
      }
    }
    return { side: otherSide(this.last), unclear: true };
  }

  private responder(message: JsonObject, later: () => Iterable<Json | undefined>): Sender {
    const key = idKey(message.id);
    const waiting = this.askers(message, ({ answers }) => answers === 0);
    if (waiting.length === 2) return this.oneOfTwo(message, later);
    const unclear = this.unclear.delete(key);
    const [asker] = waiting.length === 1 ? waiting : this.askers(message, () => true);
    if (asker !== undefined) return { side: otherSide(asker), ...(unclear ? { unclear: true } : {}) };
    const open = (['kit', 'target'] as const).filter((side) => this.requests.waits(side));
    return { side: open.length === 1 ? otherSide(open[0]!) : otherSide(this.client) };
  }

  /** The sides that have a request under the id of a response. One that has it in the other type counts where no other has it. */
  private askers(message: JsonObject, isMeant: (asked: Asked<undefined>) => boolean): Side[] {
    const asked = (['kit', 'target'] as const).flatMap((side) => {
      const one = this.requests.answered(side, message.id ?? null);
      return one && isMeant(one) ? [{ side, isExact: idKey(one.id) === idKey(message.id) }] : [];
    });
    const exact = asked.filter(({ isExact }) => isExact);
    return (exact.length > 0 ? exact : asked).map(({ side }) => side);
  }

  /** Both wait: what fits the request of one alone answers that, and of two answers the later one may tell. */
  private oneOfTwo(message: JsonObject, later: () => Iterable<Json | undefined>): Sender {
    const asker = this.fitting(message);
    if (asker !== undefined) return { side: otherSide(asker) };
    const next = nextWithId(message, later());
    const other = next && this.fitting(next);
    if (other !== undefined) return { side: other };
    const why = `not judged: both sides wait for an answer with the id ${showValue(message.id)}, and nothing says whose this is`;
    this.unclear.add(idKey(message.id));
    return { side: otherSide(this.client), unclear: true, why };
  }

  /** The side whose request alone a response fits. */
  private fitting({ id = null, result }: JsonObject): Side | undefined {
    if (result === undefined) return undefined;
    const fit = (['kit', 'target'] as const).filter((side) => {
      const asked = this.requests.answered(side, id);
      const results = asked && this.definitions.method(asked.method)?.results;
      return results === undefined || results.length === 0 || this.fits(results, result);
    });
    return fit.length === 1 ? fit[0] : undefined;
  }

  private fits(results: readonly string[], result: Json): boolean {
    try {
      return this.definitions.misfits(results, result).length === 0;
    } catch (error) {
      if (error instanceof RangeError) return true;
      throw error;
    }
  }
}

/** The next response with the id of this one, unless a request has it before. */
function nextWithId({ id }: JsonObject, later: Iterable<Json | undefined>): JsonObject | undefined {
  for (const message of later) {
    if (message === undefined || !isObject(message) || idKey(message.id) !== idKey(id)) continue;
    return shapeOf(message) === 'response' ? message : undefined;
  }
  return undefined;
}
