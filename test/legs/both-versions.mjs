// A server that speaks 2025-11-25 and 2026-07-28, over stdio or, with a port, over HTTP.
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';

const serverInfo = { name: 'both', version: '1' };
const tool = { name: 'where', inputSchema: { type: 'object' } };
const port = process.argv[2];
/** Over HTTP it says the text of a tool wrongly: there is no such defect over stdio. */
const lies = port !== undefined;

function answer({ id, method, params }) {
  const result = resultOf(method, params);
  return result ? { jsonrpc: '2.0', id, result } : { jsonrpc: '2.0', id, error: { code: -32601, message: method } };
}

function resultOf(method, params) {
  const isNew = params?._meta?.['io.modelcontextprotocol/protocolVersion'] !== undefined;
  const complete = isNew ? { resultType: 'complete' } : {};
  const cached = isNew ? { ttlMs: 0, cacheScope: 'private' } : {};
  switch (method) {
    case 'initialize':
      return { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo };
    case 'server/discover':
      return {
        ...complete,
        ...cached,
        supportedVersions: ['2026-07-28'],
        capabilities: { tools: {} },
        _meta: { 'io.modelcontextprotocol/serverInfo': serverInfo },
      };
    case 'ping':
      return {};
    case 'tools/list':
      return { ...complete, ...cached, tools: [lies ? { ...tool, inputSchema: 'any' } : tool] };
    case 'tools/call':
      return { ...complete, content: [{ type: 'text', text: 'here' }] };
  }
}

if (port === undefined) {
  createInterface({ input: process.stdin }).on('line', (line) => {
    const message = JSON.parse(line);
    if (message.id !== undefined && message.method !== undefined)
      process.stdout.write(`${JSON.stringify(answer(message))}\n`);
  });
} else {
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    if (request.method !== 'POST') return void response.writeHead(405).end();
    const message = JSON.parse(body);
    if (message.id === undefined || message.method === undefined) return void response.writeHead(202).end();
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer(message)));
  });
  server.listen(Number(port), '127.0.0.1', () => console.log(`listening on ${server.address().port}`));
}
