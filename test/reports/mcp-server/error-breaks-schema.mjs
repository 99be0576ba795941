// A failed call has structured content that its output schema refuses: HexSleeves/tailscale-mcp#101
import { serve } from '../bases/mcp-server.mjs';

const object = (properties) => ({ type: 'object', properties, required: Object.keys(properties) });
const content = [{ type: 'text', text: 'it failed' }];

serve({
  tools: {
    echo: {
      inputSchema: object({ message: { type: 'string' } }),
      call: ({ message }) => ({ content: [{ type: 'text', text: message }] }),
    },
    fail: {
      inputSchema: { type: 'object' },
      outputSchema: object({ half: { type: 'number' } }),
      call: () => ({ content, structuredContent: { error: { code: 'REFUSED' } }, isError: true }),
    },
  },
});
