import type { CallToolRequestParams, ProgressNotificationParams } from '../../../generated/types/mcp-2025-11-25.js';
import type { Call } from './state/call.js';
import type { Report } from './state/tool.js';

/**
 * What a request uses to report its progress: values rise strictly, and nothing follows once the call is cancelled
 * (MCP 2025-11-25, Progress).
 */
export function reporter(call: Call, params: CallToolRequestParams): Report {
  const progressToken = params._meta?.progressToken;
  if (progressToken === undefined) return () => {};
  let last = Number.NEGATIVE_INFINITY;
  return (done, total, message) => {
    if (done <= last || call.signal.aborted) return;
    last = done;
    const step: ProgressNotificationParams = { progressToken, progress: done, total };
    if (message !== undefined) step.message = message;
    call.notify('notifications/progress', step);
  };
}
