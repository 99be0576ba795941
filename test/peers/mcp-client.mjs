// An MCP client of the official SDK that does what it is told and reports on its last line of stdout: `{ ok, value | error }`.
//
//   node mcp-client.mjs (--url URL | --config FILE | -- COMMAND ARG…) [--list] [--call NAME] [--wait METHOD]
//
// --config reads the URL from a file of JSON; --call calls a tool without arguments; --wait waits for a notification. It
// answers sampling with a text of its own.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { CreateMessageRequestSchema } from '@modelcontextprotocol/sdk/types.js';

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    url: { type: 'string' },
    config: { type: 'string' },
    list: { type: 'boolean' },
    call: { type: 'string' },
    wait: { type: 'string' },
  },
});
// Whatever happens to the test, this ends.
setTimeout(() => process.exit(9), 60_000).unref();

const url = flags.config === undefined ? flags.url : JSON.parse(readFileSync(flags.config, 'utf8')).url;
const [command, ...args] = positionals;
const transport =
  url === undefined
    ? new StdioClientTransport({ command, args, env: {} })
    : new StreamableHTTPClientTransport(new URL(url));

const client = new Client({ name: 'test-client', version: '1.0.0' }, { capabilities: { sampling: {} } });
client.setRequestHandler(CreateMessageRequestSchema, () => ({
  role: 'assistant',
  model: 'of-the-test',
  content: { type: 'text', text: 'said by the client' },
}));
const noticed = new Promise((resolve) => {
  client.fallbackNotificationHandler = async ({ method }) => {
    if (method === flags.wait) resolve();
  };
});

const report = (outcome) => console.log(JSON.stringify(outcome));
try {
  await client.connect(transport);
  const value = { server: client.getServerVersion()?.name };
  if (flags.list) value.tools = (await client.listTools()).tools.map(({ name }) => name);
  if (flags.call !== undefined) value.content = (await client.callTool({ name: flags.call, arguments: {} })).content;
  if (flags.wait !== undefined) await noticed;
  if (url !== undefined) await transport.terminateSession();
  await client.close();
  report({ ok: true, value });
} catch (error) {
  report({ ok: false, error: String(error.message ?? error) });
}
process.exit(0);
