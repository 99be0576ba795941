// A server made with @modelcontextprotocol/server 2, of 2025-11-25 and 2026-07-28, over stdio and Streamable HTTP.
//   node server.mjs      node server.mjs --port PORT
import { randomUUID } from 'node:crypto';
import { createServer as createHttpServer } from 'node:http';
import { parseArgs } from 'node:util';
import { toNodeHandler } from '@modelcontextprotocol/node';
import {
  createMcpHandler,
  hostHeaderValidationResponse,
  isLegacyRequest,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  originValidationResponse,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { createServer } from './offers.mjs';

const { port } = parseArgs({ options: { port: { type: 'string' } } }).values;

/** Sessions of 2025-11-25, by their ids. */
const sessions = new Map();

/** What a session sent, so that a client can come back to a stream. */
class Events {
  #sent = [];

  async storeEvent(stream, message) {
    const id = `${randomUUID()}`;
    this.#sent.push({ id, stream, message });
    return id;
  }

  async replayEventsAfter(last, { send }) {
    const seen = this.#sent.findIndex(({ id }) => id === last);
    const stream = this.#sent[seen]?.stream;
    if (stream === undefined) throw new Error(`no event has the id ${last}`);
    const missed = this.#sent.slice(seen + 1).filter((event) => event.stream === stream);
    // What has no method and no id only opened the stream.
    for (const { id, message } of missed) if ('jsonrpc' in message) await send(id, message);
    return stream;
  }
}

/** The SDK sends the head of a stream with its first bytes, which may come much later: a comment opens it. */
function opened(response) {
  if (response.headers.get('content-type') !== 'text/event-stream') return response;
  const comment = new TextEncoder().encode(': open\n\n');
  const first = new TransformStream({ start: (controller) => controller.enqueue(comment) });
  return new Response(response.body.pipeThrough(first), response);
}

async function withSession(request) {
  const id = request.headers.get('mcp-session-id');
  const known = id === null ? undefined : sessions.get(id);
  if (known) return opened(await known.handleRequest(request));
  if (id !== null) return new Response(null, { status: 404 });
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    eventStore: new Events(),
    onsessioninitialized: (session) => void sessions.set(session, transport),
    onsessionclosed: (session) => void sessions.delete(session),
  });
  await createServer({ shown: new Set() }).connect(transport);
  return transport.handleRequest(request);
}

function serveHttp() {
  const shown = new Set();
  const perRequest = createMcpHandler(() => createServer({ shown, announce: perRequest.notify }), { legacy: 'reject' });
  const fetch = async (request, options) =>
    hostHeaderValidationResponse(request, localhostAllowedHostnames()) ??
    originValidationResponse(request, localhostAllowedOrigins()) ??
    ((await isLegacyRequest(request)) ? withSession(request) : perRequest.fetch(request, options));
  createHttpServer(toNodeHandler({ fetch })).listen(Number(port), '127.0.0.1', function () {
    console.log(`listening on http://127.0.0.1:${this.address().port}/mcp`);
  });
}

if (port === undefined) serveStdio(() => createServer({ shown: new Set() }));
else serveHttp();
