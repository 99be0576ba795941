import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../json/json.js';
import { SettingsError } from '../../rule.js';
import { Feed, failure, notify, reply, request } from '../../testing.js';

describe('schema', () => {
  const feed = (settings = {}) => new Feed([{ rule: 'schema', with: settings }]);

  it('judges a result by the method of the request that it answers', () => {
    const one = feed();
    one.kit(request(1, 'greet', { name: 'x' }));
    one.kit(request(2, 'ping'));
    expect(one.target(reply(2, {}))).toEqual([]);
    expect(one.target(reply(1, { text: 5 }))).toMatchObject([
      {
        blame: 'target',
        path: '/result/text',
        actual: 5,
        label: 'invalid',
        message: expect.stringContaining('the result of greet'),
      },
    ]);
  });

  it('judges params by the method', () => {
    expect(feed().kit(request(1, 'greet', {}))).toMatchObject([
      { blame: 'kit', path: '/params', message: expect.stringContaining('lacks "name"') },
    ]);
    expect(feed().kit(request(1, 'greet'))).toMatchObject([
      { path: '/params', message: expect.stringContaining('missing') },
    ]);
    expect(feed().kit(request(1, 'greet', { name: 'x', more: 1 }))).toEqual([]);
  });

  it('judges params by a definition of their own, where there is no definition of the message', () => {
    expect(feed().target(notify('news', { item: { title: 'x' } }))).toEqual([]);
    expect(feed().target(notify('news', { item: { title: 5 } }))).toMatchObject([
      { path: '/params/item/title', message: 'news: expected a string, got number at /params/item/title' },
    ]);
    expect(feed().target(notify('news'))).toMatchObject([{ path: '/params' }]);
  });

  it('does not judge extension methods, errors, or a result that nobody can place', () => {
    const one = feed();
    expect(one.target(request(1, '_vendor/do', { name: 5 }))).toEqual([]);
    one.kit(request(1, 'greet', { name: 'x' }));
    expect(one.target(failure(1, -1))).toEqual([]);
    expect(one.target(reply(99, {}))).toEqual([]);
    expect(one.watch.judged()).toEqual({ schema: 0 });
  });

  it('uses the method that the record names where the session has no memory of it', () => {
    expect(feed().target(reply(99, {}), { method: 'greet' })).toHaveLength(1);
  });

  it('finds a method that comes from the wrong side', () => {
    expect(feed().target(request(1, 'greet', { name: 'x' }))).toMatchObject([{ path: '/method' }]);
    expect(feed().target(notify('ready'))).toHaveLength(1);
  });

  it('leaves unknown variants alone unless the enum is closed', () => {
    const variant = request(1, 'greet', { name: 'variant' });
    expect(feed().kit(variant)).toEqual([]);
    expect(feed({ variants: 'closed' }).kit(variant)).toMatchObject([
      { label: 'undeclared extension', message: expect.stringContaining('undeclared extension') },
    ]);
    expect(feed({ variants: 'only' }).kit(variant)).toMatchObject([{ label: 'undeclared extension' }]);
    expect(feed({ variants: 'only' }).kit(request(2, 'greet', { name: 3 }))).toEqual([]);
    expect(() => feed({ variants: 'ajar' })).toThrow(/open, closed or only/);
  });

  it('leaves a variant alone that its sender has advertised, where it said so and for its own messages', () => {
    const advertised = { in: 'greet', at: '/result/variants', of: '/params/item/title' };
    const open = () => feed({ variants: 'closed', advertised });
    const news = notify('news', { item: { title: 'variant' } });
    const greeted = (list: Json) => {
      const one = open();
      one.kit(request(1, 'greet', { name: 'x' }));
      one.target(reply(1, { text: 'x', variants: list }));
      return one;
    };
    expect(greeted(['other', 'variant']).target(news)).toEqual([]);
    for (const list of [['other'], 'variant', null, {}]) expect(greeted(list).target(news)).toHaveLength(1);
    expect(open().target(news)).toHaveLength(1);
    expect(greeted(['variant']).kit(request(2, 'greet', { name: 'variant' }))).toHaveLength(1);
    const elsewhere = open();
    elsewhere.kit(request(1, 'greet', { name: 'x', variants: ['variant'] }));
    elsewhere.target(reply(1, { text: 'x' }));
    expect(elsewhere.target(news)).toHaveLength(1);
    expect(greeted(['variant']).target(notify('news', { item: { title: 5 } }))).toHaveLength(1);
  });

  it('leaves places alone that another definition speaks of, and no others', () => {
    const answered = (except: string[], result: Json) => {
      const one = feed({ except });
      one.kit(request(1, 'greet', { name: 'x' }));
      return one.target(reply(1, result));
    };
    expect(answered(['/result/text'], { text: 5 })).toEqual([]);
    expect(answered(['/result', '/text'], { text: 5 })).toHaveLength(1);
    expect(answered(['greet /result/text'], { text: 5 })).toEqual([]);
    expect(answered(['ping /result/text'], { text: 5 })).toHaveLength(1);
    expect(() => feed({ except: 5 })).toThrow('`except` must be a text or a list of texts');
  });

  it('judges nothing but the places that are meant, and what is inside them', () => {
    const answered = (at: string | string[]) => {
      const one = feed({ at });
      one.kit(request(1, 'greet', { name: 'x' }));
      return one.target(reply(1, { text: 5 }));
    };
    expect(answered('/result/text')).toHaveLength(1);
    expect(answered(['/params', '/result'])).toHaveLength(1);
    expect(answered(['/result/te', '/result/text/more'])).toEqual([]);
    expect(answered('greet /result/text')).toHaveLength(1);
    expect(answered('ping /result/text')).toEqual([]);
    expect(() => feed({ at: 5 })).toThrow('`at` must be a text or a list of texts');
  });

  it('finds what is missing at a place, and leaves places to the entries that name them', () => {
    const rules = (...settings: JsonObject[]) =>
      settings.map((one, nth) => ({ id: String(nth), rule: 'schema' as const, requirement: 'DEMO-01', with: one }));
    const broken = (result: Json, ...settings: JsonObject[]) => {
      const one = new Feed(rules(...settings));
      one.kit(request(1, 'greet', { name: 'x' }));
      return one.target(reply(1, result)).map(({ rule }) => rule);
    };
    for (const result of [{}, { text: 5 }] as Json[]) {
      expect(broken(result, {}, { at: '/result/text' })).toEqual(['1']);
      expect(broken(result, {}, { at: '/result/more' })).toEqual(['0']);
      expect(broken(result, {}, { at: '/result/text', variants: 'only' })).toEqual(['0']);
    }
  });

  it('refuses settings of what is advertised that it can not use', () => {
    expect(() => feed({ advertised: true })).toThrow('{ in, at, of }');
    expect(() => feed({ advertised: { in: 'greet', at: '/a' } })).toThrow('`of` must be a text');
    expect(() => feed({ advertised: { in: 'greet', at: 'a', of: '/b' } })).toThrow(SettingsError);
    expect(() => feed({ advertised: { in: 'greet', at: '/a', of: '/b', by: 1 } })).toThrow('`by` is not a setting');
  });

  it('does not judge the reply to what we broke on purpose', () => {
    const one = feed();
    one.kit(request(1, 'greet', { name: 5 }), { deliberate: true });
    expect(one.target(reply(1, { text: 5 }))).toEqual([]);
  });

  it('does not guess where one id was asked with for two methods', () => {
    const one = feed();
    one.kit(request(1, 'greet', { name: 'x' }));
    one.kit(request(1, 'ping'));
    expect(one.target(reply(1, {}))).toEqual([]);
  });

  it('is not brought down by a validator that gives up on depth', () => {
    const deep = new Feed([{ rule: 'schema' }], {
      definitions: {
        method: () => ({ kind: 'notification', from: ['target'], message: 'X', paramsRequired: true, results: [] }),
        misfits: () => {
          throw new RangeError('Maximum call stack size exceeded');
        },
      },
    });
    expect(deep.target(notify('x', {}))).toEqual([]);
    expect(deep.watch.judged()).toEqual({ schema: 0 });
  });
});
