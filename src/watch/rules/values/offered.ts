import type { JsonObject } from '../../../json/json.js';
import { isObject } from '../../../json/json.js';
import { getPointer } from '../../../json/pointer.js';
import type { Issue } from '../../finding.js';
import type { Facts } from '../../memory.js';
import { placesOf } from '../../places.js';
import { MOST_ISSUES, onlySettings, type RuleMaker, SettingsError, textsOf } from '../../rule.js';

/**
 * `offered`: what a capability gates is used only where that was advertised: `true`, or an object. Settings, of which there is
 * `methods` or `kinds`:
 *
 * - `in`: the method whose messages advertise
 * - `methods`: each gated method with the JSON Pointer of its capability, in the request or in its response
 * - `kinds`: `{ methods, at, of }`, members of requests of these methods; `of` has each gated value with its capability
 *
 * Nothing is judged before both have come. What was advertised once may be used from then on.
 */
export const offered: RuleMaker = (settings) => {
  onlySettings(settings, ['in', 'methods', 'kinds']);
  const [advertising] = textsOf(settings, 'in', true);
  const { gates, usesOf } = settings.kinds === undefined ? methodsOf(settings) : kindsOf(settings);
  for (const pointer of gates.values()) getPointer(null, pointer);

  return (facts) => {
    const { message, method = '', memory, side } = facts;
    if (!message) return undefined;
    const ruleMemory = memory.ruleMemory<true>(`offered ${advertising}`);
    if (method === advertising) {
      if (facts.shape === 'response') ruleMemory.set('answered', true);
      for (const pointer of gates.values()) {
        const value = getPointer(message, pointer);
        if (value === true || isObject(value)) ruleMemory.set(pointer, true);
      }
      return undefined;
    }
    if (facts.shape !== 'request' || facts.forgiven || !ruleMemory.get('answered')) return undefined;
    const issues: Issue[] = [];
    let judged = false;
    for (const { name, path } of usesOf(facts)) {
      const gate = gates.get(name);
      if (gate === undefined) continue;
      judged = true;
      if (ruleMemory.get(gate)) continue;
      issues.push({ key: `unoffered ${name}`, path: path(), message: `${name}, which was not offered`, actual: name });
      if (issues.length === MOST_ISSUES) break;
    }
    if (!judged) return undefined;
    return { subject: side, issues };
  };
};

interface Use {
  name: string;
  /** JSON Pointer to it. */
  path(): string;
}

/** What is gated, with the pointers of its capabilities, and where a request uses such things. */
interface Gated {
  gates: Map<string, string>;
  usesOf(facts: Facts): Iterable<Use>;
}

function methodsOf({ methods }: JsonObject): Gated {
  if (!isObject(methods)) throw new SettingsError('`methods` must be an object');
  return { gates: pointersOf(methods), usesOf: ({ method = '' }) => [{ name: method, path: () => '/method' }] };
}

function kindsOf({ kinds, methods }: JsonObject): Gated {
  if (methods !== undefined || !isObject(kinds) || !isObject(kinds.of))
    throw new SettingsError('`kinds` must be { methods, at, of }, and stands without `methods`');
  onlySettings(kinds, ['methods', 'at', 'of']);
  const using = new Set(textsOf(kinds, 'methods', true));
  const [at] = textsOf(kinds, 'at', true);
  placesOf(null, at!);
  return {
    gates: pointersOf(kinds.of),
    *usesOf({ message, method = '' }) {
      if (!using.has(method)) return;
      for (const found of placesOf(message!, at!))
        if (typeof found.value === 'string') yield { name: found.value, path: () => found.pointer };
    },
  };
}

/** Each name with its one JSON Pointer. */
const pointersOf = (named: JsonObject) =>
  new Map(Object.keys(named).map((name) => [name, textsOf(named, name, true)[0]!]));
