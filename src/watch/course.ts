import type { JsonObject } from '../json/json.js';
import type { Facts } from './memory.js';
import { textsOf } from './rule.js';

/**
 * The setting `until` of a rule: the method of a request with which the session goes over to something that the rule does not judge.
 * Returns what says whether a message is judged; it must be asked for every message of a session, in order.
 */
export function requestsUntil(rule: string, settings: JsonObject): (facts: Facts) => boolean {
  const [until] = textsOf(settings, 'until');
  if (until === undefined) return () => true;
  const owner = `${rule} until ${JSON.stringify(settings)}`;
  return ({ memory, shape, method }) => {
    const over = memory.ruleMemory<true>(owner);
    if (shape === 'request' && method === until) over.set(until, true);
    return over.get(until) === undefined;
  };
}
