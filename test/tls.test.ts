import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { resolve } from 'node:path';
import { expect } from 'vitest';
import { listening, SOME } from './testing/peers.js';
import { it } from './testing/program.js';

// Made once, for 100 years from 2020 on: a key and a request by `openssl req -new -newkey ec -pkeyopt
// ec_paramgen_curve:P-256 -nodes -subj /CN=localhost`, signed by itself with `openssl ca -selfsign -startdate 20200101000000Z
// -enddate 21200101000000Z` and the extension subjectAltName = IP:127.0.0.1,DNS:localhost. The key guards nothing.
const [key, cert] = ['tls-key.pem', 'tls-certificate.pem'].map((name) =>
  readFileSync(resolve(import.meta.dirname, 'fixtures', name)),
) as [Buffer, Buffer];

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
    const trusted = { NODE_EXTRA_CA_CERTS: resolve(import.meta.dirname, 'fixtures/tls-certificate.pem') };
    const { exit, report } = await sandbox.report(['--role', 'mcp/server', '--url', url, ...SOME], trusted);
    expect([exit, report.summary.fail]).toEqual([0, 0]);
  }));
