import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, vi } from 'vitest';
import { it, type Report, reported, type Sandbox } from '../../testing/program.js';

const node = process.execPath;
const soon = { timeout: 30_000, interval: 20 };

/** A server that ends by no signal and no end of its input, and writes into the folder of its case as long as it lives. */
const STUBBORN = `
  const { mkdirSync, writeFileSync } = require('fs');
  const dir = process.argv[1];
  process.on('SIGTERM', () => {});
  setTimeout(() => process.exit(9), 60000);
  let count = 0;
  setInterval(() => { mkdirSync(dir + '/deep', { recursive: true }); writeFileSync(dir + '/deep/' + count++, 'x'); }, 1);
`;

async function interrupted(
  sandbox: Sandbox,
  [first, second]: readonly [NodeJS.Signals, NodeJS.Signals],
  program: string,
) {
  const stdio = { command: [node, '-e', program, '${dir}'], stop: { grace: '30s' } };
  sandbox.file('a.yaml', `name: a\nrole: mcp/server\ntransports:\n  stdio: ${JSON.stringify(stdio)}\n`);
  const running = sandbox.start(['run', '--target', 'a.yaml', '--jobs', '2', 'mcp.server.ping']);
  const folders = () => readdirSync(sandbox.tmp).filter((name) => existsSync(join(sandbox.tmp, name, 'deep')));
  await vi.waitUntil(() => folders().length > 0, soon);
  running.signal(first);
  // Two of a kind that come at once may arrive as one.
  const again = setInterval(() => running.signal(second), 50);
  return running.done.finally(() => clearInterval(again));
}

describe('a second interruption', () => {
  it.for([
    ['SIGINT', 'SIGINT'],
    ['SIGTERM', 'SIGINT'],
  ] as const)('by %s and %s ends at once, and leaves neither processes nor folders', async (signals, { sandbox }) => {
    const { exit } = await interrupted(sandbox, signals, STUBBORN);
    expect(exit).toBe(130);
    // What was killed is gone a moment later.
    await vi.waitUntil(() => sandbox.left().length === 0, soon);
  });
});

/** Says, by a file in its working directory, that it was reached and now holds what came. */
const HELD = `const held = () => require('fs').writeFileSync('held', '');`;

/** A server that takes what comes on a socket and then does as `act` says. */
const server = (protocol: string, act: string) => `${HELD}
  process.on('SIGTERM', () => {});
  require('net').createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', (bytes) => { ${act}; held(); });
  }).listen(0, '127.0.0.1', function () { console.log('listening on ${protocol}://127.0.0.1:' + this.address().port + '/mcp'); });
`;

/** Answers the handshake of a WebSocket, and then nothing: not its close either. */
const UPGRADES = `
  const key = /sec-websocket-key: (.*)\\r\\n/i.exec(bytes)[1] + '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
  const accept = require('crypto').createHash('sha1').update(key).digest('base64');
  socket.write('HTTP/1.1 101 Switching Protocols\\r\\nUpgrade: websocket\\r\\nConnection: Upgrade\\r\\nSec-WebSocket-Accept: ' + accept + '\\r\\n\\r\\n')`;

/** A client that starts its peer, keeps it open, and does as `act` says with what comes. */
const client = (act: string) => `${HELD}
  const peer = require('child_process').spawn(process.argv[1], process.argv.slice(2), { stdio: ['pipe', 'pipe', 'inherit'] });
  peer.stdout.on('data', () => {});
  setInterval(() => {}, 1000);
  ${act};
`;
const HELLO = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":1,"clientCapabilities":{}}}`;

interface Holder {
  what: string;
  role: string;
  transport: 'stdio' | 'http' | 'ws';
  program: string;
}

const HOLDERS: Holder[] = [
  {
    what: 'a server over stdio that says nothing and ignores TERM',
    role: 'mcp/server',
    transport: 'stdio',
    program: `${HELD} process.on('SIGTERM', () => {}); process.stdin.once('data', held); setInterval(() => {}, 1000);`,
  },
  {
    what: 'a server over stdio that reads nothing',
    role: 'mcp/server',
    transport: 'stdio',
    program: `${HELD} held(); setInterval(() => {}, 1000);`,
  },
  {
    what: 'a server over HTTP that says nothing',
    role: 'mcp/server',
    transport: 'http',
    program: server('http', ''),
  },
  {
    what: 'a server over HTTP that keeps a stream open with comments',
    role: 'mcp/server',
    transport: 'http',
    program: server(
      'http',
      `socket.write('HTTP/1.1 200 OK\\r\\nContent-Type: text/event-stream\\r\\n\\r\\n');
       setInterval(() => socket.write(': still here\\n\\n'), 20)`,
    ),
  },
  {
    what: 'a server over WebSocket that does not answer the handshake',
    role: 'acp/agent',
    transport: 'ws',
    program: server('ws', ''),
  },
  {
    what: 'a server over WebSocket that answers nothing but the handshake',
    role: 'acp/agent',
    transport: 'ws',
    program: server('ws', UPGRADES),
  },
  {
    what: 'a client that never comes',
    role: 'acp/client',
    transport: 'stdio',
    program: `${HELD} held(); setInterval(() => {}, 1000);`,
  },
  {
    what: 'a client that comes and says nothing',
    role: 'acp/client',
    transport: 'stdio',
    program: client('held()'),
  },
  {
    what: 'a client that says its first word and nothing more',
    role: 'acp/client',
    transport: 'stdio',
    program: client(`peer.stdin.write('${HELLO}\\n', held)`),
  },
];

describe('one interruption ends a run and closes its report, also with', () => {
  it.concurrent.for(
    HOLDERS.flatMap((holder) =>
      (holder.transport === 'http' ? ['SIGINT', 'SIGTERM'] : ['SIGINT']).map((signal) => ({
        ...holder,
        signal: signal as NodeJS.Signals,
      })),
    ),
  )('$what ($signal)', async ({ role, transport, program, signal }, { sandbox }) => {
    const command = [node, '-e', program, ...(role === 'acp/client' ? ['${peer.command}'] : [])];
    const ready = transport === 'stdio' ? {} : { ready: { stdout: 'listening on (.+)' } };
    const spec = { command, cwd: sandbox.folder, stop: { grace: '60s' }, ...ready };
    sandbox.file(
      'a.yaml',
      `name: a\nrole: ${role}\nwithin: 60s\nlimit: 120s\ntransports:\n  ${transport}: ${JSON.stringify(spec)}\n`,
    );
    const running = sandbox.start([
      'run',
      '--target',
      'a.yaml',
      '--reporter',
      'json=report.json',
      role === 'mcp/server' ? 'mcp.server.ping' : `${role.replace('/', '.')}.initialize`,
    ]);
    await vi.waitUntil(() => existsSync(join(sandbox.folder, 'held')), soon);
    running.signal(signal);
    const { exit, stderr } = await running.done;
    expect([exit, stderr]).toEqual([130, expect.stringMatching(/^proctor: \d+ cases in [\d.]+ m?s: .+\n$/)]);
    expect(JSON.parse(sandbox.read('report.json'))).toMatchObject({ exit: 130, interrupted: true });
  });
});

/** Prints what is no message, answers the handshake, and holds what comes then. */
const BANNER = `${HELD}
  console.log('welcome');
  require('readline').createInterface(process.stdin).on('line', (line) => {
    const { id, method, params } = JSON.parse(line);
    if (method !== 'initialize') return method === 'ping' && held();
    const result = { protocolVersion: params.protocolVersion, capabilities: {}, serverInfo: { name: 'a', version: '1' } };
    console.log(JSON.stringify({ jsonrpc: '2.0', id, result }));
  });
`;

it('the report of a run that was interrupted has the verdicts of the wire rules so far', async ({ sandbox }) => {
  const stdio = { command: [node, '-e', BANNER], cwd: sandbox.folder };
  sandbox.file('a.yaml', `name: a\nrole: mcp/server\nwithin: 60s\ntransports:\n  stdio: ${JSON.stringify(stdio)}\n`);
  const args = ['run', '--target', 'a.yaml', '--reporter', 'json=report.json', 'mcp.server.ping', 'mcp.server.wire'];
  const running = sandbox.start(args);
  await vi.waitUntil(() => existsSync(join(sandbox.folder, 'held')), soon);
  running.signal('SIGINT');
  expect((await running.done).exit).toBe(130);
  const { cases, notRun } = JSON.parse(sandbox.read('report.json')) as Report;
  expect(reported({ cases } as Report, 'mcp.server.wire.stdout')).toMatchObject({
    verdict: 'fail',
    reason: expect.stringContaining('"welcome" on its output is not a message') as string,
  });
  // What had nothing to judge so far may still have had.
  expect(notRun?.some((id) => id.startsWith('mcp.server.wire.'))).toBe(true);
  expect(notRun).toContain('mcp.server.ping.answer');
});
