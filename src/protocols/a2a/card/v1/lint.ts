import type { AgentCard } from '../../../../generated/types/a2a-1.0.1.js';
import { isObject, type Json } from '../../../../json/json.js';
import type { Remark } from '../../../../language/remark.js';
import { loadValidators, type Validators } from '../../../../schemas/index.js';
import { aboutSecrets } from '../secrets.js';
import { aboutSkills } from '../skills.js';
import { aboutInterfaces } from './interfaces.js';
import { aboutSecurity } from './security.js';
import { aboutSignatures } from './signatures.js';

/**
 * Makes what judges an agent card as A2A 1.0 has it: by its schema, and by what no schema can say. Of what does not fit the schema only that
 * is reported.
 */
export async function linterOf1(): Promise<(card: Json) => Remark[]> {
  const validators = await loadValidators('a2a', '1.0.1');
  return (card) => lint(card, validators);
}

function lint(card: Json, validators: Validators): Remark[] {
  const misfits = validators
    .validate('AgentCard', card)
    .map(({ path, message }): Remark => ({ path, message, severity: 'error' }));
  if (!isObject(card)) return misfits;
  const other = misfits.length > 0 && 'url' in card && !('supportedInterfaces' in card) ? [ofOlderForm()] : [];
  const shared = [aboutSecrets(card)];
  if (misfits.length > 0) return [...other, ...misfits, ...withoutIds(shared.flat())];
  const typed = card as unknown as AgentCard;
  shared.push(aboutSkills(typed));
  return [...withoutIds(shared.flat()), ...aboutInterfaces(typed), ...aboutSecurity(typed), ...aboutSignatures(typed)];
}

/** What both versions ask for has its id in the registry of 0.3.0. */
const withoutIds = (remarks: readonly Remark[]) => remarks.map(({ requirement: _, ...rest }): Remark => rest);

function ofOlderForm(): Remark {
  const message = 'has the form of A2A 0.3, with `url` and no `supportedInterfaces`; it is judged by 1.0.1';
  return { path: '', message, severity: 'warning' };
}
