import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { closeAll, closing, serve } from '../fixtures/http.js';
import { connectWebSocket, listenWebSocket } from '../websocket/websocket.js';
import type { HttpListenOptions } from './server.js';

afterEach(closeAll);

/** What Java's client adds to the first request of a connection. */
const H2C = [
  'Connection: Upgrade, HTTP2-Settings',
  'HTTP2-Settings: AAEAAEAAAAIAAAABAAMAAABkAAQBAAAAAAUAAEAA',
  'Upgrade: h2c',
];
const request = (line: string, more: readonly string[], body = '') =>
  [`${line} HTTP/1.1`, 'Host: 127.0.0.1', ...more, '', body].join('\r\n');
const length = (body: string) => `Content-Length: ${body.length}`;
const chunked = (...parts: string[]) => [...parts, ''].map((one) => `${one.length}\r\n${one}\r\n`).join('');
/** The last request of a connection. */
const LAST = request('GET /last', ['Connection: close']);

const echo: HttpListenOptions['onExchange'] = (exchange) => {
  exchange.head(200, { 'x-seen': `${exchange.method} ${exchange.path} ${exchange.headers.upgrade ?? '-'}` });
  exchange.text(exchange.body);
};

/** Every listener of ours: one for HTTP alone, and one for WebSocket that serves HTTP beside it. */
const listeners = {
  http: async () => (await serve(echo)).port,
  ws: async () => {
    const listener = await listenWebSocket({ onPeer: (peer) => void peer.close(), onExchange: echo });
    closing(() => listener.close());
    return listener.port;
  },
};

/** All that comes back for bytes that are sent in these pieces, one turn of the loop apart, until the other side ends. */
function sent(port: number, pieces: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    let came = '';
    const socket = connect(port, '127.0.0.1', async () => {
      for (const piece of pieces) {
        socket.write(piece);
        await new Promise(setImmediate);
      }
    });
    closing(async () => socket.destroy());
    socket.on('data', (data) => {
      came += data.toString('latin1');
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(came));
  });
}

const seenIn = (answers: string) =>
  [...answers.matchAll(/HTTP\/1\.1 (\d+)[\s\S]*?\r\n\r\n/g)].map(
    ([head, status]) => `${status} ${/x-seen: (.*)\r/.exec(head)?.[1]}`,
  );

/** Whether Node itself ignores upgrades of requests with a body, and then loses what came in the same piece (`upgradeOptions`). */
const isNative = Number(process.versions.node.split('.')[0]) >= 25;

describe.each(Object.entries(listeners))('a listener for %s', (_name, listen) => {
  it.each([
    ['no body', (more: string[]) => request('GET /a', more), 'GET /a h2c', ''],
    ['an empty body', (more: string[]) => request('POST /a', [...more, length('')]), 'POST /a h2c', ''],
    [
      'a body',
      (more: string[]) => request('POST /a', [...more, length('{"a":1}')], '{"a":1}'),
      'POST /a h2c',
      '{"a":1}',
    ],
    [
      'a body in chunks',
      (more: string[]) => request('PUT /a', [...more, 'Transfer-Encoding: chunked'], chunked('one', 'two')),
      'PUT /a h2c',
      'onetwo',
    ],
  ])('serves a request for h2c with %s as if it did not ask for that', async (_what, written, seen, body) => {
    const port = await listen();
    const alone = await sent(port, [written(['Connection: close, upgrade', 'Upgrade: h2c'])]);
    expect([seenIn(alone), alone.endsWith(`\r\n\r\n${body}`)]).toEqual([[`200 ${seen}`], true]);
    if (isNative && body !== '') return;
    const bytes = written(H2C) + LAST;
    for (const pieces of [[bytes], [...bytes], [written(H2C), LAST]]) {
      const answers = await sent(port, pieces);
      expect(seenIn(answers)).toEqual([`200 ${seen}`, '200 GET /last -']);
      expect(answers).toContain(`\r\n\r\n${body}HTTP/1.1`);
    }
  });

  it.skipIf(isNative)(
    'serves many of them on one connection, in order, among others and behind slow ones',
    async () => {
      const port = await listen();
      const many = Array.from({ length: 30 }, (_, at) =>
        request(`POST /${at}`, [...(at % 3 === 0 ? [] : H2C), length('abc')], 'abc'),
      );
      const expected = many.map((_one, at) => `200 POST /${at} ${at % 3 === 0 ? '-' : 'h2c'}`);
      for (const pieces of [[...many, LAST], [many.join('') + LAST]])
        expect(seenIn(await sent(port, pieces))).toEqual([...expected, '200 GET /last -']);
    },
  );

  it.each([
    ['TLS/1.0, h2c', ['Connection: upgrade', 'Upgrade: TLS/1.0, h2c']],
    ['several lines', ['Connection: upgrade', 'Connection: keep-alive, UPGRADE', 'Upgrade: h2c', 'Upgrade: h3']],
    ['odd blanks', ['connection: \t keep-alive ,\tupgrade \t', 'upgrade:h2c']],
    ['many headers', [...Array.from({ length: 3000 }, (_, at) => `a${at}:`), ...H2C]],
  ])('ignores other upgrades, too: %s', async (_what, more) => {
    const answers = await sent(await listen(), [request('GET /a', more) + LAST]);
    expect(seenIn(answers).map((one) => one.slice(0, 10))).toEqual(['200 GET /a', '200 GET /l']);
  });

  it('keeps the connection only if the request lets it', async () => {
    const more = ['Connection: close, Upgrade, HTTP2-Settings', 'Upgrade: h2c'];
    expect(seenIn(await sent(await listen(), [request('GET /a', more)]))).toEqual(['200 GET /a h2c']);
  });

  it('refuses them as any other from another site', async () => {
    const answers = await sent(await listen(), [request('GET /a', [...H2C, 'Origin: https://evil.example'])]);
    expect(answers).toMatch(/^HTTP\/1\.1 403 /);
  });
});

it('sends what follows a request for h2c only once the request before it is answered', async () => {
  const answers: (() => void)[] = [];
  const { port } = await serve((exchange) => void answers.push(() => echo(exchange)));
  const all = sent(port, [request('GET /slow', []) + request('GET /a', H2C) + LAST]);
  await expect.poll(() => answers.length).toBe(1);
  await new Promise(setImmediate);
  answers[0]!();
  await expect.poll(() => answers.length).toBeGreaterThan(1);
  answers[1]!();
  await expect.poll(() => answers.length).toBe(3);
  answers[2]!();
  expect(seenIn(await all)).toEqual(['200 GET /slow -', '200 GET /a h2c', '200 GET /last -']);
});

it('refuses WebSocket where nobody serves it, and says so', async () => {
  const { port } = await serve(echo);
  for (const more of ['Upgrade: websocket', 'Upgrade: WebSocket', 'Upgrade: h2c, websocket']) {
    const answer = await sent(port, [request('GET /a', ['Connection: Upgrade', more])]);
    expect(answer).toMatch(/^HTTP\/1\.1 426 [\s\S]*\r\n\r\nThere is no WebSocket here: /);
  }
});

it('upgrades to WebSocket after requests for h2c on the same connection', async () => {
  const listener = await listenWebSocket({ onPeer: (peer) => void peer.close(3000), onExchange: echo });
  closing(() => listener.close());
  const upgrade = request('GET /ws', [
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  ]);
  const answers = await sent(listener.port, [request('GET /a', H2C), `${upgrade}\u0088\u0080\0\0\0\0`]);
  expect(answers).toMatch(/^HTTP\/1\.1 200 [\s\S]*HTTP\/1\.1 101 /);
  const channel = await connectWebSocket({ url: listener.url });
  expect(await channel.closed).toMatchObject({ code: 3000 });
});
