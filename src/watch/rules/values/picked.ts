import { showValue } from '../../../json/display.js';
import type { Json } from '../../../json/json.js';
import { getPointer } from '../../../json/pointer.js';
import type { Issue } from '../../finding.js';
import { keyOfId, retyped } from '../../ids.js';
import { type Facts, otherSide } from '../../memory.js';
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

  const ruleMemory = (facts: Facts) => facts.memory.ruleMemory<Set<string>>(`picked ${at} ${of}`);

  const request = (facts: Facts): undefined => {
    if (!methods.has(facts.method ?? '')) return;
    const offers = new Set([...placesOf(facts.message!, of!)].map(({ value }) => keyOfId(value)));
    ruleMemory(facts).set(`${facts.side} ${keyOfId(facts.message!.id)}`, offers);
  };

  return (facts) => {
    const { message, shape, side, asked = facts.retyped } = facts;
    if (shape === 'request') return request(facts);
    if (shape !== 'response' || facts.forgiven || facts.replayed || !asked || asked.asks > 1) return undefined;
    if (!methods.has(asked.method)) return undefined;
    const id = facts.asked ? message!.id : retyped(message!.id as Json);
    const offers = ruleMemory(facts).get(`${otherSide(side)} ${keyOfId(id)}`);
    if (offers === undefined || offers.size === 0) return undefined;
    const picks = [...placesOf(message!, at!)].filter(({ value }) => typeof value !== 'object');
    if (picks.length === 0) return undefined;
    const issues = picks
      .filter(({ value }) => !offers.has(keyOfId(value)))
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
