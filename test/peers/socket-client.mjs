// A client for tests: connects to the WebSocket at its first argument, says hello, answers `ask`. Exits with code 0 once it is
// closed with the code 4001, with 1 on any other end. --twice opens a second connection.
import { WebSocket } from 'ws';

const [url, ...flags] = process.argv.slice(2);
// Whatever happens to the test, this ends.
setTimeout(() => process.exit(9), 60_000).unref();

function talk() {
  const socket = new WebSocket(url);
  const say = (message) => socket.send(JSON.stringify({ jsonrpc: '2.0', ...message }));
  socket.on('open', () => say({ id: 1, method: 'hello' }));
  socket.on('message', (text) => {
    const { id, method, params } = JSON.parse(text);
    if (method === 'ask') say({ id, result: { you: params.what } });
  });
  socket.on('error', () => undefined);
  socket.on('close', (code) => process.exit(code === 4001 ? 0 : 1));
  return new Promise((resolve) => socket.once('message', resolve));
}

if (flags.includes('--twice')) {
  const first = talk();
  talk();
  await first;
} else talk();
