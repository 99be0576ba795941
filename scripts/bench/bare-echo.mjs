// What a mock is held against: nothing but Node, and `ws`. It answers two requests as the mocks do, from what the request says.
//   stdio   a JSON message in each line
//   ws      a JSON message in each text frame; prints where it listens
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { WebSocketServer } from 'ws';

const updatedAt = new Date().toISOString();
const results = {
  'tools/call': ({ arguments: { message } }) => ({ content: [{ type: 'text', text: message }], isError: false }),
  'session/list': ({ cwd }) => ({ sessions: [{ sessionId: 'session_1', cwd, updatedAt }] }),
};

function answer(text) {
  const { id, method, params } = JSON.parse(text);
  return JSON.stringify({ jsonrpc: '2.0', id, result: results[method](params) });
}

if (process.argv[2] === 'stdio') {
  createInterface({ input: process.stdin }).on('line', (line) => process.stdout.write(`${answer(line)}\n`));
} else {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });
  server.on('connection', (socket) => socket.on('message', (data) => socket.send(answer(data.toString()))));
  await once(server, 'listening');
  console.log(`listening on ws://127.0.0.1:${server.address().port}`);
}
