// Behaviours over HTTP that are about event streams.
import { chunk, empty, event, head, json, serveHttp, streamHead } from './http-server.mjs';
import { drip, flood } from './valid.mjs';

export { serveHttp as serve };

const fine = { legal: true, exit: 0, report: 'the case passes' };

/** A ping that is answered by a stream with this text in one chunk; then the stream ends, unless `open`. */
const stream = (about, report, make, { open = false, ...more } = {}) => ({
  about,
  exit: 1,
  report,
  ordinary: (socket, reply, request) => {
    socket.write(streamHead());
    const text = make(reply, request);
    if (text !== '') socket.write(chunk(text));
    if (!open) socket.write(chunk());
  },
  ...more,
});

/** A stream that is flooded with text. */
const flooded = (about, report, piece, more = {}) => ({
  about,
  exit: 1,
  report,
  ordinary: (socket, reply) => {
    socket.write(streamHead());
    let count = 0;
    flood(socket, () => chunk(piece(count++, reply)));
  },
  ...more,
});

const log = (data) => ({ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data } });

export const behaviours = {
  'sse-valid': stream('Answers ping by an event stream.', '', (reply) => event(reply), fine),
  'sse-silent': {
    about: 'Opens an event stream for ping and says nothing.',
    exit: 1,
    report: 'the ping was not answered in time',
    ordinary: (socket) => socket.write(streamHead()),
  },
  'sse-ends-empty': stream(
    'Opens an event stream for ping and ends it.',
    'the exchange ended before the reply came',
    () => '',
  ),
  'sse-never-ends': stream('Leaves the stream open after the answer to ping.', '', (reply) => event(reply), {
    ...fine,
    open: true,
  }),
  'sse-no-blank-line': stream(
    'Ends the stream after the answer to ping, without the blank line that completes the event.',
    'the stream ended inside an event, which is lost; the ping was not answered',
    (reply) => `data: ${JSON.stringify(reply)}\n`,
  ),
  'sse-cut': {
    about: 'Breaks the connection in the middle of the event with the answer.',
    exit: 1,
    report: 'the connection closed before the reply came',
    ordinary: (socket, reply) => {
      socket.write(streamHead());
      socket.write(chunk(`data: ${JSON.stringify(reply).slice(0, 12)}`));
      setTimeout(() => socket.resetAndDestroy(), 20);
    },
  },
  'sse-not-json': stream(
    'Answers ping with an event that is not JSON.',
    'the event is not JSON: it is quoted',
    () => 'data: pong\n\n',
  ),
  'sse-other-id': stream(
    'Answers ping on its stream under an id that nobody used.',
    'no request has that id; the ping was not answered',
    (reply) => event({ ...reply, id: 999_999 }),
  ),
  'sse-answers-twice': stream(
    'Sends the answer to ping in two events.',
    'the ping was answered twice',
    (reply) => event(reply) + event(reply),
  ),
  'sse-split': {
    about: 'Writes the event with the answer to ping byte by byte, in a chunk each.',
    ...fine,
    ordinary: (socket, reply) => {
      socket.write(streamHead({ connection: 'close' }).replace('transfer-encoding: chunked\r\n', ''));
      drip(socket, event({ ...reply, result: { _meta: { 'kit.example/word': 'größer 😀' } } }), 1, () => socket.end());
    },
  },
  'sse-odd-lines': stream(
    'Uses CR, CRLF, comments, unknown fields, a byte order mark and data in several lines.',
    '',
    (reply) =>
      `\uFEFF: hello\r\r\nfoo: bar\rdata\r\n\r\nretry: soon\nevent:message\rid\ndata:${JSON.stringify(reply, null, 1).replaceAll('\n', '\rdata: ')}\r\r`,
    fine,
  ),
  'sse-invalid-utf-8': {
    about: 'Sends an event with bytes that are no UTF-8.',
    exit: [0, 1],
    report: 'the event is not UTF-8, or its text has replacement characters',
    ordinary: (socket, reply) => {
      const [before, after] = event({ ...reply, result: { _meta: { 'kit.example/word': 'HERE' } } }).split('HERE');
      socket.write(streamHead());
      socket.write(chunk(Buffer.concat([Buffer.from(before), Buffer.from([0xc3, 0x28, 0xff]), Buffer.from(after)])));
      socket.write(chunk());
    },
  },
  'sse-null-in-id': stream(
    'Gives an event id with a NUL, and one of 100,000 characters.',
    '',
    (reply) => `id: a\0b\ndata:\n\nid: ${'x'.repeat(100_000)}\n${event(reply)}`,
    { exit: [0, 1], report: 'the case passes; the ids are not used or are cut' },
  ),
  'sse-huge-retry': stream(
    'Asks to come back in 10^30 ms.',
    '',
    (reply) => `retry: ${'9'.repeat(30)}\n\n${event(reply)}`,
    fine,
  ),
  'sse-endless-line': flooded(
    'Sends one line of an event without end.',
    'the cap on the size of an event is named; memory stays bounded',
    (count) => `${count === 0 ? 'data: ' : ''}${'x'.repeat(65_536)}`,
  ),
  'sse-endless-event': flooded(
    'Sends data lines without the blank line that completes the event.',
    'the cap on the size of an event is named; memory stays bounded',
    () => `data: ${'x'.repeat(8192)}\n`,
  ),
  'sse-endless-comments': flooded(
    'Sends comments without end instead of an answer.',
    'the ping was not answered in time; memory stays bounded',
    () => ': keep-alive\n\n',
  ),
  'sse-endless-events': flooded(
    'Sends log messages without end instead of an answer.',
    'the ping was not answered in time, or the cap on a stream is named; memory stays bounded',
    (count) => event(log(`${count} ${'x'.repeat(1000)}`)),
  ),
  'sse-endless-primes': flooded(
    'Sends events with an id and no data without end.',
    'the ping was not answered in time; memory stays bounded',
    (count) => `id: ${count}\ndata:\n\n`,
  ),
  'sse-json-type': {
    about: 'Answers ping with an event stream that calls itself JSON.',
    exit: 1,
    report: 'the body is not JSON',
    ordinary: (socket, reply) => {
      const body = event(reply);
      socket.write(head(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }) + body);
    },
  },
  'sse-reconnect-storm': {
    about: 'Ends every stream at once with an event id and `retry: 0`, on POST and on GET.',
    exit: 1,
    report: 'the exchange ended before the reply came; the run does not reconnect without end',
    ordinary: (socket) => {
      socket.write(streamHead());
      socket.write(chunk('id: again\nretry: 0\ndata:\n\n'));
      socket.write(chunk());
    },
    get: (socket) => {
      socket.write(streamHead());
      socket.write(chunk('id: again\nretry: 0\ndata:\n\n'));
      socket.write(chunk());
    },
  },
  'sse-asks-without-end': {
    about: 'Sends pings to the client without end on the stream of each ping.',
    exit: 1,
    report: 'the ping was not answered in time; every question is answered or a cap is named; memory stays bounded',
    ordinary: (() => {
      let id = 0;
      return (socket) => {
        socket.write(streamHead());
        const timer = setInterval(() => {
          if (socket.destroyed) clearInterval(timer);
          else socket.write(chunk(event({ jsonrpc: '2.0', id: `q${id++}`, method: 'ping' })));
        }, 1);
      };
    })(),
  },
  'sse-refuses-answers': {
    about: 'Asks the client something before the answer to ping, and answers the answer with status 500.',
    exit: [0, 1],
    report: 'the case passes; that the answer was refused is told',
    any: (socket, { method, message }) => {
      if (method !== 'POST' || message?.method !== undefined) return false;
      socket.write(empty(500));
      return true;
    },
    ordinary: (socket, reply) => {
      socket.write(streamHead());
      socket.write(chunk(event({ jsonrpc: '2.0', id: `about ${reply.id}`, method: 'ping' })));
      setTimeout(() => {
        socket.write(chunk(event(reply)));
        socket.write(chunk());
      }, 100);
    },
  },
  'sse-answer-elsewhere': {
    about: 'Sends the answer to a ping on the exchange of the ping after it, and nothing on its own.',
    exit: 1,
    report: 'the reply to a ping did not come on its own exchange',
    ordinary: (() => {
      let late;
      return (socket, reply) => {
        socket.write(late === undefined ? streamHead() : json(late));
        late = reply;
      };
    })(),
  },
};
