import { isObject, type Json, type JsonObject } from '../../../json/json.js';

/** What a controller may send (ACP over WebSocket, Retained Orchestrator Sessions); a host owner may too, and each has an outcome. */
export const CONTROLS: ReadonlySet<string> = new Set([
  'session/cancel',
  'session/inject',
  'session/revoke_inject',
  'session/replace_inject',
  'session/truncate',
  'session/remind',
  'session/pending_injections',
  'session/revoke_reminder',
  'session/set_mode',
  'session/set_config_option',
]);

/** The session that params are about, in either spelling. */
export function sessionIn(params: Json | undefined): string | undefined {
  if (!isObject(params)) return undefined;
  const { sessionId = params.session_id } = params;
  return typeof sessionId === 'string' ? sessionId : undefined;
}

/** Whether a result is an answer to session/request_permission: an option that was offered, or none; or Harn's short form. */
export function isDecision(request: JsonObject, response: JsonObject): boolean {
  const { result } = response;
  if (!isObject(result)) return false;
  if (typeof result.granted === 'boolean') return true;
  const { outcome } = result;
  if (!isObject(outcome)) return false;
  if (outcome.outcome === 'cancelled') return true;
  const { options } = isObject(request.params) ? request.params : {};
  const offered = Array.isArray(options)
    ? options.map((option) => (isObject(option) ? option.optionId : undefined))
    : [];
  return outcome.outcome === 'selected' && (offered.length === 0 || offered.includes(outcome.optionId));
}
