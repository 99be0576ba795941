import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'vitest';
import { ANSWER, ROLE, server } from '../testing/peers.js';
import type { Sandbox } from '../testing/program.js';
import { it } from '../testing/warm.js';

/** A server over stdio that refuses what `refuses` says of a request, and answers all else with `result`. */
const picky = (sandbox: Sandbox, refuses: string, result: object) => [
  process.execPath,
  sandbox.file(
    'picky.mjs',
    `import { createInterface } from 'node:readline';
     createInterface({ input: process.stdin }).on('line', (line) => {
       const { id, method, params } = JSON.parse(line);
       if (id === undefined) return;
       const made = ${refuses} ? { error: { code: -32602, message: 'no' } } : { result: ${JSON.stringify(result)} };
       console.log(JSON.stringify({ jsonrpc: '2.0', id, ...made }));
     });`,
  ),
];
const hello = (protocolVersion: string) => ({
  ...{ protocolVersion, capabilities: {}, serverInfo: { name: 'a', version: '1' } },
});

it.for([
  [
    'another version than its own',
    "params.protocolVersion !== '2025-03-26'",
    hello('2025-03-26'),
    'MCP-LIFE-03 (must): ',
  ],
  ['initialize', "method !== 'server/discover'", { supportedVersions: ['2026-07-28'] }, 'pass --version 2026-07-28'],
] as const)('a server that refuses %s is told so, and the run ends with exit code 3', async (row, { sandbox }) => {
  const [, refuses, result, says] = row;
  const { exit, stdout } = await sandbox.run(['run', ...ROLE, '--', ...picky(sandbox, refuses, result)]);
  expect(exit).toBe(3);
  expect(stdout).toContain('the handshake failed: initialize was answered with error -32602 "no"; it ');
  expect(stdout).toContain(says);
});

it('a server that refuses every handshake is told no requirement', async ({ sandbox }) => {
  const { exit, stdout } = await sandbox.run(['run', ...ROLE, '--', ...picky(sandbox, 'true', {})]);
  expect(exit).toBe(3);
  expect(stdout).not.toMatch(/MCP-[A-Z]+-\d/);
});

it('an agent of another major version of ACP is named so in one line, and none of its cases is played', async ({
  sandbox,
}) => {
  const agent = picky(sandbox, 'false', { protocolVersion: 2, agentCapabilities: {} });
  const { exit, stdout } = await sandbox.run(['run', '--role', 'acp/agent', '--', ...agent]);
  expect(exit).toBe(3);
  expect(stdout).toMatch(/^! \S+ offers 2; Proctor judges protocol version 1\n {4}not run because of it: \d+ cases$/m);
});

it('an agent of A2A 1.0 alone is named so to a run for 0.3.0', async ({ sandbox }) => {
  const card = {
    name: 'a',
    supportedInterfaces: [{ url: 'http://127.0.0.1/a', protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
  };
  const agent = createServer((_, response) =>
    response.setHeader('content-type', 'application/json').end(JSON.stringify(card)),
  );
  await once(agent.listen(0, '127.0.0.1'), 'listening');
  try {
    const url = `http://127.0.0.1:${(agent.address() as AddressInfo).port}/`;
    const { exit, stdout } = await sandbox.run(['run', '--role', 'a2a/server', '--version', '0.3.0', '--url', url]);
    expect(exit).toBe(3);
    expect(stdout).toContain('offers 1.0.1, and this run is for 0.3.0: say --version 1.0.1');
  } finally {
    agent.close();
  }
});

it.for<[string, (body: string) => number, RegExp]>([
  [
    'takes one method at the url of its card',
    (body) => (body.includes('message/stream') ? 200 : 400),
    /answers message\/stream, and not tasks\/get, at the url of its card, \S+\/one\. It breaks A2A-CARD-004 \(must\)/,
  ],
  ['takes nothing there', () => 400, /path included\? Its card says that it serves at \S+\/one$/m],
])('an agent of A2A that %s is told so', async ([, status, says], { sandbox }) => {
  const agent = createServer(async (request, response) => {
    const { port } = agent.address() as AddressInfo;
    const card = { name: 'a', protocolVersion: '0.3.0', url: `http://127.0.0.1:${port}/one`, capabilities: {} };
    const isCard = request.method === 'GET';
    const code = isCard ? 200 : request.url === '/one' ? status((await request.toArray()).join('')) : 404;
    response.writeHead(code, { 'content-type': isCard || code !== 200 ? 'application/json' : 'text/event-stream' });
    response.end(isCard ? JSON.stringify(card) : code === 200 ? ': here\n\n' : '{}');
  });
  await once(agent.listen(0, '127.0.0.1'), 'listening');
  try {
    const url = `http://127.0.0.1:${(agent.address() as AddressInfo).port}/`;
    const { exit, stdout } = await sandbox.run(['run', '--role', 'a2a/server', '--url', url]);
    expect(stdout).toMatch(says);
    expect(exit).toBe(3);
  } finally {
    agent.close();
    agent.closeAllConnections();
  }
});

it('a run is red where the version that --version names is not the one that is spoken', async ({ sandbox }) => {
  const args = [...ROLE, '--version', '2025-11-25', ANSWER, '--', ...server('--speaks', '2025-06-18')];
  const { exit, stdout } = await sandbox.run(['run', ...args]);
  expect(stdout).toMatch(
    /--version names 2025-11-25, and \S+ answers with 2025-06-18: mend the target, or name no version/,
  );
  expect(exit).toBe(1);
  const unnamed = args.filter((word) => word !== '--version' && word !== '2025-11-25');
  expect((await sandbox.run(['run', ...unnamed])).exit).toBe(0);
});
