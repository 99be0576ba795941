import { afterEach, describe, expect, it } from 'vitest';
import type { Json } from '../../json/json.js';
import { closeAll, closing, serve } from '../../wire/fixtures/http.js';
import { OAuthWeb } from '../web.js';
import { browserOf } from './browser.js';
import { challengedBy, discoverResource, discoverServer } from './discovery.js';
import { HONEST_PARTS } from './honest-parts.js';
import { authenticationOf, nameOf, registrationFor } from './registration.js';
import { States } from './states.js';
import type { ClientRegistration } from './store.js';
import type { DiscoveredServer } from './terms.js';

afterEach(closeAll);

const web = () => {
  const made = new OAuthWeb();
  closing(() => made.close());
  return made;
};

const how = () => ({ web: web(), parts: HONEST_PARTS });

/** A site with these documents by path, and what was asked for. */
async function site(documents: (url: string) => { [path: string]: Json | undefined }) {
  const asked: string[] = [];
  const listener = await serve((exchange) => {
    asked.push(exchange.path);
    const found = documents(listener.url)[exchange.path];
    if (found === undefined) exchange.json(404, {});
    else exchange.json(200, found);
  });
  return { url: listener.url, asked };
}

describe('what a challenge says', () => {
  it.each<[field: string | undefined, expected: unknown]>([
    [undefined, { metadata: undefined, scopes: undefined, error: undefined }],
    ['Bearer scope=" a  b "', { metadata: undefined, scopes: ['a', 'b'], error: undefined }],
    ['Bearer scope=""', { metadata: undefined, scopes: undefined, error: undefined }],
    [
      'Bearer error="x", Bearer resource_metadata="http://a/", scope="c"',
      { metadata: 'http://a/', scopes: ['c'], error: undefined },
    ],
  ])('of %j', (field, expected) => {
    expect(challengedBy(field)).toEqual(expected);
  });
});

describe('the discovery of a resource', () => {
  const none = challengedBy(undefined);

  it('asks its path first, then the root, and takes a parent', async () => {
    const { url, asked } = await site((at) => ({
      '/.well-known/oauth-protected-resource': { resource: at, authorization_servers: ['https://a.example'] },
    }));
    expect(await discoverResource(`${url}/mcp`, none, how())).toEqual({
      resource: url,
      issuer: 'https://a.example',
      issuers: ['https://a.example'],
      scopes: undefined,
    });
    expect(asked).toEqual(['/.well-known/oauth-protected-resource/mcp', '/.well-known/oauth-protected-resource']);
  });

  it.each<[document: (url: string) => Json, error: string]>([
    [(url) => ({ resource: `${url}/other`, authorization_servers: ['https://a.example'] }), 'of another resource'],
    [
      () => ({ resource: 'https://elsewhere.example/mcp', authorization_servers: ['https://a.example'] }),
      'of another resource',
    ],
    [(url) => ({ resource: `${url}/mcp` }), 'names no authorization server'],
    [(url) => ({ resource: `${url}/mcp`, authorization_servers: ['login'] }), 'names no authorization server'],
    [() => [], 'there are no metadata'],
  ])('refuses what is not its own', async (document, error) => {
    const { url } = await site((at) => ({ '/.well-known/oauth-protected-resource/mcp': document(at) }));
    await expect(discoverResource(`${url}/mcp`, none, how())).rejects.toThrow(error);
  });
});

describe('the discovery of an authorization server', () => {
  const metadata = (url: string, more: { [name: string]: Json } = {}): Json => ({
    issuer: `${url}/t`,
    authorization_endpoint: `${url}/a`,
    token_endpoint: `${url}/t`,
    code_challenge_methods_supported: ['S256'],
    ...more,
  });

  it('never takes those at the root for an issuer with a path', async () => {
    const { url, asked } = await site((at) => ({ '/.well-known/oauth-authorization-server': metadata(at) }));
    await expect(discoverServer(`${url}/t`, 'login', how())).rejects.toThrow('there are no metadata');
    expect(asked).toEqual([
      '/.well-known/oauth-authorization-server/t',
      '/.well-known/openid-configuration/t',
      '/t/.well-known/openid-configuration',
    ]);
  });

  it.each<[more: { [name: string]: Json }, error: string]>([
    [{ issuer: 'https://elsewhere.example' }, 'are of the issuer https://elsewhere.example'],
    [{ token_endpoint: null }, 'do not say where to sign in'],
    [{ code_challenge_methods_supported: null }, 'does not take PKCE with S256'],
    [{ authorization_endpoint: 'javascript:alert(1)' }, 'not safe'],
    [{ authorization_endpoint: 'file:///etc/passwd' }, 'not safe'],
    [{ token_endpoint: 'http://192.0.2.1/token' }, 'not safe'],
    [{ registration_endpoint: 'register' }, 'not safe'],
  ])('refuses %j', async (more, error) => {
    const { url } = await site((at) => ({ '/.well-known/oauth-authorization-server/t': metadata(at, more) }));
    await expect(discoverServer(`${url}/t`, 'login', how())).rejects.toThrow(error);
  });

  it('refuses a slash more', async () => {
    const { url } = await site((at) => ({
      '/.well-known/oauth-authorization-server/t': metadata(at, { issuer: `${at}/t/` }),
    }));
    await expect(discoverServer(`${url}/t`, 'login', how())).rejects.toThrow('are of the issuer');
  });
});

describe('a registration', () => {
  const server: DiscoveredServer = {
    issuer: 'https://a.example',
    authorization_endpoint: 'https://a.example/a',
    token_endpoint: 'https://a.example/t',
    registration_endpoint: undefined,
    takesDocuments: true,
    namesIssuer: false,
    methods: ['client_secret_post'],
    scopes: undefined,
  };
  const at = (more: Partial<DiscoveredServer> = {}) => ({
    server: { ...server, ...more },
    resource: { resource: 'https://m.example/mcp', issuer: server.issuer, issuers: [server.issuer], scopes: undefined },
  });
  const before = { id: 'before', method: 'none' as const };
  const redirect = 'http://127.0.0.1/callback';

  it('is the configured one, the document, the one before, in this order', async () => {
    const identity = { name: 'n', document: 'https://app.example/c.json', configured: { id: 'c', secret: 's' } };
    const made = (who: Parameters<typeof registrationFor>[2], more = {}) =>
      registrationFor(web(), at(more), who, redirect, before, HONEST_PARTS);
    expect(await made(identity)).toEqual({ id: 'c', secret: 's', method: 'client_secret_post' });
    expect(await made({ ...identity, configured: { id: 'c' } })).toEqual({ id: 'c', method: 'none' });
    expect(await made({ ...identity, configured: undefined })).toEqual({ id: identity.document, method: 'none' });
    expect(await made({ name: 'n' })).toBe(before);
    expect(await made({ ...identity, configured: undefined }, { takesDocuments: false })).toBe(before);
    expect([nameOf(identity), nameOf({ ...identity, configured: undefined }), nameOf({ name: 'n' })]).toEqual([
      'c',
      identity.document,
      'n',
    ]);
  });

  it('says what the client is, and what is answered counts', async () => {
    const bodies: Json[] = [];
    const listener = await serve((exchange) => {
      bodies.push(JSON.parse(Buffer.from(exchange.body).toString()));
      exchange.json(201, { client_id: 'new', client_secret: 's', token_endpoint_auth_method: 'client_secret_basic' });
    });
    const where = at({ registration_endpoint: listener.url, takesDocuments: false });
    const made = (to: string, kept?: ClientRegistration) =>
      registrationFor(web(), where, { name: 'n' }, to, kept, HONEST_PARTS);
    const first = await made(redirect);
    expect(first).toEqual({ id: 'new', secret: 's', method: 'client_secret_basic', redirect });
    expect(await made(redirect, first)).toBe(first);
    // It is for the redirect URI that it names.
    await made('https://app.example/cb', first);
    expect(bodies).toMatchObject([
      {
        application_type: 'native',
        token_endpoint_auth_method: 'client_secret_post',
        redirect_uris: [redirect],
        grant_types: ['authorization_code', 'refresh_token'],
      },
      { application_type: 'web' },
    ]);
  });

  it('authenticates by its method, encoded as in a form', () => {
    const secret = { id: 'a b', secret: 'a:b %+' };
    const basic = authenticationOf({ ...secret, method: 'client_secret_basic' });
    expect(Buffer.from(basic.headers.authorization!.slice(6), 'base64').toString()).toBe('a+b:a%3Ab+%25%2B');
    expect(basic.form).toEqual({});
    expect(authenticationOf({ ...secret, method: 'client_secret_post' }).form).toEqual({
      client_id: 'a b',
      client_secret: 'a:b %+',
    });
    expect(authenticationOf({ id: 'a', method: 'none' })).toEqual({ headers: {}, form: { client_id: 'a' } });
  });
});

describe('a browser in which nobody sits', () => {
  it('brings the cookies of each origin back to it', async () => {
    const seen: (string | undefined)[] = [];
    const other = await serve((exchange) => {
      seen.push(exchange.headers.cookie);
      exchange.head(302, { location: 'http://127.0.0.1/callback?code=c' });
      exchange.end();
    });
    const first = await serve((exchange) => {
      seen.push(exchange.headers.cookie);
      const cookie = 'a=1; Path=/; Expires=Wed, 21 Oct 2027 07:28:00 GMT, b=2; HttpOnly';
      exchange.head(302, exchange.path === '/' ? { location: '/next', 'set-cookie': cookie } : { location: other.url });
      exchange.end();
    });
    const back = await browserOf(web())(new URL(first.url), 'http://127.0.0.1/callback');
    expect(back.searchParams.get('code')).toBe('c');
    expect(seen).toEqual([undefined, 'a=1; b=2', undefined]);
  });
});

it('the states of a client follow one another, and no others', () => {
  const states = new States();
  expect(() => states.enter('authorizing')).toThrow('a client that is signed-out can not be authorizing next');
  for (const next of [
    'discovering',
    'failed',
    'discovering',
    'signed-in',
    'refreshing',
    'failed',
    'refreshing',
    'signed-in',
  ] as const)
    states.enter(next);
  expect(states.current).toBe('signed-in');
});
