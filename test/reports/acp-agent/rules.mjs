// Keeps the rules: what Proctor says of it, it says of the base.
import { serve } from '../bases/acp-agent.mjs';

serve();
