import { pick } from './mutate-json.js';

/** One change of the bytes of a frame. `where` and `what` are any numbers from 0 on. */
export interface ByteMutation {
  kind: ByteMutationKind;
  where: number;
  what: number;
}

/** Bytes that mean something to somebody: line ends, NUL, byte order marks, what is no UTF-8, brackets without end. */
const ODD: readonly Uint8Array[] = [
  ...[
    '\n',
    '\r\n',
    '\r',
    '\n\n',
    '\0',
    ' ',
    '\t',
    '\uFEFF',
    '\u2028',
    '"',
    '\\',
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '\\u0000',
    '\\ud800',
    '//',
    '{}',
    'null',
    '\x1b',
    '\x7f',
  ].map((text) => Buffer.from(text)),
  ...[
    [0xff],
    [0xc0, 0x80],
    [0xed, 0xa0, 0x80],
    [0xf5, 0x80, 0x80, 0x80],
    [0xe2, 0x82],
    [0x80],
    [0xff, 0xfe],
    [0xf0, 0x9f],
  ].map((bytes) => Uint8Array.from(bytes)),
  Buffer.from('['.repeat(2000)),
  Buffer.from('{"a":'.repeat(1500)),
  Buffer.from(' '.repeat(5000)),
  Buffer.from('1'.repeat(5000)),
];

const changes = {
  insert: (bytes, where, what) => joined(bytes.subarray(0, where), pick(ODD, what), bytes.subarray(where)),
  flip: (bytes, where, what) => {
    const copy = Uint8Array.from(bytes);
    if (where < copy.length) copy[where] = copy[where]! ^ (1 << (what % 8));
    return copy;
  },
  cut: (bytes, where, what) => joined(bytes.subarray(0, where), bytes.subarray(where + 1 + (what % 20))),
  truncate: (bytes, where) => bytes.subarray(0, where),
  behead: (bytes, where) => bytes.subarray(where),
  repeat: (bytes, where, what) => joined(bytes, bytes.subarray(where, where + 1 + (what % 64))),
  overwrite: (bytes, where, what) =>
    joined(bytes.subarray(0, where), pick(ODD, what), bytes.subarray(where + pick(ODD, what).length)),
  wide: (bytes) => Buffer.from(Buffer.from(bytes).toString(), 'utf16le'),
  latin: (bytes) => Buffer.from(Buffer.from(bytes).toString(), 'latin1'),
} satisfies { [kind: string]: (bytes: Uint8Array, where: number, what: number) => Uint8Array };

export type ByteMutationKind = keyof typeof changes;

/** The kinds of changes, the mildest first. */
export const byteMutationKinds = Object.keys(changes) as ByteMutationKind[];

/** The bytes after a change. */
export function mutateBytes(bytes: Uint8Array, { kind, where, what }: ByteMutation): Uint8Array {
  return changes[kind](bytes, bytes.length === 0 ? 0 : where % (bytes.length + 1), what);
}

/** How a line on stdio may end, the proper way first: not at all joins it with the next. */
export const LINE_ENDS: readonly string[] = ['\n', '\r\n', '', '\n\n', '\r', ' \n', '\n\r\n'];

function joined(...parts: Uint8Array[]): Uint8Array {
  return Buffer.concat(parts);
}
