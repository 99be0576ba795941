/** What must come of a conversation with one hostile WebSocket server: how it answered ping, and why the connection ended. */
export interface FrameRow {
  /** The behaviour of peer.mjs, without its transport. */
  name: string;
  /** `refused` and `silent` say that it never came to a ping. With several the speed of the machine decides. */
  ping: ('answered' | 'closed' | 'late' | 'refused' | 'silent')[];
  /** What is told of the end, or of what came in place of an answer. */
  why?: RegExp;
  /** ms that the handshake may take where it is refused, and each answer elsewhere: short where none will come. */
  patience?: number;
  mib?: number;
}

const answered = (name: string): FrameRow => ({ name, ping: ['answered'] });
const refused = (name: string, why: RegExp, patience?: number): FrameRow => ({
  name,
  ping: ['refused'],
  why,
  ...(patience === undefined ? {} : { patience }),
});
const closed = (name: string, why: RegExp, mib?: number): FrameRow => ({
  name,
  ping: ['closed'],
  why,
  ...(mib === undefined ? {} : { mib }),
});

/** Expectations for the behaviours of websocket.mjs. */
export const frames: FrameRow[] = [
  answered('valid'),
  { name: 'silent', ping: ['silent'], patience: 300 },
  refused('never-upgrades', /^no handshake within 10000 ms$/, 300),
  refused('refuses-upgrade', /^the server answered 200 instead of upgrading$/),
  refused('wrong-accept', /Sec-WebSocket-Accept/),
  refused('unasked-extension', /no extension was requested/),
  refused('unasked-subprotocol', /subprotocol but none was requested/),
  answered('fragments'),
  answered('slow-drip'),
  closed('empty-fragments', /Too many message fragments|messages and frames/, 150),
  closed('endless-message', /a message of more than 67108864 bytes/, 350),
  closed('oversized-frame', /payload length/),
  closed('impossible-length', /payload length/),
  { name: 'ping-flood', ping: ['answered', 'closed'], why: /^$|more than 10000 control frames in a second/, mib: 200 },
  answered('unasked-pongs'),
  closed('large-ping', /invalid payload length 126/),
  closed('fragmented-ping', /FIN must be set/),
  closed('masked', /MASK must be clear/),
  closed('reserved-bits', /RSV2 and RSV3 must be clear/),
  closed('compressed-unasked', /RSV1 must be clear/),
  closed('unknown-opcode', /invalid opcode 3/),
  answered('binary'),
  closed('invalid-utf-8', /invalid UTF-8 sequence/),
  closed('cut-message', /invalid opcode 1/),
  closed('stray-continuation', /invalid opcode 0/),
  { name: 'not-json', ping: ['late'], why: /^not JSON: JSON value expected but got 'p'/, patience: 3000 },
  answered('answers-twice'),
  closed('closes-early', /^end 1011 no$/),
  closed('closes-with-bad-code', /invalid status code 999/),
  closed('closes-with-one-byte', /invalid payload length 1$/),
  closed('closes-with-bad-reason', /invalid UTF-8 sequence/),
  closed('ends-without-close', /^reset 1006 $/),
  closed('resets', /^reset 1006 $/),
  answered('ignores-close'),
  { name: 'speaks-after-close', ping: ['answered'], mib: 250 },
  refused('text-before-handshake', /^not HTTP: /),
];
