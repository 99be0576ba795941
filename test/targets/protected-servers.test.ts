import { createServer } from 'node:http';
import { expect } from 'vitest';
import { listening, ROLE } from '../testing/peers.js';
import { PROCTOR, played } from '../testing/program.js';
import { it } from '../testing/warm.js';

const MOCK = [process.execPath, PROCTOR, 'mock', 'mcp/server', '--version', '2025-11-25'];
const CASES = ['mcp.server.ping.answer', 'mcp.auth.server.tokens.good', 'mcp.auth.server.challenge.bearer'];
const ISSUER = { args: ['--auth-issuer', '${auth.issuer}', '--auth-jwks', '${auth.jwks}'], scopes: ['kit:use'] };

it('a server that does not start without an issuer is tested with one, and has a token in all cases', async ({
  sandbox,
}) => {
  // The mock refuses scopes without an issuer.
  const command = [...MOCK, '--transport', 'http', '--port', '${port}', '--auth-scopes', 'kit:use'];
  const transports = { http: { command, url: 'http://127.0.0.1:${port}/mcp', ready: { port: '${port}' } } };
  const target = { name: 'trusting', role: 'mcp/server', transports, auth: { issuer: ISSUER } };
  sandbox.file('a.yaml', JSON.stringify(target));
  const { report, exit } = await sandbox.report(['--target', 'a.yaml', ...CASES]);
  expect(Object.fromEntries(CASES.map((id) => [id, played(report)[id]]))).toEqual({
    [CASES[0]!]: 'pass',
    [CASES[1]!]: 'pass',
    [CASES[2]!]: 'pass',
  });
  expect(exit).toBe(0);
});

it('a server that answers nothing without a token is tested by its refusals if Proctor has none', async ({
  sandbox,
}) => {
  const mock = sandbox.launch([...MOCK, '--auth'], {}, 'pipe');
  const url = (await mock.firstLine()).replace('listening on ', '').trim();
  const { report, exit } = await sandbox.report([...ROLE, '--url', url, ...CASES]);
  const [ping, good, bearer] = CASES.map((id) => report.cases.find((one) => one.id === id)!);
  expect([ping!.verdict, ping!.reason]).toEqual(['skipped', 'the server asks for a token, and Proctor has none']);
  expect([good!.verdict, bearer!.verdict]).toEqual(['skipped', 'pass']);
  expect(exit).toBe(0);
  const refused = await sandbox.run([
    'run',
    ...ROLE,
    '--url',
    url,
    '--header',
    'authorization: Bearer wrong',
    ...CASES,
  ]);
  expect(refused.exit).toBe(3);
  expect(refused.stdout).toContain('the handshake failed: initialize was answered with HTTP 401');
  mock.signal('SIGTERM');
  await mock.done;
});

it('a token of a target file is sent with every request', async ({ sandbox }) => {
  const server = createServer((request, response) => {
    request.resume();
    if (request.headers.authorization !== 'Bearer the-token-of-the-file')
      return void response.writeHead(401, { 'www-authenticate': 'Bearer' }).end();
    response.writeHead(500).end();
  });
  const url = `http://127.0.0.1:${await listening(server)}/mcp`;
  const target = { name: 'a', role: 'mcp/server', transports: { http: { url } } };
  sandbox.file('a.yaml', JSON.stringify({ ...target, auth: { tokens: { good: 'the-token-of-the-file' } } }));
  const { exit, stdout } = await sandbox.run(['run', '--target', 'a.yaml', ...CASES]);
  server.close();
  expect(exit).toBe(3);
  expect(stdout).toContain('initialize was answered with HTTP 500');
});
