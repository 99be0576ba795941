// Reads every id as a number, so that a text becomes 0: DeusData/codebase-memory-mcp#253
import { serve } from '../bases/mcp-server.mjs';

serve({ idOf: ({ id }) => Number.parseInt(id, 10) || 0 });
