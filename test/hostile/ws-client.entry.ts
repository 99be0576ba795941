// A client on the kit's own WebSocket.
import { type Clock, realClock } from '../../src/wire/clock/clock.js';
import { connectWebSocket, HandshakeError, type WebSocketChannel } from '../../src/wire/websocket/websocket.js';

/**
 * Connects to a WebSocket server: says initialize and ping, waits for their answers, and closes. Prints what came of it as JSON.
 *
 * @param argv behind those of Node: the url, the ms that the handshake and those that each answer may take
 */
export async function program([, , url = '', handshake = '', patience = '']: readonly string[]): Promise<void> {
  const clock = {
    ...realClock,
    after: (ms: number, fire: () => void) => realClock.after(Math.min(ms, Number(handshake)), fire),
  };
  const result = await connectWebSocket({ url, clock }).then(
    (channel) => converse(channel, clock, Number(patience)),
    (error: unknown) => {
      if (!(error instanceof HandshakeError)) throw error;
      return { hello: 'refused', closed: { problem: error.message } };
    },
  );
  process.stdout.write(`${JSON.stringify(result)}\n`);
}

async function converse(channel: WebSocketChannel, clock: Clock, patience: number) {
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
      const cancel = clock.after(patience, () => resolve('late'));
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
