import type { Codec } from '../../../conversation/codec/codec.js';
import type { AgentCard } from '../../../generated/types/a2a-0.3.0.js';
import { isObject, type Json } from '../../../json/json.js';
import { jsonRpcBinding } from '../bindings/json-rpc.js';
import { restIn } from '../bindings/rest.js';
import { AgentProblem } from './agent-problem.js';

/** Where an agent has its card: at the root of its site (A2A 0.3.0, 5.3), or below the address of one that is a folder of a site. */
export const cardUrl = (agent: string): string =>
  new URL(`${new URL(agent).pathname.endsWith('/') ? '' : '/'}.well-known/agent-card.json`, agent).href;

/** How an agent is spoken to, and where. */
export interface Interface {
  url: string;
  codec: Codec;
}

/** Takes a document for a card where it has what a client needs to begin. Throws AgentProblem. */
export function cardFrom(document: Json): AgentCard {
  if (!isObject(document) || typeof document.url !== 'string') throw new AgentProblem('the agent card names no url');
  return document as unknown as AgentCard;
}

/**
 * The interfaces of a card whose transport we speak: that of its url, then the additional ones in their order (A2A 0.3.0, 5.6.3).
 * Throws AgentProblem if there is none.
 */
export function interfacesOf(card: AgentCard, dialect: string | undefined): [Interface, ...Interface[]] {
  const codecs: { readonly [transport: string]: Codec } = { JSONRPC: jsonRpcBinding, 'HTTP+JSON': restIn(dialect) };
  const { url, preferredTransport = 'JSONRPC', additionalInterfaces = [] } = card;
  const all = [{ url, transport: preferredTransport }, ...additionalInterfaces];
  const [first, ...others] = all
    .filter(({ transport }) => Object.hasOwn(codecs, transport))
    .map((known) => ({ url: known.url, codec: codecs[known.transport]! }));
  if (first) return [first, ...others];
  const named = [...new Set(all.map(({ transport }) => transport))].join(', ');
  throw new AgentProblem(`the agent is spoken to by ${named} alone, and not by ${Object.keys(codecs).join(' or ')}`);
}
