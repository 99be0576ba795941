// A server of MCP that asks for a token, accepts every one, and says each wherever it can: in challenges, results, errors and on stderr.
// It also writes them into the file SECRETS, so that a test knows them. Environment: PORT, ISSUER, SECRETS.
import { appendFileSync } from 'node:fs';
import { createServer } from 'node:http';

const { PORT, ISSUER, SECRETS } = process.env;
const here = `http://127.0.0.1:${PORT}`;
const known = new Set();

function learn(token) {
  if (known.has(token)) return;
  known.add(token);
  appendFileSync(SECRETS, `${token}\n`);
  process.stderr.write(`${token} ${Buffer.from(token).toString('base64')}\n`);
}

function answer({ id, method, params }, token) {
  if (method === 'initialize')
    return {
      id,
      result: {
        protocolVersion: params.protocolVersion,
        capabilities: { tools: {} },
        serverInfo: { name: token, version: '1' },
      },
    };
  if (method === 'tools/list')
    return { id, result: { tools: [{ name: 'echo', description: token, inputSchema: { type: 'object' } }] } };
  if (method === 'tools/call') return { id, result: { content: [{ type: 'text', text: `Bearer ${token}` }] } };
  return { id, error: { code: 'wrong', message: token, data: { [token]: token } } };
}

createServer(async (request, response) => {
  const json = (status, body, headers = {}) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  if (request.url.startsWith('/.well-known/'))
    return json(200, { resource: `${here}/mcp`, authorization_servers: [ISSUER] });
  const token = /^bearer +(.+)$/i.exec(request.headers.authorization ?? '')?.[1];
  if (token === undefined)
    return json(
      401,
      {},
      { 'www-authenticate': `Bearer resource_metadata="${here}/.well-known/oauth-protected-resource/mcp"` },
    );
  learn(token);
  let text = '';
  for await (const chunk of request) text += chunk;
  if (request.method !== 'POST') return response.writeHead(405, { 'x-token': token }).end();
  const message = JSON.parse(text);
  if (message.id === undefined) return response.writeHead(202, { 'x-token': token }).end();
  json(200, { jsonrpc: '2.0', ...answer(message, token) }, { 'x-token': token });
}).listen(Number(PORT), '127.0.0.1', () => console.log('ready'));
