import type { Facts } from './memory.js';
import type { Definitions } from './rule.js';

/**
 * Work on one record that several entries of a rule need, which differ in their settings alone: done for the first that asks. Facts
 * live as long as their record is judged.
 */
export function oncePerRecord<T>(
  work: (facts: Facts, definitions: Definitions) => T,
): (facts: Facts, definitions: Definitions) => T {
  const done = new WeakMap<Facts, Map<Definitions, T>>();
  return (facts, definitions) => {
    const known = done.get(facts) ?? new Map<Definitions, T>();
    done.set(facts, known);
    if (!known.has(definitions)) known.set(definitions, work(facts, definitions));
    return known.get(definitions)!;
  };
}
