import {
  capabilities,
  item,
  named,
  type Offers,
  type SurveyedTarget,
  some,
} from '../../../../conversation/surveyor.js';
import type { Json, JsonObject } from '../../../../json/json.js';
import { isObject } from '../../../../json/json.js';

/** What the card of an agent offers: skills, capabilities, extensions, transports, and what it asks for. Addresses are left out. */
export async function survey({ advertised }: SurveyedTarget): Promise<Offers> {
  const card = isObject(advertised) ? advertised : {};
  const { extensions, ...switches } = isObject(card.capabilities) ? card.capabilities : {};
  const interfaces = Array.isArray(card.additionalInterfaces) ? card.additionalInterfaces.filter(isObject) : [];
  const transports = [{ transport: card.preferredTransport ?? 'JSONRPC' }, ...interfaces];
  const schemes = isObject(card.securitySchemes) ? card.securitySchemes : {};
  return {
    agent: { card: item({ says: some(card, 'name', 'description'), facts: modesOf(card, 'default') }) },
    capabilities: capabilities(switches),
    extensions: named(extensions, 'uri', (one) =>
      item({ says: some(one, 'description'), facts: { required: one.required === true } }),
    ),
    transports: named(transports, 'transport', () => ({})),
    skills: named(card.skills, 'id', (skill) =>
      item({ says: some(skill, 'name', 'description', 'tags', 'examples'), facts: modesOf(skill, '') }),
    ),
    signIns: Object.fromEntries(
      Object.entries(schemes).map(([name, scheme]) => [
        name,
        item({ says: some(scheme, 'description'), facts: some(scheme, 'type', 'scheme', 'in', 'name') }),
      ]),
    ),
  };
}

/** The media types that are taken and given, each as a fact: another one is no change of those. */
function modesOf(from: JsonObject, prefix: string): JsonObject {
  const facts: JsonObject = {};
  for (const way of ['input', 'output']) {
    const modes: Json =
      from[prefix === '' ? `${way}Modes` : `${prefix}${way === 'input' ? 'Input' : 'Output'}Modes`] ?? [];
    for (const mode of Array.isArray(modes) ? modes : []) if (typeof mode === 'string') facts[`${way} ${mode}`] = true;
  }
  return facts;
}
