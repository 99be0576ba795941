// Behaviours on which no case can be played, or none to its end: each has one cause.
import { closeSync, createWriteStream } from 'node:fs';
import { empty, head, json, serveHttp, streamHead } from './http-server.mjs';
import { serveStdio } from './stdio.mjs';
import { replyTo } from './valid.mjs';

const text = (value) => JSON.stringify(value);

/** Says nothing, but lives until the end of its input. */
const listen = (io) => {
  io.stdin.resume();
  io.stdin.on('end', () => process.exit(0));
  return true;
};

/** A server over stdio whose replies all go out as `make` writes them. */
const replies = (about, report, make) => ({
  about,
  exit: 3,
  report,
  initialize: (io, reply, message) => io.write(make(reply, message)),
  ordinary: (io, reply, message) => io.write(make(reply, message)),
});

const PAGE = '<!doctype html>\n<html><body><h1>It works!</h1></body></html>\n';

const onStdio = {
  'exits-when-greeted': {
    about: 'Answers initialize, complains on stderr and exits with code 1.',
    exit: 1,
    report: 'the target exited with code 1 after the handshake, told once',
    initialize: (io, reply) => {
      io.now(`${text(reply)}\n`);
      io.now('Error: no database\n    at connect (server.js:1:1)\n', 2);
      process.exit(1);
    },
  },
  'mute-after-handshake': {
    about: 'Answers initialize and then nothing more, to no request at all.',
    exit: 1,
    report: 'the target answers nothing after the handshake, told once',
    initialize: (io, reply) => {
      io.line(reply);
      io.stdin.removeAllListeners('data');
      listen(io);
    },
  },
  'banner-alone': {
    about: 'Prints a banner on stdout without a newline, so that its first message is part of the line.',
    exit: 3,
    report: 'its output carries what is not a message: the banner is quoted',
    start: (io) => {
      io.write('Hostile Peer 1.0, ready> ');
    },
  },
  'logs-on-stdout': {
    about: 'Logs what it gets on stdout, and its replies after a time stamp.',
    exit: 3,
    report: 'its output carries what is not a message: the log line is quoted',
    initialize: (io, reply, message) => {
      io.write(`2026-01-01 INFO got ${message.method}\n2026-01-01 INFO sent ${text(reply)}\n`);
    },
    ordinary: () => {},
  },
  'lsp-framing': replies(
    'Frames its messages as the Language Server Protocol does.',
    'its output carries what is not a message: the header is quoted',
    (reply) => `Content-Length: ${text(reply).length}\r\n\r\n${text(reply)}`,
  ),
  'text-ids': replies(
    'Answers every request with its id as a text.',
    'initialize was answered with id "1" (text), asked with 1 (number)',
    (reply) => `${text({ ...reply, id: String(reply.id) })}\n`,
  ),
  'no-envelope': replies(
    'Answers with the bare result.',
    'initialize was answered with what is not a JSON-RPC message',
    (reply) => `${text(reply.result ?? reply.error)}\n`,
  ),
  'nothing-but-errors': replies(
    'Answers every request with an error.',
    'initialize was answered with error -32603',
    ({ id }) => `${text({ jsonrpc: '2.0', id, error: { code: -32603, message: 'not today' } })}\n`,
  ),
  'stdout-closed': {
    about: 'Closes its stdout at once and lives on.',
    exit: 3,
    report: 'its output was closed before it answered initialize',
    start: (io) => {
      closeSync(1);
      return listen(io);
    },
  },
  echo: {
    about: 'Sends back every line that it gets.',
    exit: 3,
    report: 'initialize was not answered',
    start: (io) => {
      io.stdin.pipe(createWriteStream('', { fd: 1, autoClose: false }));
      return listen(io);
    },
  },
  'html-page': {
    about: 'Prints an HTML page on stdout and nothing else.',
    exit: 3,
    report: 'its output carries what is not a message: the page is quoted',
    start: (io) => {
      io.write(PAGE);
      return listen(io);
    },
  },
  'slow-start': {
    about: 'Answers initialize 6 s late, and everything else at once.',
    exit: 3,
    report: 'the handshake took longer than a wait, and what helps',
    initialize: (io, reply) => setTimeout(() => io.line(reply), 6000),
  },
};

const all = (about, report, answer) => ({
  about,
  exit: 3,
  report,
  any: (socket, request) => answer(socket, request) ?? true,
});
const status = (code, help, headers = {}) =>
  all(
    `Answers everything with status ${code}.`,
    `HTTP ${code} is told${help}`,
    (socket) => void socket.write(empty(code, headers)),
  );

const onHttp = {
  'status-401': { ...status(401, ', and only refusals are tested', { 'www-authenticate': 'Bearer' }), exit: 1 },
  'status-403': status(403, ', and that a header may be missing'),
  'status-404': status(404, ', and that the address may be wrong'),
  'status-500': status(500, ''),
  redirects: status(307, ', and the address that it points to', { location: 'https://elsewhere.example/mcp' }),
  'html-everywhere': all('Answers everything with a page.', 'HTTP 200 (text/html) is told', (socket) => {
    socket.write(head(200, { 'content-type': 'text/html', 'content-length': PAGE.length }) + PAGE);
  }),
  'holds-everything': {
    about: 'Takes every request and never answers.',
    exit: 3,
    report: 'initialize was not answered in time',
    any: () => true,
  },
  'stream-without-reply': {
    about: 'Answers every POST with an event stream that stays empty and open.',
    exit: 3,
    report: 'initialize was not answered in time',
    any: (socket, { method }) => {
      socket.write(method === 'POST' ? streamHead() : empty(405));
      return true;
    },
  },
  'forgets-the-session': {
    about: 'Answers initialize, and everything after it with status 404.',
    exit: 1,
    report: 'HTTP 404 after the handshake, told once',
    any: (socket, { method, message }) => {
      socket.write(message?.method === 'initialize' ? json(replyTo(message)) : empty(method === 'GET' ? 405 : 404));
      return true;
    },
  },
};

export const overStdio = { behaviours: onStdio, serve: serveStdio };
export const overHttp = { behaviours: onHttp, serve: serveHttp };
