import type { AgentCard } from '../../../generated/types/a2a-1.0.1.js';
import { SKILLS } from '../server/agent/skills.js';
import { EXTENSION, MODES, type Offer, shippedSkill } from '../server/card.js';
import { V1_REQUESTED } from '../version.js';

/** The bindings of the reference by their names in a target file, as a card has them. */
const NAMES = { http: 'JSONRPC', rest: 'HTTP+JSON' };

/**
 * The card of a server at this address (A2A 1.0.1, 4.4.1).
 *
 * @param transport the one that it prefers
 */
export function cardOfV1(url: string, offer: Offer, transport: keyof typeof NAMES = 'http'): AgentCard {
  const at = (binding: keyof typeof NAMES) => ({
    url: binding === 'http' ? `${url}/` : url,
    protocolBinding: NAMES[binding],
    protocolVersion: V1_REQUESTED,
  });
  return {
    name: 'Proctor reference agent',
    description: 'Does what the first word of a message says, so that clients and kits can be tried on it.',
    supportedInterfaces: [at(transport), at(transport === 'http' ? 'rest' : 'http')],
    version: '1.0.0',
    capabilities: {
      streaming: offer.streaming,
      pushNotifications: offer.push,
      extendedAgentCard: offer.extendedCard,
      extensions: [{ uri: EXTENSION, description: 'Is named in the reply to whoever names it.', required: false }],
    },
    defaultInputModes: [...MODES],
    defaultOutputModes: [...MODES],
    securitySchemes: { token: { httpAuthSecurityScheme: { scheme: 'Bearer' } } },
    ...(offer.secured ? { securityRequirements: [{ schemes: { token: { list: [] } } }] } : {}),
    skills: Object.keys(SKILLS).map(shippedSkill),
  };
}
