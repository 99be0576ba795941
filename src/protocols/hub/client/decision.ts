import type { PermissionOption } from '../../../generated/types/hub-v1.js';
import { isObject, type Json, type JsonObject } from '../../../json/json.js';

/** An answer to session/request_permission: the first option of that kind, no decision where there is none; in Harn's short form without options. */
export function decision(params: Json | undefined, answer: 'allow' | 'reject'): JsonObject {
  const { options } = (isObject(params) ? params : {}) as { options?: PermissionOption[] };
  if (!options) return { granted: answer === 'allow' };
  const chosen = options.find(({ kind = '' }) => kind.startsWith(answer));
  return { outcome: chosen ? { outcome: 'selected', optionId: chosen.optionId } : { outcome: 'cancelled' } };
}
