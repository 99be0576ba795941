import type { AgentCard, AgentSkill } from '../../../generated/types/a2a-0.3.0.js';
import type { A2AServerScriptFile } from '../../../generated/types/a2a-server-script-v1.js';
import { setOwn } from '../../../json/own.js';
import type { Headers } from '../../../wire/carried.js';
import { VERSION } from '../version.js';
import { SKILLS } from './agent/skills.js';

/** Where a server has its card (A2A 0.3.0, 5.3), and where older clients look for it. */
export const CARD_PATHS: readonly string[] = [
  '/.well-known/agent-card.json',
  '/.well-known/a2a-agent',
  '/.well-known/agent.json',
  '/agent/card',
];

/** What the agent takes and gives. */
export const MODES = ['text/plain', 'application/json', 'application/octet-stream', 'application/pdf'];

/** Where JSON-RPC is spoken beside the root, so that a card has several interfaces for it. */
export const SECOND_PATH = '/rpc';

/** An extension of the reference that does nothing but be named in replies. */
export const EXTENSION = 'https://proctor.example/extensions/noted';

/** The extensions that a request activates by this header (A2A 0.3.0, Extensions), as headers of its reply. */
export function activatedBy(headers: Headers, header = 'x-a2a-extensions'): Headers {
  const { [header]: named = '' } = headers;
  return named.split(',').some((one) => one.trim() === EXTENSION) ? { [header]: EXTENSION } : {};
}

/** What the server offers beyond sending messages and reading tasks. */
export interface Offer {
  streaming: boolean;
  push: boolean;
  extendedCard: boolean;
  /** Whether every request needs credentials, and not the extended card alone. */
  secured: boolean;
}

/** The transports of the reference by their names in a target file, as a card has them. */
const NAMES = { http: 'JSONRPC', rest: 'HTTP+JSON' };

/**
 * The card of a server at this address.
 *
 * @param transport the one that it prefers
 */
export function cardOf(url: string, offer: Offer, transport: keyof typeof NAMES = 'http'): AgentCard {
  const own = {
    http: { url: `${url}/`, transport: NAMES.http },
    rest: { url: `${url}/v1`, transport: NAMES.rest },
  };
  const preferred = own[transport];
  return {
    protocolVersion: VERSION,
    name: 'Proctor reference agent',
    description: 'Does what the first word of a message says, so that clients and kits can be tried on it.',
    url: preferred.url,
    preferredTransport: preferred.transport,
    additionalInterfaces: [
      preferred,
      own[transport === 'http' ? 'rest' : 'http'],
      { url: `${url}${SECOND_PATH}`, transport: NAMES.http },
    ],
    version: '1.0.0',
    capabilities: {
      streaming: offer.streaming,
      pushNotifications: offer.push,
      stateTransitionHistory: false,
      extensions: [{ uri: EXTENSION, description: 'Is named in the reply to whoever names it.', required: false }],
    },
    defaultInputModes: MODES,
    defaultOutputModes: MODES,
    securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
    ...(offer.secured ? { security: [{ token: [] }] } : {}),
    supportsAuthenticatedExtendedCard: offer.extendedCard,
    skills: Object.keys(SKILLS).map(shippedSkill),
  };
}

export function shippedSkill(id: string): AgentSkill {
  return { id, name: id, description: SKILLS[id]!.description, tags: ['test'] };
}

/** A card with the members and skills of a script in place of its own; null takes a member away. */
export function scriptedCard(
  card: AgentCard,
  { card: members = {}, skills }: Pick<A2AServerScriptFile, 'card' | 'skills'>,
): AgentCard {
  const scripted: { [name: string]: unknown } = { ...card };
  for (const [name, value] of Object.entries(members)) {
    if (value === null) delete scripted[name];
    else setOwn(scripted, name, value);
  }
  if (skills !== undefined)
    scripted.skills = skills.map((skill) => {
      if (typeof skill === 'string') return shippedSkill(skill);
      return { name: skill.id, description: '', tags: [], ...skill };
    });
  return scripted as unknown as AgentCard;
}

/** The card for those who have signed in: it has a skill more. */
export function extendedCardOf(card: AgentCard): AgentCard {
  const more = { id: 'secret', name: 'secret', description: 'For those who have signed in.', tags: ['test'] };
  return { ...card, skills: [...card.skills, more] };
}
