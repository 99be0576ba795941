import { again } from '../testing/assault.js';

/** An attack on an MCP server over stdio, behind a sound initialize. */
export interface StdioAttack {
  name: string;
  /** What is written; must end with a line end where the good ping behind it shall be understood. */
  pieces: () => Iterable<string | Uint8Array>;
  /** What of its answers must be on stdout. */
  answer?: RegExp;
  /** MiB that the server may have at its peak, where it is not the usual ceiling. */
  mib?: number;
}

const line = (value: unknown) => `${JSON.stringify(value)}\n`;
const request = (id: unknown, method = 'ping', params?: unknown) => line({ jsonrpc: '2.0', id, method, params });
const parseError = /"code":-32700/;
const invalid = /"code":-32600/;
const DEPTH = 100_000;

const once = (name: string, answer: RegExp, ...pieces: (string | Uint8Array)[]): StdioAttack => ({
  name,
  answer,
  pieces: () => pieces,
});

export const stdioAttacks: StdioAttack[] = [
  once('garbage', parseError, 'garbage\n'),
  once('NUL', parseError, `\0${request(1).trim()}\0\n`),
  once('bytes that are no UTF-8', parseError, Buffer.from([0x22, 0xc3, 0x28, 0x22, 0x0a])),
  once('a byte order mark', parseError, `\uFEFF${request(1)}`),
  once('UTF-16', parseError, Buffer.from(request(1), 'utf16le'), '\n'),
  once('100,000 levels', parseError, `${'['.repeat(DEPTH)}${']'.repeat(DEPTH)}\n`),
  once('100,000 levels that never close', parseError, `${'{"a":'.repeat(DEPTH)}\n`),
  once('a member twice', /"id":2,"result":\{\}/, '{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}\n'),
  once('a number beyond every double', /"id":1,/, '{"jsonrpc":"2.0","id":1,"method":"ping","params":{"n":1e400}}\n'),
  once('an integer of 20,000 digits', parseError, `{"jsonrpc":"2.0","id":${'9'.repeat(20_000)},"method":"ping"}\n`),
  once(
    'names of prototypes',
    /"id":1,"result"/,
    '{"jsonrpc":"2.0","id":1,"method":"ping","params":{"__proto__":{}}}\n',
  ),
  once('a batch', invalid, line([JSON.parse(request(1))])),
  once('a bare value', invalid, '42\n'),
  once('the id null', invalid, request(null)),
  once('an object for an id', invalid, request({ a: 1 })),
  once('answers that nobody waits for', /^$/m, line({ jsonrpc: '2.0', id: 7, result: {} })),
  once('a second initialize', /"id":"again","error"/, request('again', 'initialize', {})),
  once('a method like a member of every object', /"id":1,"error":\{"code":-32601/, request(1, 'constructor')),
  once('terminal escapes', /"id":1,"error"/, request(1, '\u001b[2J\u0007')),
  once('half a surrogate pair', /"id":1,/, '{"jsonrpc":"2.0","id":1,"method":"\\ud800"}\n'),
  {
    name: 'a line of 70 MiB',
    pieces: () => [...again('x'.repeat(1024 * 1024), 70), '\n'],
    answer: parseError,
    mib: 400,
  },
  { name: 'blank lines', pieces: () => again('\n'.repeat(10_000), 100) },
  { name: '5,000 lines of garbage', pieces: () => again('garbage\n', 5_000), answer: parseError },
  { name: '5,000 pings', pieces: () => again((count) => request(count + 10), 5_000), answer: /"id":5009,/ },
  { name: '5,000 pings with one id', pieces: () => again(request('same'), 5_000), answer: /"id":"same"/ },
  {
    name: '5,000 cancellations',
    pieces: () =>
      again((id) => line({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } }), 5_000),
  },
  { name: 'a request byte by byte', pieces: () => [...request(1)], answer: /"id":1,"result"/ },
];
