import type { AgentCard } from '../../../generated/types/a2a-0.3.0.js';
import { isObject, type Json, type JsonObject } from '../../../json/json.js';
import type { Remark } from '../../../language/remark.js';
import { loadValidators, type Validators } from '../../../schemas/index.js';
import { aboutFlows } from './flows.js';
import { aboutInterfaces } from './interfaces.js';
import { aboutSecrets } from './secrets.js';
import { aboutSecurity } from './security.js';
import { aboutSignatures } from './signatures.js';
import { aboutSkills } from './skills.js';

const VERSION = '0.3.0';

/**
 * Makes what judges an agent card as A2A 0.3 has it: by its schema, and by what no schema can say. Of what does not fit the schema only that is
 * reported. A card of another version is reported to be one, and judged no further if it has another form.
 */
export async function linterOf03(): Promise<(card: Json) => Remark[]> {
  const validators = await loadValidators('a2a', VERSION);
  return (card) => lint(card, validators);
}

function lint(card: Json, validators: Validators): Remark[] {
  const other = otherForm(card);
  if (other !== undefined) return [other];
  const misfits = validators
    .validate('AgentCard', card)
    .map(({ path, message }): Remark => ({ path, message, severity: 'error', requirement: 'A2A-CARD-003' }));
  const remarks = isObject(card) ? [...misfits, ...aboutVersion(card), ...aboutSecrets(card)] : misfits;
  if (misfits.length === 0) {
    const typed = card as unknown as AgentCard;
    for (const look of [aboutInterfaces, aboutSecurity, aboutFlows, aboutSkills, aboutSignatures])
      remarks.push(...look(typed));
  }
  return remarks;
}

/** Since 1.0 a card has no `url` of its own but a list of interfaces. One that has both serves clients of either version. */
function otherForm(card: Json): Remark | undefined {
  if (!isObject(card) || 'url' in card || !('supportedInterfaces' in card)) return undefined;
  const message = `this card has the form of A2A 1.0, with \`supportedInterfaces\` and no \`url\`; it is judged by ${VERSION}`;
  return { path: '/supportedInterfaces', message, severity: 'error', requirement: 'A2A-CARD-003' };
}

function aboutVersion({ protocolVersion }: JsonObject): Remark[] {
  if (typeof protocolVersion !== 'string' || /^0\.3(\.|$)/.test(protocolVersion)) return [];
  const message = `the card says version ${JSON.stringify(protocolVersion)} and is judged by ${VERSION}`;
  return [{ path: '/protocolVersion', message, severity: 'warning' }];
}
