import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { resetSocket } from './reset.js';

let ended: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const end of ended) await end();
  ended = [];
});

/** Both ends of a connection, and what `client` saw of its end. */
async function pair(): Promise<{ server: Socket; client: Socket; seen: Promise<string> }> {
  const listener = createServer({ allowHalfOpen: true });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as { port: number };
  const client = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  const [server] = (await once(listener, 'connection')) as [Socket];
  ended.push(async () => {
    client.destroy();
    listener.close();
  });
  const seen = new Promise<string>((resolve) => {
    client.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    client.on('close', () => resolve('no error'));
  });
  client.resume();
  return { server, client, seen };
}

describe('a connection is reset', () => {
  it.for<[when: string, before: (server: Socket) => unknown]>([
    ['in the middle', () => undefined],
    ['at once behind its end', (server) => server.end()],
    ['at once behind its end, with data before it', (server) => server.end('bye')],
    [
      'at once behind its end, with more before it than the peer takes',
      (server) => server.end('bye'.repeat(5_000_000)),
    ],
    ['while its FIN goes out', (server) => new Promise((resolve) => void server.end(() => setImmediate(resolve)))],
    ['while it is closed behind its end', (server) => server.destroySoon()],
  ])('%s', { timeout: 5_000 }, async ([, before], { signal }) => {
    const { server, client, seen } = await pair();
    const closed = once(server, 'close', { signal });
    await before(server);
    resetSocket(server);
    await closed;
    // Whoever has read the end of the other side learns of the rest when it writes.
    client.write('x');
    expect(await seen).toMatch(/ECONNRESET|EPIPE/);
  });
});
