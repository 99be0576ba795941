import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../json/json.js';
import { Feed, notify, reply, request } from '../../testing.js';

const feed = (more: JsonObject = {}) =>
  new Feed([
    {
      rule: 'misplaced',
      with: {
        methods: ['status', 'greet'],
        at: ['/params/update', '/result/*'],
        by: '/kind',
        members: { late: ['minutes', 'a/b'] },
        to: '/_meta/kit',
        was: 'the form before version 2',
        ...more,
      },
    },
  ]);

describe('misplaced', () => {
  it('names where a member stands, of which form that was, and where it belongs', () => {
    const one = feed();
    expect(one.target(notify('status', { update: { kind: 'late', minutes: 3 } }))).toMatchObject([
      {
        path: '/params/update/minutes',
        actual: 3,
        message:
          'status: /params/update/minutes is a member of the form before version 2; ' +
          'it belongs at /params/update/_meta/kit/minutes',
      },
    ]);
    one.kit(request(1, 'greet', { name: '' }));
    expect(one.target(reply(1, [{ kind: 'late' }, { kind: 'late', 'a/b': 1 }]))).toMatchObject([
      { path: '/result/1/a~1b' },
    ]);
  });

  it('takes it where it belongs, and passes over other variants, methods and places', () => {
    const one = feed();
    expect(one.target(notify('status', { update: { kind: 'late', _meta: { kit: { minutes: 3 } } } }))).toEqual([]);
    expect(one.watch.judged()).toEqual({ misplaced: 1 });
    expect(one.target(notify('status', { update: { kind: 'early', minutes: 3 } }))).toEqual([]);
    expect(one.target(notify('status', { update: 'late' }))).toEqual([]);
    expect(one.target(notify('news', { update: { kind: 'late', minutes: 3 } }))).toEqual([]);
    expect(one.target(notify('status', { update: { kind: 'late', minutes: 3 } }), { deliberate: true })).toEqual([]);
    expect(one.watch.judged()).toEqual({ misplaced: 1 });
  });

  it('may be about every object at its place', () => {
    const { by: _, ...rest } = { by: 0, methods: 'status', at: '/params', members: ['text'], to: '/_meta', was: 'v1' };
    const one = new Feed([{ rule: 'misplaced', with: rest }]);
    expect(one.target(notify('status', { text: 'a' }))).toMatchObject([{ path: '/params/text' }]);
  });

  it('refuses settings that it cannot use', () => {
    expect(() => feed({ members: ['minutes'] })).toThrow(/`members`/);
    expect(() => feed({ to: 'kit' })).toThrow(/pointer/i);
    expect(() => feed({ from: '/' })).toThrow(/`from`/);
  });
});
