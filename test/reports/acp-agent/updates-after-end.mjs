// Sends updates of a turn after its end: anomalyco/opencode#17505
import { serve } from '../bases/acp-agent.mjs';

serve({
  endTurn(end, late) {
    end();
    late();
  },
});
