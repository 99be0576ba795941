import { createHash } from 'node:crypto';
import { afterEach, expect, it, vi } from 'vitest';
import type { Json, JsonObject } from '../../json/json.js';
import { decodeToken } from '../../oauth/tokens/jwt.js';
import { type Clock, realClock } from '../../wire/clock/clock.js';
import { defaultLimits } from '../../wire/limits.js';
import { Channel } from '../channel.js';
import { StageError } from '../stage.js';
import { openChannel } from './open.js';
import type { OpenedChannel } from './opened-channel.js';
import { tokenOf } from './token.js';

const open: OpenedChannel[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close(new AbortController().signal);
});

/** Opens an authorization server as a step would, whose answers are taken as they stand. */
async function opened(body: JsonObject, clock: Clock = realClock) {
  let channel = new Channel('auth');
  const heard: { path: string | undefined; body: Json | undefined }[] = [];
  const answered: { path: string | undefined; status: number | undefined; body: Json | undefined }[] = [];
  const server = await openChannel(
    { as: 'auth', listen: 'oauth', ...body },
    {
      clock,
      limits: defaultLimits,
      signal: new AbortController().signal,
      headersTo: () => ({}),
      answers: {
        value: (written, received) =>
          written === '${code}' ? ((received.form as JsonObject).code ?? '') : (written as Json),
        fits: (pattern, received) => received.path.endsWith(String((pattern as JsonObject).path)),
      },
      channel: (values) => {
        channel = new Channel('auth', values);
        return channel;
      },
      record: (from, _channels, { http, body }) =>
        from === 'target'
          ? heard.push({ path: http?.path, body })
          : answered.push({ path: http?.path, status: http?.status, body }),
      joined: () => undefined,
    },
  );
  open.push(server);
  return { server, values: channel.values, heard, answered };
}

const redeem = (url: string, code: string) =>
  fetch(url, { method: 'POST', body: new URLSearchParams({ grant_type: 'authorization_code', code }) });

it('an authorization server of a case has metadata at its own issuer, and its requests are recorded', async () => {
  const { values, heard } = await opened({ script: { scopes: ['files:read'] } });
  const metadata = await fetch(`${values.issuer}/.well-known/openid-configuration`);
  expect(await metadata.json()).toMatchObject({ issuer: values.issuer, scopes_supported: ['files:read'] });
  expect(values.issuer).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/tenant$/);
  expect(heard).toEqual([{ path: '/tenant/.well-known/openid-configuration', body: '' }]);
});

it('the answers of the server itself are recorded without secrets, and a refusal with its reason', async () => {
  const { values, answered } = await opened({
    script: { clients: [{ id: 'desk', redirects: ['http://127.0.0.1/callback'] }] },
    answers: [{ when: { path: '/revoke' }, status: 200 }],
  });
  const verifier = 'v'.repeat(43);
  const query = {
    response_type: 'code',
    client_id: 'desk',
    redirect_uri: 'http://127.0.0.1/callback',
    resource: 'http://127.0.0.1/mcp',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  };
  const page = async (changes: { [name: string]: string } = {}) => {
    const asked = `${values.authorize}?${new URLSearchParams({ ...query, ...changes })}`;
    const { headers } = await fetch(asked, { redirect: 'manual' });
    return new URL(headers.get('location') ?? 'http://127.0.0.1/').searchParams.get('code') ?? '';
  };
  const tokens = async (changes: { [name: string]: string }) => {
    const { redirect_uri, client_id } = query;
    const form = { grant_type: 'authorization_code', code_verifier: verifier, redirect_uri, client_id, ...changes };
    await fetch(values.token!, { method: 'POST', body: new URLSearchParams(form) });
  };
  await page({ redirect_uri: 'https://elsewhere.example/' });
  await page({ client_id: 'nobody' });
  await page({ code_challenge_method: 'plain' });
  const code = await page();
  await tokens({ code, code_verifier: 'w'.repeat(43), redirect_uri: 'http://127.0.0.1/other' });
  await tokens({ code, redirect_uri: 'http://127.0.0.1/other' });
  await tokens({ code, resource: 'http://127.0.0.1/other' });
  await tokens({ code, client_id: 'nobody' });
  await tokens({ code });
  await tokens({ code });
  await fetch(values.revocation!, { method: 'POST' });
  const [authorize, token] = ['/tenant/authorize', '/tenant/token'];
  expect(answered.map(({ path, status, body }) => [path, status, (body as JsonObject | undefined)?.about])).toEqual([
    [authorize, 400, 'redirect_uri'],
    [authorize, 400, 'client_id'],
    [authorize, 302, 'code_challenge'],
    [authorize, 302, undefined],
    [token, 400, 'code_verifier'],
    [token, 400, 'redirect_uri'],
    [token, 400, 'resource'],
    [token, 401, 'client_id'],
    [token, 200, undefined],
    [token, 400, 'code'],
  ]);
  expect(answered.at(-1)?.body).toEqual({ reason: 'The code was used before', about: 'code' });
  expect(JSON.stringify(answered)).not.toContain(code);
});

it('the answers of the case come before those of the server, as often for each value as they say', async () => {
  const { values } = await opened({
    answers: [{ when: { path: '/token' }, times: 1, per: '${code}', status: 503, body: 'later' }],
  });
  const statuses = [];
  for (const code of ['one', 'one', 'two']) statuses.push((await redeem(values.token!, code)).status);
  expect(statuses).toEqual([503, 401, 503]);
});

it('an answer with a delay is given after it', async () => {
  const { values } = await opened({ answers: [{ when: { path: '/token' }, delay: '60ms', status: 418 }] });
  const begun = performance.now();
  expect((await redeem(values.token!, 'one')).status).toBe(418);
  expect(performance.now() - begun).toBeGreaterThan(55);
});

it('an answer that waits is given up with its channel', async () => {
  const waits = new Set<number>();
  const clock: Clock = {
    ...realClock,
    after: (ms, work) => {
      const cancel = realClock.after(ms, work);
      waits.add(ms);
      return () => {
        waits.delete(ms);
        cancel();
      };
    },
  };
  const answers = [{ when: { path: '/token' }, delay: '600s', status: 418 }];
  const { server, values } = await opened({ answers }, clock);
  const asked = redeem(values.token!, 'one').catch(() => 'cut off');
  await vi.waitFor(() => expect(waits).toContain(600_000));
  await server.close(new AbortController().signal);
  expect(await asked).toBe('cut off');
  expect(waits).not.toContain(600_000);
});

it('what a control step sets holds from then on, and what can not be set is a defect of the case', async () => {
  const { server, values } = await opened({ script: { tokens: 'opaque' } });
  const token = server.authorization!.make({}, {});
  const active = async () => {
    const answer = await fetch(values.introspection!, { method: 'POST', body: new URLSearchParams({ token }) });
    return ((await answer.json()) as JsonObject).active;
  };
  expect(await active()).toBe(true);
  server.authorization!.control({ revoke: token });
  expect(await active()).toBe(false);
  expect(() => server.authorization!.control({ set: { path: '/other' } })).toThrow(StageError);
  expect(() => server.authorization!.control({ set: { lifetimes: 5 } })).toThrow(/lifetimes/);
});

it('a script that can not be used is a defect of the case', async () => {
  await expect(opened({ script: { tokens: 'paper' } })).rejects.toThrow(StageError);
});

it('$token is a token of the server but for what it says otherwise', async () => {
  const { server, values } = await opened({});
  const made = (operand: JsonObject) =>
    decodeToken(tokenOf(operand, 1_000, (name) => (name === 'auth' ? server.authorization : undefined)))!;
  expect(made({}).claims).toMatchObject({ iss: values.issuer });
  expect(made({ claims: { aud: ['a'], iss: null }, lifetime: -3600 }).claims).toMatchObject({
    aud: ['a'],
    exp: -2_600,
  });
  expect(made({ claims: { iss: null } }).claims).not.toHaveProperty('iss');
  expect(made({ alg: 'none', header: { typ: null } }).header).toEqual({ alg: 'none' });
  expect(made({ starts: 60 }).claims).toMatchObject({ nbf: 1_060 });
  expect(() => made({ claim: {} })).toThrow('and not claim');
  expect(() => made({ from: 'other' })).toThrow('no authorization server is called other');
});

it('without a server $token is signed by a key that nobody knows', () => {
  const { header, claims } = decodeToken(tokenOf({ claims: { aud: 'x' } }, 1_000, () => undefined))!;
  expect(header).toMatchObject({ alg: 'ES256', typ: 'at+jwt' });
  expect(claims).toEqual({ aud: 'x', iat: 1_000, exp: 4_600 });
});
