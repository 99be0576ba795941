import type { CallToolRequestParams, ProgressNotificationParams } from '../../../generated/types/mcp-2025-11-25.js';
import type { Call } from './call.js';
import type { SessionState } from './session/state.js';
import type { Report } from './tools/tool.js';

/**
 * What a request uses to report its progress: values rise strictly, and nothing follows once the call is cancelled
 * (MCP 2025-11-25, Progress).
 */
export function reporter(state: SessionState, call: Call, params: CallToolRequestParams): Report {
  const progressToken = params._meta?.progressToken;
  if (progressToken === undefined || state.freedoms.has('no-progress')) return () => {};
  let last = Number.NEGATIVE_INFINITY;
  return (done, total, message) => {
    if (done <= last || call.signal.aborted) return;
    last = done;
    if (state.freedoms.has('odd-progress')) {
      call.notify('notifications/progress', { progressToken, progress: done / 8 - 1.5 });
      return;
    }
    const step: ProgressNotificationParams = { progressToken, progress: done, total };
    if (message !== undefined && !state.freedoms.has('sparse')) step.message = message;
    call.notify('notifications/progress', step);
  };
}
