import { asObject, isObject, type Json, type JsonObject } from '../../../json/json.js';
import { CARD_KEYS, CardKeys } from '../card/v1/signing.js';
import type { AgentForm } from '../server/agent-form.js';
import { V1_REQUESTED } from '../version.js';
import { cardOfV1 } from './card.js';
import { defined } from './changes.js';
import { CoreSteps } from './core-steps.js';
import { v1Parts } from './parts.js';

/**
 * The agent of A2A 1.0 that is played against a client.
 *
 * @param isCore whether the steps of its case are in the core form, and not in that of 1.0
 * @param isRest whether the client speaks HTTP+JSON
 */
export function v1Agent(isCore: boolean, isRest: boolean): AgentForm {
  const keys = new CardKeys();
  return {
    parts: (parts, tasksOf) => {
      const { endpoint, ...made } = v1Parts(parts, tasksOf);
      // Whether a client names the version is for a rule to judge: without it everything else can still be seen.
      const { refusal: _, ...profile } = endpoint.profile!;
      const documents = { [CARD_KEYS]: () => keys.published() };
      return { ...made, endpoint: { ...endpoint, profile: { ...profile, documents } } };
    },
    card: (base, offer, all) => ({
      ...asObject(cardOfV1(base, offer)),
      supportedInterfaces: all.map(({ url, transport, version = V1_REQUESTED, tenant }) =>
        defined({ url, protocolBinding: transport, protocolVersion: version, tenant }),
      ),
    }),
    patch: isCore ? patchFromCore : (card) => card,
    signed: (card, signers, base) => keys.signed(card, signers, `${base}${CARD_KEYS}`),
    ...(isCore && { steps: new CoreSteps(isRest) }),
  };
}

/** What is laid over a card of the core form, for one of 1.0. */
function patchFromCore({ security, supportsAuthenticatedExtendedCard: extendedAgentCard, ...rest }: JsonObject) {
  const { capabilities } = rest;
  const more = isObject(capabilities) ? capabilities : {};
  return defined({
    ...rest,
    capabilities: extendedAgentCard === undefined ? capabilities : { ...more, extendedAgentCard },
    securityRequirements: Array.isArray(security) ? security.map(requirement) : undefined,
  });
}

function requirement(schemes: Json): Json {
  if (!isObject(schemes)) return schemes;
  const lists = Object.entries(schemes).map(([name, list]): [string, Json] => [name, { list }]);
  return { schemes: Object.fromEntries(lists) };
}
