import { isObject, type Json, type JsonObject } from '../../../json/json.js';
import { decoded } from '../card/jws.js';
import { keysOf, payloadsOf, verified } from '../card/v1/verify.js';
import { AgentProblem } from './agent-problem.js';
import type { ClientParts } from './parts.js';
import type { ClientScript } from './script.js';

/** How a card is verified. */
export interface Verifying {
  /** The signatures that count. Default: all of the card. */
  counting?(signatures: readonly Json[]): readonly Json[];
  /** What may have been signed. Default: what A2A 1.0 says. */
  payloads?(card: JsonObject): string[];
}

/** Verifies cards with the keys of a script, or with those that a signature names at the origin of this address (A2A 1.0.1, 8.4.3). */
export function verifier(
  { verify }: Pick<ClientScript, 'verify'>,
  url: string,
  { counting = (all) => all, payloads = payloadsOf }: Verifying = {},
): ClientParts['verify'] {
  return async (card, keysAt) => {
    const all = isObject(card) && Array.isArray(card.signatures) ? counting(card.signatures) : [];
    if (!isObject(card) || all.length === 0) throw new AgentProblem('the agent card has no signature');
    const keys = verify?.keys ?? (await keysNamedBy(all, url, keysAt));
    const known = verified({ signatures: [...all] }, keys, payloads(card));
    if (!known.some(({ isTrue }) => isTrue))
      throw new AgentProblem('the agent card has no signature that is true of it');
  };
}

/** The keys of the sets that signatures name. A set of another origin proves nothing about this agent. */
async function keysNamedBy(
  signatures: readonly Json[],
  url: string,
  keysAt: (address: string) => Promise<Json>,
): Promise<JsonObject[]> {
  const named = new Set(signatures.flatMap((one) => keySetOf(one) ?? []));
  const own = [...named].filter((address) => URL.canParse(address) && new URL(address).origin === new URL(url).origin);
  const sets = await Promise.all(own.map(keysAt));
  return sets.flatMap(keysOf);
}

function keySetOf(signature: Json): string | undefined {
  const written = isObject(signature) ? signature.protected : undefined;
  const header = typeof written === 'string' ? decoded(written) : undefined;
  return isObject(header) && typeof header.jku === 'string' ? header.jku : undefined;
}
