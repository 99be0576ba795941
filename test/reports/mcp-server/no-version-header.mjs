// Refuses a request without MCP-Protocol-Version as an invalid request: modelcontextprotocol/rust-sdk#1083
import { serve } from '../bases/mcp-server-2026.mjs';

serve({ noVersionCode: -32600 });
