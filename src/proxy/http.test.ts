import { Agent, createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import type { Border, Carried } from '../wire/carried.js';
import { openBorder } from '../wire/carried.js';
import { mockLimits } from '../wire/limits.js';
import { type ProxyOptions, type ProxySide, startProxy } from './proxy.js';

const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

type Handler = (request: IncomingMessage, response: ServerResponse) => void;
interface Seen {
  carried: Carried;
  from: ProxySide;
  changed: boolean;
}

async function serve(handler: Handler): Promise<{ server: Server; url: string }> {
  const server = createServer(handler);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp` };
}

async function proxied(handler: Handler, more: Partial<ProxyOptions> = {}) {
  const { server, url } = await serve(handler);
  const seen: Seen[] = [];
  const proxy = await startProxy({
    to: { url },
    serve: { port: 0 },
    limits: { ...mockLimits, message: 1_000_000 },
    tap: (carried, from, _connection, changed) => seen.push({ carried, from, changed }),
    ...more,
  });
  open.push(() => proxy.close());
  const kinds = (from: ProxySide) => seen.filter((one) => one.from === from).map(({ carried }) => carried);
  return { server, proxy, url: proxy.url!, seen, kinds };
}

/** What a client is answered, to the byte. */
interface Answer {
  status: number;
  message: string;
  raw: string[];
  body: Buffer;
  trailers: string[];
}

function ask(
  url: string,
  { method = 'POST', headers = {}, body }: { method?: string; headers?: object; body?: string | Buffer } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { method, headers: headers as never, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode!,
          message: response.statusMessage!,
          raw: response.rawHeaders,
          body: Buffer.concat(chunks),
          trailers: response.rawTrailers,
        }),
      );
    });
    asked.on('error', reject);
    asked.end(body);
  });
}

const JSON_TYPE = { 'content-type': 'application/json' };
const PING = '{ "jsonrpc" : "2.0", "id": 1,\r\n "method": "ping" }';

const echo: Handler = (request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const body = Buffer.concat(chunks);
    response.writeHead(200, {
      ...JSON_TYPE,
      'content-length': body.length,
      'x-path': request.url!,
      'x-method': request.method!,
    });
    response.end(body);
  });
};

describe('the proxy over HTTP', () => {
  it.for<[string, Border | undefined]>([
    ['without a border', undefined],
    ['through an open border', openBorder],
  ])('passes bodies of all kinds on as they are, %s', async ([, border]) => {
    const { url, kinds, proxy } = await proxied(echo, { border });
    const bodies = [PING, '{"broken', Buffer.from([0, 255, 13, 10]), '', 'x'.repeat(900_000), '[1,2]'];
    for (const body of bodies) {
      const { status, body: back } = await ask(url, { headers: JSON_TYPE, body });
      expect([status, back.equals(Buffer.from(body))]).toEqual([200, true]);
    }
    await proxy.close();
    const [first, broken] = kinds('client');
    expect(first).toMatchObject({ message: { method: 'ping' }, text: PING, http: { method: 'POST', path: '/mcp' } });
    expect(broken).toMatchObject({ kind: 'bytes', problem: expect.stringContaining('not JSON') });
    expect(kinds('server')[0]).toMatchObject({ kind: 'message', message: { method: 'ping' }, http: { status: 200 } });
    expect(kinds('client').length).toBe(bodies.length);
  });

  it('passes heads on but for what is about the connection, names and order as they are', async () => {
    let heard: string[] = [];
    const { url } = await proxied((request, response) => {
      heard = request.rawHeaders;
      response.writeHead(401, 'Who Are You', [
        ...[
          'WWW-Authenticate',
          'Bearer resource_metadata="http://127.0.0.1:1/x"',
          'Set-Cookie',
          'a=1',
          'set-cookie',
          'b=2',
        ],
        ...['Keep-Alive', 'timeout=9', 'X-Own', 'mine', 'Connection', 'keep-alive, X-Own', 'Content-Length', '2'],
      ]);
      response.end('no');
    });
    const headers = {
      'X-Mixed-Case': 'Ä',
      authorization: 'Bearer x',
      TE: 'trailers',
      connection: 'close, x-gone',
      'x-gone': '1',
    };
    const answer = await ask(`${url}?q=1`, { method: 'GET', headers });
    expect([answer.status, answer.message, answer.body.toString()]).toEqual([401, 'Who Are You', 'no']);
    expect(answer.raw.slice(0, 6)).toEqual([
      ...[
        'WWW-Authenticate',
        'Bearer resource_metadata="http://127.0.0.1:1/x"',
        'Set-Cookie',
        'a=1',
        'set-cookie',
        'b=2',
      ],
    ]);
    expect(answer.raw.filter((name) => /^(?:x-own|date)$/i.test(name))).toEqual([
      // The date is the server's.
      'Date',
    ]);
    expect(heard.slice(0, 4)).toEqual(['X-Mixed-Case', 'Ä', 'authorization', 'Bearer x']);
    expect(heard.filter((name) => /^(?:te|x-gone)$/i.test(name))).toEqual([]);
  });

  it('sends the host of the server, and its origin to what came from the proxy', async () => {
    const heads: IncomingMessage['headers'][] = [];
    const { url, server } = await proxied((request, response) => {
      heads.push(request.headers);
      response.end();
    });
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    await ask(url, { headers: { origin: new URL(url).origin } });
    await ask(url, { headers: { origin: 'http://localhost:9' } });
    expect(heads).toMatchObject([
      { host, origin: `http://${host}` },
      { host, origin: 'http://localhost:9' },
    ]);
  });

  it('delivers each event as it comes, and tells of it', async () => {
    let say: (text: string) => void = () => undefined;
    const { url, kinds, proxy } = await proxied((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      say = (text) => response.write(text);
      response.flushHeaders();
    });
    const asked = request(url, { method: 'GET', headers: { 'last-event-id': '7' } }).end();
    const response = await new Promise<IncomingMessage>((resolve) => asked.once('response', resolve));
    const piece = () => new Promise<string>((resolve) => response.once('data', (chunk) => resolve(String(chunk))));
    for (const text of ['id: 1\ndata: {"jsonrpc":"2.0","method":"a"}\n\n', ': comment\r\n\r\n', 'data: cut']) {
      const next = piece();
      say(text);
      expect(await next).toBe(text);
    }
    asked.destroy();
    await expect.poll(() => kinds('client').length).toBe(2);
    await proxy.close();
    expect(kinds('client')).toMatchObject([
      { kind: 'http', http: { method: 'GET', headers: { 'last-event-id': '7' } } },
      { kind: 'closed', closed: { how: 'reset' } },
    ]);
    expect(kinds('server').slice(0, 2)).toMatchObject([
      { kind: 'http', http: { status: 200 } },
      { kind: 'message', message: { method: 'a' }, sse: { id: '1' } },
    ]);
  });

  it('passes a compressed body on as it is, and reads it', async () => {
    const body = gzipSync('{"jsonrpc":"2.0","id":1,"result":{}}');
    const { url, kinds, proxy } = await proxied((request, response) => {
      request.resume();
      response.writeHead(200, { ...JSON_TYPE, 'content-encoding': 'gzip' });
      response.end(body);
    });
    expect((await ask(url, { headers: JSON_TYPE, body: PING })).body.equals(body)).toBe(true);
    await proxy.close();
    expect(kinds('server')).toMatchObject([{ kind: 'message', message: { result: {} } }]);
  });

  it('passes redirects, DELETE, chunks and trailers on, and follows nothing', async () => {
    const asked: string[] = [];
    const { url } = await proxied((request, response) => {
      asked.push(`${request.method} ${request.headers['transfer-encoding']} ${request.headers['content-length']}`);
      request.resume();
      response.writeHead(request.method === 'DELETE' ? 204 : 307, {
        location: '/elsewhere',
        ...(request.method === 'DELETE' ? {} : { trailer: 'x-sum' }),
      });
      if (request.method !== 'DELETE') response.addTrailers([['X-Sum', '7']]);
      response.end();
    });
    expect((await ask(url, { method: 'DELETE' })).status).toBe(204);
    const { status, raw, trailers } = await ask(url, { headers: { 'transfer-encoding': 'chunked' }, body: 'abc' });
    expect([status, raw.slice(0, 2), trailers]).toEqual([307, ['location', '/elsewhere'], ['X-Sum', '7']]);
    expect(asked).toEqual(['DELETE undefined undefined', 'POST chunked undefined']);
  });

  it('cuts a response that was cut, and gives up a request whose client is gone', async () => {
    let gone: Promise<unknown> | undefined;
    const { url } = await proxied((request, response) => {
      response.writeHead(200, { ...JSON_TYPE, 'content-length': 100 });
      response.write('{"half');
      if (request.url === '/mcp') setTimeout(() => response.destroy(), 50);
      else gone = new Promise((resolve) => response.once('close', () => resolve('gone')));
    });
    await expect(ask(url)).rejects.toThrow(/aborted|hang up|reset/i);
    const asked = request(`${url}/slow`, { method: 'POST' }).end();
    asked.on('error', () => undefined);
    await new Promise((resolve) => asked.once('response', resolve));
    asked.destroy();
    expect(await gone).toBe('gone');
  });

  it('asks again on a new connection if the server closed an idle one', async () => {
    const { url, server } = await proxied(echo);
    expect((await ask(url, { body: 'one' })).body.toString()).toBe('one');
    server.closeIdleConnections();
    expect((await ask(url, { method: 'PUT', body: 'two' })).body.toString()).toBe('two');
  });

  it('sends nothing twice that a server may have acted on', async () => {
    const seen: string[] = [];
    const { url } = await proxied((asked, response) => {
      seen.push(String(asked.method));
      if (seen.length % 2 === 1) echo(asked, response);
      else asked.socket.destroy();
    });
    expect((await ask(url, { body: 'one' })).status).toBe(200);
    const lost = await ask(url, { body: 'pay' });
    expect([lost.status, lost.body.toString()]).toEqual([502, expect.stringContaining('reached')]);
    expect(seen).toEqual(['POST', 'POST']);
  });

  it('reads no faster than the client does', async () => {
    let sent = 0;
    const { url } = await proxied((_, response) => {
      const more = () => {
        while (sent < 200_000_000 && response.write('x'.repeat(65_536))) sent += 65_536;
        response.once('drain', more);
      };
      more();
    });
    const asked = request(url).end();
    const response = await new Promise<IncomingMessage>((resolve) => asked.once('response', resolve));
    response.pause();
    for (let before = -1; before !== sent; ) {
      before = sent;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    expect(sent).toBeLessThan(60_000_000);
    asked.destroy();
  });

  it('keeps other sites out, and says so if there is no server', async () => {
    const { url, server } = await proxied(echo);
    const foreign = await ask(url, { headers: { origin: 'https://evil.example' } });
    expect([foreign.status, foreign.body.toString()]).toEqual([403, expect.stringContaining('evil.example')]);
    expect((await ask(url, { headers: { host: 'evil.example' } })).status).toBe(403);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    const missing = await ask(url);
    expect([missing.status, missing.body.toString()]).toEqual([502, expect.stringContaining("can't be reached")]);
  });

  it('outlives what is no HTTP', async () => {
    const { url } = await proxied(echo);
    const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => undefined);
    socket.resume().end('\x16\x03\x01 hello\r\n\r\n');
    await new Promise((resolve) => socket.once('close', resolve));
    expect((await ask(url, { body: 'still' })).body.toString()).toBe('still');
  });

  it('lets a border change requests, answers and events', async () => {
    const border: Border = {
      hears: (carried, deliver) =>
        deliver(
          carried.message === undefined ? carried : ({ ...carried, message: { heard: 1 }, text: undefined } as Carried),
        ),
      sends: (carried, emit) => {
        if (carried.sse !== undefined) emit({ ...carried, message: { said: 2 }, text: undefined } as Carried);
        else if (carried.kind === 'message') emit({ ...carried, http: { ...carried.http!, status: 418 } });
        else emit(carried);
      },
    };
    const { url, seen, proxy } = await proxied(
      (request, response) => {
        if (request.method === 'POST') return echo(request, response);
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.end('event: message\nid: 4\ndata: {"a":1}\n\n: only a comment\n\n');
      },
      { border },
    );
    const answer = await ask(url, { headers: JSON_TYPE, body: PING });
    expect([answer.status, answer.body.toString()]).toEqual([418, '{"heard":1}']);
    const events = await ask(url, { method: 'GET' });
    expect(events.body.toString()).toBe('event: message\nid: 4\ndata: {"said":2}\n\n: only a comment\n\n');
    await proxy.close();
    expect(seen.filter(({ changed }) => changed).map(({ carried }) => carried.kind)).toEqual(['message', 'message']);
  });

  it('serves many at once over kept connections', async () => {
    const { url, kinds, proxy } = await proxied(echo);
    const agent = new Agent({ keepAlive: true, maxSockets: 20 });
    const one = (id: number) =>
      new Promise<string>((resolve, reject) => {
        const asked = request(url, { method: 'POST', headers: JSON_TYPE, agent }, (response) => {
          let text = '';
          response.on('data', (chunk) => {
            text += chunk;
          });
          response.on('end', () => resolve(text));
        });
        asked.on('error', reject).end(JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' }));
      });
    const answers = await Promise.all(Array.from({ length: 300 }, (_, id) => one(id)));
    expect(answers.map((text) => JSON.parse(text).id)).toEqual(Array.from({ length: 300 }, (_, id) => id));
    agent.destroy();
    await proxy.close();
    expect([kinds('client').length, kinds('server').length]).toEqual([300, 300]);
  });
});
