import type { JsonObject } from '../../json/json.js';
import type { Role } from '../../language/role.js';
import type { WireRecord } from '../../wire/record.js';
import type { BlameRules } from './evidence.js';
import { wasGreeted } from './liveness.js';

/**
 * What a target of this role breaks whatever a case is about.
 *
 * @param legal whether the protocol allows a message of Proctor's side by itself
 */
export function blameRules(role: Role, legal: (message: JsonObject) => boolean): BlameRules {
  const { alive, members } = role;
  const common = members === undefined ? {} : { members };
  if (!alive) return { ...common, legal };
  const { check, died, once } = alive;
  return {
    ...common,
    alive: check,
    ...(died === undefined ? {} : { died }),
    legal: (message, before) => legal(message) && (once === undefined || isInOrder(message, once, role, before)),
  };
}

/** Whether a message waits for its turn: the greeting comes first and once, a liveness check may come at any time. */
function isInOrder({ method }: JsonObject, once: string, role: Role, before: readonly WireRecord[]): boolean {
  if (method === role.alive?.request) return true;
  return (method === once) !== wasGreeted(role, before);
}
