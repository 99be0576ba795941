// Connects to a WebSocket server with the kit's own client: says initialize and ping, waits for their answers, and closes. Prints
// what came of it as JSON. argv: the url, the ms that the handshake and each answer may take.
import { realClock } from '../../src/wire/clock/clock.js';
import { connectWebSocket, HandshakeError, type WebSocketChannel } from '../../src/wire/websocket/websocket.js';

const [url = '', patience = ''] = process.argv.slice(2);

/** Nothing is waited for longer than the patience. */
const clock = {
  ...realClock,
  after: (ms: number, fire: () => void) => realClock.after(Math.min(ms, Number(patience)), fire),
};

async function converse(channel: WebSocketChannel) {
  const waiting = new Map<unknown, () => void>();
  let items = 0;
  let noise: string | undefined;
  channel.listen(({ message, problem }) => {
    items++;
    noise ??= problem;
    waiting.get((message as { id?: unknown } | undefined)?.id)?.();
  });
  const ask = (id: number, method: string) =>
    new Promise<'answered' | 'closed' | 'late'>((resolve) => {
      const cancel = clock.after(Number(patience), () => resolve('late'));
      const settle = (how: 'answered' | 'closed') => {
        cancel();
        resolve(how);
      };
      void channel.closed.then(() => settle('closed'));
      waiting.set(id, () => settle('answered'));
      channel.send({ kind: 'message', message: { jsonrpc: '2.0', id, method, params: {} } });
    });
  const hello = await ask(1, 'initialize');
  const ping = hello === 'answered' ? await ask(2, 'ping') : undefined;
  await channel.close('end');
  return { hello, ping, closed: await channel.closed, noise, items };
}

const result = await connectWebSocket({ url, clock }).then(converse, (error: unknown) => {
  if (!(error instanceof HandshakeError)) throw error;
  return { hello: 'refused', closed: { problem: error.message } };
});
process.stdout.write(`${JSON.stringify(result)}\n`);
