import type { EmptyResult } from '../../../generated/types/mcp-2025-11-25.js';
import type { Json } from '../../../json/json.js';
import { LOG_LEVELS, type LogLevel } from '../revision.js';
import type { Call, Handlers } from './state/call.js';
import type { SessionState } from './state/session-state.js';

/** What every log message names as its logger. */
export const LOGGER = 'reference';

/** logging/setLevel (MCP 2025-11-25, Logging). Before it, the session has the level debug. */
export function loggingHandlers(state: SessionState): Handlers {
  return {
    'logging/setLevel': ({ level }): EmptyResult => {
      state.level = level;
      return {};
    },
  };
}

/**
 * Sends a log message on the stream of the call, unless the client asked for more severe ones only. A server that did not
 * declare logging sends none (MCP 2025-11-25, Logging, Capabilities).
 */
export function log(state: SessionState, call: Call, level: LogLevel, data: Json, logger = LOGGER): void {
  if (!state.offers.logging || LOG_LEVELS.indexOf(level) < LOG_LEVELS.indexOf(state.level)) return;
  call.notify('notifications/message', { level, logger, data });
}
