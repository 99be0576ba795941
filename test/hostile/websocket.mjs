// Behaviours over WebSocket, with frames made by hand (RFC 6455).
import { createHash } from 'node:crypto';
import { head, serveHttp } from './http-server.mjs';
import { drip, flood, isOrdinary, read, replyTo } from './valid.mjs';

const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const OPCODES = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 };

/** One frame, unmasked as a server sends it. `length` and `bits` lie about it on demand. */
function frame(opcode, payload = '', { fin = true, bits = 0, mask = false, length } = {}) {
  const data = Buffer.from(payload);
  const said = length ?? BigInt(data.length);
  const size = said < 126n ? Buffer.from([Number(said)]) : Buffer.alloc(said < 65_536n ? 3 : 9);
  if (size.length === 3) {
    size[0] = 126;
    size.writeUInt16BE(Number(said), 1);
  } else if (size.length === 9) {
    size[0] = 127;
    size.writeBigUInt64BE(said, 1);
  }
  if (mask) size[0] |= 0x80;
  const first = Buffer.from([(fin ? 0x80 : 0) | bits | (OPCODES[opcode] ?? opcode)]);
  // A mask of zeros changes nothing: what is wrong is that there is one.
  return Buffer.concat([first, size, mask ? Buffer.alloc(4) : Buffer.alloc(0), data]);
}

const message = (value) => frame('text', JSON.stringify(value));
const closing = (code, reason = '') =>
  frame('close', Buffer.concat([Buffer.from([code >> 8, code & 255]), Buffer.from(reason)]));

const accept = (key) => createHash('sha1').update(`${key}${GUID}`).digest('base64');
const switching = (key, more = {}) =>
  head(101, { upgrade: 'websocket', connection: 'Upgrade', 'sec-websocket-accept': accept(key), ...more });

/**
 * Serves WebSocket at the HTTP server's address. A behaviour may have `upgrade(socket, key)` (instead of the handshake),
 * `opened(socket)`, `ordinary(socket, reply)` and `closed(socket, frame)` (instead of the answering close).
 */
export function serve(behaviour, options) {
  serveHttp(
    {
      listen: (_server, url) => `listening on ${url.replace('http:', 'ws:')}\n`,
      any(socket, { headers }) {
        const key = headers['sec-websocket-key'];
        if (key === undefined) return false;
        if (behaviour.upgrade) {
          behaviour.upgrade(socket, key);
          return true;
        }
        socket.write(switching(key));
        socket.removeAllListeners('data');
        serveFrames(behaviour, socket);
        behaviour.opened?.(socket);
        return true;
      },
    },
    options,
  );
}

function serveFrames(behaviour, socket) {
  let bytes = Buffer.alloc(0);
  let text = '';
  socket.on('data', (more) => {
    bytes = Buffer.concat([bytes, more]);
    for (let next = readFrame(bytes); next; next = readFrame(bytes)) {
      bytes = bytes.subarray(next.size);
      if (next.opcode === OPCODES.close) {
        if (behaviour.closed) behaviour.closed(socket, next);
        else socket.end(frame('close', next.payload.subarray(0, 2)));
      } else if (next.opcode === OPCODES.ping) {
        socket.write(frame('pong', next.payload));
      } else if (next.opcode <= OPCODES.binary) {
        text += next.payload.toString();
        if (next.fin) {
          take(behaviour, socket, read(text));
          text = '';
        }
      }
    }
  });
}

function take(behaviour, socket, received) {
  const reply = replyTo(received);
  if (reply === undefined) return;
  if (isOrdinary(received) && behaviour.ordinary) behaviour.ordinary(socket, reply);
  else socket.write(message(reply));
}

/** The first whole frame of the bytes of a client, unmasked; undefined while it is not complete. */
function readFrame(bytes) {
  if (bytes.length < 2) return undefined;
  const short = bytes[1] & 0x7f;
  const at = short < 126 ? 2 : short === 126 ? 4 : 10;
  const masked = (bytes[1] & 0x80) !== 0;
  if (bytes.length < at + (masked ? 4 : 0)) return undefined;
  const length = short < 126 ? short : short === 126 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2));
  const begin = at + (masked ? 4 : 0);
  if (bytes.length < begin + length) return undefined;
  const mask = bytes.subarray(at, begin);
  const payload = Buffer.from(bytes.subarray(begin, begin + length));
  if (masked) for (let i = 0; i < length; i++) payload[i] ^= mask[i % 4];
  return { opcode: bytes[0] & 0x0f, fin: (bytes[0] & 0x80) !== 0, payload, size: begin + length };
}

const fine = { legal: true, exit: 0, report: 'the exchange succeeds' };
const json = (reply) => JSON.stringify(reply);

/** A ping that is answered by these frames. */
const frames = (about, report, make, more = {}) => ({
  about,
  exit: 1,
  report,
  ordinary: (socket, reply) => socket.write(Buffer.concat([make(reply)].flat())),
  ...more,
});

/** Another answer to the handshake. */
const handshake = (about, report, make) => ({
  about,
  exit: [1, 3],
  report,
  upgrade: (socket, key) => socket.write(make(key)),
});

export const behaviours = {
  valid: { about: 'Does nothing wrong.', ...fine },
  silent: {
    about: 'Opens and never says a word.',
    exit: 1,
    report: 'initialize was not answered in time',
    opened: (socket) => {
      socket.removeAllListeners('data');
      socket.resume();
    },
  },
  'never-upgrades': {
    about: 'Takes the handshake and never answers.',
    exit: [1, 3],
    report: 'the connection did not open in time',
    upgrade: () => {},
  },
  'refuses-upgrade': handshake('Answers the handshake with 200.', 'the handshake was answered with status 200', () =>
    head(200, { 'content-length': 0 }),
  ),
  'wrong-accept': handshake(
    'Answers the handshake with the key of somebody else.',
    'the handshake is wrong: Sec-WebSocket-Accept',
    (key) => switching(`${key}x`),
  ),
  'unasked-extension': handshake(
    'Agrees to an extension that nobody offered.',
    'the handshake is wrong: an extension was not asked for',
    (key) => switching(key, { 'sec-websocket-extensions': 'hostile-extension' }),
  ),
  'unasked-subprotocol': handshake(
    'Chooses a subprotocol that nobody offered.',
    'the handshake is wrong: a subprotocol was not asked for',
    (key) => switching(key, { 'sec-websocket-protocol': 'hostile' }),
  ),
  fragments: frames(
    'Answers ping in fragments of one byte, with pings between them.',
    '',
    (reply) =>
      [...Buffer.from(json(reply))].flatMap((byte, at, all) => [
        frame(at === 0 ? 'text' : 'continuation', Buffer.from([byte]), { fin: at === all.length - 1 }),
        ...(at % 7 === 3 ? [frame('ping', 'still there?')] : []),
      ]),
    fine,
  ),
  'slow-drip': {
    about: 'Writes the frame with the answer to ping byte by byte, 2 ms apart.',
    ...fine,
    ordinary: (socket, reply) => drip(socket, message(reply), 2),
  },
  'empty-fragments': {
    about: 'Sends empty fragments of one message without end.',
    exit: 1,
    report: 'the ping was not answered in time, or a cap is named; memory stays bounded',
    ordinary: (socket) => {
      socket.write(frame('text', '', { fin: false }));
      flood(socket, () => frame('continuation', '', { fin: false }));
    },
  },
  'endless-message': {
    about: 'Sends fragments of one message without end.',
    exit: 1,
    report: 'the cap on the size of a message is named; memory stays bounded',
    ordinary: (socket) => {
      socket.write(frame('text', '"', { fin: false }));
      flood(socket, () => frame('continuation', 'x'.repeat(65_536), { fin: false }));
    },
  },
  'oversized-frame': frames('Announces a frame of 2^62 bytes.', 'the cap on the size of a message is named', () =>
    frame('text', 'x', { length: 2n ** 62n }),
  ),
  'impossible-length': frames('Announces a frame of 2^64 - 1 bytes.', 'the frame is malformed: its length', () =>
    frame('text', 'x', { length: 2n ** 64n - 1n }),
  ),
  'ping-flood': {
    about: 'Sends pings without end once it is open.',
    exit: [0, 1],
    report: 'the exchange succeeds or a cap is named; memory stays bounded',
    opened: (socket) => flood(socket, () => frame('ping', 'x'.repeat(100))),
  },
  'unasked-pongs': frames(
    'Sends pongs that nobody asked for.',
    '',
    (reply) => [frame('pong', 'x'), frame('pong'), message(reply)],
    fine,
  ),
  'large-ping': frames('Sends a ping of 200 bytes.', 'a control frame is too long', (reply) => [
    frame('ping', 'x'.repeat(200)),
    message(reply),
  ]),
  'fragmented-ping': frames('Sends a ping in two fragments.', 'a control frame is fragmented', (reply) => [
    frame('ping', 'x', { fin: false }),
    message(reply),
  ]),
  masked: frames('Masks its frames, as only clients do.', 'a frame of the server is masked', (reply) =>
    frame('text', json(reply), { mask: true }),
  ),
  'reserved-bits': frames('Sets reserved bits.', 'a reserved bit is set', (reply) =>
    frame('text', json(reply), { bits: 0x30 }),
  ),
  'compressed-unasked': frames(
    'Sets the bit of a compression that was not agreed on.',
    'a reserved bit is set',
    (reply) => frame('text', json(reply), { bits: 0x40 }),
  ),
  'unknown-opcode': frames('Sends a frame with opcode 3.', 'the opcode is unknown', (reply) => frame(3, json(reply))),
  binary: frames(
    'Answers ping in a binary frame.',
    'a message came in a binary frame',
    (reply) => frame('binary', json(reply)),
    { exit: [0, 1] },
  ),
  'invalid-utf-8': frames('Answers ping with a text that is not UTF-8.', 'the text is not UTF-8', () =>
    frame('text', Buffer.from([0x22, 0xc3, 0x28, 0x22])),
  ),
  'cut-message': frames(
    'Begins a second message inside the first.',
    'a new message began before the last one was complete',
    (reply) => [frame('text', json(reply).slice(0, 5), { fin: false }), message(reply)],
  ),
  'stray-continuation': frames('Continues a message that never began.', 'a continuation has no beginning', (reply) =>
    frame('continuation', json(reply)),
  ),
  'not-json': frames('Answers ping with a text that is not JSON.', 'the message is not JSON: it is quoted', () =>
    frame('text', 'pong'),
  ),
  'answers-twice': frames('Answers ping twice.', 'the ping was answered twice', (reply) => [
    message(reply),
    message(reply),
  ]),
  'closes-early': frames(
    'Closes with code 1011 instead of answering ping.',
    'the connection was closed with code 1011 before the reply came',
    () => closing(1011, 'no'),
  ),
  'closes-with-bad-code': frames('Closes with code 999.', 'the close code 999 does not exist', () => closing(999)),
  'closes-with-one-byte': frames('Closes with a payload of one byte.', 'the close frame is malformed', () =>
    frame('close', 'x'),
  ),
  'closes-with-bad-reason': frames(
    'Closes with a reason that is not UTF-8.',
    'the reason of the close is not UTF-8',
    () => frame('close', Buffer.from([3, 232, 0xc3, 0x28])),
  ),
  'ends-without-close': {
    about: 'Ends the connection instead of answering ping, without a close frame.',
    exit: 1,
    report: 'the connection ended (1006) before the reply came',
    ordinary: (socket) => socket.end(),
  },
  resets: {
    about: 'Resets the connection instead of answering ping.',
    exit: 1,
    report: 'the connection was reset (1006) before the reply came',
    ordinary: (socket) => socket.resetAndDestroy(),
  },
  'ignores-close': {
    about: 'Never answers a close, and keeps the connection open.',
    exit: 0,
    report: 'the exchange succeeds; the connection is cut after a grace',
    closed: () => {},
  },
  'speaks-after-close': {
    about: 'Answers a close with messages without end.',
    exit: 0,
    report: 'the exchange succeeds; the connection is cut after a grace',
    closed: (socket) =>
      flood(socket, () =>
        message({ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 1 } }),
      ),
  },
  'text-before-handshake': handshake(
    'Sends a frame before the handshake is done.',
    'the response is not an HTTP',
    (key) => Buffer.concat([frame('text', 'hello'), Buffer.from(switching(key))]),
  ),
};
