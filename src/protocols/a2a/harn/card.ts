import { createHmac } from 'node:crypto';
import type { AgentCard } from '../../../generated/types/a2a-0.3.0.js';
import type { SignatureEnvelope } from '../../../generated/types/a2a-0.3.0-harn.js';
import type { A2AHarnScriptFile } from '../../../generated/types/a2a-harn-script-v1.js';
import { asObject, stringifyJson } from '../../../json/json.js';
import type { Skill } from '../server/agent/skills.js';
import { cardOf, type Offer, scriptedCard } from '../server/card.js';
import type { Caller } from '../server/server.js';

export interface HarnCardOptions {
  offer: Offer;
  /** The transport that it prefers. Default: http. */
  transport?: 'http' | 'rest';
  /** The exported functions by their names: each is a skill. */
  functions: { readonly [name: string]: Skill };
  /** What a script puts on it. Default: nothing. */
  script?: Pick<A2AHarnScriptFile, 'card' | 'exports'>;
  /** Signs the card. Default: it has no signature. */
  secret?: string | undefined;
}

/** The card of a server in Harn's profile at this address (Harn guide, Agent card). */
export function harnCard(
  url: string,
  { offer, transport, functions, script = {}, secret }: HarnCardOptions,
): AgentCard {
  const own = new Map(script.exports?.flatMap((one) => (typeof one === 'string' ? [] : [[one.id, one]])));
  const skills = Object.entries(functions).map(([id, { description }]) => ({
    id,
    name: id,
    description,
    tags: ['function'],
    ...own.get(id),
  }));
  const { additionalInterfaces = [], ...plain } = cardOf(url, offer, transport);
  const shipped: AgentCard = {
    ...plain,
    // Two, as the guide has them.
    additionalInterfaces: additionalInterfaces.slice(0, 2),
    name: 'Proctor reference agent, as Harn serves it',
    skills,
    security: offer.secured ? [{ token: [] }] : [],
  };
  const card = scriptedCard(shipped, { ...(script.card && { card: script.card }) });
  return secret === undefined ? card : { ...card, signatures: [signatureOf(card, secret)] };
}

/** The card for those who have signed in. Its signature would not be true of it. */
export function extendedHarnCard({ signatures: _, ...card }: AgentCard, { name }: Caller): AgentCard {
  const metadata = { extendedAgentCard: true, principal: name ?? '' };
  return { ...card, metadata } as AgentCard;
}

/** Signs with HS256 (RFC 7515) what the card is without signatures, as compact JSON in the order of its members. */
function signatureOf(card: AgentCard, secret: string): SignatureEnvelope {
  const encoded = (text: string) => Buffer.from(text).toString('base64url');
  const header = encoded('{"alg":"HS256","typ":"JOSE","kid":"proctor"}');
  const payload = encoded(stringifyJson(asObject(card)));
  return {
    protected: header,
    signature: createHmac('sha256', secret).update(`${header}.${payload}`).digest('base64url'),
  };
}
