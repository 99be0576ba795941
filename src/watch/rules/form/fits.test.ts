import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../json/json.js';
import { Feed, notify, reply, request } from '../../testing.js';

const feed = (more: JsonObject = {}) =>
  new Feed([
    {
      rule: 'fits',
      with: { methods: ['status', 'greet'], at: ['/params/path', '/result/*/path'], is: { $re: '^/' }, ...more },
    },
  ]);

describe('fits', () => {
  it('finds what does not fit, wherever it stands', () => {
    const one = feed();
    expect(one.target(notify('status', { path: '/a' }))).toEqual([]);
    expect(one.target(notify('status', { path: 'a' }))).toMatchObject([{ path: '/params/path', actual: 'a' }]);
    one.kit(request(1, 'greet', { name: '' }));
    expect(one.target(reply(1, [{ path: '/a' }, { path: 'b' }]))).toMatchObject([{ path: '/result/1/path' }]);
    expect(one.watch.judged()).toEqual({ fits: 3 });
  });

  it('passes over other methods, places that are not there, and what is broken on purpose', () => {
    const one = feed();
    expect(one.target(notify('news', { path: 'a' }))).toEqual([]);
    expect(one.target(notify('status', {}))).toEqual([]);
    expect(one.target(notify('status', { path: 'a' }), { deliberate: true })).toEqual([]);
    expect(one.watch.judged()).toEqual({ fits: 0 });
  });

  it('judges the head of what carries a request, and no head of a response', () => {
    const one = feed({ at: '/http/headers/x-path' });
    one.target(request(1, 'greet', {}), { http: { headers: { 'x-path': '/a' } } });
    expect(one.watch.judged()).toEqual({ fits: 1 });
    const wrong = { http: { headers: { 'x-path': 'a' } } };
    expect(one.target(request(2, 'greet', {}), wrong)).toMatchObject([{ path: '/http/headers/x-path', actual: 'a' }]);
    one.kit(request(3, 'greet', {}));
    expect(one.target(reply(3, {}), wrong)).toEqual([]);
  });

  it('without methods judges all messages, and with `target` and `requests` only requests of the target', () => {
    const one = new Feed([{ rule: 'fits', with: { at: '', is: { params: { a: 1 } }, target: true, requests: true } }]);
    expect(one.kit(request(1, 'greet', {}))).toEqual([]);
    expect(one.target(notify('news', {}))).toEqual([]);
    expect(one.target(request(1, 'ask', { a: 1 }))).toEqual([]);
    expect(one.target(request(2, 'ask', {}))).toMatchObject([{ path: '/params/a' }]);
    expect(one.watch.judged()).toEqual({ fits: 2 });
  });

  it('judges nothing after the request that says so, of either side', () => {
    const one = feed({ until: 'greet' });
    expect(one.target(notify('status', { path: 'a' }))).toHaveLength(1);
    one.kit(request(1, 'greet', { name: '' }));
    expect(one.target(notify('status', { path: 'b' }))).toEqual([]);
    expect(one.watch.judged()).toEqual({ fits: 1 });
  });

  it('refuses settings that it cannot use', () => {
    expect(() => feed({ is: { $nope: 1 } })).toThrow(/\$nope/);
    expect(() => feed({ at: 'path' })).toThrow(/pointer/i);
    expect(() => feed({ to: '/' })).toThrow(/`to`/);
    expect(() => new Feed([{ rule: 'fits', with: { methods: 'status', at: '/params' } }])).toThrow(/`is`/);
  });
});
