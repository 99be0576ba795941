// An MCP server over stdio with a tool, and with a method of its own: acme/export.
import { createInterface } from 'node:readline';

const TABLES = {
  orders: [
    { id: 1, total: 20 },
    { id: 2, total: 35 },
  ],
  customers: [],
};

const methods = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion: protocolVersion === '2025-06-18' ? protocolVersion : '2025-11-25',
    capabilities: { tools: {}, experimental: { 'acme/export': {} } },
    serverInfo: { name: 'orders', version: '1.0.0' },
  }),
  ping: () => ({}),
  'tools/list': () => ({
    tools: [
      {
        name: 'total',
        description: 'The sum of all orders.',
        annotations: { readOnlyHint: true, openWorldHint: false },
        inputSchema: { type: 'object', additionalProperties: false },
      },
    ],
  }),
  'tools/call': ({ name }) => {
    if (name !== 'total') throw problem(-32602, `there is no tool ${name}`);
    const sum = TABLES.orders.reduce((all, { total }) => all + total, 0);
    return { content: [{ type: 'text', text: String(sum) }] };
  },
  'acme/export': ({ table, limit = 100 }) => {
    if (!Object.hasOwn(TABLES, table)) throw problem(-32602, `there is no table ${table}`, { table });
    const rows = TABLES[table].slice(0, limit);
    return { rows, complete: rows.length === TABLES[table].length };
  },
};

const problem = (code, message, data) => Object.assign(new Error(message), { code, data });

const say = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);

for await (const line of createInterface({ input: process.stdin })) {
  let message;
  try {
    message = JSON.parse(line);
  } catch {
    say({ id: null, error: { code: -32700, message: 'this is no JSON' } });
    continue;
  }
  const { id, method, params = {} } = message ?? {};
  if (id === undefined || typeof method !== 'string') continue;
  try {
    if (!Object.hasOwn(methods, method)) throw problem(-32601, `there is no method ${method}`);
    say({ id, result: methods[method](params) });
  } catch ({ code = -32603, message, data }) {
    say({ id, error: { code, message, ...(data && { data }) } });
  }
}
