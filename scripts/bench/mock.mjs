// What `proctor mock` costs: echo round trips next to a bare server of Node that gives the same answers over the same transport, and the
// memory of a mock that answers a million requests.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import WebSocket from 'ws';
import { server } from './server.mjs';

const PROCTOR = 'dist/bin/proctor.mjs';
const BARE = 'scripts/bench/bare-echo.mjs';
const TEXT = 'the quick brown fox jumps over the lazy dog';
const CWD = process.cwd();
/** Requests under way at a time. */
const AT_ONCE = { one: 1, many: 32 };

/** What is said before anything is measured, and what is echoed. */
const MCP = {
  begins: [
    ['initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'bench', version: '1' } }],
    ['notifications/initialized'],
  ],
  echo: ['tools/call', { name: 'echo', arguments: { message: TEXT } }],
};
const ACP = {
  begins: [
    ['initialize', { protocolVersion: 1, clientCapabilities: {} }],
    ['session/new', { cwd: CWD, mcpServers: [] }],
  ],
  // Of an agent that is the cheapest request whose answer says what the request said: a prompt is a turn, with updates.
  echo: ['session/list', { cwd: CWD }],
};

/** Requests by number over something that carries texts. What is no answer is not read. */
function calls(send) {
  const waiting = new Map();
  let last = 0;
  const text = (id, [method, params]) => JSON.stringify({ jsonrpc: '2.0', id, method, params });
  return {
    tell: (said) => send(text(undefined, said)),
    ask: (said) =>
      new Promise((resolve) => {
        last += 1;
        waiting.set(last, resolve);
        send(text(last, said));
      }),
    hear: (line) => {
      const message = JSON.parse(line);
      waiting.get(message.id)?.(message);
      waiting.delete(message.id);
    },
  };
}

async function overStdio(argv) {
  const child = spawn(process.execPath, argv, { stdio: ['pipe', 'pipe', 'inherit'] });
  const own = calls((text) => child.stdin.write(`${text}\n`));
  let rest = '';
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop();
    for (const line of lines) own.hear(line);
  });
  return {
    ...own,
    pid: child.pid,
    end: () =>
      new Promise((resolve) => {
        child.once('close', resolve);
        child.stdin.end();
      }),
  };
}

async function overWebSocket(argv) {
  const { url, stop } = await server(argv);
  const socket = new WebSocket(url, { perMessageDeflate: false });
  const own = calls((text) => socket.send(text));
  socket.on('message', (data) => own.hear(data.toString()));
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  return {
    ...own,
    end: () => {
      socket.terminate();
      return stop();
    },
  };
}

async function begin({ ask, tell }, { begins }) {
  for (const said of begins) await (said[0].startsWith('notifications/') ? tell(said) : ask(said));
}

/** ms that `count` round trips take, `atOnce` of them under way at any time. */
async function trips({ ask }, echo, count, atOnce) {
  let left = count;
  const worker = async () => {
    while (left-- > 0) await ask(echo);
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: atOnce }, worker));
  return performance.now() - began;
}

const middle = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];

/** Round trips a second of a mock in times of a bare server's, in turns: the round in the middle. */
async function beside(connect, mock, bare, protocol, rounds, count) {
  const ours = await connect([PROCTOR, 'mock', ...mock]);
  const theirs = await connect([BARE, ...bare]);
  await begin(ours, protocol);
  // But for the time at which the session began, they are the same bytes.
  const said = async ({ ask }) => JSON.stringify((await ask(protocol.echo)).result).replace(/"[\dT:.-]+Z"/, '');
  const answers = [await said(ours), await said(theirs)];
  if (answers[0] !== answers[1]) throw new Error(`not the same answers: ${answers.join(' and ')}`);
  const measured = {};
  for (const [name, atOnce] of Object.entries(AT_ONCE)) {
    const times = { ours: [], theirs: [] };
    // Both warm up first.
    for (let round = -2; round < rounds; round += 1) {
      const one = await trips(theirs, protocol.echo, count, atOnce);
      const other = await trips(ours, protocol.echo, count, atOnce);
      if (round < 0) continue;
      times.theirs.push(one);
      times.ours.push(other);
    }
    const perSecond = (all) => (1000 * count) / middle([...all]);
    measured[name] = {
      ratio: middle(times.theirs.map((ms, round) => ms / times.ours[round])),
      ours: perSecond(times.ours),
      theirs: perSecond(times.theirs),
    };
  }
  await ours.end();
  await theirs.end();
  return measured;
}

/** Echoes over stdio and WebSocket: for one under way at a time, and for 32. */
export const echoes = async (rounds = 9, count = 3_000) => ({
  stdio: await beside(overStdio, ['mcp/server'], ['stdio'], MCP, rounds, count),
  WebSocket: await beside(overWebSocket, ['acp/agent', '--transport', 'ws'], ['ws'], ACP, rounds, count),
});

const residentMiB = (pid) => Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;

/** Resident memory of a mock on stdio, in MiB, after each tenth of so many echoes: the mean of what was read during it. */
export async function resident(messages = 1_000_000) {
  const mock = await overStdio([PROCTOR, 'mock', 'mcp/server']);
  await begin(mock, MCP);
  const tenths = [];
  for (let tenth = 0; tenth < 10; tenth += 1) {
    const read = [];
    for (let part = 0; part < 20; part += 1) {
      await trips(mock, MCP.echo, messages / 200, 100);
      read.push(residentMiB(mock.pid));
    }
    tenths.push(read.reduce((sum, one) => sum + one, 0) / read.length);
  }
  await mock.end();
  return tenths;
}
