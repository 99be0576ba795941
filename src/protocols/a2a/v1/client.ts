import type { Codec } from '../../../conversation/codec/codec.js';
import type { AgentCard } from '../../../generated/types/a2a-0.3.0.js';
import { isObject, type Json } from '../../../json/json.js';
import { own } from '../../../json/own.js';
import { jsonRpcBinding } from '../bindings/json-rpc.js';
import { AgentProblem } from '../client/agent-problem.js';
import { type Choice, type Interfaces, REST, type Spoken, usable } from '../client/card.js';
import type { ClientVersion } from '../client/client-version.js';
import { V1_REQUESTED } from '../version.js';
import { requestFromCore } from './from-core.js';
import { isCoreMethod } from './names.js';
import { v1Rest } from './rest.js';
import { resultToCore } from './to-core.js';

/** How a client speaks A2A 1.0, in terms of the core. */
export const v1Client: ClientVersion = {
  cardFrom: (document, understood) => usable(cardToCore(document), understood),
  interfacesOf,
  endsByState: true,
  agentsWait: true,
  extensions: 'a2a-extensions',
  signed: true,
};

/** A card of 1.0 as the core has it, but for its interfaces. Throws AgentProblem. */
function cardToCore(document: Json): AgentCard {
  const all = isObject(document) ? document.supportedInterfaces : undefined;
  if (!isObject(document) || !Array.isArray(all) || all.length === 0)
    throw new AgentProblem('the agent card names no interfaces');
  const capabilities = isObject(document.capabilities) ? document.capabilities : {};
  const card = {
    ...document,
    capabilities,
    supportsAuthenticatedExtendedCard: capabilities.extendedAgentCard === true,
  };
  return card as unknown as AgentCard;
}

/** How the bindings of a card are spoken, by their names there. */
const CODECS: { readonly [binding: string]: Codec } = { JSONRPC: jsonRpcBinding, [REST]: v1Rest };

/**
 * The interfaces of a card that are spoken here, in the order of the card (A2A 1.0.1, 8.3.2), but for the binding that is wanted first.
 * Throws AgentProblem if there is none.
 */
function interfacesOf(card: AgentCard, { first: wanted }: Choice): Interfaces {
  const { supportedInterfaces = [] } = card as { supportedInterfaces?: Json[] };
  const known = supportedInterfaces.filter(isObject).flatMap(({ url, tenant, protocolBinding, protocolVersion }) => {
    const codec = typeof protocolBinding === 'string' ? own(CODECS, protocolBinding) : undefined;
    if (!codec || !isVersion(protocolVersion)) return [];
    return [{ isWanted: protocolBinding === wanted, at: { url: String(url), codec, spoken: spokenTo(tenant) } }];
  });
  const [first, ...others] = [...known.filter(({ isWanted }) => isWanted), ...known.filter((one) => !one.isWanted)];
  if (first) return [first.at, ...others.map(({ at }) => at)];
  const names = Object.keys(CODECS).join(' or ');
  throw new AgentProblem(`the agent has no interface for ${names} in version ${V1_REQUESTED}`);
}

/** Patches do not count (A2A 1.0.1, 3.6). */
const isVersion = (named: Json | undefined) => /^\d+[.]\d+/.exec(String(named))?.[0] === V1_REQUESTED;

/** Every request says the version, and names the tenant of the interface if that has one. */
const spokenTo = (tenant: Json | undefined): Spoken => ({
  headers: { 'a2a-version': V1_REQUESTED },
  request: (message) => {
    const said = requestFromCore(message);
    return tenant === undefined ? said : { ...said, params: { tenant, ...(said.params as object | undefined) } };
  },
  result: (method, result) => (isCoreMethod(method) ? resultToCore(method, result) : result),
});
