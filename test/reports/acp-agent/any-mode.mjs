// Takes a mode that it does not have: langchain-ai/deepagents#6139
import { serve } from '../bases/acp-agent.mjs';

serve({ knowsMode: (mode) => typeof mode === 'string' });
