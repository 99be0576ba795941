import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
// @ts-expect-error The package has no types.
import Provider from 'oidc-provider';
import { afterEach, expect, it } from 'vitest';
import { realClock } from '../../wire/clock/clock.js';
import { closeAll, closing, serve } from '../../wire/fixtures/http.js';
import { jwksAt } from '../resource-server/remote.js';
import { isReply, ResourceServer } from '../resource-server/resource-server.js';
import { KeyRing } from '../tokens/keys.js';
import { OAuthWeb } from '../web.js';
import { clientOf } from './testing.js';

afterEach(closeAll);

/** An authorization server that nobody here wrote. Its user signs in and consents at once; each of its tokens is for one resource. */
async function otherAuthority(resource: () => string) {
  let handle: (request: IncomingMessage, response: ServerResponse) => unknown = () => undefined;
  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing(async () => {
    server.closeAllConnections();
    server.close();
  });
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { privateKey, kid } = new KeyRing().key('good', 'RS256');
  const provider = new Provider(issuer, {
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' }] },
    cookies: { keys: ['a key of a test'] },
    scopes: ['openid', 'offline_access', 'files:read', 'files:write'],
    pkce: { required: () => true },
    ttl: { AccessToken: 600, Grant: 600, Interaction: 600, Session: 600, RefreshToken: 600 },
    issueRefreshToken: async () => true,
    findAccount: async (_: unknown, id: string) => ({ accountId: id, claims: async () => ({ sub: id }) }),
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    features: {
      devInteractions: { enabled: false },
      registration: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => resource(),
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          scope: 'files:read files:write',
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: 'RS256' } },
        }),
      },
    },
  });
  const decide = async (request: IncomingMessage, response: ServerResponse) => {
    const { params } = await provider.interactionDetails(request, response);
    const grant = new provider.Grant({ accountId: 'user-1', clientId: params.client_id });
    grant.addOIDCScope(params.scope);
    grant.addResourceScope(params.resource, params.scope);
    const result = { login: { accountId: 'user-1' }, consent: { grantId: await grant.save() } };
    await provider.interactionFinished(request, response, result);
  };
  const callback = provider.callback();
  handle = (request, response) => (request.url?.startsWith('/interaction/') ? decide : callback)(request, response);
  return issuer;
}

it('a client signs in, refreshes and steps up at an authorization server that nobody here wrote', async () => {
  let resource: ResourceServer | undefined;
  const refused = new Set<string | undefined>();
  const site = await serve(async (exchange) => {
    const { method, path, headers } = exchange;
    const head = { method, path, headers };
    const document = resource!.document(head);
    // A token that the test has ended: its end lies ahead, and nobody can take a JWT back.
    const reply =
      document ??
      (await resource!.check({ ...head, headers: refused.has(headers.authorization) ? {} : headers }, path));
    if (isReply(reply)) exchange.json(reply.status, reply.body ?? {}, reply.headers);
    else exchange.json(200, { client: reply.token.client! });
  });
  const url = `${site.url}/mcp`;
  const issuer = await otherAuthority(() => url);
  const web = new OAuthWeb();
  closing(() => web.close());
  resource = new ResourceServer({
    resource: url,
    authorizationServers: [issuer],
    verifier: jwksAt(web, `${issuer}/jwks`, realClock),
    scopes: ['files:read', 'files:write'],
    needs: (path) => (path === '/mcp/write' ? ['files:write'] : ['files:read']),
    typed: true,
    clock: realClock,
  });
  const { client, ask, pages, asked, states } = clientOf(url);
  expect(await ask()).toBe(200);
  expect(asked(0)).toMatchObject({ scope: 'files:read', resource: url });
  refused.add(client.credential().authorization);
  expect(await ask()).toBe(200);
  expect([pages.length, states.filter((state) => state === 'refreshing').length]).toEqual([1, 1]);
  expect(await ask('write')).toBe(200);
  expect(asked(1).scope).toBe('files:read files:write');
  expect(pages).toHaveLength(2);
});
