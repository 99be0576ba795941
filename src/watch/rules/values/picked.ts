import { showValue } from '../../../json/display.js';
import { getPointer } from '../../../json/pointer.js';
import { idKey } from '../../../jsonrpc/ledger.js';
import type { Issue } from '../../finding.js';
import type { Facts, SeenRequest } from '../../memory.js';
import { placesOf } from '../../places.js';
import { MOST_ISSUES, onlySettings, type RuleMaker, textsOf } from '../../rule.js';

/**
 * `picked`: what an answer picks is something that its request offered. Settings:
 *
 * - `methods`: the requests
 * - `at`: JSON Pointer in the response to what it picks; `*` stands for each element
 * - `of`: JSON Pointer in the request to what it offers. A request that offers nothing there leaves the answer free
 */
export const picked: RuleMaker = (settings) => {
  onlySettings(settings, ['methods', 'at', 'of']);
  const methods = new Set(textsOf(settings, 'methods', true));
  const [at] = textsOf(settings, 'at', true);
  const [of] = textsOf(settings, 'of', true);
  for (const pointer of [at!, of!]) placesOf(null, pointer);

  const offered = new WeakMap<SeenRequest, Set<string>>();

  const request = (facts: Facts): undefined => {
    if (!facts.request || !methods.has(facts.method ?? '')) return;
    const offers = new Set([...placesOf(facts.message!, of!)].map(({ value }) => idKey(value)));
    offered.set(facts.request, offers);
  };

  return (facts) => {
    const { message, shape, side, asked = facts.retyped } = facts;
    if (shape === 'request') return request(facts);
    if (shape !== 'response' || facts.forgiven || facts.replayed || !asked || asked.about.asks > 1) return undefined;
    if (!methods.has(asked.method)) return undefined;
    const offers = offered.get(asked);
    if (offers === undefined || offers.size === 0) return undefined;
    const picks = [...placesOf(message!, at!)].filter(({ value }) => typeof value !== 'object');
    if (picks.length === 0) return undefined;
    const issues = picks
      .filter(({ value }) => !offers.has(idKey(value)))
      .slice(0, MOST_ISSUES)
      .map(({ value, pointer }): Issue => {
        const text = `the answer to ${asked.method} picks ${showValue(value)}, which it was not offered`;
        return {
          key: `unoffered ${asked.method}`,
          path: pointer,
          message: text,
          actual: getPointer(message!, pointer)!,
        };
      });
    return { subject: side, issues };
  };
};
