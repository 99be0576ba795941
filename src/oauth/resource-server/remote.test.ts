import { afterEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../json/json.js';
import { closeAll, closing, serve } from '../../wire/fixtures/http.js';
import { RESOURCE, started } from '../authorization-server/testing.js';
import { checkAccessToken, isRefusal, type TokenVerifier } from '../tokens/access.js';
import { OAuthWeb } from '../web.js';
import { introspectionAt, jwksAt } from './remote.js';

afterEach(closeAll);

const web = () => {
  const made = new OAuthWeb();
  closing(() => made.close());
  return made;
};

describe('verification at a running authorization server', () => {
  it.each(['jwks', 'introspection'] as const)('by %s takes its tokens for the resource and no others', async (how) => {
    const { server, clock, url } = await started();
    const verifier =
      how === 'jwks' ? jwksAt(web(), url('jwks_uri'), clock) : introspectionAt(web(), url('introspection_endpoint'));
    const rules = { verifier, issuers: [server.issuer], audience: [RESOURCE], now: () => clock.date() / 1_000 };
    const status = async (claims: JsonObject, more: Parameters<typeof server.issue>[1] = {}) => {
      const result = await checkAccessToken(await server.issue(claims, more), rules);
      return isRefusal(result) ? result.status : 200;
    };
    const aud = RESOURCE;
    const past = clock.date() / 1_000 - 3_600;
    expect(await status({ aud })).toBe(200);
    const refused: JsonObject[] = [
      {},
      { aud: null },
      { aud, iss: 'https://a.example' },
      { aud, exp: past },
      { aud, nbf: past + 7_200 },
    ];
    for (const claims of refused) expect([claims, await status(claims)]).toEqual([claims, 401]);
    for (const alg of ['none', 'HS256'] as const) expect(await status({ aud }, { alg })).toBe(401);
  });

  it('sees what was revoked, or not, by its way', async () => {
    const { server, clock, url } = await started();
    const known = async (verifier: TokenVerifier, token: string) => 'claims' in (await verifier.verify(token));
    const token = await server.issue({ aud: RESOURCE });
    const [jwks, introspection] = [
      jwksAt(web(), url('jwks_uri'), clock),
      introspectionAt(web(), url('introspection_endpoint')),
    ];
    expect(await Promise.all([known(jwks, token), known(introspection, token)])).toEqual([true, true]);
    server.revoke(token);
    expect(await Promise.all([known(jwks, token), known(introspection, token)])).toEqual([true, false]);
  });

  it('lets nothing pass while nobody answers, or something silly comes', async () => {
    let status = 500;
    const asked: (string | undefined)[] = [];
    const site = await serve((exchange) => {
      asked.push(exchange.headers.authorization);
      exchange.json(status, { active: true, keys: [] });
    });
    const client = { id: 'rs', secret: 's', method: 'client_secret_basic' as const };
    const { clock } = await started();
    for (const one of [401, 500, 503]) {
      status = one;
      for (const verifier of [
        introspectionAt(web(), site.url, client),
        jwksAt(web(), site.url, clock),
        jwksAt(web(), 'http://127.0.0.1:1/', clock),
      ])
        expect(await verifier.verify('eyJhbGciOiJub25lIn0.e30.')).toMatchObject({ unavailable: true });
    }
    expect(asked).toContain(`Basic ${Buffer.from('rs:s').toString('base64')}`);
  });
});
