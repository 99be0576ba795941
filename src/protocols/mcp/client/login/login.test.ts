import { createHash } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../json/json.js';
import { startMcpClient } from '../start.js';
import { signedIn, type TestAnswer, type TestRequest, testSite } from './testing.js';

type Answers = Record<string, TestAnswer | ((request: TestRequest) => TestAnswer)>;
const sites: { close(): void }[] = [];
afterEach(() => {
  for (const site of sites.splice(0)) site.close();
});

/** A server of MCP with its authorization server below /login, which are as in `changed`; tokens of `refused` are not taken. */
async function site(changed: (url: string) => Answers = () => ({}), refused: readonly string[] = []) {
  const forms: URLSearchParams[] = [];
  let challenge = '';
  const made = await testSite((url) => ({
    'POST /mcp': ({ token, text }): TestAnswer => {
      const { id, method } = JSON.parse(text);
      if (token === undefined || refused.includes(token)) return { status: 401 };
      if (id === undefined) return { status: 202 };
      const opened = {
        protocolVersion: '2025-11-25',
        capabilities: { tools: {} },
        serverInfo: { name: 's', version: '1' },
      };
      return { body: { jsonrpc: '2.0', id, result: method === 'initialize' ? opened : { content: [] } } };
    },
    'GET /.well-known/oauth-protected-resource/mcp': {
      body: { resource: `${url}/mcp`, authorization_servers: [`${url}/login`] },
    },
    'GET /.well-known/oauth-authorization-server/login': { body: metadata(url) },
    'POST /register': ({ text }) => ({ status: 201, body: { ...JSON.parse(text), client_id: 'registered' } }),
    'GET /authorize': ({ query }) => {
      challenge = query.get('code_challenge') ?? '';
      return { status: 302, headers: { location: `/next?${query}` } };
    },
    'GET /next': ({ query }) => ({
      status: 303,
      headers: {
        location: `${query.get('redirect_uri')}?code=c-${query.get('client_id')}&state=${query.get('state')}`,
      },
    }),
    'POST /token': ({ text }): TestAnswer => {
      const form = new URLSearchParams(text);
      forms.push(form);
      const isProven =
        createHash('sha256')
          .update(form.get('code_verifier') ?? '')
          .digest('base64url') === challenge;
      if (form.has('code') && !isProven) return { status: 400, body: { error: 'invalid_grant' } };
      return { body: { access_token: `t-${forms.length}`, token_type: 'bearer', refresh_token: `r-${forms.length}` } };
    },
    ...changed(url),
  }));
  sites.push(made);
  return { ...made, forms };
}

const metadata = (url: string, more: JsonObject = {}): JsonObject => ({
  issuer: `${url}/login`,
  authorization_endpoint: `${url}/authorize`,
  token_endpoint: `${url}/token`,
  registration_endpoint: `${url}/register`,
  code_challenge_methods_supported: ['S256'],
  ...more,
});

describe('a login', () => {
  it('registers, brings the code with its proof and the resource, and goes with each request', async () => {
    const { url, forms, asked } = await site();
    expect(await signedIn(`${url}/mcp`)).toMatchObject({ ok: true });
    expect(Object.fromEntries(forms[0]!)).toMatchObject({ code: 'c-registered', resource: `${url}/mcp` });
    expect(asked.filter((one) => one === 'POST /register')).toHaveLength(1);
  });

  it('brings the document of the client where that is taken', async () => {
    const taken = { client_id_metadata_document_supported: true };
    const { url, forms, asked } = await site((at) => ({
      'GET /.well-known/oauth-authorization-server/login': { body: metadata(at, taken) },
    }));
    expect(await signedIn(`${url}/mcp`, { document: 'https://client.example/c.json' })).toMatchObject({ ok: true });
    expect(forms[0]!.get('client_id')).toBe('https://client.example/c.json');
    expect(asked).not.toContain('POST /register');
    expect(await signedIn(`${url}/mcp`)).toMatchObject({ ok: true });
    expect(asked).toContain('POST /register');
  });

  it.each(['/.well-known/openid-configuration/login', '/login/.well-known/openid-configuration'])(
    'finds the metadata at %s, also if it signs in first',
    async (place) => {
      const { url } = await site((at) => ({
        'GET /.well-known/oauth-authorization-server/login': { status: 404 },
        [`GET ${place}`]: { body: metadata(at) },
      }));
      expect(await signedIn(`${url}/mcp`)).toMatchObject({ ok: true });
      expect(await signedIn(`${url}/mcp`, {}, { permissive: ['signs-in-first'] })).toMatchObject({ ok: true });
    },
  );

  it('finds the metadata of the resource where the refusal says', async () => {
    const { url, asked } = await site((at) => ({
      'GET /elsewhere': { body: { resource: at, authorization_servers: [`${at}/login`] } },
      'POST /mcp': { status: 401, headers: { 'www-authenticate': `Bearer resource_metadata="${at}/elsewhere"` } },
    }));
    expect(await signedIn(`${url}/mcp`)).toMatchObject({ ok: false, error: 'HTTP 401 brought no answer' });
    expect(asked).toContain('GET /elsewhere');
    expect(asked).toContain('POST /token');
  });

  it.each<[string, (url: string) => Answers]>([
    [
      'of another resource',
      (url) => ({
        'GET /.well-known/oauth-protected-resource/mcp': {
          body: { resource: `${url}/other`, authorization_servers: [`${url}/login`] },
        },
      }),
    ],
    [
      'names no authorization server',
      (url) => ({ 'GET /.well-known/oauth-protected-resource/mcp': { body: { resource: url } } }),
    ],
    ['there are no metadata at', () => ({ 'GET /.well-known/oauth-authorization-server/login': { status: 500 } })],
    [
      'are of the issuer https://a.example',
      (url) => ({
        'GET /.well-known/oauth-authorization-server/login': { body: metadata(url, { issuer: 'https://a.example' }) },
      }),
    ],
    [
      'do not say where to sign in',
      (url) => ({
        'GET /.well-known/oauth-authorization-server/login': { body: metadata(url, { token_endpoint: 1 }) },
      }),
    ],
    [
      'does not take PKCE',
      (url) => ({
        'GET /.well-known/oauth-authorization-server/login': {
          body: metadata(url, { code_challenge_methods_supported: ['plain'] }),
        },
      }),
    ],
    [
      'neither takes a metadata document nor registers',
      (url) => ({
        'GET /.well-known/oauth-authorization-server/login': { body: metadata(url, { registration_endpoint: null }) },
      }),
    ],
    ['was not registered: HTTP 403', () => ({ 'POST /register': { status: 403 } })],
    ['sends nobody back: HTTP 200', () => ({ 'GET /authorize': {} })],
    ['leads over more than 10 pages', () => ({ 'GET /next': { status: 302, headers: { location: '/next' } } })],
    [
      'refuses: access_denied',
      () => ({
        'GET /next': ({ query }) => ({
          status: 302,
          headers: { location: `${query.get('redirect_uri')}?error=access_denied&state=${query.get('state')}` },
        }),
      }),
    ],
    [
      'answered what nobody had asked',
      () => ({
        'GET /next': ({ query }) => ({
          status: 302,
          headers: { location: `${query.get('redirect_uri')}?code=c&state=s` },
        }),
      }),
    ],
    ['there is no token: invalid_grant', () => ({ 'POST /token': { status: 400, body: { error: 'invalid_grant' } } })],
    ['there is no token: HTTP 200', () => ({ 'POST /token': { body: { access_token: 't', token_type: 'mac' } } })],
    ['did not answer', () => ({ 'GET /authorize': { status: 302, headers: { location: 'http://127.0.0.1:1/' } } })],
  ])('ends where something %s', async (why, changed) => {
    const { url } = await site(changed);
    const { ok, error } = await signedIn(`${url}/mcp`);
    expect(ok).toBe(false);
    expect(error).toContain(why);
  });

  it('refreshes a token that is refused, once for each message', async () => {
    const { url, forms } = await site(undefined, ['Bearer t-1']);
    expect(await signedIn(`${url}/mcp`)).toMatchObject({ ok: true });
    expect(forms.map((form) => form.get('grant_type'))).toEqual(['authorization_code', 'refresh_token']);
    expect(Object.fromEntries(forms[1]!)).toMatchObject({ refresh_token: 'r-1', client_id: 'registered' });
    const never = await site(undefined, ['Bearer t-1', 'Bearer t-2', 'Bearer t-3', 'Bearer t-4']);
    expect(await signedIn(`${never.url}/mcp`)).toMatchObject({ ok: false, error: 'HTTP 401 brought no answer' });
    expect(never.forms.map((form) => form.get('grant_type'))).toEqual([
      'authorization_code',
      'refresh_token',
      'authorization_code',
      'authorization_code',
    ]);
  });

  it('does not refresh by metadata that have become of another issuer', async () => {
    let count = 0;
    const changes = (url: string): Answers => ({
      'GET /.well-known/oauth-authorization-server/login': () => ({
        body: metadata(url, ++count > 1 ? { issuer: `${url}/login/` } : {}),
      }),
    });
    const { url, forms } = await site(changes, ['Bearer t-1']);
    const { ok, error } = await signedIn(`${url}/mcp`);
    expect([ok, error]).toEqual([false, expect.stringContaining('HTTP 401: the metadata at')]);
    expect(forms).toHaveLength(1);
  });

  it('tells that it needs an address', async () => {
    const started = startMcpClient({ command: ['true'], script: { login: {} } });
    await expect(started).rejects.toThrow('a login is one to a server over HTTP');
  });
});
