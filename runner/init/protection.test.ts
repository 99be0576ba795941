import { afterEach, expect, it } from 'vitest';
import { Secrets } from '../../src/json/secrets/redact.js';
import { startAuthorizationServer } from '../../src/oauth/authorization-server/server.js';
import { openBorder } from '../../src/wire/carried.js';
import { realClock } from '../../src/wire/clock/clock.js';
import { listenHttp } from '../../src/wire/http/server.js';
import { defaultLimits } from '../../src/wire/limits.js';
import { protectionOf } from './protection.js';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

interface Site {
  status?: number;
  challenge?: string;
  /** Path to document. */
  documents?: { [path: string]: unknown };
}

/** A server that answers every POST with this status and challenge, and has these documents. `ORIGIN` in them is its own. */
async function site({ status = 401, challenge, documents = {} }: Site): Promise<string> {
  const listener = await listenHttp({
    onExchange: (exchange) => {
      const own = (text: string) => text.replaceAll('ORIGIN', listener.url);
      const document = exchange.method === 'GET' ? documents[exchange.path] : undefined;
      if (document !== undefined) {
        exchange.head(200, { 'content-type': 'application/json' });
        exchange.text(own(JSON.stringify(document)));
        return;
      }
      exchange.head(exchange.method === 'GET' ? 404 : status, {
        ...(challenge !== undefined && { 'www-authenticate': own(challenge) }),
      });
      exchange.end();
    },
  });
  open.push(listener);
  return listener.url;
}

async function issuer(metadata: { [name: string]: null } = {}): Promise<string> {
  const server = await startAuthorizationServer({
    ...{ script: { metadata }, border: openBorder, clock: realClock, limits: defaultLimits, secrets: new Secrets() },
  });
  open.push(server);
  return server.issuer;
}

const WELL_KNOWN = '/.well-known/oauth-protected-resource';

it('prints what a protected server says in its challenge and in its metadata', async () => {
  const login = await issuer();
  const url = await site({
    challenge: 'Basic realm="x", Bearer resource_metadata="ORIGIN/elsewhere", scope="files:read"',
    documents: { '/elsewhere': { resource: 'ORIGIN/mcp', authorization_servers: [login] } },
  });
  expect(await protectionOf(`${url}/mcp`, realClock)).toEqual({
    found: [
      'it asks for a token: HTTP 401, scopes files:read',
      `metadata of the resource at ${url}/elsewhere`,
      `authorization server ${login}, metadata at ${new URL(login).origin}/.well-known/oauth-authorization-server/tenant: takes client ID metadata documents, lets clients register`,
    ],
    missing: [],
    servers: [new URL(login).origin],
  });
});

it.each([
  ['no challenge', {}, 'the 401 has no Bearer challenge in WWW-Authenticate (MCP-AUTH-S-02)'],
  ['no metadata', { challenge: 'Bearer' }, /^no metadata at http.*\/mcp, http.* \(MCP-AUTH-S-04\)$/],
  [
    'metadata of another resource',
    { documents: { [WELL_KNOWN]: { resource: 'https://other.example/mcp', authorization_servers: ['ISSUER'] } } },
    /^they name the resource https:\/\/other\.example\/mcp, not http.*\/mcp \(MCP-AUTH-S-12\)$/,
  ],
  [
    'metadata without an authorization server',
    { documents: { [`${WELL_KNOWN}/mcp`]: { resource: 'ORIGIN/mcp' } } },
    'they name no authorization server (MCP-AUTH-S-13)',
  ],
  [
    'an authorization server without metadata',
    { documents: { [`${WELL_KNOWN}/mcp`]: { resource: 'ORIGIN/mcp', authorization_servers: ['ORIGIN/none'] } } },
    /^no metadata of http.*\/none at .* \(MCP-AUTH-S-14\)$/,
  ],
  [
    'an authorization server that does not list PKCE',
    { documents: { [`${WELL_KNOWN}/mcp`]: { resource: 'ORIGIN/mcp', authorization_servers: ['ISSUER'] } } },
    /^the metadata of http.*\/tenant do not list PKCE with S256 \(MCP-AUTH-S-15\)$/,
  ],
] as const)('tells of %s', async (_, given, line) => {
  const login = await issuer({ code_challenge_methods_supported: null });
  const documents = JSON.parse(JSON.stringify('documents' in given ? given.documents : {}).replaceAll('ISSUER', login));
  const url = await site({ ...given, documents });
  const { missing = [] } = (await protectionOf(`${url}/mcp`, realClock)) ?? {};
  expect(missing).toContainEqual(typeof line === 'string' ? line : expect.stringMatching(line));
});

it('says nothing of a server that wants no token', async () => {
  expect(await protectionOf(`${await site({ status: 200 })}/mcp`, realClock)).toBeUndefined();
});
