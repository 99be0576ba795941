import { afterEach, describe, expect, it } from 'vitest';
import { loadValidators } from '../../schemas/index.js';
import { closeAll } from '../../wire/fixtures/http.js';
import { checkAccessToken } from '../tokens/access.js';
import { decodeToken } from '../tokens/jwt.js';
import { jwksVerifier } from '../tokens/verifiers.js';
import type { AuthorizationScript } from './script.js';
import { type Query, REDIRECT, RESOURCE, started } from './testing.js';

const schemas = await loadValidators('oauth', 'v1');
afterEach(closeAll);

describe('a login', () => {
  it('ends with a token for the resource, which its keys verify', async () => {
    const { server, authorize, redeem, fetched, url, clock } = await started();
    const { status, back, location } = await authorize();
    expect(status).toBe(302);
    expect(location).toMatch(/^http:\/\/127\.0\.0\.1\/callback\?code=code-/);
    expect(back).toEqual({ code: back!.code, state: 's', iss: server.issuer });
    const answer = await redeem(back!.code);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(schemas.validate('TokenResponse', answer.json)).toEqual([]);
    expect(answer.json).toMatchObject({ token_type: 'Bearer', expires_in: 3600, scope: 'a b' });
    const token = String(answer.json.access_token);
    expect(schemas.validate('AccessTokenClaims', decodeToken(token)!.claims)).toEqual([]);
    const verifier = jwksVerifier({ fetch: async () => (await fetched(url('jwks_uri'))).json, now: () => 0 });
    const rules = {
      verifier,
      issuers: [server.issuer],
      audience: [RESOURCE],
      scopes: ['a'],
      typed: true,
      now: () => clock.date() / 1_000,
    };
    expect(await checkAccessToken(token, rules)).toMatchObject({ token: { subject: 'user-1', client: 'desk' } });
  });

  it('takes any port on this machine, and nothing else that differs', async () => {
    const { authorize } = await started();
    const status = async (redirect_uri: string | undefined) => (await authorize({ redirect_uri })).status;
    for (const right of [REDIRECT, 'http://127.0.0.1:4711/callback', undefined]) expect(await status(right)).toBe(302);
    for (const wrong of [
      'http://localhost/callback',
      `${REDIRECT}/`,
      `${REDIRECT}?x=1`,
      `${REDIRECT}#f`,
      'http://127.0.0.1:1@evil.example/callback',
      'https://evil.example/callback',
      'callback',
    ])
      expect([wrong, await status(wrong)]).toEqual([wrong, 400]);
  });

  it.each<[changes: Query, error: string]>([
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ code_challenge: undefined }, 'invalid_request'],
    [{ code_challenge_method: 'plain' }, 'invalid_request'],
    [{ code_challenge: 'short' }, 'invalid_request'],
    [{ scope: 'a  b' }, 'invalid_scope'],
    [{ resource: 'mcp' }, 'invalid_target'],
    [{ resource: 'http://a.example/#f' }, 'invalid_target'],
  ])('with %j ends at the client with %s', async (changes, error) => {
    const { authorize, server } = await started();
    const { back } = await authorize(changes);
    expect(back).toMatchObject({ error, state: 's', iss: server.issuer });
    expect(schemas.validate('AuthorizationErrorResponse', back!)).toEqual([]);
  });

  it('of an unknown client, or with a parameter twice, goes nowhere', async () => {
    const { authorize, fetched, url } = await started();
    const unknown = await authorize({ client_id: '<b>' });
    expect([unknown.status, unknown.location]).toEqual([400, null]);
    expect(unknown.text).not.toContain('<b>');
    const twice = await fetched(`${url('authorization_endpoint')}?client_id=desk&client_id=desk`);
    expect(twice.status).toBe(400);
    expect((await fetched(`${url('authorization_endpoint')}?${'a=1&'.repeat(150)}`)).status).toBe(400);
  });

  it.each<[changes: Query, error: string]>([
    [{ code_verifier: 'w'.repeat(43) }, 'invalid_grant'],
    [{ code_verifier: undefined }, 'invalid_grant'],
    [{ redirect_uri: 'http://127.0.0.1:1/callback' }, 'invalid_grant'],
    [{ code: 'code-x' }, 'invalid_grant'],
    [{ resource: 'http://127.0.0.1:8000/other' }, 'invalid_target'],
    [{ grant_type: 'password' }, 'unsupported_grant_type'],
    [{ client_id: 'nobody' }, 'invalid_client'],
    [{ client_secret: 'x' }, 'invalid_client'],
  ])('gets no token with %j: %s', async (changes, error) => {
    const { authorize, redeem } = await started();
    const { status, json } = await redeem((await authorize()).back?.code, changes);
    expect([status, json.error]).toEqual([error === 'invalid_client' ? 401 : 400, error]);
    expect(schemas.validate('ErrorResponse', json)).toEqual([]);
  });

  it('needs its code in time, once: a second use ends what came of it', async () => {
    const { authorize, redeem, introspect, pass } = await started();
    const late = (await authorize()).back?.code;
    pass(60);
    expect((await redeem(late)).json.error).toBe('invalid_grant');
    const code = (await authorize()).back?.code;
    const { json } = await redeem(code, { redirect_uri: undefined });
    expect(await introspect(json.access_token)).toMatchObject({ active: true });
    expect((await redeem(code)).json.error).toBe('invalid_grant');
    expect(await introspect(json.access_token)).toEqual({ active: false });
  });

  it('has the defects that are switched on', async () => {
    const { authorize, redeem } = await started(
      {},
      { switches: new Set(['any-verifier', 'any-redirect', 'codes-twice']) },
    );
    const { back } = await authorize({ redirect_uri: 'https://evil.example/' });
    for (let count = 0; count < 2; count++)
      expect((await redeem(back?.code, { redirect_uri: undefined, code_verifier: 'x' })).status).toBe(200);
  });
});

describe('the consent', () => {
  const decide = async (decision: string) => {
    const one = await started({ consent: 'ask' });
    const { status, text, headers } = await one.authorize({ scope: 'a' });
    expect([status, headers.get('x-frame-options')]).toEqual([200, 'DENY']);
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(text).toContain('<dd>http://127.0.0.1</dd>');
    const request = /name="request" value="([^"]+)"/.exec(text)![1]!;
    const send = () =>
      one.fetched(`${one.server.issuer}/consent`, { method: 'POST', body: new URLSearchParams({ request, decision }) });
    const answer = await send();
    return { ...one, send, back: Object.fromEntries(new URL(answer.headers.get('location')!).searchParams) };
  };

  it('of a person approves once', async () => {
    const { back, send, redeem } = await decide('approve');
    expect(back.state).toBe('s');
    expect((await redeem(back.code)).status).toBe(200);
    expect((await send()).status).toBe(400);
  });

  it('of a person denies, or comes back with a wrong state', async () => {
    expect((await decide('deny')).back).toMatchObject({ error: 'access_denied', state: 's' });
    expect((await decide('wrong-state')).back).toMatchObject({ code: expect.any(String), state: 'not-s' });
  });

  it('is denied at once as the script says, and that may change', async () => {
    const { authorize, server } = await started({ consent: 'deny' });
    expect((await authorize()).back).toMatchObject({ error: 'access_denied' });
    server.set({ consent: 'approve' });
    expect((await authorize()).back).toHaveProperty('code');
    expect(() => server.set({ path: '/other' })).toThrow('`path` of a running authorization server can not be changed');
    expect(() => server.set({ lifetime: -1 })).toThrow(RangeError);
    await expect(started({ tokens: 'paper' } as unknown as AuthorizationScript)).rejects.toThrow(
      'the script of the authorization server: /tokens',
    );
  });
});

describe('a refresh', () => {
  it('rotates, and a replaced token ends the grant', async () => {
    const { login, refresh, introspect } = await started();
    const first = await login();
    const second = (await refresh(first.refresh_token, { scope: 'a' })).json;
    expect(second).toMatchObject({ scope: 'a', refresh_token: expect.not.stringMatching(String(first.refresh_token)) });
    expect((await refresh(second.refresh_token, { scope: 'a c' })).json.error).toBe('invalid_scope');
    expect((await refresh(second.refresh_token, { resource: 'http://a.example/' })).json.error).toBe('invalid_target');
    expect((await refresh(first.refresh_token)).json.error).toBe('invalid_grant');
    expect((await refresh(second.refresh_token)).json.error).toBe('invalid_grant');
    expect(await introspect(second.access_token)).toEqual({ active: false });
  });

  it('keeps the token, has none, or refuses it, as the script says', async () => {
    const { login, refresh, server } = await started({ refresh: 'reuse' });
    const { refresh_token: token } = await login();
    for (let count = 0; count < 2; count++) {
      const { status, json } = await refresh(token);
      expect([status, json.refresh_token]).toEqual([200, undefined]);
    }
    server.set({ refresh: 'refuse' });
    expect((await refresh(token)).json.error).toBe('invalid_grant');
    expect(await login()).toHaveProperty('refresh_token');
    server.set({ refresh: 'none' });
    expect(await login()).not.toHaveProperty('refresh_token');
  });
});
