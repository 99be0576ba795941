// Reports progress of every call, under a token that it makes up: twentyhq/twenty#24559
import { serve } from '../bases/mcp-server.mjs';

serve({
  progress: (_, { id }, progress, total) => ({
    method: 'notifications/progress',
    params: { progressToken: `tool-call-${id}`, progress, total },
  }),
});
