import { gzipSync } from 'node:zlib';
import { again, assault } from '../testing/assault.js';

/** An attack on an MCP server over HTTP. */
export interface HttpAttack {
  name: string;
  /** Resolves with what came back. `session` is that of a good client. */
  attack: (port: number, session: string) => Promise<string>;
  /** What must come back. */
  answer?: RegExp;
  /** It begins so many sessions that others end. */
  evicts?: boolean;
}

const HELLO = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'attacker', version: '1' } },
};
const PING = { jsonrpc: '2.0', id: 1, method: 'ping' };

const headersOf = (headers: object) =>
  Object.entries({
    host: '127.0.0.1',
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
    ...headers,
  })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
const head = (headers: object = {}, line = 'POST /mcp HTTP/1.1') => `${line}\r\n${headersOf(headers)}\r\n`;
/** A whole request with a body. */
const post = (body: string | Uint8Array, headers: object = {}) =>
  Buffer.concat([Buffer.from(head({ 'content-length': Buffer.byteLength(body), ...headers })), Buffer.from(body)]);
/** The same as the last of its connection. */
const once = (body: string | Uint8Array, headers: object = {}) => post(body, { connection: 'close', ...headers });

/** Where the attacker still writes when it is turned away, the answer may be lost in the reset. */
const statusOrReset = (code: number) => new RegExp(`^(?:HTTP/1\\.1 ${code} |$)`);
const status = (code: number) => new RegExp(`^HTTP/1\\.1 ${code} `);
const bytes = (name: string, answer: RegExp, pieces: Iterable<string | Uint8Array>): HttpAttack => ({
  name,
  answer,
  attack: (port) => assault(port, pieces),
});
/** A body in the session of somebody else. */
const body = (name: string, answer: RegExp, content: string | Uint8Array, headers: object = {}): HttpAttack => ({
  name,
  answer,
  attack: (port, session) => assault(port, [once(content, { 'mcp-session-id': session, ...headers })]),
});
/** Many of the same at once. */
const many = (count: number, one: () => Promise<string>) =>
  Promise.all(Array.from({ length: count }, one)).then((all) => all.join(''));

const DEPTH = 100_000;
const nested = `{"jsonrpc":"2.0","id":1,"method":"ping","params":${'['.repeat(DEPTH)}${']'.repeat(DEPTH)}}`;
const MIB = 'x'.repeat(1024 * 1024);

export const httpAttacks: HttpAttack[] = [
  {
    name: 'heads that never end',
    attack: (port) => many(20, () => assault(port, ['POST /mcp HTTP/1.1\r\nHost: x\r\nX-Slow'], { ms: 200 })),
  },
  { name: 'connections that say nothing', attack: (port) => many(100, () => assault(port, [], { ms: 200 })) },
  {
    name: 'bodies that never come',
    attack: (port) => many(20, () => assault(port, [head({ 'content-length': 1_000_000_000 })], { ms: 200 })),
  },
  bytes('something else than HTTP', status(400), ['EHLO mail.example\r\n\r\n']),
  bytes('a TLS handshake', status(400), [Buffer.from('16030100c8010000c40303', 'hex'), '\r\n\r\n']),
  bytes('HTTP/2', /^HTTP\/1\.1 (?:400|505) /, ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n']),
  bytes('headers without end', statusOrReset(431), ['POST /mcp HTTP/1.1\r\n', ...again('x-flood: y\r\n', 10_000)]),
  bytes('a huge header', statusOrReset(431), [`POST /mcp HTTP/1.1\r\nx-huge: ${MIB}\r\n\r\n`]),
  bytes('a header without a colon', status(400), ['POST /mcp HTTP/1.1\r\nHost: x\r\nno header\r\n\r\n']),
  bytes('two lengths', status(400), [head({ 'content-length': 4, 'Content-Length': 5 })]),
  bytes('a length for chunks', status(400), [head({ 'content-length': 4, 'transfer-encoding': 'chunked' })]),
  bytes('chunks without sizes', status(400), [head({ 'transfer-encoding': 'chunked' }), 'zz\r\nhello\r\n']),
  {
    name: 'a body beyond the cap',
    answer: statusOrReset(413),
    attack: (port) => assault(port, [head({ 'content-length': 80 * MIB.length }), ...again(MIB, 80)]),
  },
  {
    name: 'chunks without end',
    answer: statusOrReset(413),
    attack: (port) => {
      const chunk = `${MIB.length.toString(16)}\r\n${MIB}\r\n`;
      return assault(
        port,
        (function* () {
          yield head({ 'transfer-encoding': 'chunked' });
          yield* again(chunk);
        })(),
      );
    },
  },
  {
    name: 'requests whose answers are never read',
    attack: (port, session) =>
      assault(port, again(post(JSON.stringify(PING), { 'mcp-session-id': session }), 5_000), {
        ms: 1_000,
        reads: false,
      }),
  },
  {
    name: 'sessions without end',
    evicts: true,
    attack: (port) => assault(port, again(post(JSON.stringify(HELLO)), 600), { ms: 1_000 }),
  },
  {
    name: 'event streams that are torn',
    attack: (port, session) =>
      many(30, () =>
        assault(port, [head({ 'mcp-session-id': session, accept: 'text/event-stream' }, 'GET /mcp HTTP/1.1')], {
          ms: 100,
        }),
      ),
  },
  body('a body that nests 100,000 levels deep', status(400), nested),
  body('a body that is not UTF-8', status(400), Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x7d])),
  body('a body that begins with a byte order mark', status(400), `\uFEFF${JSON.stringify(PING)}`),
  body('a body that is not JSON', status(400), 'ping'),
  body('an empty body', status(400), ''),
  body('a batch', status(400), JSON.stringify([PING, PING])),
  body('numbers beyond every double', status(200), `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"n":1e400}}`),
  body('names of prototypes', status(200), '{"jsonrpc":"2.0","id":1,"method":"ping","params":{"__proto__":{"a":1}}}'),
  body('a compressed body', status(400), gzipSync(JSON.stringify(PING)), { 'content-encoding': 'gzip' }),
  body('a foreign origin', status(403), JSON.stringify(PING), { origin: 'http://evil.invalid' }),
  body('a foreign host', status(403), JSON.stringify(PING), { host: 'evil.invalid' }),
  body('an unknown session', status(404), JSON.stringify(PING), { 'mcp-session-id': 'x'.repeat(10_000) }),
  bytes('a path outside', status(404), [
    head({ connection: 'close', 'content-length': 0 }, 'POST /../../etc/passwd HTTP/1.1'),
  ]),
  bytes('an upgrade', status(426), [
    head({ connection: 'upgrade', upgrade: 'websocket', 'sec-websocket-key': 'x' }, 'GET /mcp HTTP/1.1'),
  ]),
  {
    name: 'a method that nobody knows',
    answer: status(405),
    attack: (port) => assault(port, [head({ connection: 'close', 'content-length': 0 }, 'PATCH /mcp HTTP/1.1')]),
  },
];
