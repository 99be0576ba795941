import { afterEach, describe, expect, it } from 'vitest';
import { closeAll, serve } from '../../wire/fixtures/http.js';
import { OAuthWeb } from '../web.js';
import { memoryStore } from './store.js';
import { clientOf, protectedSite, REDIRECT } from './testing.js';

afterEach(closeAll);

describe('a client', () => {
  it('signs in step by step, and its token is taken', async () => {
    const { url, authority, seen } = await protectedSite({ scopes: ['other'] }, { scopes: ['a', 'b'] });
    const { client, states, pages, asked, ask } = clientOf(url);
    expect([client.state, client.credential()]).toEqual(['signed-out', {}]);
    await client.signIn();
    expect(states).toEqual(['discovering', 'identifying', 'authorizing', 'redeeming', 'signed-in']);
    expect(await ask()).toBe(200);
    expect(asked(0)).toMatchObject({
      scope: 'a b',
      resource: url,
      redirect_uri: REDIRECT,
      code_challenge_method: 'S256',
    });
    expect(pages[0]!.href.startsWith(`${authority.server.issuer}/authorize?`)).toBe(true);
    // Nothing but the resource itself saw a token.
    for (const { path, authorization } of seen) expect(path === '/mcp' || authorization === undefined).toBe(true);
  });

  it('signs in when a request is refused, and again with a new verifier and state', async () => {
    const { url, authority } = await protectedSite({ refresh: 'none' });
    const { ask, pages, asked } = clientOf(url, { provoke: undefined });
    expect(await ask()).toBe(200);
    authority.server.expire();
    expect(await ask()).toBe(200);
    expect(pages).toHaveLength(2);
    for (const name of ['state', 'code_challenge']) {
      expect(asked(0)[name]).not.toBe(asked(1)[name]);
      expect(asked(0)[name]!.length).toBeGreaterThan(40);
    }
    expect(asked(0)).not.toHaveProperty('scope');
  });

  it('keeps a query of the endpoint', async () => {
    const { url, authority } = await protectedSite();
    authority.server.set({
      metadata: { authorization_endpoint: `${authority.server.endpoints.authorization_endpoint}?tenant=t1` },
    });
    const { ask, pages } = clientOf(url);
    expect(await ask()).toBe(200);
    expect(pages[0]!.search.startsWith('?tenant=t1&')).toBe(true);
  });

  it.each<[what: string, field: (real: string) => string]>([
    ['after another scheme', (real) => `Basic realm="x", ${real}`],
    [
      'in upper case with blanks',
      (real) => real.replace('resource_metadata=', 'Resource_Metadata = ').replace('Bearer', 'BEARER'),
    ],
    [
      'after a description that names another place',
      (real) => real.replace('Bearer ', 'Bearer error_description="see resource_metadata=http://127.0.0.1:1/evil", '),
    ],
  ])('finds the metadata in a challenge %s', async (_, field) => {
    const { url, changes, seen } = await protectedSite({}, { scopes: ['a'] });
    changes.refusal = (headers) => ({ ...headers, 'www-authenticate': field(headers['www-authenticate']!) });
    const { ask, asked } = clientOf(url, { provoke: undefined });
    expect(await ask()).toBe(200);
    expect(asked(0).scope).toBe('a');
    expect(seen.filter(({ path }) => path.includes('.well-known'))).toHaveLength(1);
  });

  it('asks for scopes of the user, of the challenge, of the metadata, or for none, in this order', async () => {
    const { url, changes } = await protectedSite({}, { scopes: ['a'], needs: () => [] });
    const scope = async (more?: Parameters<typeof clientOf>[1]) => {
      const { client, asked } = clientOf(url, more);
      await client.signIn();
      return asked(0).scope;
    };
    expect(await scope()).toBe('a');
    changes.refusal = (headers) => ({ ...headers, 'www-authenticate': `${headers['www-authenticate']}, scope="c d"` });
    expect(await scope()).toBe('c d');
    expect(await scope({ scopes: ['mine'] })).toBe('mine');
  });
});

describe('an answer of the authorization page', () => {
  const answering = async (changes: { iss?: boolean | string; metadata?: { [name: string]: boolean } }) => {
    const { url, authority } = await protectedSite(changes);
    const right = authority.server.issuer;
    if (changes.iss === 'slash') authority.server.set({ iss: `${right}/` });
    const { client } = clientOf(url);
    return client.signIn().then(
      () => 'signed in',
      (error: Error) => error.message.replace(right, 'ISSUER'),
    );
  };
  const WRONG = 'the answer is not of the authorization server ISSUER';
  const silent = { authorization_response_iss_parameter_supported: false };

  it.each<[what: string, changes: Parameters<typeof answering>[0], end: string]>([
    ['names the issuer, as advertised', {}, 'signed in'],
    ['names the issuer though that is not advertised', { metadata: silent }, 'signed in'],
    ['names none, and none is advertised', { iss: false }, 'signed in'],
    [
      'names none though it is advertised',
      { iss: false, metadata: { authorization_response_iss_parameter_supported: true } },
      WRONG,
    ],
    ['names another', { iss: 'https://elsewhere.example' }, WRONG],
    ['names another, and none is advertised', { iss: 'https://elsewhere.example', metadata: silent }, WRONG],
    ['names one with a slash more', { iss: 'slash' }, WRONG],
  ])('that %s', async (_, changes, end) => {
    expect(await answering(changes)).toBe(end);
  });

  it('shows nothing of an error of another server', async () => {
    const { url, authority } = await protectedSite({
      refuses: { authorize: 'a-marker' },
      iss: 'https://elsewhere.example',
    });
    const { client, states } = clientOf(url);
    await expect(client.signIn()).rejects.toThrow(/^the answer is not of the authorization server http:/);
    expect(states.at(-1)).toBe('failed');
    authority.server.set({ iss: true });
    await expect(client.signIn()).rejects.toThrow('the authorization server refuses: a-marker');
    authority.server.set({ refuses: {} });
    await client.signIn();
    expect(client.state).toBe('signed-in');
  });
});

describe('a refused token', () => {
  it('is refreshed without a page, each refresh token once', async () => {
    const { url, authority } = await protectedSite();
    const { ask, pages, states } = clientOf(url);
    for (let count = 0; count < 3; count++) {
      expect(await ask()).toBe(200);
      authority.server.expire();
    }
    expect(pages).toHaveLength(1);
    expect(states.slice(-4)).toEqual(['refreshing', 'signed-in', 'refreshing', 'signed-in']);
  });

  it('that two requests meet together is refreshed once', async () => {
    const { url, authority } = await protectedSite();
    const { ask, states } = clientOf(url);
    await ask();
    authority.server.expire();
    expect(await Promise.all([ask(), ask(), ask()])).toEqual([200, 200, 200]);
    expect(states.filter((state) => state === 'refreshing')).toHaveLength(1);
  });

  it('whose refresh token is refused leads to a new login, and that token is not sent again', async () => {
    const { url, authority } = await protectedSite();
    const { ask, pages, states } = clientOf(url);
    await ask();
    authority.server.set({ refresh: 'refuse' });
    authority.server.expire();
    expect(await ask()).toBe(200);
    expect(pages).toHaveLength(2);
    expect(states.filter((state) => state === 'refreshing')).toHaveLength(1);
  });

  it('that is always refused leads to few logins', async () => {
    const { url } = await protectedSite({ refresh: 'none' }, { audience: ['https://nobody.example'] });
    const { ask, pages } = clientOf(url);
    await expect(ask()).rejects.toThrow('the resource refuses after 3 logins in a row');
    expect(pages).toHaveLength(3);
  });

  it('can not be renewed without a login', async () => {
    await expect(clientOf('http://127.0.0.1:1/').client.renew()).rejects.toThrow('there is no token to refresh');
  });
});

describe('a step-up', () => {
  const needs = (operation: string | undefined) => (operation === 'write' ? ['b'] : ['a']);

  it('asks for the scopes before and the new ones, and registers no more', async () => {
    const { url, seen } = await protectedSite({}, { needs });
    const { ask, asked, pages, states } = clientOf(url);
    expect([await ask(), await ask('write'), await ask()]).toEqual([200, 200, 200]);
    expect(pages).toHaveLength(2);
    expect([asked(0).scope, asked(1).scope]).toEqual(['a', 'a b']);
    expect(asked(0).client_id).toBe(asked(1).client_id);
    expect(states).not.toContain('refreshing');
    expect(seen.filter(({ path }) => path === '/mcp/write')).toHaveLength(2);
  });

  it('that does not help ends', async () => {
    const { url } = await protectedSite({ grants: ['a'] }, { needs });
    const { ask, pages } = clientOf(url);
    await ask();
    await expect(ask('write')).rejects.toThrow('the resource wants other scopes after 2 logins for them');
    expect(pages).toHaveLength(3);
  });

  it('is none where a refusal is of another kind', async () => {
    const { client } = clientOf('http://127.0.0.1:1/');
    for (const field of ['', 'Bearer', 'Bearer error="access_denied"', 'Basic error="insufficient_scope"'])
      expect(await client.refused(403, { 'www-authenticate': field })).toBe(false);
    expect(await client.refused(500, {})).toBe(false);
  });
});

describe('what is kept', () => {
  it('spares the next client its login', async () => {
    const { url } = await protectedSite();
    const store = memoryStore();
    await clientOf(url, { store }).client.signIn();
    const { client, pages, states, ask } = clientOf(url, { store });
    await client.signIn();
    expect(states).toEqual(['discovering', 'signed-in']);
    expect([await ask(), pages.length]).toEqual([200, 0]);
  });

  it('belongs to one issuer: another one gets a registration of its own and no token of the first', async () => {
    const first = await protectedSite();
    const second = await protectedSite();
    const issuers = [first.authority.server.issuer];
    const site = await serve((exchange) => {
      const url = `${site.url}/mcp`;
      if (exchange.path.startsWith('/.well-known'))
        return exchange.json(200, { resource: url, authorization_servers: [...issuers] });
      exchange.head(401);
      exchange.end();
    });
    const store = memoryStore();
    const one = clientOf(`${site.url}/mcp`, { store });
    await one.client.signIn();
    issuers[0] = second.authority.server.issuer;
    const other = clientOf(`${site.url}/mcp`, { store });
    await other.client.signIn();
    expect(other.asked(0).client_id).not.toBe(one.asked(0).client_id);
    expect(other.pages[0]!.origin).toBe(new URL(second.authority.server.issuer).origin);
    expect(await store.get({ issuer: issuers[0]!, resource: `${site.url}/mcp`, client: 'Test client' })).toMatchObject({
      registration: { id: other.asked(0).client_id },
    });
  });

  it('can be deleted', async () => {
    const store = memoryStore();
    const key = { issuer: 'a', resource: 'b', client: 'c' };
    await store.set(key, { accessToken: 't', scopes: [], registration: { id: 'i', method: 'none' } });
    expect(await store.get({ ...key, client: 'd' })).toBeUndefined();
    await store.delete(key);
    expect(await store.get(key)).toBeUndefined();
  });
});

describe('requests to other servers', () => {
  it('that hang, are cut off or do not end are given up', async () => {
    const site = await serve((exchange) => {
      if (exchange.path === '/hangs') return;
      exchange.head(200, { 'content-type': 'application/json' });
      if (exchange.path === '/endless') exchange.text(`"${'x'.repeat(2_000_000)}"`);
      else {
        exchange.raw('{"a":');
        setImmediate(() => exchange.reset());
      }
    });
    const hasty = new OAuthWeb({ within: 100 });
    await expect(hasty.get(`${site.url}/hangs`)).rejects.toThrow('no whole answer within 100 ms');
    await hasty.close();
    const web = new OAuthWeb();
    await expect(web.get(`${site.url}/endless`)).rejects.toThrow(/did not answer: .*1048576/);
    await expect(web.get(`${site.url}/cut`)).rejects.toThrow('did not answer');
    await expect(web.get('no url')).rejects.toThrow('no url did not answer');
    await web.close();
  });
});
