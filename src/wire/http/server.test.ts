import { connect as connectTcp } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { call, closeAll, serve, serveBytes } from '../fixtures/http.js';
import { listenHttp, PortError, type ServerExchange } from './server.js';

afterEach(closeAll);

describe('requests', () => {
  it('arrive as they were sent: method, path, headers in their order and number, body', async () => {
    let seen = '';
    const url = await serveBytes((socket, request) => {
      seen = request;
      socket.end('HTTP/1.1 204 No Content\r\n\r\n');
    });
    await call({
      url: `${url}/mcp?x=1`,
      method: 'PUT',
      headers: [
        ['X-A', '1'],
        ['x-a', '2'],
        ['Host', 'other'],
        ['Origin', 'null'],
      ],
      body: 'é',
    });
    expect(seen).toBe(
      'PUT /mcp?x=1 HTTP/1.1\r\nX-A: 1\r\nx-a: 2\r\nHost: other\r\nOrigin: null\r\nContent-Length: 2\r\nConnection: keep-alive\r\n\r\né',
    );
  });

  it('leave in chunks as the list says, and with a wrong length where the headers say so', async () => {
    let seen = '';
    const url = await serveBytes((socket, request) => {
      seen = request;
      const answer = () => {
        if (/\r\n0\r\n\r\n$|long$/.test(seen)) socket.end('HTTP/1.1 204 No Content\r\n\r\n');
      };
      socket.on('data', (bytes) => {
        seen += bytes;
        answer();
      });
      answer();
    });
    await call({ url, body: ['{"a":', Buffer.from('1}')] });
    expect(seen).toContain('Transfer-Encoding: chunked');
    expect(seen).toMatch(/\r\n\r\n5\r\n\{"a":\r\n2\r\n1\}\r\n0\r\n\r\n$/);
    await call({ url, headers: { 'content-length': '1' }, body: 'long' });
    expect(seen).toMatch(/content-length: 1\r\n[\s\S]*\r\n\r\nlong$/);
  });

  it('are seen by the server with joined headers and the whole body', async () => {
    let seen: ServerExchange | undefined;
    const { url } = await serve((exchange) => {
      seen = exchange;
      exchange.head(202);
      exchange.end();
    });
    const items = await call({
      url: `${url}/a?b`,
      headers: [
        ['X-A', '1'],
        ['x-a', '2'],
        ['Host', 'localhost:1'],
      ],
      body: ['ab', 'cd'],
    });
    expect(seen).toMatchObject({ method: 'POST', path: '/a?b', headers: { 'x-a': '1, 2', host: 'localhost:1' } });
    expect(Buffer.from(seen!.body).toString()).toBe('abcd');
    expect(items).toMatchObject([
      { kind: 'http', stream: 's', http: { status: 202, headers: { 'content-length': '0' } } },
      { kind: 'closed', stream: 's', closed: { how: 'end' }, body: '' },
    ]);
  });

  it('beyond the cap get 413, broken ones 400, too long headers 431', async () => {
    let served = 0;
    const { url, port } = await serve(() => {
      served += 1;
    });
    expect((await call({ url, body: 'x'.repeat(10_001) }))[0]).toMatchObject({ http: { status: 413 } });
    const raw = (bytes: string) =>
      new Promise<string>((resolve) => {
        const socket = connectTcp(port, '127.0.0.1', () => socket.write(bytes));
        let answer = '';
        socket.on('data', (data) => {
          answer += data;
        });
        socket.on('error', () => {});
        socket.on('close', () => resolve(answer));
      });
    expect(await raw('nonsense\r\n\r\n')).toContain('400 Bad Request');
    expect(await raw(`GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`)).toContain('431');
    expect(served).toBe(0);
  });
});

describe('listenHttp', () => {
  it('says plainly that a port is in use', async () => {
    const { port } = await serve(() => {});
    const error = await listenHttp({ port, onExchange: () => {} }).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(PortError);
    expect((error as PortError).message).toBe(`cannot listen on 127.0.0.1:${port}: the port is in use`);
  });

  it('says for how long it keeps a connection, longer than a client of ours may leave it idle', async () => {
    const { url } = await serve((exchange) => {
      exchange.head(202);
      exchange.end();
    });
    expect((await call({ url }))[0]).toMatchObject({ http: { headers: { 'keep-alive': 'timeout=600' } } });
  });

  it('answers an upgrade that nobody takes with 426', async () => {
    const { url } = await serve(() => {});
    const [head] = await call({ url, method: 'GET', headers: { connection: 'upgrade', upgrade: 'websocket' } });
    expect(head).toMatchObject({ http: { status: 426 } });
  });
});
