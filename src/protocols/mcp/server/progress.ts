import type { Json, JsonObject } from '../../../json/json.js';
import { isObject } from '../../../json/json.js';
import type { Call } from './call.js';
import type { SessionState } from './session/state.js';
import type { Report } from './tools/tool.js';

/** The progress token of a request (MCP 2025-11-25, Progress), or undefined. */
function tokenOf(params: JsonObject): string | number | bigint | undefined {
  const token: Json | undefined = isObject(params._meta) ? params._meta.progressToken : undefined;
  if (typeof token === 'string' || typeof token === 'bigint') return token;
  return typeof token === 'number' && Number.isInteger(token) ? token : undefined;
}

/**
 * What a request uses to report its progress: values rise strictly, and nothing follows once the call is cancelled
 * (MCP 2025-11-25, Progress).
 */
export function reporter(state: SessionState, call: Call, params: JsonObject): Report {
  const progressToken = tokenOf(params);
  if (progressToken === undefined || state.freedoms.has('no-progress')) return () => {};
  let last = Number.NEGATIVE_INFINITY;
  return (done, total, message) => {
    if (done <= last || call.signal.aborted) return;
    last = done;
    if (state.freedoms.has('odd-progress')) {
      call.notify('notifications/progress', { progressToken, progress: done / 8 - 1.5 });
      return;
    }
    const step: JsonObject = { progressToken, progress: done, total };
    if (message !== undefined && !state.freedoms.has('sparse')) step.message = message;
    call.notify('notifications/progress', step);
  };
}
