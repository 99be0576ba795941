import type { AgentCard } from '../../../generated/types/a2a-0.3.0.js';
import { asObject, isObject, type Json, type JsonObject } from '../../../json/json.js';
import { cardOf, type Offer } from '../server/card.js';
import { cardOfV1 } from '../v1/card.js';

/**
 * The card of a server that speaks 0.3.0 and 1.0 at this address, for clients of either: what both have is there once, with the members
 * of both forms, and `supportedInterfaces` has the interfaces of both versions, those of 1.0 first.
 *
 * @param transport the one that it prefers
 */
export function cardOfBoth(url: string, offer: Offer, transport: 'http' | 'rest'): AgentCard {
  const old = cardOf(url, offer, transport);
  const { url: preferred, preferredTransport = 'JSONRPC', additionalInterfaces = [] } = old;
  const [, ...others] = additionalInterfaces;
  const older = [{ url: preferred, transport: preferredTransport }, ...others].map((one) => ({
    url: one.url,
    protocolBinding: one.transport,
    protocolVersion: '0.3',
  }));
  const card = merged(asObject(old), asObject(cardOfV1(url, offer, transport)));
  const { supportedInterfaces } = card;
  const interfaces = [...(Array.isArray(supportedInterfaces) ? supportedInterfaces : []), ...older];
  return { ...card, supportedInterfaces: interfaces } as object as AgentCard;
}

/** Two objects in one; of members that both have, objects are merged, and of others those of the second count. */
function merged(first: JsonObject, second: JsonObject): JsonObject {
  const both = Object.entries(second).map(([name, value]): [string, Json] => {
    const { [name]: other } = first;
    return [name, isObject(other) && isObject(value) ? merged(other, value) : value];
  });
  return { ...first, ...Object.fromEntries(both) };
}
