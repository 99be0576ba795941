import { broken, type Row, unanswered } from '../testing/hostile.js';

const JSON_HEAD = 'HTTP 200 \\(application/json\\)';
/** A target that can't be spoken to at all. */
const speechless = (name: string, why: string): Row => ({
  name,
  exit: 3,
  cause: new RegExp(`^the handshake failed: initialize was not answered: ${why}`),
});
/** A target that does not come to listening. */
const unstarted = (name: string, why: string, more: Partial<Row> = {}): Row => ({
  name,
  exit: 3,
  cause: new RegExp(`^the target could not be started: \`.* http\\..*\` ${why}$`),
  ...more,
});
const reset = 'the peer reset the connection';
const large = { json: /^MCP-BASE-32: what stands where a message belongs is a body of more than 67108864 bytes/ };

/** Expectations for the behaviours of http.mjs. */
export const bodies: Row[] = [
  { name: 'valid', exit: 0 },
  { name: 'holds-delete', exit: 0 },
  { name: 'half-head-for-delete', exit: 0 },
  { name: 'endless-delete', exit: 0 },
  { name: 'resets-delete', exit: 0 },
  {
    name: 'silent',
    within: '1s',
    exit: 3,
    cause: /^the handshake failed: reply to initialize did not come within 4s; nothing came at all/,
  },
  unanswered('never-answers'),
  unstarted('says-no-url', 'did not listen within 300ms', { within: '300ms' }),
  speechless('says-wrong-url', 'connection refused'),
  unstarted('port-in-use', 'exited with code 1 after \\d+ ms, before it listened', { told: /EADDRINUSE/ }),
  {
    name: 'exits-when-asked',
    exit: 1,
    ping: ['fail', /^MCP-BASE-25: the target exited with code 1 before reply to ping\S* came$/],
  },
  speechless('resets-connections', reset),
  broken('closes-early', `${JSON_HEAD}, the connection closed before the body was complete`),
  broken('closes-without-answer', reset),
  { name: 'slow-drip', exit: 0 },
  { name: 'closes-idle-connections', exit: 0 },
  unanswered('length-too-long'),
  broken('length-too-short', `${JSON_HEAD}, bytes that are no message \\(not JSON: .*`, {
    breaks: { json: /not JSON: .* \(at offset 7\)/ },
  }),
  broken('two-lengths', 'not HTTP: .*'),
  broken('length-and-chunks', 'not HTTP: .*'),
  broken('bad-chunks', `${JSON_HEAD}, not HTTP: .*`),
  broken('endless-chunks', `${JSON_HEAD}, .*a body of more than 67108864 bytes`, { breaks: large, mib: 450 }),
  unanswered('empty-chunk-drip'),
  broken('header-flood', 'the headers are too long'),
  broken('header-huge', 'the headers are too long'),
  broken('header-without-colon', 'not HTTP: .*'),
  broken('status-garbage', 'not HTTP: .*'),
  broken('speaks-tls', 'not HTTP: .*'),
  unanswered('informational-flood', { mib: 250 }),
  { name: 'informational-first', exit: 0 },
  // The case about types says what is wrong with them.
  { name: 'wrong-content-type', exit: 0 },
  { name: 'no-content-type', exit: 0 },
  broken('html-error', 'HTTP 502 \\(text/html\\)'),
  broken('empty-body', JSON_HEAD),
  broken('accepts-requests', 'HTTP 202'),
  broken('redirect-loop', 'HTTP 307'),
  broken('redirect-away', 'HTTP 308'),
  broken('gzip-bomb', `${JSON_HEAD}, .*a body of more than 67108864 bytes`, { breaks: large, mib: 450 }),
  broken('gzip-garbage', `${JSON_HEAD}, the compressed body is broken: .*`),
  broken('unknown-encoding', `${JSON_HEAD}, the content-encoding "hostile" is unknown`),
  { name: 'gzip', exit: 0 },
  { name: 'answers-twice', exit: 0 },
  broken('answers-other-id', `${JSON_HEAD}, the reply to id 999999`, {
    breaks: { unmatched: /a response with the id 999999, which nobody asked with/ },
  }),
  broken('answers-batch', `${JSON_HEAD}, a message that is not JSON-RPC`, {
    breaks: { envelope: /^MCP-BASE-30: a batch/ },
  }),
  {
    name: 'answers-before-asked',
    exit: 1,
    ping: ['untestable', /^expected a string, got nothing$/],
    breaks: { schema: /the result of initialize: lacks `protocolVersion` at \/result/ },
  },
  broken('upgrades-unasked', '.*'),
  { name: 'session-id-with-newline', exit: 0 },
  speechless('session-id-with-control-characters', 'not HTTP: Invalid header value char'),
  { name: 'session-id-huge', exit: 0 },
];
