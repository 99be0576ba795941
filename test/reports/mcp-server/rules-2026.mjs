// Keeps the rules of 2026-07-28: what Proctor says of it, it says of the base.
import { serve } from '../bases/mcp-server-2026.mjs';

serve();
