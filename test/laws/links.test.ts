import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { linkToCodec } from '../../src/conversation/codec/codec-client.js';
import { serveCodec } from '../../src/conversation/codec/serve-codec.js';
import { pathCodec } from '../../src/conversation/fixtures/path-codec.js';
import type { Json } from '../../src/json/json.js';
import { connectLink } from '../../src/jsonrpc/connect-ws.js';
import { type Connection, ConnectionClosed, connect, RpcError } from '../../src/jsonrpc/connection.js';
import { type Link, memoryPair } from '../../src/jsonrpc/link.js';
import { serveStdio } from '../../src/jsonrpc/serve-stdio.js';
import { serveWebSocket } from '../../src/jsonrpc/serve-ws.js';

/** A client and a server that are joined, and what ends the server. */
interface Joined {
  client: Link;
  server: Link;
  close(): unknown;
}

/** How two links are joined, by transport; `duplex` where a server may send of its own accord. */
const TRANSPORTS: { transport: string; duplex: boolean; join(): Promise<Joined> }[] = [
  {
    transport: 'memory',
    duplex: true,
    join: async () => {
      const [client, server] = memoryPair();
      return { client, server, close: () => server.close() };
    },
  },
  {
    transport: 'stdio',
    duplex: true,
    join: async () => {
      const [up, down] = [new PassThrough(), new PassThrough()];
      const server = serveStdio({ input: up, output: down });
      return { server, client: serveStdio({ input: down, output: up }), close: () => server.close() };
    },
  },
  {
    transport: 'WebSocket',
    duplex: true,
    join: async () => {
      let listening: (link: Link) => void = () => undefined;
      const linked = new Promise<Link>((resolve) => {
        listening = resolve;
      });
      const serving = await serveWebSocket({ onLink: (link) => listening(link) });
      const client = await connectLink({ url: serving.url });
      return { client, server: await linked, close: () => serving.close() };
    },
  },
  {
    transport: 'HTTP by a codec',
    duplex: false,
    join: async () => {
      const serving = await serveCodec({ codec: pathCodec });
      const client = linkToCodec({ codec: pathCodec, url: serving.url });
      return { client, server: serving.link, close: () => serving.close() };
    },
  },
];

/** Both as connections: what a handler of the server is told is kept in `told`. */
async function joined(join: () => Promise<Joined>) {
  const { client: near, server: far, close } = await join();
  const told: Json[] = [];
  const server = connect(far, {
    requests: {
      echo: (params) => params,
      refuse: () => {
        throw new RpcError(-32001, 'no');
      },
      wait: () => new Promise(() => undefined),
    },
    notifications: { note: (params) => void told.push(params ?? null) },
  });
  const client = connect(near, {
    requests: { echo: (params) => params },
    notifications: { note: (params) => void told.push(params ?? null) },
  });
  return { client, server, told, near, close };
}

describe.each(TRANSPORTS)('a conversation over $transport', ({ duplex, join }) => {
  const sides = (one: { client: Connection; server: Connection }) => (duplex ? [one.client, one.server] : [one.client]);

  it('carries any JSON there and back', async () => {
    const pair = await joined(join);
    const odd = { text: 'größer 😀\u2028\n', deep: [[[null, true, { '': 1.5 }]]], long: 'x'.repeat(200_000) };
    for (const side of sides(pair)) expect(await side.request('echo', odd)).toEqual(odd);
    await pair.close();
  });

  it('answers each of many requests at once with its own answer', async () => {
    const pair = await joined(join);
    for (const side of sides(pair)) {
      const asked = Array.from({ length: 40 }, (_, index) => ({ index }));
      expect(await Promise.all(asked.map((params) => side.request('echo', params)))).toEqual(asked);
    }
    await pair.close();
  });

  it('answers with the error that a handler throws', async () => {
    const pair = await joined(join);
    await expect(pair.client.request('refuse', {})).rejects.toMatchObject({ code: -32001, message: 'no' });
    await pair.close();
  });

  it.runIf(duplex)('keeps notifications in their order, and before the answer that follows them', async () => {
    const pair = await joined(join);
    for (const side of [pair.client, pair.server]) {
      const sent = Array.from({ length: 40 }, (_, index) => ({ index }));
      for (const params of sent) side.notify('note', params);
      await side.request('echo', {});
      expect(pair.told.splice(0)).toEqual(sent);
    }
    await pair.close();
  });

  it('rejects what waits when it is closed, and may be closed again', async () => {
    const pair = await joined(join);
    const waiting = pair.client.request('wait', {});
    const lost = expect(waiting).rejects.toThrow(ConnectionClosed);
    await pair.client.request('echo', {});
    pair.near.close();
    pair.near.close();
    await pair.near.closed;
    await lost;
    await expect(pair.client.request('echo', {})).rejects.toThrow(ConnectionClosed);
    await pair.close();
  });
});
