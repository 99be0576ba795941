import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../../json/json.js';
import { type Lies, protectedSite } from '../../login/protected-testing.js';
import { signedIn, type TestRequest } from '../../login/testing.js';
import { DISCOVERY_DEFECTS } from './discovery.js';
import { IDENTITY_DEFECTS } from './identity.js';
import { PAGE_DEFECTS } from './pages.js';
import { REQUEST_DEFECTS } from './requests.js';
import { TOKEN_DEFECTS } from './tokens.js';

const DOCUMENT = 'https://client.example/c.json';

interface Scene {
  lies?: Lies;
  login?: JsonObject;
  more?: JsonObject;
  version?: string;
  path?: string;
  /** How often the client runs. */
  runs?: number;
}

const missing = { status: 404 };
const nowhere = {
  'GET /meta': missing,
  'GET /.well-known/oauth-protected-resource/mcp': missing,
  'GET /.well-known/oauth-authorization-server/login': missing,
};
const bare = () => 'Bearer';

/** Servers and users, of whom at least one meets each defect. */
const SCENES: Record<string, Scene> = {
  plain: {},
  session: { version: '2025-11-25', lies: { refused: [1] } },
  refused: { lies: { refused: [1] } },
  'refused by all': { lies: { refused: [1, 2, 3, 4, 5, 6, 7, 8, 9] } },
  'few scopes': { lies: { enough: 2 } },
  'few scopes for ever': { lies: { enough: 99 } },
  forbidden: {
    lies: { answers: () => ({ 'POST /mcp': ({ token }) => ({ status: token === undefined ? 401 : 403 }) }) },
  },
  'no challenge': { lies: { challenge: bare } },
  'another scheme': { lies: { challenge: (url) => `Basic realm="x", Bearer resource_metadata="${url}/meta"` } },
  'other words': { lies: { challenge: (url) => `bearer Resource_Metadata = ${url}/meta` } },
  'words in words': {
    lies: {
      challenge: (url) =>
        `Bearer error_description="no resource_metadata=${url}/evil", resource_metadata="${url}/meta"`,
    },
  },
  'another resource': { lies: { resource: () => ({ resource: 'https://elsewhere.example/mcp' }) } },
  'no metadata': { lies: { answers: () => nowhere } },
  'neither a challenge nor metadata': { lies: { challenge: bare, answers: () => nowhere } },
  'no metadata of the server': {
    lies: { answers: () => ({ 'GET /.well-known/oauth-authorization-server/login': missing }) },
  },
  'metadata with a status': {
    lies: {
      answers: (url) => ({
        'GET /meta': { status: 500, body: { resource: `${url}/mcp`, authorization_servers: [`${url}/login`] } },
      }),
    },
  },
  'metadata that moved': {
    lies: {
      answers: (url) => ({
        'GET /meta': { status: 302, headers: { location: `${url}/.well-known/oauth-protected-resource/mcp` } },
      }),
    },
  },
  'two servers': { lies: { resource: (url) => ({ authorization_servers: [`${url}/login`, `${url}/other`] }) } },
  'root of the host': {
    lies: {
      answers: (url) => ({
        'GET /.well-known/oauth-authorization-server/login': missing,
        'GET /.well-known/oauth-authorization-server': {
          body: {
            issuer: url,
            authorization_endpoint: `${url}/page`,
            token_endpoint: `${url}/redeem`,
            registration_endpoint: `${url}/enrol`,
            code_challenge_methods_supported: ['S256'],
          },
        },
      }),
    },
  },
  'another issuer': { lies: { server: () => ({ issuer: 'https://elsewhere.example' }) } },
  'a slash more': { lies: { server: (url) => ({ issuer: `${url}/login/` }) } },
  'another issuer later': {
    lies: {
      refused: [1],
      server: (url, tokens) => (tokens > 0 ? { issuer: 'https://elsewhere.example' } : { issuer: `${url}/login` }),
    },
  },
  'no PKCE': { lies: { server: () => ({ code_challenge_methods_supported: null }) } },
  'plain PKCE': { lies: { server: () => ({ code_challenge_methods_supported: ['plain'] }) } },
  'http elsewhere': {
    lies: { server: () => ({ registration_endpoint: 'http://192.0.2.1/enrol' }) },
    login: { client: { id: 'c' } },
  },
  'no page': { lies: { server: () => ({ registration_endpoint: 'kit-x:a' }) }, login: { client: { id: 'c' } } },
  'a query': { lies: { server: (url) => ({ authorization_endpoint: `${url}/page?tenant=t` }) } },
  configured: { login: { client: { id: 'c', secret: 'a:b %+' } } },
  'configured for posts': {
    login: { client: { id: 'c', secret: 's' } },
    lies: { server: () => ({ token_endpoint_auth_methods_supported: ['client_secret_post'] }) },
  },
  document: {
    login: { document: DOCUMENT },
    lies: { server: () => ({ client_id_metadata_document_supported: true }) },
  },
  'no document': { login: { document: DOCUMENT } },
  secret: {
    lies: {
      answers: () => ({
        'POST /enrol': {
          status: 201,
          body: { client_id: 'x', client_secret: 's', token_endpoint_auth_method: 'client_secret_basic' },
        },
      }),
    },
  },
  'no registration': { lies: { server: () => ({ registration_endpoint: null }) } },
  'registration refused': {
    lies: { answers: () => ({ 'POST /enrol': { status: 400, body: { error: 'invalid_redirect_uri' } } }) },
  },
  'no scopes': { lies: { challenge: (url) => `Bearer resource_metadata="${url}/meta"` } },
  'listed scopes': {
    lies: {
      challenge: (url) => `Bearer resource_metadata="${url}/meta"`,
      resource: () => ({ scopes_supported: ['l'] }),
    },
  },
  'both scopes': { lies: { resource: () => ({ scopes_supported: ['a', 'l'] }) } },
  'own scopes': { login: { scopes: 'mine' } },
  'wrong state': { lies: { back: () => ({ state: 'another' }) } },
  'no iss': { lies: { back: () => ({ iss: '' }) } },
  'wrong iss': { lies: { back: () => ({ iss: 'https://elsewhere.example', error_description: 'MARK' }) } },
  'iss with a slash': { lies: { back: (url) => ({ iss: `${url}/login/` }) } },
  'no iss, not announced': {
    lies: { back: () => ({ iss: '' }), server: () => ({ authorization_response_iss_parameter_supported: null }) },
  },
  'iss, not announced': { lies: { server: () => ({ authorization_response_iss_parameter_supported: null }) } },
  'error of the page': { lies: { back: () => ({ code: '', error: 'access_denied' }) } },
  'error of the token': { lies: { token: () => ({ status: 500, body: { error: 'server_error' } }) } },
  'another type': { lies: { token: () => ({ body: { access_token: 'token-1', token_type: 'mac' } }) } },
  'no refresh token': {
    lies: {
      refused: [1],
      token: (_, count) => (count > 1 ? undefined : { body: { access_token: 'token-1', token_type: 'Bearer' } }),
    },
  },
  'refresh refused': {
    lies: {
      refused: [1],
      token: (form) => (form.has('refresh_token') ? { status: 400, body: { error: 'invalid_grant' } } : undefined),
    },
  },
  'tokens that end': {
    lies: { uses: 2 },
    more: { do: [{ call: 'echo' }, { call: 'echo' }, { call: 'echo' }, { call: 'echo' }] },
  },
  again: { login: { store: 'tokens' }, runs: 2 },
  'moved server': {
    path: '/old',
    lies: { answers: (url) => ({ 'POST /old': { status: 307, headers: { location: `${url}/mcp` } } }) },
  },
};

const folders: string[] = [];
afterAll(() => {
  for (const one of folders) rmSync(one, { recursive: true });
});

/** What could be seen of a client in a scene: each request, with random texts by their number, and how it ended. */
async function shown(
  { lies = {}, login = {}, more = {}, version = '2026-07-28', path = '/mcp', runs = 1 }: Scene,
  switches: string[],
) {
  const site = await protectedSite(lies);
  const cwd = mkdtempSync(join(tmpdir(), 'defects-'));
  folders.push(cwd);
  const words: string[] = [];
  const ends: unknown[] = [];
  for (let run = 0; run < runs; run++) {
    const options = { version, cwd, switches: new Set(switches), warn: (text: string) => void words.push(text) };
    ends.push(await signedIn(`${site.url}${path}`, login, more, options));
  }
  site.close();
  const random = new Map<string, string>();
  const steady = (text: string) =>
    text
      .replaceAll(encodeURIComponent(site.url), 'SITE')
      .replaceAll(site.url, 'SITE')
      .replaceAll(/127\.0\.0\.1:\d+/g, 'SITE')
      .replaceAll(/[\w-]{8,}(?=&|$)/g, (value) => {
        if (!random.has(value)) random.set(value, `<${random.size}:${value.length}>`);
        return random.get(value)!;
      });
  const line = ({ method, path, query, token, text }: TestRequest) =>
    steady(`${method} ${path}?${query} ${token} ${path === '/mcp' ? JSON.parse(text || '{}').method : text}`);
  return [...site.seen.map(line), ...words, steady(JSON.stringify(ends))];
}

const DEFECTS = { ...DISCOVERY_DEFECTS, ...IDENTITY_DEFECTS, ...PAGE_DEFECTS, ...TOKEN_DEFECTS, ...REQUEST_DEFECTS };
/** These need a second server, a resource at the root, a program that opens pages, calls at the same time, or more patience than a test has. */
const ELSEWHERE = [
  'resource-with-slash',
  'opens-by-shell',
  'shares-registration',
  'shares-tokens',
  'keeps-registration',
  'keeps-tokens',
  'refreshes-each',
  'waits-for-ever',
];

/** Which scene shows which defects. */
const SHOWN: Record<string, string[]> = {
  plain: [
    'never-signs-in',
    'guesses-metadata',
    'signs-in-at-server',
    'other-places-first',
    'registers-other-redirect',
    'redirect-elsewhere',
    'untyped-registration',
    'web-on-loopback',
    'no-refresh-grant',
    'always-basic',
    'pkce-plain',
    'no-pkce',
    'verifier-in-page',
    'short-verifier',
    'one-verifier',
    'one-state',
    'short-state',
    'no-state',
    'no-resource-in-page',
    'resource-is-origin',
    'resource-with-fragment',
    'listed-scopes-only',
    'always-offline',
    'refuses-right-iss',
    'compares-later-issuer',
    'wrong-verifier',
    'no-resource-in-redemption',
    'other-resource-in-redemption',
    'token-request-as-json',
    'other-redirect-in-redemption',
    'redeems-twice',
    'redeems-by-later-metadata',
    'token-in-query',
    'tells-tokens',
    'never-sends-again',
  ],
  'few scopes': [
    'root-metadata-first',
    'steps-up-unchanged',
    'forgets-scopes',
    'refreshes-for-scopes',
    'ignores-missing-scopes',
    'repeats-for-scopes',
    'drops-call-after-step-up',
  ],
  'another scheme': ['first-challenge-only'],
  'other words': ['exact-names'],
  'words in words': ['searches-challenge'],
  'another resource': ['uses-any-resource'],
  'no metadata': ['guesses-server'],
  'neither a challenge nor metadata': ['path-metadata-only'],
  'metadata with a status': ['takes-any-status'],
  session: [
    'token-for-metadata',
    'no-resource-in-refresh',
    'other-resource-in-refresh',
    'takes-any-token-type',
    'token-with-bodies-only',
    'never-renews',
  ],
  'two servers': ['mixes-servers'],
  'no metadata of the server': [
    'oauth-metadata-only',
    'inserted-places-only',
    'root-of-issuer',
    'first-place-only',
    'guesses-endpoints',
  ],
  'another issuer': ['trusts-any-issuer'],
  'another issuer later': ['refreshes-unchecked'],
  'a slash more': ['normalizes-issuer'],
  'no PKCE': ['pkce-unannounced'],
  'plain PKCE': ['pkce-by-any-method'],
  'metadata that moved': ['follows-metadata'],
  'http elsewhere': ['any-http', 'opens-any-page'],
  configured: ['ignores-client-id', 'secret-in-body', 'basic-unencoded'],
  document: ['ignores-document', 'document-over-http', 'document-with-fragment'],
  'no document': ['document-anyway'],
  secret: ['ignores-registered-secret'],
  'registration refused': ['registers-on-and-on', 'opens-unregistered'],
  'no registration': ['registers-at-server'],
  'a query': ['drops-endpoint-query'],
  'wrong state': ['takes-any-state'],
  'both scopes': ['adds-listed-scopes'],
  'listed scopes': ['no-listed-scopes'],
  forbidden: ['offered-scopes', 'steps-up-for-any-403'],
  'own scopes': ['ignores-user-scopes'],
  'no iss': ['takes-missing-iss', 'shows-foreign-error'],
  'wrong iss': ['takes-any-iss'],
  'no iss, not announced': ['wants-iss'],
  'iss, not announced': ['refuses-unannounced-iss'],
  'iss with a slash': ['normalizes-iss'],
  'error of the page': ['asks-again', 'redeems-errors'],
  'error of the token': ['repeats-code', 'takes-any-token-answer'],
  'no refresh token': ['wants-refresh-token', 'empty-refresh-token'],
  'tokens that end': ['keeps-refresh-token'],
  'refresh refused': ['repeats-refresh'],
  'moved server': ['moves-with-token'],
  'refused by all': ['signs-in-on-and-on', 'steps-up-on-and-on'],
};

describe('a defect of a login', () => {
  it.each(Object.entries(SHOWN))('shows where there is: %s', async (scene, names) => {
    const usual = await shown(SCENES[scene]!, []);
    for (const name of names) expect([name, await shown(SCENES[scene]!, [name])]).not.toEqual([name, usual]);
    // Two honest clients do the same.
    expect(await shown(SCENES[scene]!, [])).toEqual(usual);
  });

  it('is one of those that a scene shows', () => {
    expect([...Object.values(SHOWN).flat(), ...ELSEWHERE].sort()).toEqual(Object.keys(DEFECTS).sort());
  });
});
