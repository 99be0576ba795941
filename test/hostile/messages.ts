import { late, type Row } from '../testing/hostile.js';

const json = (why: RegExp) => ({ json: why });
const stdout = (why: RegExp) => ({ stdout: why });
const notJson = /what stands where a message belongs is not JSON: /;

/** A ping whose answer is none. */
const unanswered = (name: string, breaks: Row['breaks']): Row => ({ name, play: 'soon', exit: 1, ping: late, breaks });
/** A ping that is answered, with something wrong about it. */
const answered = (name: string, breaks: Row['breaks']): Row => ({ name, exit: 1, breaks });

/** A ping whose answer is beyond a limit of ours, which breaks no rule. */
const unread = (name: string, limit: string): Row => ({
  name,
  play: 'soon',
  exit: 1,
  ping: ['error', new RegExp(`^reply to ping was not read: ${limit}; Proctor reads no message beyond its limits$`)],
});

/** Expectations for the behaviours of stdio-messages.mjs. */
export const messages: Row[] = [
  {
    name: 'endless-line',
    exit: 1,
    ping: [
      'fail',
      /^MCP-BASE-25: Proctor ended the target: the process wrote more than 268435456 bytes to stdout before reply to ping/,
    ],
    breaks: stdout(/"x{10,}…" on its output is not a message/),
    mib: 400,
  },
  { name: 'huge-message', exit: 0, told: /sent a line of more than 67108864 bytes, which was not read/, mib: 400 },
  unread('deep-nesting', 'nested deeper than 1000 levels \\(at offset \\d+\\)'),
  unread('deep-objects', 'nested deeper than 1000 levels \\(at offset \\d+\\)'),
  unread('deep-and-cut', 'nested deeper than 1000 levels \\(at offset \\d+\\)'),
  { name: 'duplicate-keys', exit: 0 },
  unanswered('invalid-utf-8', { encoding: /not JSON: invalid UTF-8 \(at offset 63\)/ }),
  unanswered('bom', json(/not JSON: begins with a byte order mark/)),
  unanswered('nul', stdout(/"\\u0000\{/)),
  unanswered('utf-16', json(/not JSON: holds a NUL character/)),
  { name: 'huge-numbers', exit: 0 },
  { name: 'lone-surrogates', exit: 0 },
  { name: 'prototype-names', exit: 0 },
  {
    name: 'terminal-escapes',
    exit: 1,
    ping: ['fail', /^MCP-PING-01: expected a result, got error -1 "\\u001b\[2J\\u001b\]0;owned\\u0007\\r\\n::error:/],
  },
  unanswered('not-json', stdout(/"pong" on its output is not a message/)),
  unanswered('bare-value', stdout(/"42" on its output is not a message/)),
  unanswered('batch', { envelope: /^MCP-BASE-30: a batch; each message must stand alone/ }),
  unanswered('pretty-printed', { ...json(notJson), ...stdout(/" {2}\\"jsonrpc\\": \\"2\.0\\"," on its output/) }),
  unanswered('two-on-a-line', json(/not JSON: expected end of input but got '\{'/)),
  answered('answers-twice', { unmatched: /a second response to ping with the id 2/ }),
  unanswered('answers-other-id', { unmatched: /a response with the id 999999, which nobody asked with/ }),
  {
    name: 'answers-text-id',
    exit: 1,
    ping: ['fail', /^MCP-PING-01: replied with id "2" \(text\), asked with 2 \(number\)$/],
    breaks: { retyped: /a response with the id "2", where ping was asked with 2/ },
  },
  unanswered('answers-null-id', {
    'response-id': /a response whose id is null, although a request was waiting for its answer/,
  }),
  unanswered('answers-without-id', {
    'response-id': /a response without id, although a request was waiting for its answer/,
  }),
  answered('answers-unasked', { unmatched: /a response with the id "nobody", which nobody asked with/ }),
  answered('answers-notifications', { 'response-id': /a response whose id is null/ }),
  answered('result-and-error', { response: /a response with both `result` and `error`/ }),
  unanswered('neither-result-nor-error', { response: /neither `method` nor `result` nor `error`/ }),
  answered('wrong-jsonrpc', { jsonrpc: /`jsonrpc` is "1\.0", not "2\.0"/ }),
  {
    name: 'no-last-newline',
    exit: 1,
    ping: ['fail', /^MCP-BASE-25: the target exited with code 0$/],
  },
  { name: 'asks-without-end', exit: 0, mib: 400 },
  answered('asks-with-one-id', { ids: /the id "same" of ping was used by an earlier request/ }),
  {
    name: 'cancels-everything',
    exit: 1,
    breaks: { 'cancels-own': /^MCP-CAN-01: notifications\/cancelled for 1, which a request of the other side gave/ },
  },
  { name: 'crlf', exit: 0 },
  { name: 'blank-lines', exit: 0 },
  { name: 'split-character', exit: 0 },
];
