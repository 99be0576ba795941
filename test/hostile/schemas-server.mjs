#!/usr/bin/env node
// An MCP server over stdio whose schemas, lists and questions are made to cost whoever reads them: `node schemas-server.mjs FILE`, where
// FILE holds a list of `{ schema, value }`. Each is the inputSchema and the outputSchema of a tool, whose call asks for a form of it.
// It ends itself after 10 minutes, whatever happens.
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

setTimeout(() => process.exit(), 600_000).unref();

const list = (length, item) => Array.from({ length }, (_, index) => item(index));
const schemas = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const tools = schemas.map(({ schema }, index) => ({
  name: `get_${index}`,
  description: `example: ${' '.repeat(10_000)}`,
  inputSchema: schema,
  outputSchema: schema,
  annotations: { readOnlyHint: true },
}));

const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    serverInfo: { name: 'costly', version: '1' },
    capabilities: { tools: {}, prompts: {}, resources: {}, completions: {} },
  }),
  ping: () => ({}),
  'tools/list': () => ({ tools }),
  'tools/call': ({ name }) => ({
    content: [{ type: 'constructor', text: '' }],
    structuredContent: schemas[Number(name.slice(4))]?.value ?? {},
  }),
  'prompts/list': () => ({
    prompts: list(2_000, (index) => ({
      name: `p${index}`,
      arguments: list(100, (nth) => ({ name: `a${nth}`, required: true })),
    })),
  }),
  'prompts/get': () => ({ messages: [] }),
  'resources/list': () => ({
    resources: list(2_000, (index) => ({ uri: `kit://${'a'.repeat(200)}${index}!`, name: `r${index}` })),
  }),
  'resources/templates/list': () => ({
    resourceTemplates: list(500, (index) => ({
      uriTemplate: `kit://${list(60, (nth) => `{v${nth}}`).join('')}`,
      name: `t${index}`,
    })),
  }),
  'resources/read': ({ uri }) => ({ contents: [{ uri, text: 'x' }] }),
  'completion/complete': () => ({ completion: { values: list(100, (index) => `s${index}`) } }),
};

let asked = 0;
const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);

createInterface({ input: process.stdin })
  .on('line', (line) => {
    const { id, method, params = {} } = JSON.parse(line);
    if (id === undefined || method === undefined) return;
    if (method === 'tools/call') {
      asked += 1;
      const requestedSchema = schemas[asked % schemas.length].schema;
      send({ id: `q${asked}`, method: 'elicitation/create', params: { message: 'Who?', requestedSchema } });
    }
    const answer = answers[method];
    send(answer ? { id, result: answer(params) } : { id, error: { code: -32601, message: 'no such method' } });
  })
  .on('close', () => process.exit());
