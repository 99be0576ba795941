// A minimal MCP server over Streamable HTTP that writes its own HTTP, so that a behaviour can write any other.
import { createServer } from 'node:net';
import { isOrdinary, read, replyTo } from './valid.mjs';

/** A response head as text. */
export const head = (status, headers = {}) =>
  `HTTP/1.1 ${status} Status\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`;

/** A whole response with a JSON body as text. */
export function json(value, { status = 200, headers = {} } = {}) {
  const body = JSON.stringify(value);
  return (
    head(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), ...headers }) + body
  );
}

/** A whole response without a body as text. */
export const empty = (status, headers = {}) => head(status, { 'content-length': 0, ...headers });

/** The head of an event stream, in chunks. */
export const streamHead = (headers = {}) =>
  head(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-cache',
    'transfer-encoding': 'chunked',
    ...headers,
  });

/** One chunk of a chunked body; without data the last one. */
export function chunk(data = '') {
  const bytes = Buffer.from(data);
  return Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);
}

/** One event that carries a message. */
export const event = (message, fields = '') => `${fields}data: ${JSON.stringify(message)}\n\n`;

/**
 * Listens on 127.0.0.1 and says where on stdout. A behaviour may have
 * - `listen(server, address)`: called before the first line on stdout; returns what to print instead, or '' for nothing
 * - `connection(socket)`: called first; returns true where nothing shall be served on it
 * - `any(socket, request)`: called for each request; returns true where it has been dealt with
 * - `initialize(socket, reply, request)`, `ordinary(socket, reply, request)`, `get(socket, request)`: instead of the valid answer
 */
export function serveHttp(behaviour, { port }) {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.setNoDelay(true);
    if (behaviour.connection?.(socket)) return;
    new Reader(socket, (request) => answer(behaviour, socket, request)).start();
  });
  server.on('error', (error) => {
    process.stderr.write(`Error: listen ${error.code}: 127.0.0.1:${port}\n`);
    process.exit(1);
  });
  server.listen(port, '127.0.0.1', () => {
    const url = `http://127.0.0.1:${server.address().port}/mcp`;
    const said = behaviour.listen?.(server, url) ?? `listening on ${url}\n`;
    if (said !== '') process.stdout.write(said);
  });
}

function answer(behaviour, socket, request) {
  if (behaviour.any?.(socket, request)) return;
  const { method, message } = request;
  if (method === 'GET' && behaviour.get) {
    behaviour.get(socket, request);
    return;
  }
  if (method !== 'POST') {
    socket.write(empty(405, { allow: 'POST' }));
    return;
  }
  const reply = replyTo(message);
  if (reply === undefined) socket.write(message === undefined ? empty(400) : empty(202));
  else if (message.method === 'initialize' && behaviour.initialize) behaviour.initialize(socket, reply, request);
  else if (isOrdinary(message) && behaviour.ordinary) behaviour.ordinary(socket, reply, request);
  else socket.write(json(reply));
}

/** Cuts what comes on a connection into requests. Chunked bodies are not read: the kit's client sends lengths. */
class Reader {
  #bytes = Buffer.alloc(0);

  constructor(socket, take) {
    this.socket = socket;
    this.take = take;
  }

  start() {
    this.socket.on('data', (bytes) => {
      this.#bytes = Buffer.concat([this.#bytes, bytes]);
      while (this.#next());
    });
  }

  #next() {
    const end = this.#bytes.indexOf('\r\n\r\n');
    if (end < 0) return false;
    const [start = '', ...lines] = this.#bytes.subarray(0, end).toString('latin1').split('\r\n');
    const headers = Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
    );
    const [method, path] = start.split(' ');
    const length = Number(headers['content-length'] ?? 0);
    if (this.#bytes.length < end + 4 + length) return false;
    const body = this.#bytes.subarray(end + 4, end + 4 + length);
    this.#bytes = this.#bytes.subarray(end + 4 + length);
    this.take({ method, path, headers, message: read(body.toString()) });
    return true;
  }
}
