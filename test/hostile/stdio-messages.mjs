// Behaviours over stdio that are about lines and messages.
import { drip, flood } from './valid.mjs';

export { serveStdio as serve } from './stdio.mjs';

const text = (value) => JSON.stringify(value);
const DEPTH = 100_000;

/** The reply with another text in place of its empty result. */
const withResult = (reply, result) => text({ ...reply, result: 'RESULT' }).replace('"RESULT"', result);

/** A reply to ping that isn't JSON, or not as it should be, under one line. */
const line = (about, report, make, more = {}) => ({
  about,
  exit: 1,
  report,
  ordinary: (io, reply, message) => io.write(Buffer.concat([Buffer.from(make(reply, message)), Buffer.from('\n')])),
  ...more,
});

const fine = { legal: true, exit: 0, report: 'the case passes' };

export const behaviours = {
  'endless-line': {
    about: 'Answers ping with a line that never ends.',
    exit: 1,
    report: 'the cap on the length of a line is named; memory stays bounded',
    ordinary: (io) => flood(io.stdout, () => 'x'.repeat(65_536)),
  },
  'huge-message': {
    about: 'Answers ping with one valid line of 80 MiB, and then with a short one.',
    exit: [0, 1],
    report: 'the cap on the length of a line is named, no rule is broken, what follows is read; memory stays bounded',
    ordinary: (io, reply) => {
      let left = 80 * 16;
      io.write(text(reply).replace('{}', '{"_meta":{"kit.example/pad":"').replace(/"\}+$/, '"'));
      const more = () => {
        while (left > 0) {
          left -= 1;
          if (!io.write('x'.repeat(65_536))) return io.stdout.once('drain', more);
        }
        io.write('"}}}\n');
        return io.line(reply);
      };
      more();
    },
  },
  'deep-nesting': line(
    `Answers ping with a result that nests ${DEPTH} levels deep.`,
    'too deep a nesting is named, or the case passes; the run itself survives',
    (reply) => withResult(reply, `{"_meta":{"kit.example/deep":${'['.repeat(DEPTH)}${']'.repeat(DEPTH)}}}`),
    { exit: [0, 1] },
  ),
  'deep-objects': line(
    `Answers ping with a result of ${DEPTH} objects inside each other.`,
    'too deep a nesting is named, or the case passes; the run itself survives',
    (reply) => withResult(reply, `{"_meta":${'{"a":'.repeat(DEPTH)}1${'}'.repeat(DEPTH)}}`),
    { exit: [0, 1] },
  ),
  'deep-and-cut': line(
    `Answers ping with ${DEPTH} opening brackets and nothing else.`,
    'the line is not JSON; the run itself survives',
    () => '['.repeat(DEPTH),
  ),
  'duplicate-keys': line(
    'Answers ping with an object that names id and result twice.',
    'the reply is not unambiguous JSON, or the case passes',
    (reply) => `{"jsonrpc":"2.0","id":999,"id":${text(reply.id)},"result":[],"result":{}}`,
    { exit: [0, 1] },
  ),
  'invalid-utf-8': line(
    'Answers ping with bytes that are no UTF-8 inside a string.',
    'the line is not UTF-8: the bytes are shown',
    (reply) => {
      const [head, tail] = withResult(reply, '{"_meta":{"kit.example/word":"HERE"}}').split('HERE');
      return Buffer.concat([Buffer.from(head), Buffer.from([0xc3, 0x28, 0xff]), Buffer.from(tail)]);
    },
  ),
  bom: line(
    'Puts a byte order mark before the answer to ping.',
    'the line begins with a byte order mark',
    (reply) => `\uFEFF${text(reply)}`,
    { exit: [0, 1] },
  ),
  nul: line('Puts a NUL before and after the answer to ping.', 'the line is not JSON', (reply) => `\0${text(reply)}\0`),
  'utf-16': line('Answers ping in UTF-16.', 'the line is not UTF-8', (reply) => Buffer.from(text(reply), 'utf16le')),
  'huge-numbers': line(
    'Answers ping with numbers beyond every double: 1e400, and an integer of 10,000 digits.',
    'the case passes: a result may hold any number',
    (reply) =>
      withResult(reply, `{"_meta":{"kit.example/n":1e400,"kit.example/i":${'9'.repeat(10_000)},"kit.example/z":-0.0}}`),
    { exit: [0, 1] },
  ),
  'lone-surrogates': line(
    'Answers ping with half surrogate pairs in escapes.',
    'the case passes or the text is named; nothing in the reports is broken by it',
    (reply) => withResult(reply, '{"_meta":{"kit.example/half":"\\ud800 \\udfff"}}'),
    { exit: [0, 1] },
  ),
  'prototype-names': line(
    'Answers ping with members called __proto__, constructor and toString.',
    'the case passes; no object of the kit changes',
    (reply) =>
      withResult(reply, '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"toString":1}'),
    { exit: 0, legal: true },
  ),
  'terminal-escapes': line(
    'Answers ping with an error whose text holds terminal escapes, bells and line separators.',
    'the ping fails; no report carries a raw control character',
    (reply) =>
      text({
        jsonrpc: '2.0',
        id: reply.id,
        error: { code: -1, message: '\u001b[2J\u001b]0;owned\u0007\r\n::error::\u2028<script>]]>' },
      }),
  ),
  'not-json': line('Answers ping with a line that is not JSON.', 'the line is not JSON: it is quoted', () => 'pong'),
  'bare-value': line('Answers ping with a bare number.', 'the line is not a message', () => '42'),
  batch: line('Answers ping with an array of one response.', 'the line is an array and no message', (reply) =>
    text([reply]),
  ),
  'pretty-printed': line(
    'Answers ping with JSON over several lines.',
    'the lines are no JSON: a message has no newline inside',
    (reply) => JSON.stringify(reply, null, 2),
  ),
  'two-on-a-line': line(
    'Answers ping with two messages on one line.',
    'the line is not JSON',
    (reply) =>
      `${text(reply)}${text({ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 1 } })}`,
  ),
  'answers-twice': line(
    'Answers each ping twice.',
    'the ping was answered twice',
    (reply) => `${text(reply)}\n${text(reply)}`,
  ),
  'answers-other-id': line(
    'Answers ping under an id that nobody used.',
    'no request has that id; the ping was not answered',
    (reply) => text({ ...reply, id: 999_999 }),
  ),
  'answers-text-id': line(
    'Answers ping with its id as a text.',
    'no request has that id; the ping was not answered',
    (reply) => text({ ...reply, id: String(reply.id) }),
  ),
  'answers-null-id': line('Answers ping with the id null.', 'the id is null; the ping was not answered', (reply) =>
    text({ ...reply, id: null }),
  ),
  'answers-without-id': line('Answers ping without an id.', 'the ping was not answered', ({ jsonrpc, result }) =>
    text({ jsonrpc, result }),
  ),
  'answers-unasked': line(
    'Before each answer sends a response that nobody asked for.',
    'a response answers no request',
    (reply) => `${text({ jsonrpc: '2.0', id: 'nobody', result: {} })}\n${text(reply)}`,
  ),
  'answers-notifications': {
    about: 'Answers notifications/initialized with an error.',
    exit: 1,
    report: 'a notification was answered',
    initialized: (io) => io.line({ jsonrpc: '2.0', id: null, error: { code: -32600, message: 'no' } }),
  },
  'result-and-error': line(
    'Answers ping with a result and an error.',
    'a response has either result or error',
    (reply) => text({ ...reply, error: { code: 1, message: 'both' } }),
  ),
  'neither-result-nor-error': line(
    'Answers ping with neither result nor error.',
    'a response has either result or error',
    ({ jsonrpc, id }) => text({ jsonrpc, id }),
  ),
  'wrong-jsonrpc': line('Answers ping as JSON-RPC 1.0.', 'jsonrpc must be 2.0', (reply) =>
    text({ ...reply, jsonrpc: '1.0' }),
  ),
  'no-last-newline': {
    about: 'Ends after the answer to ping, without the newline.',
    exit: [0, 1],
    report: 'the ping was answered by a last line without newline, and then the target exited',
    ordinary: (io, reply) => {
      io.now(text(reply));
      process.exit(0);
    },
  },
  'asks-without-end': {
    about: 'Sends pings to the client without end once it is initialized.',
    exit: [0, 1],
    report: 'the case passes; every ping is answered or a cap is named; memory stays bounded',
    initialized: (io) => {
      let id = 0;
      flood(io.stdout, () => `${text({ jsonrpc: '2.0', id: `q${id++}`, method: 'ping' })}\n`);
    },
  },
  'asks-with-one-id': {
    about: 'Asks the client three pings under one id.',
    exit: 1,
    report: 'a request uses the id of an earlier one',
    initialized: (io) => {
      for (let count = 0; count < 3; count++) io.line({ jsonrpc: '2.0', id: 'same', method: 'ping' });
    },
  },
  'cancels-everything': {
    about: 'Sends cancellations for ids that it never used.',
    exit: [0, 1],
    report: 'the case passes',
    ordinary: (io, reply) => {
      for (let id = 0; id < 100; id++)
        io.line({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } });
      io.line(reply);
    },
  },
  crlf: { about: 'Ends its lines with CRLF.', ...fine, ordinary: (io, reply) => io.write(`${text(reply)}\r\n`) },
  'blank-lines': {
    about: 'Puts blank lines around the answer to ping.',
    ...fine,
    ordinary: (io, reply) => io.write(`\n\n${text(reply)}\n\n`),
  },
  'split-character': {
    about: 'Writes the answer to ping byte by byte, also inside characters.',
    ...fine,
    ordinary: (io, reply) => drip(io.stdout, `${withResult(reply, '{"_meta":{"kit.example/word":"größer 😀"}}')}\n`, 1),
  },
};
