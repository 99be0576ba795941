// Reads and writes files through clients that do not offer it: stakpak/agent#389
import { serve } from '../bases/acp-agent.mjs';

serve({ mayAsk: ({ terminal = false }) => ({ readTextFile: true, writeTextFile: true, terminal }) });
