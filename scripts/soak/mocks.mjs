// `npm run soak -- --mocks [--connections 10000] [--messages 1000000] [PATTERN…]`: what a day brings to a mock. Each mock, with and
// without --judge, meets so many connections that bring so many messages together, and nobody says good-bye properly. Its memory must
// stay flat once the caches are full, and it must answer to the end.
import { spawn } from 'node:child_process';
import { Agent, request } from 'node:http';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import WebSocket from 'ws';
import { slope } from './table.mjs';

const HEAP = resolve(import.meta.dirname, 'heap-on-signal.mjs');
const PROCTOR = resolve(import.meta.dirname, '../../dist/bin/proctor.mjs');
/** The day is cut into so many parts; memory is read after each, and the first of them fill caches. */
const PARTS = 20;
const WARM = 8;
/** What memory may grow by from part to part, in MiB. */
const GROWTH = 0.1;
/** Connections at a time. */
const AT_ONCE = 20;

const initialize = {
  acp: { protocolVersion: 1, clientCapabilities: {} },
  mcp: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'soak', version: '1' } },
};

/** What a connection says after the beginning, again and again. */
const said = {
  acp: (nth, session) =>
    nth % 10 === 1
      ? ['session/prompt', { sessionId: session, prompt: [{ type: 'text', text: 'say soak' }] }]
      : ['session/list', {}],
  mcp: (nth) => (nth % 2 === 0 ? ['ping', {}] : ['tools/list', {}]),
  a2a: (nth) => [
    'message/send',
    { message: { kind: 'message', role: 'user', messageId: `m${nth}`, parts: [{ kind: 'text', text: 'echo soak' }] } },
  ],
};

const days = [
  { role: 'acp/agent', transport: 'ws', speaks: 'acp', connect: overWebSocket },
  { role: 'harn/agent', transport: 'ws', speaks: 'acp', connect: overWebSocket },
  { role: 'hub/server', transport: 'ws', speaks: 'acp', connect: overWebSocket },
  { role: 'mcp/server', transport: 'http', speaks: 'mcp', connect: overHttp },
  { role: 'a2a/server', transport: 'http', speaks: 'a2a', connect: overHttp },
  { role: 'acp/agent', transport: 'stdio', speaks: 'acp', connect: overStdio },
  { role: 'mcp/server', transport: 'stdio', speaks: 'mcp', connect: overStdio },
];

/** Runs the days of all mocks that a pattern names; prints a row for each. Resolves with what is wrong, a line each. */
export async function soakMocks({ connections, messages, patterns }) {
  const wrong = [];
  for (const day of days)
    for (const more of [[], ['--judge']]) {
      const name = ['mock', day.role, '--transport', day.transport, ...more].join(' ');
      if (patterns.length > 0 && !patterns.some((pattern) => name.includes(pattern))) continue;
      const { mib, problem } = await live({ ...day, name, more, connections, messages });
      const by = slope(mib.slice(WARM));
      const flat = by <= GROWTH;
      console.log(`${name.padEnd(52)} ${mib.map((one) => one.toFixed(1)).join(' ')} MiB: ${by.toFixed(2)} a part`);
      if (problem !== undefined) wrong.push(`${name}: ${problem}`);
      else if (!flat) wrong.push(`${name}: memory grows by ${by.toFixed(2)} MiB from part to part`);
    }
  return wrong;
}

/** One day of one mock: its memory after each part. */
async function live({ role, transport, speaks, connect, more, connections, messages }) {
  const argv = ['--import', HEAP, PROCTOR, 'mock', role, '--transport', transport, ...more];
  const mock = spawn(process.execPath, argv, { stdio: ['pipe', 'pipe', 'pipe'] });
  const words = createInterface({ input: mock.stderr });
  const gone = new Promise((done) => mock.once('exit', done));
  const lines = createInterface({ input: mock.stdout });
  const mib = [];
  let problem;
  try {
    const url = transport === 'stdio' ? undefined : await firstOf(lines, gone);
    const each = Math.max(1, Math.round(messages / connections));
    // Over stdio there is one connection, and it brings all.
    const shared = transport === 'stdio' ? await connect({ mock, lines }) : undefined;
    if (shared) await begin(shared, speaks);
    for (let part = 0; part < PARTS; part++) {
      if (shared) await talk(shared, speaks, Math.round(messages / PARTS));
      else
        await atOnce(Math.round(connections / PARTS), async () => {
          const connection = await connect({ url });
          await begin(connection, speaks);
          await talk(connection, speaks, each);
          connection.leave();
        });
      mib.push(await heapOf(mock, words, gone));
    }
  } catch (error) {
    problem = error.message;
  }
  mock.kill('SIGTERM');
  await gone;
  return { mib, problem };
}

/** MiB that a mock needs, once all is collected that it does not need. */
async function heapOf(mock, words, gone) {
  const said = new Promise((resolve) => {
    const hear = (line) => {
      const bytes = /^heap (\d+)$/.exec(line)?.[1];
      if (bytes === undefined) return;
      words.off('line', hear);
      resolve(Number(bytes));
    };
    words.on('line', hear);
  });
  // What closed a moment ago is still on its way to being forgotten.
  await new Promise((resolve) => setTimeout(resolve, 50));
  mock.kill('SIGUSR2');
  const bytes = await Promise.race([said, gone.then(() => undefined)]);
  if (bytes === undefined) throw new Error('it ended');
  return bytes / 1024 / 1024;
}

async function firstOf(lines, gone) {
  const line = await Promise.race([new Promise((came) => lines.once('line', came)), gone]);
  if (typeof line !== 'string') throw new Error('it did not start');
  return line.replace('listening on ', '');
}

async function atOnce(count, work) {
  let left = count;
  const worker = async () => {
    while (left-- > 0) await work();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

async function begin(connection, speaks) {
  if (speaks === 'a2a') return;
  await connection.ask('initialize', initialize[speaks]);
  if (speaks === 'mcp') await connection.tell('notifications/initialized');
  else {
    const { result } = await connection.ask('session/new', { cwd: process.cwd(), mcpServers: [] });
    connection.session = result.sessionId;
  }
}

async function talk(connection, speaks, count) {
  for (let nth = 0; nth < count; nth++) {
    const reply = await connection.ask(...said[speaks](nth, connection.session));
    if (reply.result === undefined) throw new Error(`it answered ${JSON.stringify(reply).slice(0, 200)}`);
  }
}

/** Requests and their replies over something that carries texts; requests of the other side are refused. */
class Calls {
  #count = 0;
  #waiting = new Map();
  #failed;

  constructor(send, leave) {
    this.send = (message) => send(JSON.stringify(message));
    this.leave = leave;
  }

  ask(method, params) {
    if (this.#failed) return Promise.reject(this.#failed);
    const id = ++this.#count;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.send({ jsonrpc: '2.0', id, method, params });
    });
  }

  async tell(method) {
    this.send({ jsonrpc: '2.0', method });
  }

  hear(text) {
    const message = JSON.parse(text);
    if (message.method !== undefined && message.id !== undefined)
      this.send({ jsonrpc: '2.0', id: message.id, error: { code: -32601, message: 'no' } });
    else if (message.method === undefined) {
      this.#waiting.get(message.id)?.resolve(message);
      this.#waiting.delete(message.id);
    }
  }

  lose(why) {
    this.#failed = new Error(why);
    for (const { reject } of this.#waiting.values()) reject(this.#failed);
  }
}

async function overWebSocket({ url }) {
  const socket = new WebSocket(url, { perMessageDeflate: false });
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  const calls = new Calls(
    (text) => socket.send(text),
    () => socket.terminate(),
  );
  socket.on('message', (data) => calls.hear(data.toString()));
  socket.on('close', (code, reason) => calls.lose(`it closed with ${code} ${reason}`));
  socket.on('error', () => undefined);
  return calls;
}

async function overStdio({ mock, lines }) {
  const calls = new Calls(
    (text) => mock.stdin.write(`${text}\n`),
    () => undefined,
  );
  lines.on('line', (line) => calls.hear(line));
  mock.stdin.on('error', () => undefined);
  mock.once('exit', () => calls.lose('it ended'));
  return calls;
}

async function overHttp({ url }) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let session;
  let count = 0;
  const post = (message) =>
    new Promise((resolve, reject) => {
      const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
      if (session !== undefined) headers['mcp-session-id'] = session;
      const asked = request(url, { method: 'POST', agent, headers }, (response) => {
        session ??= response.headers['mcp-session-id'];
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk) => {
          text += chunk;
        });
        response.on('end', () => resolve(text));
        response.on('error', reject);
      });
      asked.on('error', reject);
      asked.end(JSON.stringify(message));
    });
  return {
    ask: async (method, params) => {
      const text = await post({ jsonrpc: '2.0', id: ++count, method, params });
      const data = text.startsWith('{') ? text : text.match(/^data: (\{.*"(?:result|error)".*)$/m)?.[1];
      return JSON.parse(data ?? '{}');
    },
    tell: (method) => post({ jsonrpc: '2.0', method }),
    leave: () => agent.destroy(),
  };
}
