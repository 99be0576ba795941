import type { Socket } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import type { Carried } from '../carried.js';
import { call, client, closeAll, kinds, serve, serveBytes } from '../fixtures/http.js';
import { listenHttp, type ServerExchange } from './server.js';

afterEach(closeAll);

it('tells when a request was written, and when it never will be', async () => {
  const { url } = await serve(() => undefined);
  const under = client().exchange({ method: 'POST', url, body: 'a'.repeat(100_000), stream: 's' }, () => undefined);
  const first = Promise.race([under.written.then(() => 'written'), under.done.then(() => 'done')]);
  expect(await first).toBe('written');
  under.reset();
  await under.done;
  const items: Carried[] = [];
  const refused = client().exchange({ method: 'GET', url: 'http://127.0.0.1:9/', stream: 's' }, (carried) =>
    items.push(carried),
  );
  await refused.written;
  await refused.done;
  expect(items).toMatchObject([{ kind: 'closed', closed: { how: 'error' } }]);
});

describe('responses', () => {
  const as = (type: string, body: string | Buffer, more: Record<string, string> = {}) =>
    serve((exchange) => {
      exchange.head(200, { 'content-type': type, ...more });
      exchange.text(body);
    });

  it('of JSON are one message', async () => {
    const { url } = await serve((exchange) => exchange.json(200, { id: 12345678901234567890n }));
    const items = await call({ url });
    expect(kinds(items)).toEqual(['http', 'message', 'closed']);
    expect(items[1]).toEqual({
      kind: 'message',
      stream: 's',
      message: { id: 12345678901234567890n },
      text: '{"id":12345678901234567890}',
    });
    expect(items[0]?.http?.headers['content-length']).toBe('27');
    expect(items[2]).toMatchObject({ closed: { how: 'end' }, body: '{"id":12345678901234567890}' });
  });

  it('of JSON that are none are bytes', async () => {
    const { url } = await as('application/json; charset=utf-8', '<html>');
    expect((await call({ url }))[1]).toMatchObject({ kind: 'bytes', problem: expect.stringContaining('not JSON') });
  });

  it('of anything else are a body', async () => {
    const { url } = await as('text/html', '<p>');
    const items = await call({ url });
    expect(items[1]).toEqual({ kind: 'body', body: '<p>', stream: 's' });
    expect(items[2]).toMatchObject({ kind: 'closed', body: '<p>' });
  });

  it('of JSON-RPC under another type are the message all the same', async () => {
    const message = { jsonrpc: '2.0', id: 1, result: {} };
    const { url } = await as('text/plain', JSON.stringify(message));
    expect((await call({ url }))[1]).toMatchObject({ kind: 'message', message });
    const other = await as('text/plain', '{"id":1}');
    expect((await call({ url: other.url }))[1]).toEqual({ kind: 'body', body: '{"id":1}', stream: 's' });
  });

  it('of events are one item each, as they come', async () => {
    let exchange: ServerExchange | undefined;
    const { url } = await serve((opened) => {
      exchange = opened;
      opened.event({ id: '1' }, '');
    });
    const items: Carried[] = [];
    const steps = [
      () => exchange?.event({ retry: 10 }),
      () => exchange?.event({ id: '2', event: 'message' }, '{"a":1}'),
      () => exchange?.raw('data: {"b":\ndata: 2}\n\ndata: no'),
      () => exchange?.raw('t json\n\ndata: lost'),
      () => exchange?.end(),
    ];
    const { done } = client().exchange({ method: 'GET', url, stream: 's' }, (carried) => {
      items.push(carried);
      if (carried.kind !== 'http' && carried.kind !== 'closed' && !(carried.text === '{"b":\n2}')) steps.shift()?.();
      if (carried.text === '{"b":\n2}') steps.shift()?.();
    });
    await done;
    expect(items.map(({ kind, sse, text }) => [kind, sse, text])).toEqual([
      ['http', undefined, undefined],
      ['sse', { id: '1' }, undefined],
      ['sse', { retry: 10 }, undefined],
      ['message', { id: '2', event: 'message' }, '{"a":1}'],
      ['message', {}, '{"b":\n2}'],
      ['bytes', {}, undefined],
      ['closed', undefined, undefined],
    ]);
    expect(items[6]?.closed).toEqual({ how: 'end', problem: 'the stream ended inside an event, which is lost' });
    expect(Buffer.from(items[6]!.bytes!).toString()).toBe('data: lost');
  });

  it('are written from what a border emits', async () => {
    const script: Carried[][] = [
      [
        { kind: 'http', http: { status: 200, headers: { 'Content-Type': 'text/event-stream' } } },
        { kind: 'sse', sse: { id: '1' } },
        { kind: 'message', message: { a: 1 } },
        { kind: 'closed' },
      ],
      [
        { kind: 'http', http: { status: 400, headers: { 'content-type': 'application/json' } } },
        { kind: 'message', message: { a: 1 }, text: '{"a":1,"a":1}' },
        { kind: 'closed' },
      ],
      [
        { kind: 'http', http: { status: 202, headers: {} } },
        { kind: 'closed', closed: { how: 'end' } },
      ],
      [{ kind: 'message', message: [1] }],
      [{ kind: 'bytes', bytes: Buffer.from('HTTP/9.9 200\r\n\r\n') }, { kind: 'closed' }],
      [
        {
          kind: 'http',
          http: { status: 200, headers: { 'content-type': 'application/json', 'content-length': '99' } },
        },
        { kind: 'message', message: 1 },
        { kind: 'closed', closed: { how: 'reset' } },
      ],
    ];
    const { url } = await serve((exchange) => script.shift()?.forEach((carried) => void exchange.write(carried)));
    const seen = [];
    for (let left = script.length; left > 0; left -= 1) {
      const items = await call({ url });
      seen.push(items.map(({ kind, text, closed, http, sse }) => text ?? closed?.how ?? http?.status ?? sse ?? kind));
    }
    expect(seen).toEqual([
      [200, { id: '1' }, '{"a":1}', 'end'],
      [400, '{"a":1,"a":1}', 'end'],
      [202, 'end'],
      [200, '[1]', 'end'],
      ['error'],
      [200, 'reset'],
    ]);
  });

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])('in %s, though nobody asked for it, are read', async (encoding, compress) => {
    const { url } = await as('application/json', compress('{"a":1}'), { 'content-encoding': encoding });
    expect((await call({ url }))[1]).toMatchObject({ kind: 'message', message: { a: 1 } });
  });

  it('in a broken or unknown coding end in an error', async () => {
    for (const [encoding, problem] of [
      ['gzip', 'the compressed body is broken'],
      ['zip', 'the content-encoding "zip" is unknown'],
    ] as const) {
      const { url } = await as('application/json', 'xxxxxxxxxxxx', { 'content-encoding': encoding });
      expect((await call({ url })).at(-1)?.closed).toEqual({ how: 'error', problem: expect.stringContaining(problem) });
    }
  });

  it('that are too long end in an error: plain, as a bomb, as one event, as a stream of events', async () => {
    for (const [type, body, more, problem] of [
      ['application/json', `"${'x'.repeat(20_000)}"`, {}, 'a body of more than 10000 bytes'],
      [
        'application/json',
        gzipSync(Buffer.alloc(50_000_000)),
        { 'content-encoding': 'gzip' },
        'a body of more than 10000 bytes',
      ],
      ['text/event-stream', `data: ${'x'.repeat(20_000)}`, {}, 'an event of more than 10000 bytes'],
      ['text/event-stream', ': comment\n\n'.repeat(20_000), {}, 'a stream of more than 100000 bytes'],
      ['text/event-stream', 'data: 1\n\n'.repeat(501), {}, 'a stream of more than 500 events'],
    ] as const) {
      const { url } = await as(type, body, more);
      const items = await call({ url });
      expect(items.at(-1)?.closed).toEqual({ how: 'error', problem });
    }
  });
});

describe('connections', () => {
  it.each<[string, (socket: Socket) => void, object]>([
    ['closes without an answer', (socket) => socket.end(), { how: 'reset', problem: expect.any(String) }],
    ['resets', (socket) => socket.resetAndDestroy(), { how: 'reset', problem: 'the peer reset the connection' }],
    [
      'answers with something else',
      (socket) => socket.end('SSH-2.0-x\r\n'),
      { how: 'error', problem: expect.stringContaining('not HTTP') },
    ],
    [
      'floods the headers',
      (socket) => socket.end(`HTTP/1.1 200 OK\r\n${'X: y\r\n'.repeat(100_000)}\r\n`),
      { how: 'error', problem: 'the headers are too long' },
    ],
    [
      'stops inside the body',
      (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc'),
      { how: 'reset', problem: expect.stringContaining('before the body was complete') },
    ],
    [
      'stops inside a chunk',
      (socket) => socket.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab'),
      { how: 'reset', problem: expect.any(String) },
    ],
    [
      'sends chunks without sizes',
      (socket) => socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nab'),
      { how: 'error', problem: expect.stringMatching(/^not HTTP: /) },
    ],
    [
      'redirects',
      (socket) => socket.end('HTTP/1.1 302 Found\r\nLocation: /\r\nContent-Length: 0\r\n\r\n'),
      { how: 'end' },
    ],
  ])('to a server that %s end once', async (_, answer, closed) => {
    const items = await call({ url: await serveBytes(answer) });
    expect(items.filter(({ kind }) => kind === 'closed')).toHaveLength(1);
    expect(items.at(-1)?.closed).toEqual(closed);
  });

  it('that can not be made end in an error', async () => {
    const listener = await listenHttp({ onExchange: () => {} });
    await listener.close();
    expect((await call({ url: listener.url })).at(-1)?.closed).toEqual({ how: 'error', problem: 'connection refused' });
    expect((await call({ url: 'nonsense' })).at(-1)?.closed).toEqual({ how: 'error', problem: 'Invalid URL' });
    expect((await call({ url: listener.url, headers: { 'x-a': 'line\nbreak' } })).at(-1)?.closed).toMatchObject({
      how: 'error',
    });
  });

  it('serve one request each, so that a server may close them when it pleases', async () => {
    const requests: string[] = [];
    const url = await serveBytes((socket, request) => {
      requests.push(request);
      socket.write('HTTP/1.1 204 No Content\r\n\r\n');
      setImmediate(() => socket.end());
    });
    const http = client();
    for (let index = 0; index < 5; index += 1) expect(kinds(await call({ url }, http))).toEqual(['http', 'closed']);
    // One for each connection; and the server is not asked to close it, for that would be another request.
    expect(requests).toHaveLength(5);
    expect(requests.join('')).not.toMatch(/connection: close/i);
  });

  describe('that the server keeps', () => {
    /** A server that answers with these headers, and how many connections it gets for three requests one after the other. */
    async function connectionsFor(headers: string): Promise<number> {
      const sockets = new Set<Socket>();
      const url = await serveBytes((socket) => {
        const answer = () =>
          socket.write(`HTTP/1.1 200 OK\r\n${headers}Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}`);
        sockets.add(socket);
        socket.on('data', answer);
        answer();
      });
      const http = client();
      for (let index = 0; index < 3; index += 1) {
        expect(kinds(await call({ url }, http))).toEqual(['http', 'message', 'closed']);
      }
      return sockets.size;
    }

    it.each([
      [1, 'long enough', 'Keep-Alive: timeout=5\r\n'],
      [1, 'with a number of requests', 'Keep-Alive: max=100, timeout=60\r\n'],
      [3, 'for a moment', 'Keep-Alive: timeout=1\r\n'],
      [3, 'for nobody knows how long', 'Connection: keep-alive\r\n'],
      [3, 'not at all', 'Keep-Alive: timeout=5\r\nConnection: close\r\n'],
    ])('%i for three requests where it does so %s', async (wanted, _, headers) => {
      expect(await connectionsFor(headers)).toBe(wanted);
    });
  });

  it('that end when they are used again are replaced, and one that ends at each request is not', async () => {
    const seen: string[] = [];
    const ok =
      'HTTP/1.1 200 OK\r\nKeep-Alive: timeout=5\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}';
    const url = await serveBytes((socket, request) => {
      seen.push(request.split(' ')[1]!);
      if (request.startsWith('POST /dead')) socket.resetAndDestroy();
      else socket.write(ok);
      socket.on('data', () => socket.resetAndDestroy());
    });
    const http = client();
    const post = (path: string) => call({ method: 'POST', url: `${url}${path}`, body: '{}' }, http);
    expect(kinds(await post('/one'))).toEqual(['http', 'message', 'closed']);
    expect(kinds(await post('/two'))).toEqual(['http', 'message', 'closed']);
    expect((await post('/dead')).at(-1)?.closed).toMatchObject({ how: 'reset' });
    expect(seen).toEqual(['/one', '/two', '/dead']);
  });

  it('are counted, and gone after close', async () => {
    const { url } = await serve((exchange) => exchange.json(200, {}), {});
    const http = client();
    const before = http.traffic();
    await call({ url, body: 'x'.repeat(100) }, http);
    expect(http.traffic().sent - before.sent).toBeGreaterThan(100);
    expect(http.traffic().received).toBeGreaterThan(before.received);
    await http.close();
    expect(http.traffic().sent).toBeGreaterThan(before.sent);
  });

  it('can be ended and reset by the client, and the server notices', async () => {
    const ends: string[] = [];
    const { url } = await serve(async (exchange) => {
      exchange.event({ id: '1' }, '');
      ends.push(await exchange.closed);
    });
    const http = client();
    for (const how of ['end', 'reset'] as const) {
      const items: Carried[] = [];
      const exchange = http.exchange({ method: 'GET', url, stream: how }, (carried) => {
        items.push(carried);
        if (carried.kind === 'sse') exchange[how]();
      });
      await exchange.done;
      expect(items.map(({ kind }) => kind)).toEqual(['http', 'sse', 'closed']);
      expect(items.at(-1)?.closed).toEqual({ how });
    }
    await expect.poll(() => ends, { timeout: 20_000 }).toEqual(['reset', 'reset']);
  });

  it('can be reset by the server', async () => {
    const { url } = await serve((exchange) => {
      exchange.event({ id: '1' }, '');
      exchange.reset();
    });
    expect((await call({ url })).at(-1)?.closed).toMatchObject({ how: 'reset' });
  });

  it('do not keep the client from closing while they wait', async () => {
    const { url } = await serve(() => {});
    const http = client();
    const items: Carried[] = [];
    const { done } = http.exchange({ method: 'GET', url, stream: 's' }, (carried) => items.push(carried));
    await http.close();
    await done;
    expect(items).toEqual([{ kind: 'closed', closed: { how: 'end' }, stream: 's' }]);
  });

  it('gets 500 where the handler throws', async () => {
    const errors: unknown[] = [];
    const { url } = await serve(() => Promise.reject(new Error('boom')), { failed: (error) => errors.push(error) });
    expect((await call({ url }))[0]).toMatchObject({ http: { status: 500 } });
    expect(errors).toHaveLength(1);
  });
});

describe('whatever a server writes', () => {
  it('ends each exchange once, with everything before its end', async () => {
    const pieces = fc.constantFrom(
      'HTTP/1.1 200 OK\r\n',
      'Content-Type: text/event-stream\r\n',
      'Content-Type: application/json\r\n',
      'Content-Length: 4\r\n',
      'Transfer-Encoding: chunked\r\n',
      'Content-Encoding: gzip\r\n',
      '\r\n',
      '5\r\ndata:\r\n',
      '0\r\n\r\n',
      'data: {"a":1}\n\n',
      '{"a":',
      '1}',
      '\0\xff',
    );
    const http = client();
    let script: string[] = [];
    const url = await serveBytes((socket) => {
      for (const piece of script) socket.write(piece, 'latin1');
      socket.end();
    });
    await fc.assert(
      fc.asyncProperty(fc.array(pieces, { maxLength: 10 }), async (parts) => {
        script = ['HTTP/1.1 200 OK\r\n', ...parts];
        const items = await call({ url }, http);
        expect(items.filter(({ kind }) => kind === 'closed')).toHaveLength(1);
        expect(items.at(-1)?.kind).toBe('closed');
        expect(['end', 'reset', 'error']).toContain(items.at(-1)?.closed?.how);
      }),
      { numRuns: 60 },
    );
  });
});
