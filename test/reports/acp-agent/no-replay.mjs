// Loads a session without a word of what was said in it: NousResearch/hermes-agent#12285
import { serve } from '../bases/acp-agent.mjs';

serve({ replayed: () => [] });
