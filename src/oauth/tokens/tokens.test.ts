import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../json/json.js';
import { loadValidators } from '../../schemas/index.js';
import { parseChallenges } from '../challenge.js';
import { checkAccessToken, factsOf, isRefusal, missingScopes, type ResourceRules } from './access.js';
import { decodeToken, isSignedBy, LONGEST_TOKEN, signToken, type TokenOrder } from './jwt.js';
import { jwkOf, KeyRing } from './keys.js';
import { introspectionVerifier, jwksVerifier, tableVerifier } from './verifiers.js';

const NOW = 1_764_000_000;
const ISSUER = 'https://login.example/t';
const RESOURCE = 'https://api.example/mcp';
const METADATA = 'https://api.example/.well-known/oauth-protected-resource/mcp';
const keys = new KeyRing();
const schemas = await loadValidators('oauth', 'v1');

const claims = (more: JsonObject = {}): JsonObject => ({
  iss: ISSUER,
  aud: RESOURCE,
  sub: 'user-1',
  client_id: 'c-1',
  scope: 'a b',
  exp: NOW + 60,
  iat: NOW,
  jti: 'j',
  ...more,
});
const rules = (more: Partial<ResourceRules> = {}): ResourceRules => ({
  verifier: jwksVerifier({ fetch: async () => keys.published() as unknown as Json, now: () => 0 }),
  issuers: [ISSUER],
  audience: [RESOURCE],
  scopes: ['a'],
  metadata: METADATA,
  now: () => NOW,
  ...more,
});
const token = (order: Partial<TokenOrder> & { more?: JsonObject } = {}) =>
  signToken({ claims: claims(order.more), ...order }, keys);
const checked = (order?: Parameters<typeof token>[0], more?: Partial<ResourceRules>) =>
  checkAccessToken(token(order), rules(more));

describe('a JWT', () => {
  it.each(['ES256', 'RS256'] as const)('signed by %s is verified by the published key', (alg) => {
    const decoded = decodeToken(signToken({ claims: claims(), alg }, keys))!;
    expect(decoded.header).toMatchObject({ alg, typ: 'at+jwt' });
    expect(decoded.claims).toEqual(claims());
    expect(isSignedBy(decoded, keys.key('good', alg).publicKey)).toBe(true);
    expect(isSignedBy(decoded, keys.key('foreign', alg).publicKey)).toBe(false);
    expect(isSignedBy(decoded, keys.key('good', alg === 'ES256' ? 'RS256' : 'ES256').publicKey)).toBe(false);
    const { keys: published } = keys.published();
    expect(schemas.validate('JsonWebKeySet', { keys: published })).toEqual([]);
    expect(published.map(({ kid }) => kid)).toContain(decoded.header.kid);
  });

  it('has the header that was ordered', () => {
    const made = signToken({ claims: {}, header: { typ: 'JWT', kid: null, jku: 'https://evil.example' } }, keys);
    expect(decodeToken(made)?.header).toEqual({ alg: 'ES256', typ: 'JWT', jku: 'https://evil.example' });
  });

  it.each([
    '',
    'a.b',
    'a.b.c.d',
    'e30.e30',
    '!.e30.',
    'W10.e30.',
    'e30.W10.',
    '/w.e30.',
    `e30.${'a'.repeat(LONGEST_TOKEN)}.`,
  ])('is not %j', (text) => {
    expect(decodeToken(text)).toBeUndefined();
  });

  it('is rotated: the key before stays published, the one before that does not', () => {
    const ring = new KeyRing();
    const kids = () => ring.published().keys.map(({ kid }) => kid);
    const first = ring.key('good', 'ES256').kid;
    const next = ring.key('next', 'ES256').kid;
    expect(kids()).toEqual([first]);
    ring.rotate();
    expect(kids()).toEqual([next, first]);
    ring.rotate();
    expect(kids()).toHaveLength(2);
    expect(kids()[1]).toBe(next);
    ring.key('good', 'RS256');
    ring.key('foreign', 'ES256');
    expect(kids()).toHaveLength(3);
  });
});

describe('an access token', () => {
  it('that is right is accepted', async () => {
    for (const alg of ['ES256', 'RS256'] as const)
      expect(await checked({ alg })).toMatchObject({
        token: { subject: 'user-1', client: 'c-1', scopes: ['a', 'b'], type: 'at+jwt' },
      });
    expect(await checked({ more: { aud: ['https://other.example', RESOURCE] } })).toHaveProperty('token');
    expect(await checked({ more: { exp: NOW - 5 } }, { leeway: 10 })).toHaveProperty('token');
    expect(await checked({ more: { nbf: NOW + 5 } }, { leeway: 10 })).toHaveProperty('token');
    expect(await checked({ header: { typ: 'application/AT+JWT' } }, { typed: true })).toHaveProperty('token');
  });

  it.each<[what: string, order: Parameters<typeof token>[0], more: Partial<ResourceRules>, description: string]>([
    ['of a foreign key', { key: 'foreign' }, {}, 'the token was not signed by a known key'],
    [
      'of a foreign key with the name of a known one',
      { key: 'foreign', header: { kid: keys.key('good', 'ES256').kid } },
      {},
      'the token was not signed by a known key',
    ],
    [
      'of a foreign key in its own header',
      { key: 'foreign', header: { kid: null, jwk: jwkOf(keys.key('foreign', 'ES256')) } },
      {},
      'the token was not signed by a known key',
    ],
    ['of a key that is not published yet', { key: 'next' }, {}, 'the token was not signed by a known key'],
    ['without a signature', { alg: 'none' }, {}, 'the token was not signed by a known key'],
    ['by HMAC with the public key', { alg: 'HS256' }, {}, 'the token was not signed by a known key'],
    [
      'with an extension that must be understood',
      { header: { crit: ['x'] } },
      {},
      'the token has an extension that is not understood',
    ],
    ['of another issuer', { more: { iss: `${ISSUER}/` } }, {}, 'the token is of another issuer'],
    ['for another resource', { more: { aud: 'https://api.example/other' } }, {}, 'the token is for another resource'],
    ['for the origin alone', { more: { aud: 'https://api.example' } }, {}, 'the token is for another resource'],
    ['for nobody', { claims: { iss: ISSUER, exp: NOW + 60 } }, {}, 'the token is for another resource'],
    ['that has expired', { more: { exp: NOW } }, {}, 'the token has expired'],
    ['that ends at no time', { more: { exp: 'soon' } }, {}, 'the token has expired'],
    ['without an end', { claims: { iss: ISSUER, aud: RESOURCE } }, {}, 'the token has no end'],
    ['that is not valid yet', { more: { nbf: NOW + 3600 } }, {}, 'the token is not valid yet'],
    ['that begins at no time', { more: { nbf: 'now' } }, {}, 'the token is not valid yet'],
    ['that is an ID token', { header: { typ: 'JWT' } }, { typed: true }, 'the token is not an access token'],
    ['that is expired and short of scopes', { more: { exp: NOW - 1, scope: '' } }, {}, 'the token has expired'],
  ])('%s is refused', async (_, order, more, description) => {
    const result = await checked(order, more);
    expect(result).toEqual({
      status: 401,
      error: 'invalid_token',
      description,
      scope: 'a',
      challenge: `Bearer error="invalid_token", error_description="${description}", scope="a", resource_metadata="${METADATA}"`,
    });
    expect(parseChallenges((result as { challenge: string }).challenge).problems).toEqual([]);
  });

  it('with too few scopes is refused with those that are needed', async () => {
    expect(await checked({}, { scopes: ['a', 'c'] })).toMatchObject({
      status: 403,
      error: 'insufficient_scope',
      scope: 'a c',
    });
    expect(await checked({ more: { scope: undefined as unknown as Json } })).toMatchObject({ status: 403 });
    expect(await checked({}, { scopes: ['c'], implied: { b: ['d'], d: ['c', 'b'] } })).toHaveProperty('token');
    expect(missingScopes(['a', 'constructor'], { scopes: ['a', 'b'], implied: {} })).toEqual(['b']);
  });

  it('that is missing is asked for, without an error', async () => {
    expect(await checkAccessToken(undefined, rules({ scopes: [] }))).toEqual({
      status: 401,
      description: 'there is no token',
      challenge: `Bearer resource_metadata="${METADATA}"`,
    });
  });

  it.each(['', 'a b', 'a"b', 'ä', 'a\r\nb', '='])('that is %j is malformed', async (text) => {
    const result = await checkAccessToken(text, rules());
    expect(result).toMatchObject({ status: 400, error: 'invalid_request' });
    expect(isRefusal(result) && parseChallenges(result.challenge!).problems).toEqual([]);
  });
});

describe('keys', () => {
  const counting = (answers: () => Json | undefined) => {
    let count = 0;
    let time = 0;
    const verifier = jwksVerifier({
      fetch: async () => {
        count += 1;
        const answer = answers();
        if (answer === undefined) throw new Error('no answer');
        return answer;
      },
      now: () => time,
    });
    const pass = (ms: number) => {
      time += ms;
    };
    return { verifier, count: () => count, pass };
  };

  it('are fetched once, and anew for an unknown one after a while', async () => {
    const ring = new KeyRing();
    const { verifier, count, pass } = counting(() => ring.published() as unknown as Json);
    const made = () => signToken({ claims: claims() }, ring);
    await Promise.all([verifier.verify(made()), verifier.verify(made())]);
    expect(count()).toBe(1);
    for (let at = 0; at < 20; at++)
      await verifier.verify(signToken({ claims: claims(), key: 'foreign', header: { kid: `k-${at}` } }, ring));
    expect(count()).toBe(1);
    ring.key('next', 'ES256');
    ring.rotate();
    pass(10_000);
    expect(await verifier.verify(made())).toHaveProperty('claims');
    expect(count()).toBe(2);
  });

  it('that can not be had let no token pass, and all is well when they can', async () => {
    let answer: Json | undefined;
    const { verifier } = counting(() => answer);
    const made = token();
    for (const wrong of [undefined, 'html', {}, { keys: {} }] as (Json | undefined)[]) {
      answer = wrong;
      expect(await checkAccessToken(made, rules({ verifier }))).toEqual({
        status: 503,
        description: 'the keys of the authorization server can not be had',
      });
    }
    answer = keys.published() as unknown as Json;
    expect(await checkAccessToken(made, rules({ verifier }))).toHaveProperty('token');
  });

  it('that make no sense signed nothing', async () => {
    const good = jwkOf(keys.key('good', 'ES256'));
    const kid = good.kid!;
    for (const wrong of [
      1,
      { kid },
      { ...good, x: 'a' },
      { ...good, use: 'enc' },
      { ...good, alg: 'RS256' },
      { kty: 'oct', k: 'a', kid },
    ] as Json[]) {
      const { verifier } = counting(() => ({ keys: [wrong] }));
      expect(await verifier.verify(token())).toEqual({ problem: 'the token was not signed by a known key' });
    }
  });
});

describe('verification', () => {
  it('by introspection takes what is active', async () => {
    const answers: { [token: string]: Json } = {
      good: { active: true, ...claims() },
      revoked: { active: false },
      odd: { active: 'yes' },
      none: 'html',
    };
    const verifier = introspectionVerifier(async (asked) => {
      if (asked === 'off') throw new Error('off');
      return answers[asked];
    });
    const status = async (asked: string) => {
      const result = await checkAccessToken(asked, rules({ verifier, typed: true }));
      return isRefusal(result) ? result.status : 200;
    };
    expect(await Promise.all(['good', 'revoked', 'odd', 'none', 'off'].map(status))).toEqual([200, 401, 503, 503, 503]);
  });

  it('by a table takes what is in it', async () => {
    const verifier = tableVerifier(new Map([['t-1', claims()]]));
    expect(await checkAccessToken('t-1', rules({ verifier }))).toHaveProperty('token');
    expect(await checkAccessToken('t-2', rules({ verifier }))).toMatchObject({
      status: 401,
      description: 'the token is unknown',
    });
  });

  it('reads claims of any types', () => {
    expect(factsOf({ aud: [1, 'a'] as Json, scope: ' a  b ', sub: 1, exp: 2n ** 60n })).toMatchObject({
      audience: ['a'],
      scopes: ['a', 'b'],
      subject: undefined,
      expires: 2 ** 60,
      begins: undefined,
    });
  });
});
