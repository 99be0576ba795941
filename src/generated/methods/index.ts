// Generated from schemas/ by `npm run generate`. Do not edit.
import mcp_2025_11_25 from './mcp-2025-11-25.json' with { type: 'json' };

/** Method tables by `protocol/version`. */
export const tables = {
  'mcp/2025-11-25': mcp_2025_11_25,
};
