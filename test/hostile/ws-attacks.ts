import { encodeFrame } from '../../src/wire/websocket/frames.js';
import { again, assault } from '../testing/assault.js';

/** An attack on a WebSocket server. */
export interface WsAttack {
  name: string;
  /** Resolves with what came back. */
  attack: (port: number) => Promise<string>;
  /** What must come back. */
  answer?: RegExp;
}

const handshake = (headers: object = {}) => {
  const all = {
    host: '127.0.0.1',
    connection: 'upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': 13,
    'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `GET / HTTP/1.1\r\n${lines.join('')}\r\n`;
};
const switched = /^HTTP\/1\.1 101 /;
const refused = /^HTTP\/1\.1 400 /;

/** A sound handshake, and once it is answered frames. */
const frames = (name: string, pieces: () => Iterable<string | Uint8Array>, ms?: number): WsAttack => ({
  name,
  answer: switched,
  attack: (port) => assault(port, pieces(), { greeting: handshake(), ...(ms === undefined ? {} : { ms }) }),
});
const text = (
  payload: string | Uint8Array,
  { fin = true, masked = true, opcode = 'text' as 'text' | 'continuation' } = {},
) => encodeFrame({ opcode, fin }, Buffer.from(payload), masked);
const ping = (size: number) => encodeFrame({ opcode: 'ping', fin: true }, Buffer.alloc(size, 'x'), true);
const request = (id: number) => text(JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' }));
const refusal = (name: string, headers: object): WsAttack => ({
  name,
  answer: refused,
  attack: (port) => assault(port, [handshake(headers)]),
});

export const wsAttacks: WsAttack[] = [
  {
    name: 'connections that say nothing',
    attack: (port) => Promise.all(Array.from({ length: 50 }, () => assault(port, [], { ms: 200 }))).then(() => ''),
  },
  { name: 'half a handshake', attack: (port) => assault(port, [handshake().slice(0, 60)], { ms: 200 }) },
  { name: 'no HTTP', answer: refused, attack: (port) => assault(port, ['hello?\r\n\r\n']) },
  refusal('a version that is none', { 'sec-websocket-version': 99 }),
  refusal('a key that is none', { 'sec-websocket-key': 'x' }),
  frames('an unmasked frame', () => [text('{}', { masked: false })]),
  frames('a frame of exabytes', () => [Buffer.from([0x81, 0xff, 0x3f, 255, 255, 255, 255, 255, 255, 255, 0, 0, 0, 0])]),
  frames('reserved bits', () => [Buffer.from([0xf1, 0x80, 0, 0, 0, 0])]),
  frames('a text that is not UTF-8', () => [text(Buffer.from([0xc3, 0x28]))]),
  frames('a continuation of nothing', () => [text('x', { opcode: 'continuation' })]),
  frames('a ping that is too long', () => [ping(200)]),
  frames('empty fragments without end', () => [
    text('', { fin: false }),
    ...again(text('', { fin: false, opcode: 'continuation' }), 60_000),
  ]),
  frames('a message without end', () => {
    const more = text('x'.repeat(65_536), { fin: false, opcode: 'continuation' });
    return [text('"', { fin: false }), ...again(more, 1_200)];
  }),
  frames('100,000 levels', () => [text('['.repeat(100_000))], 500),
  frames('pings without end', () => again(Buffer.concat(Array<Buffer>(100).fill(ping(10))), 1_000)),
  frames('60,000 requests', () =>
    again((count) => Buffer.concat(Array.from({ length: 100 }, (_, one) => request(count * 100 + one))), 600),
  ),
  {
    name: 'requests whose answers are never read',
    answer: switched,
    attack: (port) =>
      assault(
        port,
        again((count) => request(count), 20_000),
        { greeting: handshake(), ms: 1_000, reads: false },
      ),
  },
  {
    name: 'connections that are torn in the middle of a frame',
    attack: (port) =>
      Promise.all(
        Array.from({ length: 30 }, () => assault(port, [handshake(), text('{}').subarray(0, 3)], { ms: 100 })),
      ).then(() => ''),
  },
];
