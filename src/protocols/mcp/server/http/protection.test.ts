import { afterEach, describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../../json/json.js';
import { Secrets } from '../../../../json/secrets/redact.js';
import { started } from '../../../../oauth/authorization-server/testing.js';
import { parameterOf, parseChallenges } from '../../../../oauth/challenge.js';
import { type TrustedIssuer, trusting } from '../../../../oauth/resource-server/trusting.js';
import { closeAll, closing } from '../../../../wire/fixtures/http.js';
import { META, REVISION_2026_07_28 } from '../../per-request.js';
import type { McpServerOptions } from '../running.js';
import { initializeParams } from '../testing.js';
import { type Answer, POST_HEADERS, raw, startHttp } from './testing.js';

afterEach(closeAll);

const BOTH = ['sessions', 'per-request'] as const;
type Family = (typeof BOTH)[number];

/** A protected server that trusts an authorization server, and requests of both families to it. */
async function site(more: Partial<McpServerOptions> = {}, how: 'jwks' | 'introspection' = 'jwks') {
  const authority = await started();
  const { issuer, endpoints } = authority.server;
  const trusted: TrustedIssuer =
    how === 'jwks'
      ? { issuer, jwks: endpoints.jwks_uri! }
      : { issuer, introspection: endpoints.introspection_endpoint! };
  const scopes = { scopes: ['use'], operations: { echo: ['echo'] }, implied: { all: ['use', 'echo'] } };
  const server = await startHttp({
    script: { protocolVersions: [REVISION_2026_07_28, '2025-11-25'] },
    protect: trusting(trusted, scopes, authority.clock, new Secrets()),
    ...more,
  });
  closing(() => server.close());
  const { url } = server;
  const issue = (claims: JsonObject = {}) => authority.server.issue({ aud: url, scope: 'use', ...claims });
  const bearer = (token?: string): Record<string, string> =>
    token === undefined ? {} : { authorization: `Bearer ${token}` };
  const post = (message: Json, token?: string, headers = {}) =>
    raw(url, 'POST', { ...POST_HEADERS, ...bearer(token), ...headers }, JSON.stringify(message));
  /** Asks for something in the manner of a family; with sessions after a session was opened with a good token. */
  const ask = async (family: Family, method: string, params: JsonObject, token?: string) => {
    if (family === 'sessions') {
      const session = await open(await issue());
      return post({ jsonrpc: '2.0', id: 2, method, params }, token, session);
    }
    const _meta = { [META.protocolVersion]: REVISION_2026_07_28, [META.clientCapabilities]: {} };
    const named = typeof params.name === 'string' ? { 'mcp-name': params.name } : {};
    const headers = { 'mcp-protocol-version': REVISION_2026_07_28, 'mcp-method': method, ...named };
    return post({ jsonrpc: '2.0', id: 2, method, params: { _meta, ...params } }, token, headers);
  };
  const open = async (token: string) => {
    const params = initializeParams();
    const { headers } = await post({ jsonrpc: '2.0', id: 1, method: 'initialize', params }, token);
    const session = { 'mcp-session-id': headers['mcp-session-id']!, 'mcp-protocol-version': '2025-11-25' };
    await post({ jsonrpc: '2.0', method: 'notifications/initialized' }, token, session);
    return session;
  };
  return { authority, url, issue, post, ask, open, bearer };
}

const challengeOf = ({ status, headers }: Answer) => {
  const { challenges, problems } = parseChallenges(headers['www-authenticate'] ?? '');
  expect(problems).toEqual([]);
  const [error, scope] = ['error', 'scope'].map((name) => parameterOf(challenges[0], name));
  return { status, error, scope, metadata: parameterOf(challenges[0], 'resource_metadata') };
};

const ECHO = { name: 'echo', arguments: { message: 'm' } };

describe('a protected server', () => {
  it('has its metadata at both places, for whoever asks', async () => {
    const { url, authority } = await site();
    for (const place of ['/.well-known/oauth-protected-resource/mcp', '/.well-known/oauth-protected-resource']) {
      const { status, json } = await raw(new URL(place, url).href, 'GET', {});
      expect([status, json]).toEqual([
        200,
        {
          resource: url,
          authorization_servers: [authority.server.issuer],
          scopes_supported: ['use', 'echo', 'all'],
          bearer_methods_supported: ['header'],
        },
      ]);
    }
    const foreign = await raw(new URL('/.well-known/oauth-protected-resource', url).href, 'GET', { host: 'a.example' });
    expect(foreign.status).toBe(403);
    expect((await raw(new URL('/other', url).href, 'GET', {})).status).toBe(404);
  });

  it.each(['POST', 'GET', 'DELETE', 'PUT'])(
    'refuses a %s without a token, whatever else is wrong with it',
    async (method) => {
      const { url } = await site();
      const metadata = new URL('/.well-known/oauth-protected-resource/mcp', url).href;
      for (const headers of [{}, { ...POST_HEADERS, 'mcp-session-id': 'none' }]) {
        const answer = await raw(url, method, headers, method === 'POST' ? '{' : undefined);
        expect(challengeOf(answer)).toEqual({ status: 401, error: undefined, scope: 'use', metadata });
        expect(answer.headers['mcp-session-id']).toBeUndefined();
      }
      const garbage = await raw(url, method, { authorization: 'Bearer garbage' });
      expect(challengeOf(garbage)).toMatchObject({ status: 401, error: 'invalid_token' });
    },
  );

  it.each(BOTH)('takes no token in the query, by %s', async (family) => {
    const { issue, url } = await site();
    const token = await issue();
    const body = {
      jsonrpc: '2.0',
      id: 1,
      method: family === 'sessions' ? 'initialize' : 'server/discover',
      params: {},
    };
    const { status } = await raw(`${url}?access_token=${token}`, 'POST', POST_HEADERS, JSON.stringify(body));
    expect(status).toBe(401);
  });

  it.each(BOTH)('asks for the scopes of a tool, by %s', async (family) => {
    const { ask, issue } = await site();
    expect((await ask(family, 'tools/list', {}, await issue())).status).toBe(200);
    const refused = await ask(family, 'tools/call', ECHO, await issue());
    expect(challengeOf(refused)).toMatchObject({ status: 403, error: 'insufficient_scope', scope: 'use echo' });
    expect(refused.text).not.toContain('"result"');
    expect((await ask(family, 'tools/call', ECHO)).status).toBe(401);
    for (const scope of ['use echo', 'all'])
      expect(await ask(family, 'tools/call', ECHO, await issue({ scope }))).toMatchObject({
        status: 200,
        json: { result: { content: [{ text: expect.stringContaining('m') }] } },
      });
  });

  it.each(['jwks', 'introspection'] as const)('refuses tokens that are not for it, by %s', async (how) => {
    const { ask, issue, authority } = await site({}, how);
    const past = Math.floor(authority.clock.date() / 1_000) - 3_600;
    const wrong: JsonObject[] = [
      { aud: null },
      { aud: 'http://127.0.0.1:1/mcp' },
      { iss: 'http://a.example' },
      { exp: past },
    ];
    for (const claims of [{}, ...wrong]) {
      const { status } = await ask('per-request', 'tools/list', {}, await issue(claims));
      expect([claims, status]).toEqual([claims, wrong.includes(claims) ? 401 : 200]);
    }
  });

  it('lets nobody use the session of another user', async () => {
    const { url, post, open, issue, bearer } = await site();
    const [ada, bob] = [await issue({ sub: 'ada' }), await issue({ sub: 'bob' })];
    const session = await open(ada);
    const list = { jsonrpc: '2.0', id: 3, method: 'tools/list' };
    const stream = { ...session, accept: 'text/event-stream' };
    expect((await post(list, bob, session)).status).toBe(404);
    expect((await raw(url, 'GET', { ...stream, ...bearer(bob) })).status).toBe(404);
    expect((await raw(url, 'DELETE', { ...session, ...bearer(bob) })).status).toBe(404);
    expect((await raw(url, 'DELETE', session)).status).toBe(401);
    expect((await post(list, await issue({ sub: 'ada' }), session)).status).toBe(200);
  });

  it('lets nobody use the state of another user, without sessions', async () => {
    const { ask, issue } = await site();
    const [ada, bob] = [await issue({ sub: 'ada' }), await issue({ sub: 'bob' })];
    const call = { name: 'ask_twice', arguments: {} };
    const meta = {
      [META.protocolVersion]: REVISION_2026_07_28,
      [META.clientCapabilities]: { elicitation: {} },
    };
    const first = (await ask('per-request', 'tools/call', { ...call, _meta: meta }, ada)).json as JsonObject;
    const { inputRequests, requestState } = first.result as { inputRequests: JsonObject; requestState: string };
    const inputResponses = Object.fromEntries(
      Object.keys(inputRequests).map((key) => [key, { action: 'accept', content: { name: 'Ada' } }]),
    );
    const again = { ...call, _meta: meta, inputResponses, requestState };
    expect((await ask('per-request', 'tools/call', again, bob)).json).toMatchObject({ error: { code: -32602 } });
    expect((await ask('per-request', 'tools/call', again, ada)).json).toMatchObject({ result: {} });
  });

  it('sees that a token was revoked if it introspects, and lets nothing in while it can not ask', async () => {
    const { ask, issue, authority } = await site({}, 'introspection');
    const token = await issue();
    const status = async () => (await ask('per-request', 'tools/list', {}, token)).status;
    expect(await status()).toBe(200);
    authority.server.revoke(token);
    expect(await status()).toBe(401);
    await authority.server.close();
    expect(await status()).toBe(503);
  });
});
