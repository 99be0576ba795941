// Answers what is no JSON under the id 0: CortexLM/cortex-code#200
import { serve } from '../bases/acp-agent.mjs';

serve({ notJson: { id: 0, error: { code: -32700, message: 'no JSON' } } });
