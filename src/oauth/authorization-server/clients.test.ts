import { afterEach, describe, expect, it } from 'vitest';
import type { Json } from '../../json/json.js';
import { loadValidators } from '../../schemas/index.js';
import { closeAll, serve } from '../../wire/fixtures/http.js';
import { REDIRECT, started } from './testing.js';

const schemas = await loadValidators('oauth', 'v1');
afterEach(closeAll);

describe('clients', () => {
  it('register, and are known by what was answered', async () => {
    const { register, authorize } = await started();
    const { status, json } = await register({
      client_name: 'x',
      redirect_uris: ['com.example.app:/cb'],
      token_endpoint_auth_method: 'none',
      application_type: 'native',
    });
    expect(status).toBe(201);
    expect(schemas.validate('RegistrationResponse', json)).toEqual([]);
    expect(json).toMatchObject({ client_name: 'x', application_type: 'native', grant_types: ['authorization_code'] });
    expect(json).not.toHaveProperty('client_secret');
    expect((await authorize({ client_id: String(json.client_id), redirect_uri: undefined })).location).toMatch(
      /^com\.example\.app:\/cb\?code=/,
    );
  });

  it.each<[body: Json, error: string]>([
    [{}, 'invalid_client_metadata'],
    [[], 'invalid_client_metadata'],
    [{ redirect_uris: [] }, 'invalid_redirect_uri'],
    [{ redirect_uris: ['http://evil.example/cb'] }, 'invalid_redirect_uri'],
    [{ redirect_uris: ['https://a.example/cb#x'] }, 'invalid_redirect_uri'],
    [{ redirect_uris: ['javascript:alert(1)'] }, 'invalid_redirect_uri'],
    [{ redirect_uris: Array.from({ length: 51 }, (_, at) => `https://a.example/${at}`) }, 'invalid_redirect_uri'],
    [{ redirect_uris: [REDIRECT], token_endpoint_auth_method: 'private_key_jwt' }, 'invalid_client_metadata'],
  ])('that register %j are refused: %s', async (body, error) => {
    const { register } = await started();
    expect(await register(body)).toMatchObject({ status: 400, json: { error } });
  });

  it('authenticate as they are registered, in a header or in the form', async () => {
    const secret = 'a:b %+ä';
    const { authorize, redeem, register, server } = await started({
      clients: [{ id: 'a b', secret, redirects: [REDIRECT] }],
    });
    const code = async () => (await authorize({ client_id: 'a b' })).back?.code;
    const encoded = (text: string) => new URLSearchParams({ x: text }).toString().slice(2);
    const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` });
    const none = { client_id: undefined };
    expect((await redeem(await code(), none, basic(`${encoded('a b')}:${encoded(secret)}`))).status).toBe(200);
    expect((await redeem(await code(), { client_id: 'a b', client_secret: secret })).status).toBe(200);
    const wrong = await redeem(await code(), none, basic(`${encoded('a b')}:x`));
    expect([wrong.status, wrong.headers.get('www-authenticate')]).toEqual([401, 'Basic realm="clients"']);
    expect((await redeem(await code(), { client_id: 'a b' })).status).toBe(401);
    expect((await redeem(await code(), { client_secret: secret, ...none }, basic('a:b'))).status).toBe(400);
    expect((await redeem(await code(), none, basic('no colon'))).status).toBe(400);
    const { json } = await register({ redirect_uris: [REDIRECT] });
    expect(json).toMatchObject({ token_endpoint_auth_method: 'client_secret_basic', client_secret_expires_at: 0 });
    const own = async () => (await authorize({ client_id: String(json.client_id) })).back?.code;
    expect(
      (await redeem(await own(), { client_id: String(json.client_id), client_secret: String(json.client_secret) }))
        .status,
    ).toBe(401);
    expect((await redeem(await own(), none, basic(`${json.client_id}:${json.client_secret}`))).status).toBe(200);
    server.set({
      refuses: { register: 'invalid_redirect_uri', token: 'server_error', authorize: 'temporarily_unavailable' },
    });
    expect((await register({ redirect_uris: [REDIRECT] })).json.error).toBe('invalid_redirect_uri');
    expect((await redeem('x')).json.error).toBe('server_error');
    expect((await authorize({ client_id: 'a b' })).back).toMatchObject({ error: 'temporarily_unavailable' });
  });

  it('are known by a document: one on this machine is read, another one is believed', async () => {
    const published: { [path: string]: (url: string) => Json } = {
      '/right': (url) => ({ client_id: url, client_name: 'x', redirect_uris: [REDIRECT] }),
      '/of-another': () => ({ client_id: 'http://127.0.0.1/x', client_name: 'x', redirect_uris: [REDIRECT] }),
      '/without-redirects': (url) => ({ client_id: url, client_name: 'x' }),
      '/with-secret': (url) => ({ client_id: url, client_name: 'x', redirect_uris: [REDIRECT], client_secret: 's' }),
      '/list': () => [],
    };
    const site = await serve((exchange) => {
      const document = published[exchange.path];
      if (document) exchange.json(200, document(`${site.url}${exchange.path}`));
      else if (exchange.path === '/moved') {
        exchange.head(302, { location: '/right' });
        exchange.end();
      } else exchange.json(404, {});
    });
    const { authorize, redeem, server } = await started();
    const status = async (id: string, redirect_uri = REDIRECT) =>
      (await authorize({ client_id: id, redirect_uri })).status;
    expect(await status(`${site.url}/right`)).toBe(302);
    expect(await status(`${site.url}/right`, 'http://127.0.0.1/other')).toBe(400);
    for (const wrong of ['/of-another', '/without-redirects', '/with-secret', '/list', '/moved', '/none'])
      expect([wrong, await status(site.url + wrong)]).toEqual([wrong, 400]);
    const unseen = 'https://app.invalid/client.json';
    const { back } = await authorize({ client_id: unseen, redirect_uri: 'http://127.0.0.1:4000/cb' });
    expect((await redeem(back?.code, { client_id: unseen, redirect_uri: 'http://127.0.0.1:4000/cb' })).status).toBe(
      200,
    );
    expect(await status(unseen, 'https://app.invalid/cb')).toBe(400);
    expect(await status('http://app.invalid/client.json')).toBe(400);
    server.set({ documents: 'refuse' });
    expect(await status(unseen)).toBe(400);
    server.set({ documents: 'unseen' });
    expect(await status(`${site.url}/none`)).toBe(302);
  });
});
