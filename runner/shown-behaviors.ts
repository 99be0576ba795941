import type { BehaviorSpec, Target } from '../src/language/target.js';
import type { Behavior } from './types.js';

/**
 * What a target shows: the behaviors that its file maps, those that one of these shows as well (`shownBy`), and those that have a
 * `default`. Values that the file leaves out come from the default.
 *
 * @param known the behaviors of the protocol, by name
 */
export function shownBehaviors(
  { role, behaviors }: Pick<Target, 'role' | 'behaviors'>,
  known: ReadonlyMap<string, Behavior> | undefined,
): Map<string, BehaviorSpec> {
  const shown = new Map(behaviors);
  for (const { name, roles, shownBy, default: given } of known?.values() ?? []) {
    if (!roles.includes(role)) continue;
    const mapped = [name, ...(shownBy ?? [])].map((one) => behaviors.get(one)).find((one) => one !== undefined);
    if (mapped) shown.set(name, given ? { ...mapped, gives: { ...given, ...mapped.gives } } : mapped);
    else if (given) shown.set(name, { gives: given, args: [], env: {}, files: {} });
  }
  return shown;
}
