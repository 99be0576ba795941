// A small MCP server without annotations, on the official SDK: it claims completions and has none, counts slowly in `steps`, and has a tool
// that would ask another system. The names of the tools that are called go into the file that its argument names.
import { appendFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import {
  CallToolRequestSchema,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListToolsRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';

const [, , log] = process.argv;
const server = new Server(
  { name: 'claiming-server', version: '1.0.0' },
  { capabilities: { tools: {}, prompts: {}, completions: {} } },
);
const schema = (properties, ...required) => ({ type: 'object', properties, required });
const tools = [
  { name: 'echo', description: 'Says it again', inputSchema: schema({ message: { type: 'string' } }, 'message') },
  { name: 'count', description: 'Counts', inputSchema: schema({ steps: { type: 'integer', minimum: 1 } }, 'steps') },
  {
    name: 'get_forecast',
    description: 'The weather of tomorrow',
    inputSchema: schema({ city: { type: 'string' } }, 'city'),
  },
];
const prompt = { name: 'review', arguments: [{ name: 'code', required: true }] };

server.setRequestHandler(ListToolsRequestSchema, () => ({ tools }));
server.setRequestHandler(
  CallToolRequestSchema,
  async ({ params: { name, arguments: args, _meta } }, { sendNotification }) => {
    appendFileSync(log, `${name}\n`);
    for (let step = 1; name === 'count' && step <= args.steps; step++) {
      await pause(80);
      if (_meta?.progressToken !== undefined)
        await sendNotification({
          method: 'notifications/progress',
          params: { progressToken: _meta.progressToken, progress: step, total: args.steps },
        });
    }
    return { content: [{ type: 'text', text: String(args?.message ?? name) }] };
  },
);
server.setRequestHandler(ListPromptsRequestSchema, () => ({ prompts: [prompt] }));
server.setRequestHandler(GetPromptRequestSchema, ({ params: { arguments: args } }) => ({
  messages: [{ role: 'user', content: { type: 'text', text: `Look at ${args?.code}` } }],
}));

await server.connect(new StdioServerTransport());
