// An MCP server whose answers to ping hold a value of a shape and size, and over `ws` an ACP agent that answers `initialize` so:
// node server.mjs stdio|http|sse|ws SHAPE BYTES [CHUNK]. But for stdio it says where it listens. With CHUNK it writes that many bytes at
// a time.
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';
import { WebSocketServer } from 'ws';
import { shapes } from './shapes.mjs';

const [transport, shape, bytes, chunk = '0'] = process.argv.slice(2);
const value = shapes[shape](Number(bytes));

function answer({ id, method, params }) {
  const reply = (result) => `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`;
  if (id === undefined) return undefined;
  if (transport === 'ws')
    return reply(
      `{"protocolVersion":1,"agentCapabilities":{},"authMethods":[],"_meta":{"kit.example/value":${value}}}`,
    );
  if (method === 'initialize')
    return reply(
      JSON.stringify({
        protocolVersion: params.protocolVersion,
        capabilities: {},
        serverInfo: { name: 'shapes', version: '1' },
      }),
    );
  if (method === 'ping') return reply(`{"_meta":{"kit.example/value":${value}}}`);
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"error":{"code":-32601,"message":"Method not found"}}`;
}

/** Writes a text in pieces where that was asked for. */
async function write(stream, text) {
  const size = Number(chunk);
  const all = Buffer.from(text);
  if (size === 0) return void stream.write(all);
  for (let at = 0; at < all.length; at += size)
    if (!stream.write(all.subarray(at, at + size))) await new Promise((resolve) => stream.once('drain', resolve));
}

if (transport === 'stdio') {
  for await (const line of createInterface({ input: process.stdin })) {
    const text = answer(JSON.parse(line));
    if (text !== undefined) await write(process.stdout, `${text}\n`);
  }
} else if (transport === 'ws') {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  server.on('connection', (socket) =>
    socket.on('message', (data) => {
      const text = answer(JSON.parse(data));
      if (text !== undefined) socket.send(text);
    }),
  );
  server.on('listening', () => console.log(`listening on ws://127.0.0.1:${server.address().port}/`));
} else {
  const server = createServer(async (request, response) => {
    const chunks = [];
    for await (const part of request) chunks.push(part);
    if (request.method !== 'POST') return void response.writeHead(405).end();
    const text = answer(JSON.parse(Buffer.concat(chunks)));
    if (text === undefined) return void response.writeHead(202).end();
    response.writeHead(200, { 'content-type': transport === 'sse' ? 'text/event-stream' : 'application/json' });
    await write(response, transport === 'sse' ? `data: ${text}\n\n` : text);
    response.end();
  });
  server.listen(0, '127.0.0.1', () => console.log(`listening on http://127.0.0.1:${server.address().port}/mcp`));
}
