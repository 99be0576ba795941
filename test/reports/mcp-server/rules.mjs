// Keeps the rules: what Proctor says of it, it says of the base.
import { serve } from '../bases/mcp-server.mjs';

serve();
