import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { connect } from 'node:net';
import { resolve } from 'node:path';
import { createServer as secureSockets } from 'node:tls';
import { expect } from 'vitest';
import { listening, SOME } from '../testing/peers.js';
import { it } from '../testing/program.js';

// Made once, for 100 years from 2020 on: a key and a request by `openssl req -new -newkey ec -pkeyopt
// ec_paramgen_curve:P-256 -nodes -subj /CN=localhost`, signed by itself with `openssl ca -selfsign -startdate 20200101000000Z
// -enddate 21200101000000Z` and the extension subjectAltName = IP:127.0.0.1,DNS:localhost. The key guards nothing.
const [key, cert] = ['tls-key.pem', 'tls-certificate.pem'].map((name) =>
  readFileSync(resolve(import.meta.dirname, '../fixtures', name)),
) as [Buffer, Buffer];

const CERTIFICATE = resolve(import.meta.dirname, '../fixtures/tls-certificate.pem');
const REFERENCE = resolve(import.meta.dirname, '../../targets/reference/mcp-server.yaml');

/** What a server behind TLS answers: the handshake of MCP, and pings. */
function answerOf({ id, method }: { id?: number; method: string }): string | undefined {
  if (id === undefined) return undefined;
  const greeting = { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 'secret', version: '1' } };
  return JSON.stringify({ jsonrpc: '2.0', id, result: method === 'initialize' ? greeting : {} });
}

/** A server whose certificate nobody has signed but itself, while `use` runs. */
async function overTls(use: (url: string) => Promise<void>): Promise<void> {
  const server = createServer({ key, cert }, (request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', () => {
      const answer = request.method === 'POST' ? answerOf(JSON.parse(body)) : undefined;
      const status = request.method === 'POST' ? (answer === undefined ? 202 : 200) : 405;
      response.writeHead(status, answer === undefined ? {} : { 'content-type': 'application/json' }).end(answer);
    });
  });
  try {
    await use(`https://127.0.0.1:${await listening(server)}/mcp`);
  } finally {
    server.close();
  }
}

it('tells a certificate that is not trusted in one line with what helps', ({ sandbox }) =>
  overTls(async (url) => {
    const { exit, report, stdout } = await sandbox.report(['--role', 'mcp/server', '--url', url, ...SOME]);
    const what =
      /^the handshake failed: initialize was not answered: .*self-signed certificate.*: trust its certificate with NODE_EXTRA_CA_CERTS$/;
    expect(report.problems).toMatchObject([{ message: expect.stringMatching(what), exit: 3 }]);
    expect([exit, report.cases]).toEqual([3, []]);
    expect(stdout.split('\n').length).toBeLessThanOrEqual(12);
  }));

it('plays against a server whose certificate is trusted so', ({ sandbox }) =>
  overTls(async (url) => {
    const trusted = { NODE_EXTRA_CA_CERTS: CERTIFICATE };
    const { exit, report } = await sandbox.report(['--role', 'mcp/server', '--url', url, ...SOME], trusted);
    expect([exit, report.summary.fail]).toEqual([0, 0]);
  }));

it('breaks streams off there too, and resumes them', async ({ sandbox }) => {
  const mock = sandbox.start(['mock', 'mcp/server', '--transport', 'http']);
  const { port } = new URL((await mock.firstLine()).replace('listening on ', ''));
  const proxy = secureSockets({ key, cert }, (secure) => {
    const plain = connect(Number(port), '127.0.0.1');
    for (const [from, to] of [
      [secure, plain],
      [plain, secure],
    ] as const) {
      from.pipe(to);
      from.on('error', () => to.destroy()).on('close', () => to.destroy());
    }
  });
  try {
    const url = `https://127.0.0.1:${await listening(proxy)}/mcp`;
    const { exit, report } = await sandbox.report(
      ['--target', REFERENCE, '--url', url, 'mcp.server.http-streams.client-leaves', 'mcp.server.http-resume'],
      { NODE_EXTRA_CA_CERTS: CERTIFICATE },
    );
    const others = report.cases.filter(({ verdict, id }) => verdict !== 'pass' && !id.includes('.wire.'));
    expect(others.map(({ id, verdict, reason }) => `${id}: ${verdict}: ${reason}`)).toEqual([]);
    expect(exit).toBe(0);
  } finally {
    proxy.close();
    mock.signal('SIGTERM');
    await mock.done;
  }
});
