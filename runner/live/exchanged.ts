import { BoundedMap } from '../../src/bounded/bounded-map.js';
import type { Json, JsonObject } from '../../src/json/json.js';
import { isObject } from '../../src/json/json.js';
import { shapeOf } from '../../src/jsonrpc/messages.js';
import type { Side } from '../../src/watch/finding.js';
import { keyOfId } from '../../src/watch/ids.js';
import { otherSide } from '../../src/watch/memory.js';

/** How many requests of a side are remembered. */
const REMEMBERED = 5_000;

/** A request of one side. */
export interface Asked {
  id: Json;
  method: string;
  answered: boolean;
}

/** The requests of both sides of one connection, so that a response can be paired with the one that it answers. Bounded. */
export class ExchangedRequests {
  private readonly asked: Record<Side, BoundedMap<string, Asked>> = {
    kit: new BoundedMap(REMEMBERED),
    target: new BoundedMap(REMEMBERED),
  };
  private readonly waiting: Record<Side, number> = { kit: 0, target: 0 };

  /** Takes the next message, and says which method a response answers; the type of its id does not matter. */
  note(from: Side, message: Json | undefined): string | undefined {
    if (message === undefined || !isObject(message)) return undefined;
    const { id = null, method } = message;
    const shape = shapeOf(message);
    if (shape === 'request') {
      const known = this.asked[from].get(keyOfId(id));
      if (!known || known.answered) this.waiting[from]++;
      this.asked[from].set(keyOfId(id), { id, method: String(method), answered: false });
    }
    if (shape !== 'response') return undefined;
    const asker = otherSide(from);
    const asked = this.answered(asker, id);
    if (asked && !asked.answered) {
      asked.answered = true;
      this.waiting[asker]--;
    }
    return asked?.method;
  }

  /** A response with the id that its request had, where it only has it in another type: "1" for 1. Any other message as it is. */
  mended(from: Side, message: Json): Json {
    if (!isObject(message) || shapeOf(message) !== 'response') return message;
    const asked = this.answered(otherSide(from), message.id ?? null);
    const isSame = asked === undefined || keyOfId(asked.id) === keyOfId(message.id);
    return isSame || asked.answered ? message : ({ ...message, id: asked.id } satisfies JsonObject);
  }

  /**
   * The request of `asker` that a response with this id answers: one that waits before one that is answered, and one with the id as it
   * is before one with the same in the other type.
   */
  answered(asker: Side, id: Json): Asked | undefined {
    const exact = this.asked[asker].get(keyOfId(id));
    const other = this.asked[asker].get(keyOfId(retyped(id)));
    return [exact, other].find((one) => one && !one.answered) ?? exact ?? other;
  }

  /** Whether a side waits for an answer. */
  waits(side: Side): boolean {
    return this.waiting[side] > 0;
  }
}

/** An id in the other type that it may have. */
function retyped(id: Json): Json {
  if (typeof id === 'string') return /^-?\d{1,15}$/.test(id) ? Number(id) : null;
  return typeof id === 'number' || typeof id === 'bigint' ? String(id) : null;
}
