import { isObject } from '../../json/json.js';
import { getPointer } from '../../json/pointer.js';
import { onlySettings, type RuleMaker, SettingsError, textsOf } from '../rule.js';

/**
 * `offered`: a method that a capability gates is used only where that was advertised: `true`, or an object. Settings:
 *
 * - `in`: the method whose messages advertise
 * - `methods`: each gated method with the JSON Pointer of its capability, in the request or in its response
 *
 * Nothing is judged before both have come. What was advertised once may be used from then on.
 */
export const offered: RuleMaker = (settings) => {
  onlySettings(settings, ['in', 'methods']);
  const [advertising] = textsOf(settings, 'in', true);
  const { methods } = settings;
  if (!isObject(methods)) throw new SettingsError('`methods` must be an object');
  const gates = new Map(Object.keys(methods).map((method) => [method, textsOf(methods, method, true)[0]!]));
  for (const pointer of gates.values()) getPointer(null, pointer);

  return (facts) => {
    const { message, method = '', memory, side } = facts;
    if (!message) return undefined;
    const shelf = memory.shelf<true>(`offered ${advertising}`);
    if (method === advertising) {
      if (facts.shape === 'response') shelf.set('answered', true);
      for (const pointer of gates.values()) {
        const value = getPointer(message, pointer);
        if (value === true || isObject(value)) shelf.set(pointer, true);
      }
      return undefined;
    }
    const gate = gates.get(method);
    if (gate === undefined || facts.shape !== 'request' || facts.forgiven || !shelf.get('answered')) return undefined;
    if (shelf.get(gate)) return { subject: side, issues: [] };
    const issue = {
      key: `unoffered ${method}`,
      path: '/method',
      message: `${method}, which was not offered`,
      actual: method,
    };
    return { subject: side, issues: [issue] };
  };
};
