import type { Json } from '../../../src/json/json.js';
import { isObject } from '../../../src/json/json.js';
import { shapeOf } from '../../../src/jsonrpc/messages.js';
import type { Side } from '../../../src/watch/finding.js';
import { keyOfId, otherSide } from '../../../src/watch/memory.js';
import type { Definitions } from '../../../src/watch/rule.js';

/**
 * Guesses who sent a message that does not say it: a request or notification comes from the side whose method it is, a
 * response from the side that was asked with its id. Where both are possible the other side than that of the message before
 * is taken, and at the beginning the kit's.
 */
export class Sides {
  private readonly asked: Record<Side, Set<string>> = { kit: new Set(), target: new Set() };
  private last: Side = 'target';

  constructor(private readonly definitions: Definitions) {}

  /** The sender of the next message; `known` where the message says it. */
  of(message: Json | undefined, known?: Side): Side {
    const side = known ?? this.guess(message);
    if (isObject(message as Json) && shapeOf(message as Json) === 'request') this.asked[side].add(this.key(message));
    this.last = side;
    return side;
  }

  private guess(message: Json | undefined): Side {
    const shape = message === undefined ? 'invalid' : shapeOf(message);
    if (shape === 'response') {
      const askers = (['kit', 'target'] as const).filter((side) => this.asked[side].has(this.key(message)));
      const [asker] = askers;
      return askers.length === 1 ? otherSide(asker!) : 'target';
    }
    if (shape === 'invalid' || !isObject(message as Json)) return otherSide(this.last);
    const from = this.definitions.method(String((message as { method?: Json }).method))?.from ?? [];
    return from.length === 1 ? from[0]! : otherSide(this.last);
  }

  private key(message: Json | undefined): string {
    return keyOfId((message as { id?: Json } | undefined)?.id);
  }
}
