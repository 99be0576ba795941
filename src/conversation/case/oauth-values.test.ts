import { afterEach, describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../json/json.js';
import type { Carried } from '../../wire/carried.js';
import { realClock } from '../../wire/clock/clock.js';
import { closeAll, serve } from '../../wire/fixtures/http.js';
import { defaultLimits } from '../../wire/limits.js';
import { Channel } from '../channel.js';
import { StageError } from '../stage.js';
import { challengesIn, placesOf, queryOf } from './oauth-values.js';
import { openChannel } from './open.js';

afterEach(closeAll);

describe('values of a case about authorization', () => {
  it('$challenges reads the first Bearer challenge', () => {
    expect(challengesIn('Basic realm="a", Bearer Scope="b a", error=x, error="y", Bearer scope=z')).toEqual({
      schemes: ['basic', 'bearer', 'bearer'],
      bearer: { scope: 'b a', error: 'x' },
      scopes: ['a', 'b'],
      problems: [expect.stringContaining('came before in this challenge')],
    });
    expect(challengesIn('Basic realm="a"')).toEqual({ schemes: ['basic'], scopes: [], problems: [] });
    expect(() => challengesIn(7)).toThrow(StageError);
  });

  it('$places lists where metadata are, and what clients take for a resource', () => {
    expect(placesOf({ resource: 'https://a.example/x' })).toEqual([
      'https://a.example/.well-known/oauth-protected-resource/x',
      'https://a.example/.well-known/oauth-protected-resource',
    ]);
    expect(placesOf({ issuer: 'https://a.example/t' })).toHaveLength(3);
    expect(placesOf({ near: 'https://a.example/x/y' })).toEqual([
      'https://a.example/x/y/',
      'https://a.example/x',
      'https://a.example/x/',
      'https://a.example',
      'https://a.example/',
    ]);
    const wrongs: Json[] = ['https://a.example', { resource: 'x' }, { other: 'https://a.example' }, {}];
    for (const wrong of wrongs) expect(() => placesOf(wrong)).toThrow(StageError);
  });

  it('$query reads the parameters of a URL', () => {
    expect(queryOf('http://a.example/?code=1&state=2&code=3')).toEqual({ code: '1', state: '2' });
    expect(() => queryOf('code=1')).toThrow(StageError);
  });
});

/** Fetches as a step would; what was recorded. */
async function fetched(body: JsonObject) {
  const records: Carried[] = [];
  let channel = new Channel('found');
  await openChannel(
    { as: 'found', ...body },
    {
      clock: realClock,
      limits: defaultLimits,
      signal: new AbortController().signal,
      headersTo: () => ({ authorization: 'Bearer secret' }),
      answers: { value: (written) => written, fits: () => true },
      channel: (values) => {
        channel = new Channel('found', values);
        return channel;
      },
      record: (_from, _channels, carried) => records.push(carried),
      joined: () => undefined,
    },
  );
  return { url: channel.values.url, ended: channel.ended, records };
}

describe('a document that a step fetches', () => {
  it('is the first that is there, and is asked for without a token', async () => {
    const heads: (string | undefined)[] = [];
    const site = await serve((exchange) => {
      heads.push(`${exchange.method} ${exchange.path} ${exchange.headers.authorization}`);
      if (exchange.path === '/two') exchange.json(200, { found: true });
      else exchange.json(404, { found: false });
    });
    const { url, ended, records } = await fetched({
      fetch: ['', `${site.url}/one`, `${site.url}/two`, `${site.url}/three`],
    });
    expect([url, ended]).toEqual([`${site.url}/two`, true]);
    expect(heads).toEqual(['GET /one undefined', 'GET /two undefined']);
    expect(records).toMatchObject([
      { kind: 'http', http: { status: 404 } },
      { kind: 'body', body: { found: true }, http: { status: 200, path: `${site.url}/two` } },
    ]);
  });

  it('is the last answer if none is there, and a closed connection if nobody answers', async () => {
    const site = await serve((exchange) => exchange.json(503, { later: true }));
    expect((await fetched({ fetch: site.url })).records).toMatchObject([{ kind: 'body', http: { status: 503 } }]);
    expect((await fetched({ fetch: 'http://127.0.0.1:1/' })).records).toMatchObject([{ kind: 'closed' }]);
  });

  it('may be an answer to what is posted', async () => {
    const types: (string | undefined)[] = [];
    const site = await serve((exchange) => {
      types.push(`${exchange.method} ${exchange.headers['content-type']}`);
      exchange.json(200, {});
    });
    await fetched({ fetch: site.url, json: { a: 1 } });
    await fetched({ fetch: site.url, form: { a: 1 } });
    expect(types).toEqual(['POST application/json', 'POST application/x-www-form-urlencoded']);
  });

  it.each([
    ['http://a.example/', 'plain http on another machine'],
    ['https://a.example/', 'list https://a.example under `auth.servers`'],
    ['ftp://127.0.0.1/', 'is not a URL of http or https'],
    ['/relative', 'is not a URL of http or https'],
  ])('is not asked for at %s', async (url, reason) => {
    await expect(fetched({ fetch: url })).rejects.toThrow(reason);
  });
});
