import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../json/json.js';
import { Secrets } from '../../json/secrets/redact.js';
import { loadValidators } from '../../schemas/index.js';
import { type Border, openBorder } from '../../wire/carried.js';
import { realClock } from '../../wire/clock/clock.js';
import { closeAll } from '../../wire/fixtures/http.js';
import { issuerPlaces, metadataErrors } from '../metadata.js';
import { checkAccessToken } from '../tokens/access.js';
import { decodeToken } from '../tokens/jwt.js';
import { jwksVerifier } from '../tokens/verifiers.js';
import { CONFIGURED, REDIRECT, RESOURCE, started, VERIFIER } from './testing.js';

const schemas = await loadValidators('oauth', 'v1');
afterEach(closeAll);

describe('the metadata of an authorization server', () => {
  it('are at all three places, fit their schemas, and name its issuer', async () => {
    const { server, fetched } = await started({ scopes: ['a'] });
    for (const { url, kind } of issuerPlaces(server.issuer)) {
      const { status, headers, json } = await fetched(url);
      expect([status, headers.get('content-type')]).toEqual([200, 'application/json']);
      expect(await metadataErrors(kind, json)).toEqual([]);
      expect(json).toMatchObject({ issuer: server.issuer, ...server.endpoints, scopes_supported: ['a'] });
    }
    expect(server.issuer).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/tenant$/);
    expect((await fetched(`${new URL(server.issuer).origin}/.well-known/oauth-authorization-server`)).status).toBe(404);
    expect((await fetched(server.endpoints.token_endpoint!)).status).toBe(405);
  });

  it('lie as the script says, and say what it does not have', async () => {
    const { server, fetched } = await started({
      metadata: { issuer: 'https://elsewhere.example', code_challenge_methods_supported: null },
      registration: false,
      documents: 'refuse',
      refresh: 'none',
      iss: false,
    });
    const { json } = await fetched(issuerPlaces(server.issuer)[0]!.url);
    expect(json).toMatchObject({
      issuer: 'https://elsewhere.example',
      client_id_metadata_document_supported: false,
      authorization_response_iss_parameter_supported: false,
      grant_types_supported: ['authorization_code'],
    });
    for (const gone of ['code_challenge_methods_supported', 'registration_endpoint'])
      expect(json).not.toHaveProperty(gone);
  });
});

describe('tokens', () => {
  it('that a forger signs, or nobody, are unknown to introspection, also where others are opaque', async () => {
    const { introspect, server } = await started({ tokens: 'opaque' });
    expect(await introspect(await server.issue({ aud: RESOURCE }))).toMatchObject({ active: true });
    for (const how of [{ key: 'foreign' }, { alg: 'none' }, { alg: 'HS256' }] as const) {
      const token = await server.issue({ aud: RESOURCE }, how);
      expect(decodeToken(token)?.claims).toMatchObject({ aud: RESOURCE });
      expect(await introspect(token)).toEqual({ active: false });
    }
  });

  it('are opaque, or of other claims, as the script says', async () => {
    const { login, introspect, server } = await started({
      tokens: 'opaque',
      subject: 'user-2',
      lifetime: 5,
      grants: ['c'],
      audience: 'https://other.example',
    });
    const { access_token: token, expires_in } = await login();
    expect(decodeToken(String(token))).toBeUndefined();
    expect(expires_in).toBe(5);
    const answer = await introspect(token);
    expect(answer).toMatchObject({
      active: true,
      sub: 'user-2',
      scope: 'c',
      aud: 'https://other.example',
      client_id: 'desk',
    });
    expect(schemas.validate('IntrospectionResponse', answer)).toEqual([]);
    server.set({
      tokens: 'jwt',
      alg: 'RS256',
      claims: { aud: null, iss: 'https://x.example' },
      header: { typ: 'JWT' },
    });
    const decoded = decodeToken(String((await login()).access_token))!;
    expect(decoded.header).toMatchObject({ alg: 'RS256', typ: 'JWT' });
    expect(decoded.claims).toMatchObject({ iss: 'https://x.example' });
    expect(decoded.claims).not.toHaveProperty('aud');
  });

  it('end in time, by revocation, and when they are told to', async () => {
    const { login, introspect, form, server, pass } = await started({ lifetime: 5 });
    const active = async (token: Json | undefined) => (await introspect(token)).active;
    const first = await login();
    pass(4);
    expect(await active(first.access_token)).toBe(true);
    pass(1);
    expect(await active(first.access_token)).toBe(false);
    const second = await login();
    expect(
      (await form('revocation_endpoint', { token: String(second.access_token), client_id: 'nobody' })).status,
    ).toBe(401);
    expect((await form('revocation_endpoint', { token: String(second.refresh_token), client_id: 'desk' })).status).toBe(
      200,
    );
    expect(await active(second.access_token)).toBe(false);
    expect((await form('revocation_endpoint', { token: 'unknown', client_id: 'desk' })).status).toBe(200);
    const third = await login();
    server.revoke(String(third.access_token));
    const fourth = await login();
    expect([await active(third.access_token), await active(fourth.access_token)]).toEqual([false, true]);
    server.expire();
    expect([await active(fourth.access_token), await active((await login()).access_token)]).toEqual([false, true]);
  });

  it('of another client can not be given back', async () => {
    const { login, form } = await started({ clients: [CONFIGURED, { id: 'other' }] });
    const { access_token: token } = await login();
    expect((await form('revocation_endpoint', { token: String(token), client_id: 'other' })).json.error).toBe(
      'invalid_grant',
    );
  });

  it('are issued without a login, by any key', async () => {
    const { server, introspect, clock } = await started();
    const verifier = jwksVerifier({
      fetch: async () => server.keys.published() as unknown as Json,
      now: () => clock.now(),
      cooldown: 0,
    });
    const rules = { verifier, issuers: [server.issuer], audience: [RESOURCE], now: () => clock.date() / 1_000 };
    const good = await server.issue({ aud: RESOURCE, sub: 'user-9' });
    expect(await checkAccessToken(good, rules)).toMatchObject({ token: { subject: 'user-9' } });
    expect(await introspect(good)).toMatchObject({ active: true, sub: 'user-9' });
    for (const forged of [{ key: 'foreign' }, { alg: 'none' }, { alg: 'HS256' }] as const) {
      const token = await server.issue({ aud: RESOURCE }, forged);
      expect(await checkAccessToken(token, rules)).toMatchObject({ status: 401 });
      expect(await introspect(token)).toEqual({ active: false });
    }
    expect(await checkAccessToken(await server.issue({ aud: RESOURCE, exp: null }), rules)).toMatchObject({
      description: 'the token has no end',
    });
    server.rotateKeys();
    const rotated = await server.issue({ aud: RESOURCE });
    expect(decodeToken(rotated)!.header.kid).not.toBe(decodeToken(good)!.header.kid);
    for (const token of [rotated, good]) expect(await checkAccessToken(token, rules)).toHaveProperty('token');
    expect(await checkAccessToken(good, { ...rules, verifier: server.verifier })).toHaveProperty('token');
  });

  it('and everything else that is issued are secrets before they leave', async () => {
    const seen: string[] = [];
    const secrets = new Secrets();
    const border: Border = {
      hears: openBorder.hears,
      sends: (carried, emit) => {
        // Known here already, where a recording would see it.
        seen.push(
          secrets.known(JSON.stringify([carried.message ?? '', carried.http?.headers ?? {}, carried.body ?? ''])),
        );
        emit(carried);
      },
    };
    const one = await started(
      { consent: 'ask', clients: [{ id: 'desk', secret: 'a-configured-secret', redirects: [REDIRECT] }] },
      { border, secrets },
    );
    const { text } = await one.authorize();
    const request = /name="request" value="([^"]+)"/.exec(text)![1]!;
    const back = await one.fetched(`${one.server.issuer}/consent`, {
      method: 'POST',
      body: new URLSearchParams({ request, decision: 'approve' }),
    });
    const code = new URL(back.headers.get('location')!).searchParams.get('code')!;
    const { json } = await one.redeem(code, { client_secret: 'a-configured-secret' });
    const registered = (await one.register({ redirect_uris: [REDIRECT] })).json;
    const all = [request, code, json.access_token, json.refresh_token, registered.client_secret].map(String);
    for (const value of [...all, VERIFIER, 'a-configured-secret']) {
      expect(secrets.known(`x ${value} x`)).not.toContain(value);
      expect(seen.join('\n')).not.toContain(value);
    }
    expect(all.every((value) => value.length > 20)).toBe(true);
  });
});

describe('the listener of an authorization server', () => {
  it('lets pages of this machine in and no others, unless they are listed', async () => {
    const { server, fetched } = await started({ origins: ['https://inspector.example'] });
    const [place] = issuerPlaces(server.issuer);
    const status = async (origin: string) => (await fetched(place!.url, { headers: { origin } })).status;
    expect(
      await Promise.all(['http://localhost:5000', 'https://inspector.example', 'https://evil.example'].map(status)),
    ).toEqual([200, 200, 403]);
  });

  it('limits what one request may hold', async () => {
    const { register, form } = await started();
    expect((await register({ client_name: 'x'.repeat(70_000), redirect_uris: [REDIRECT] })).status).toBe(413);
    expect(
      (await form('token_endpoint', Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`p${at}`, '1'])))).json,
    ).toMatchObject({ error: 'invalid_request' });
    expect((await form('introspection_endpoint', {})).status).toBe(400);
  });

  it('takes forms alone where forms belong, and JSON where JSON belongs', async () => {
    const { fetched, url } = await started();
    const json = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } };
    expect((await fetched(url('token_endpoint'), json)).json).toMatchObject({ error: 'invalid_request' });
    for (const body of ['{', 'a=b'])
      expect((await fetched(url('registration_endpoint'), { ...json, body })).json).toMatchObject({
        error: 'invalid_client_metadata',
      });
  });

  it('answers whatever it is sent, never with 5xx', async () => {
    const { server, fetched, url } = await started();
    const names = ['client_id', 'redirect_uri', 'response_type', 'code_challenge', 'code_challenge_method', 'resource'];
    const more = ['grant_type', 'code', 'refresh_token', 'client_secret', 'token', 'request', 'decision', 'scope'];
    const values = ['desk', REDIRECT, 'code', 'S256', 'v'.repeat(43), 'authorization_code', 'refresh_token', '://', ''];
    const value = fc.oneof(fc.constantFrom(...values), fc.string({ unit: 'binary', maxLength: 20 }));
    const query = fc.array(fc.tuple(fc.constantFrom(...names, ...more), value), { maxLength: 12 });
    const places = [...Object.values(server.endpoints), `${server.issuer}/consent`];
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...places), query, async (place, pairs) => {
        const body = new URLSearchParams(pairs);
        const json = JSON.stringify(Object.fromEntries(pairs));
        const type = { 'content-type': 'application/json' };
        const answers = await Promise.all([
          fetched(`${place}?${body}`),
          fetched(place, { method: 'POST', body }),
          fetched(url('registration_endpoint'), { method: 'POST', headers: type, body: json }),
        ]);
        for (const { status } of answers) expect(status).toBeLessThan(500);
      }),
      { numRuns: 15 },
    );
  });

  it('lets faults at its border change and keep answers', async () => {
    const border: Border = {
      hears: (carried, deliver) => deliver(carried),
      sends: (carried, emit) => {
        const message = carried.message as JsonObject | undefined;
        if (message?.token_endpoint) emit({ ...carried, message: { ...message, issuer: 'https://elsewhere.example' } });
        else if (carried.http?.status === 302)
          emit({ kind: 'body', body: '<html>', http: { status: 200, headers: { 'content-type': 'text/html' } } });
        else emit({ kind: 'closed', closed: { how: 'reset' } });
      },
    };
    const { server, fetched, authorize, url } = await started({}, { border });
    expect((await fetched(issuerPlaces(server.issuer)[0]!.url)).json.issuer).toBe('https://elsewhere.example');
    expect(await authorize()).toMatchObject({ status: 200, text: '<html>' });
    await expect(fetched(url('jwks_uri'))).rejects.toThrow();
  });

  it('waits as the script says', async () => {
    const waits: number[] = [];
    const clock = {
      ...realClock,
      after: (ms: number, fire: () => void) => {
        waits.push(ms);
        return realClock.after(0, fire);
      },
    };
    const { fetched, url } = await started({ delayMs: 5_000 }, { clock });
    expect((await fetched(url('jwks_uri'))).status).toBe(200);
    expect(waits).toEqual([5_000]);
  });
});
