#!/usr/bin/env node
// A minimal MCP server over Streamable HTTP for tests of whole runs: every answer is one JSON object, and there are no
// sessions. It does nothing wrong but what its flags say:
//
//   --port N        where it listens; by default the machine chooses. Its first line on stdout is `listening on URL`
//   --log FILE      adds a line `PID METHOD` for each message that comes, and `PID end` when it is ended
//   --deadly        exits with code 1 when a ping comes whose id is a text
//   --meeting FILE  one process, the first of all: answers its first ping, holds those that follow, and exits with code 1
//                   once two are held and a deadly one has come. Whether FILE is there says which is the first
//   --refuses       answers a request of a method that it does not know with status 400 and a plain text
//   --says-null     writes null as the body of what it accepts with status 202
//   --swallows M    says that it has resources, and answers a request of method M with an event stream that brings nothing
//   --get open      answers GET with an event stream, --get hold takes it and never answers; without it GET has 405
//   --asks-roots    has the tool `roots`, whose call asks the client for its roots on the stream of the latest GET
//   --deaf          never answers a notification
import { appendFileSync, existsSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { parseArgs } from 'node:util';

const { values: flags } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    log: { type: 'string' },
    deadly: { type: 'boolean' },
    meeting: { type: 'string' },
    refuses: { type: 'boolean' },
    'says-null': { type: 'boolean' },
    swallows: { type: 'string' },
    get: { type: 'string' },
    'asks-roots': { type: 'boolean' },
    deaf: { type: 'boolean' },
  },
});
// Whatever happens to the test, this ends.
setTimeout(() => process.exit(9), 60_000).unref();

const log = (text) => flags.log !== undefined && appendFileSync(flags.log, `${process.pid} ${text}\n`);
const meets = flags.meeting !== undefined && !existsSync(flags.meeting);
if (meets) writeFileSync(flags.meeting, '');

let pings = 0;
let held = 0;
let doomed = false;

function ping(id, answer) {
  pings += 1;
  if (meets && pings > 1) {
    if (typeof id === 'string') doomed = true;
    else held += 1;
    if (doomed && held >= 2) process.exit(1);
    return;
  }
  if (flags.deadly && typeof id === 'string') process.exit(1);
  answer({ result: {} });
}

/** The stream of the latest GET, and what the answers to our questions lead to. */
let stream;
const asked = new Map();

function listen(response) {
  log('GET');
  if (flags.get === undefined) return void response.writeHead(405, { allow: 'POST' }).end();
  if (flags.get === 'hold') return;
  response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
  stream = response;
}

function callRoots(answer) {
  if (!stream) return void answer({ error: { code: -32603, message: 'no stream to ask on' } });
  const id = `roots-${asked.size}`;
  asked.set(id, ({ roots = [] } = {}) =>
    answer({ result: { content: roots.map(({ uri }) => ({ type: 'text', text: uri })) } }),
  );
  stream.write(`data: ${JSON.stringify({ jsonrpc: '2.0', id, method: 'roots/list' })}\n\n`);
}

function take({ id, method, params, result }, response) {
  log(method ?? 'reply');
  if (id === undefined && flags.deaf) return;
  if (id === undefined || method === undefined) {
    asked.get(id)?.(result);
    return void response.writeHead(202).end(flags['says-null'] ? 'null' : undefined);
  }
  if (method === flags.swallows) return void response.writeHead(200, { 'content-type': 'text/event-stream' }).end();
  const answer = (outcome) =>
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ jsonrpc: '2.0', id, ...outcome }));
  if (method === 'initialize') {
    const serverInfo = { name: 'test-server', version: '1.0.0' };
    const capabilities = {
      ...(flags['asks-roots'] && { tools: {} }),
      ...(flags.swallows !== undefined && { resources: {} }),
    };
    answer({ result: { protocolVersion: params.protocolVersion, capabilities, serverInfo } });
  } else if (flags['asks-roots'] && method === 'tools/list')
    answer({ result: { tools: [{ name: 'roots', inputSchema: { type: 'object' } }] } });
  else if (flags['asks-roots'] && method === 'tools/call') callRoots(answer);
  else if (method === 'ping') ping(id, answer);
  else if (flags.refuses) response.writeHead(400, { 'content-type': 'text/plain' }).end(`no method ${method}`);
  else answer({ error: { code: -32601, message: `Method not found: ${method}` } });
}

const server = createServer((request, response) => {
  if (request.method === 'GET') return void listen(response);
  if (request.method !== 'POST') return void response.writeHead(405, { allow: 'POST' }).end();
  let body = '';
  request.setEncoding('utf8').on('data', (text) => {
    body += text;
  });
  request.on('end', () => take(JSON.parse(body), response));
});
server.listen(Number(flags.port), '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${server.address().port}/mcp`);
});
process.on('SIGTERM', () => {
  log('end');
  process.exit(0);
});
