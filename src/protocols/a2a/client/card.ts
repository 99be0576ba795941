import type { Codec } from '../../../conversation/codec/codec.js';
import type { AgentCard } from '../../../generated/types/a2a-0.3.0.js';
import { isObject, type Json, type JsonObject } from '../../../json/json.js';
import type { Headers } from '../../../wire/carried.js';
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
  /** How its bodies may be written instead, if the agent does not understand the first. */
  other?: Codec;
  /** How the messages of the core are said here. Default: as they are. */
  spoken?: Spoken;
}

/** How messages of the core are said in another version of A2A. */
export interface Spoken {
  /** On every request. */
  headers: Headers;
  request(message: JsonObject): JsonObject;
  /** A result of a method of the core, in terms of the core. */
  result(method: string, result: Json): Json;
}

/** At least one. */
export type Interfaces = [Interface, ...Interface[]];

/**
 * Takes a document for a card where it has what a client needs to begin, and requires no extension but those of `understood` (A2A 0.3.0,
 * 5.5.2.1). Throws AgentProblem.
 */
export function cardFrom(document: Json, understood: readonly string[] = []): AgentCard {
  if (!isObject(document) || typeof document.url !== 'string') throw new AgentProblem('the agent card names no url');
  return usable(document as unknown as AgentCard, understood);
}

/** The same card, if it requires no extension but those of `understood`. Throws AgentProblem. */
export function usable(card: AgentCard, understood: readonly string[]): AgentCard {
  const missing = card.capabilities?.extensions?.find(
    ({ uri, required = false }) => required && !understood.includes(uri),
  );
  if (missing)
    throw new AgentProblem(`the agent requires the extension ${missing.uri}, which this client does not have`);
  return card;
}

/** Which interfaces of a card are used, and how their bodies are written. */
export interface Choice {
  /** The form of bodies over REST, as target files name it. Default: that of the core, and the other for an agent that does not understand it. */
  dialect?: string;
  /** The transport whose interfaces go first. Default: that of the card's url. */
  first?: string;
}

/** REST as cards name it. */
export const REST = 'HTTP+JSON';

/**
 * The interfaces of a card whose transport we speak: that of its url, then the additional ones in their order (A2A 0.3.0, 5.6.3).
 * Throws AgentProblem if there is none.
 */
export function interfacesOf(card: AgentCard, { dialect, first: wanted }: Choice = {}): Interfaces {
  const codecs: { readonly [transport: string]: Omit<Interface, 'url'> } = {
    JSONRPC: { codec: jsonRpcBinding },
    [REST]: { codec: restIn(dialect), ...(dialect === undefined && { other: restIn('protojson') }) },
  };
  const { url, preferredTransport = 'JSONRPC', additionalInterfaces = [] } = card;
  const all = [{ url, transport: preferredTransport }, ...additionalInterfaces];
  const known = all.filter(({ transport }) => Object.hasOwn(codecs, transport));
  const isWanted = ({ transport }: { transport: string }) => transport === wanted;
  const [first, ...others] = [...known.filter(isWanted), ...known.filter((one) => !isWanted(one))].map((one) => {
    return { url: one.url, ...codecs[one.transport]! };
  });
  if (first) return [first, ...others];
  const named = [...new Set(all.map(({ transport }) => transport))].join(', ');
  throw new AgentProblem(`the agent is spoken to by ${named} alone, and not by ${Object.keys(codecs).join(' or ')}`);
}

/** The transport of a card that `--transport rest` asks for; others follow the card. */
export const transportOnCard = (transport: string | undefined): Choice => (transport === 'rest' ? { first: REST } : {});
