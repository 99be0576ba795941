// Behaviours over HTTP that are about connections, heads and bodies.
import { createServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { empty, head, json } from './http-server.mjs';
import { drip, flood } from './valid.mjs';

export { serveHttp as serve } from './http-server.mjs';

const fine = { legal: true, exit: 0, report: 'the case passes' };

/** A ping that is answered by these bytes, in one write. */
const bytes = (about, report, make, more = {}) => ({
  about,
  exit: 1,
  report,
  ordinary: (socket, reply, request) => socket.write(make(reply, request)),
  ...more,
});

/** A valid peer with a session, which takes the request that ends it and does this. */
const atGoodbye = (about, report, act) => ({
  about,
  legal: true,
  exit: 0,
  report,
  initialize: (socket, reply) => socket.write(json(reply, { headers: { 'mcp-session-id': 'one' } })),
  any: (socket, { method }) => {
    if (method === 'DELETE') act(socket);
    return method === 'DELETE';
  },
});

/** A bomb: many gzip members of 16 MiB of zeros each, made once. */
const bomb = () => gzipSync(Buffer.alloc(16 * 1024 * 1024));

export const behaviours = {
  valid: { about: 'Does nothing wrong.', ...fine },
  silent: {
    about: 'Takes connections and never answers.',
    exit: [1, 3],
    report: 'initialize was not answered in time',
    connection: (socket) => {
      socket.resume();
      return true;
    },
  },
  'never-answers': {
    about: 'Answers initialize and then nothing more.',
    exit: 1,
    report: 'the ping was not answered in time',
    ordinary: () => {},
  },
  'says-no-url': {
    about: 'Listens and never says where.',
    exit: 3,
    report: 'the target did not become ready in time',
    listen: () => '',
  },
  'says-wrong-url': {
    about: 'Says that it listens on a port where nobody does.',
    exit: [1, 3],
    report: 'the connection was refused',
    listen: (server) => {
      server.close();
      setInterval(() => {}, 1000);
      return undefined;
    },
  },
  'port-in-use': {
    about: 'Wants a port that is taken, says so on stderr and exits with code 1.',
    exit: [1, 3],
    report: 'the target exited with code 1 before it was ready; EADDRINUSE is shown',
    listen: (server) => {
      createServer()
        .on('error', (error) => {
          process.stderr.write(`Error: listen ${error.code}: address already in use\n`, () => process.exit(1));
        })
        .listen(server.address().port, '127.0.0.1');
      return '';
    },
  },
  'exits-when-asked': {
    about: 'Exits with code 1 when the first ping comes.',
    exit: 1,
    report: 'the target exited with code 1 while the ping was open',
    ordinary: () => process.exit(1),
  },
  'resets-connections': {
    about: 'Resets every connection as it comes.',
    exit: [1, 3],
    report: 'the connection was reset',
    connection: (socket) => {
      socket.resetAndDestroy();
      return true;
    },
  },
  'closes-early': {
    about: 'Closes the connection in the middle of the answer to ping.',
    exit: 1,
    report: 'the connection closed before the body was complete',
    ordinary: (socket, reply) => {
      const whole = json(reply);
      socket.end(whole.slice(0, whole.length - 8));
    },
  },
  'closes-without-answer': {
    about: 'Closes the connection instead of answering ping.',
    exit: 1,
    report: 'the connection closed without an answer',
    ordinary: (socket) => socket.end(),
  },
  'slow-drip': {
    about: 'Writes the answer to ping byte by byte, head and body, 2 ms apart.',
    ...fine,
    ordinary: (socket, reply) => drip(socket, json(reply), 2),
  },
  'closes-idle-connections': {
    about: 'Closes each connection after one answer without saying so in the head.',
    ...fine,
    any: (socket) => {
      setImmediate(() => socket.end());
      return false;
    },
  },
  'length-too-long': bytes(
    'Promises a longer body than it sends, and keeps the connection open.',
    'the ping was not answered in time, or the body is not complete',
    (reply) => json(reply, { headers: { 'content-length': 4096 } }),
  ),
  'length-too-short': bytes('Promises a shorter body than it sends.', 'the body is not JSON', (reply) =>
    json(reply, { headers: { 'content-length': 7 } }),
  ),
  'two-lengths': bytes('Sends two different lengths.', 'the response is not an HTTP', (reply) =>
    json(reply).replace('\r\n\r\n', '\r\ncontent-length: 3\r\n\r\n'),
  ),
  'length-and-chunks': bytes('Sends a length for a body in chunks.', 'the response is not an HTTP', (reply) =>
    json(reply).replace('\r\n\r\n', '\r\ntransfer-encoding: chunked\r\n\r\n'),
  ),
  'bad-chunks': bytes(
    'Sends chunks whose sizes are no numbers.',
    'the response is not an HTTP',
    (reply) =>
      head(200, { 'content-type': 'application/json', 'transfer-encoding': 'chunked' }) +
      `zz\r\n${JSON.stringify(reply)}\r\n0\r\n\r\n`,
  ),
  'endless-chunks': {
    about: 'Answers ping with a JSON body in chunks that never ends.',
    exit: 1,
    report: 'the cap on the size of a body is named; memory stays bounded',
    ordinary: (socket) => {
      socket.write(`${head(200, { 'content-type': 'application/json', 'transfer-encoding': 'chunked' })}1\r\n"\r\n`);
      flood(socket, () => `10000\r\n${'x'.repeat(65_536)}\r\n`);
    },
  },
  'empty-chunk-drip': {
    about: 'Answers ping with one byte a second, without end.',
    exit: 1,
    report: 'the ping was not answered in time',
    ordinary: (socket) => {
      socket.write(head(200, { 'content-type': 'application/json', 'transfer-encoding': 'chunked' }));
      const timer = setInterval(() => (socket.destroyed ? clearInterval(timer) : socket.write('1\r\n \r\n')), 1000);
    },
  },
  'header-flood': {
    about: 'Answers ping with headers without end.',
    exit: 1,
    report: 'the head is too large',
    ordinary: (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      let count = 0;
      flood(socket, () => `x-flood-${count++}: ${'x'.repeat(1000)}\r\n`);
    },
  },
  'header-huge': bytes('Answers ping with a header of 4 MiB.', 'the head is too large', (reply) =>
    json(reply, { headers: { 'x-huge': 'x'.repeat(4 * 1024 * 1024) } }),
  ),
  'header-without-colon': bytes(
    'Answers ping with a header line that is none.',
    'the response is not an HTTP',
    (reply) => json(reply).replace('\r\n\r\n', '\r\nthis is not a header\r\n\r\n'),
  ),
  'status-garbage': bytes(
    'Answers ping with a line that is not a status line.',
    'the response is not an HTTP',
    () => 'ERROR who are you?\r\n\r\n',
  ),
  'speaks-tls': bytes('Answers ping with the beginning of a TLS handshake.', 'the response is not an HTTP', () =>
    Buffer.from('160303007a0200007603030000', 'hex'),
  ),
  'informational-flood': {
    about: 'Sends 103 Early Hints without end instead of an answer to ping.',
    exit: 1,
    report: 'the ping was not answered in time, or a cap is named',
    ordinary: (socket) => flood(socket, () => head(103, { link: '</x>; rel=preload' })),
  },
  'informational-first': bytes(
    'Sends 102 Processing before the answer to ping.',
    '',
    (reply) => head(102) + json(reply),
    fine,
  ),
  'wrong-content-type': bytes(
    'Answers ping with JSON that calls itself HTML.',
    'the content type is neither JSON nor an event stream',
    (reply) => json(reply, { headers: { 'content-type': 'text/html' } }),
    { exit: 0 },
  ),
  'no-content-type': bytes(
    'Answers ping without a content type.',
    'the content type is missing',
    (reply) => {
      const body = JSON.stringify(reply);
      return head(200, { 'content-length': Buffer.byteLength(body) }) + body;
    },
    { exit: 0 },
  ),
  'html-error': bytes('Answers ping with an error page of a proxy.', 'the ping was answered with status 502', () => {
    const page = '<html><body><h1>502 Bad Gateway</h1></body></html>';
    return head(502, { 'content-type': 'text/html', 'content-length': page.length }) + page;
  }),
  'empty-body': bytes('Answers ping with 200 and an empty JSON body.', 'the ping was not answered', () =>
    empty(200, { 'content-type': 'application/json' }),
  ),
  'accepts-requests': bytes('Answers ping with 202.', 'the ping was not answered', () => empty(202)),
  'redirect-loop': bytes(
    'Redirects ping to itself.',
    'the ping was answered with status 307; nothing is followed',
    () => empty(307, { location: '/mcp' }),
  ),
  'redirect-away': bytes(
    'Redirects ping to another host.',
    'the ping was answered with status 308; nothing is followed',
    () => empty(308, { location: 'http://evil.invalid/mcp' }),
  ),
  'gzip-bomb': {
    about: 'Answers ping with a few hundred KiB of gzip that unpack to gigabytes.',
    exit: 1,
    report: 'the cap on the size of a body is named; memory stays bounded',
    ordinary: (socket) => {
      const member = bomb();
      socket.write(
        head(200, { 'content-type': 'application/json', 'content-encoding': 'gzip', 'transfer-encoding': 'chunked' }),
      );
      flood(socket, () =>
        Buffer.concat([Buffer.from(`${member.length.toString(16)}\r\n`), member, Buffer.from('\r\n')]),
      );
    },
  },
  'gzip-garbage': bytes(
    'Answers ping with bytes that call themselves gzip.',
    'the compressed body is broken',
    (reply) => json(reply, { headers: { 'content-encoding': 'gzip' } }),
  ),
  'unknown-encoding': bytes(
    'Answers ping in an encoding that nobody knows.',
    'the content-encoding is unknown',
    (reply) => json(reply, { headers: { 'content-encoding': 'hostile' } }),
  ),
  gzip: bytes(
    'Answers ping with gzip that nobody asked for.',
    '',
    (reply) => {
      const body = gzipSync(JSON.stringify(reply));
      return Buffer.concat([
        Buffer.from(
          head(200, { 'content-type': 'application/json', 'content-encoding': 'gzip', 'content-length': body.length }),
        ),
        body,
      ]);
    },
    fine,
  ),
  'answers-twice': bytes(
    'Sends the response to ping twice.',
    'the ping is answered; what follows belongs to no request',
    (reply) => json(reply) + json(reply),
    {
      exit: [0, 1],
    },
  ),
  'answers-other-id': bytes(
    'Answers ping under an id that nobody used.',
    'no request has that id; the ping was not answered',
    (reply) => json({ ...reply, id: 999_999 }),
  ),
  'answers-batch': bytes(
    'Answers ping with an array of one response.',
    'the body is an array and no message',
    (reply) => json([reply]),
  ),
  'answers-before-asked': {
    about: 'Sends a response as soon as the connection is there.',
    exit: [1, 3],
    report: 'a response came that no request was sent for',
    connection: (socket) => {
      socket.write(json({ jsonrpc: '2.0', id: 1, result: {} }));
      return false;
    },
  },
  'upgrades-unasked': bytes(
    'Answers ping with 101 Switching Protocols.',
    'the connection was switched to another protocol',
    () => head(101, { connection: 'upgrade', upgrade: 'hostile' }),
  ),
  'session-id-with-newline': {
    about: 'Gives a session id that ends the header and begins another.',
    exit: [0, 1],
    report: 'the case passes or the session id is named; no header is smuggled',
    initialize: (socket, reply) =>
      socket.write(json(reply, { headers: { 'mcp-session-id': 'abc\r\nx-smuggled: yes' } })),
  },
  'session-id-with-control-characters': {
    about: 'Gives a session id with a tab, a DEL and letters beyond ASCII.',
    exit: 3,
    report: 'the session id has characters that are not visible ASCII, or can not be sent back',
    initialize: (socket, reply) =>
      socket.write(Buffer.from(json(reply, { headers: { 'mcp-session-id': 'a\tb\u007f\u00fc' } }), 'latin1')),
  },
  'session-id-huge': {
    about: 'Gives a session id of 30,000 characters.',
    exit: [0, 1],
    report: 'the case passes, or the head that has to carry it is too large',
    initialize: (socket, reply) => socket.write(json(reply, { headers: { 'mcp-session-id': 'x'.repeat(30_000) } })),
  },
  'holds-delete': atGoodbye(
    'Takes the request that ends its session and never answers it.',
    'the case passes; the run does not wait for it',
    () => {},
  ),
  'half-head-for-delete': atGoodbye(
    'Begins the answer to the request that ends its session, and goes no further.',
    'the case passes; the run does not wait for it',
    (socket) => socket.write('HTTP/1.1 200 OK\r\nx-half: '),
  ),
  'endless-delete': atGoodbye(
    'Answers the request that ends its session with a body without end.',
    'the case passes; memory stays bounded',
    (socket) => {
      socket.write(head(200, { 'content-type': 'application/json', 'transfer-encoding': 'chunked' }));
      const timer = setInterval(() => (socket.destroyed ? clearInterval(timer) : socket.write('1\r\n \r\n')), 20);
    },
  ),
  'resets-delete': atGoodbye(
    'Resets the connection of the request that ends its session.',
    'the case passes',
    (socket) => socket.resetAndDestroy(),
  ),
};
