import type { PermissionOption } from '../../../generated/types/bridge-v1.js';
import type { Json, JsonObject } from '../../../json/json.js';
import { isObject } from '../../../json/json.js';
import { textOr } from './read.js';

/** What became of the question whether a tool may run. */
export type Decision = { granted: true; args?: JsonObject } | { granted: false; reason: string };

/** What the runtime offers. */
export const OPTIONS: readonly PermissionOption[] = [
  { optionId: 'allow', name: 'Allow once', kind: 'allow_once' },
  { optionId: 'reject', name: 'Reject', kind: 'reject_once' },
];

const NO_GRANT = 'host did not grant approval';

/**
 * Reads the host's answer to session/request_permission (Harn bridge). What is no documented grant denies: a grant is
 * `granted: true` or an outcome that says selected, and where options were offered the one that was selected must not reject.
 */
export function decisionOf(answer: Json, options: readonly PermissionOption[] = []): Decision {
  if (!isObject(answer)) return { granted: false, reason: NO_GRANT };
  const { granted, outcome, args } = answer;
  if (granted === false) return { granted: false, reason: textOr(answer.reason, NO_GRANT) };
  const selected = isObject(outcome) && outcome.outcome === 'selected' && !rejects(outcome.optionId, options);
  if (granted !== true && !selected) return { granted: false, reason: textOr(answer.reason, NO_GRANT) };
  return isObject(args) ? { granted: true, args } : { granted: true };
}

function rejects(optionId: Json | undefined, options: readonly PermissionOption[]): boolean {
  if (optionId === undefined) return false;
  const chosen = options.find((option) => option.optionId === optionId);
  if (chosen) return chosen.kind.startsWith('reject');
  // Nothing of the kind was offered: the host speaks of options of its own.
  return options.length > 0 || /^(reject|deny)/.test(String(optionId));
}
