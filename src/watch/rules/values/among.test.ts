import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../json/json.js';
import { Feed, notify, reply, request } from '../../testing.js';

const feed = (settings: JsonObject = {}) =>
  new Feed([
    {
      rule: 'among',
      with: {
        methods: ['greet', 'news'],
        at: ['/result/room', '/params/rooms/*'],
        value: '/now',
        of: ['/all/*', '/more/*/all/*'],
        ...settings,
      },
    },
  ]);
const news = (...rooms: JsonObject[]) => notify('news', { rooms });

describe('among', () => {
  it('finds a value that its object does not list, in requests and in responses', () => {
    const one = feed();
    expect(one.target(news({ now: 'a', all: ['a', 'b'] }))).toEqual([]);
    expect(one.target(news({ now: 'c', all: ['a', 'b'] }))).toMatchObject([
      { path: '/params/rooms/0/now', actual: 'c' },
    ]);
    expect(one.target(news({ now: 'c', more: [{ all: ['c'] }] }))).toEqual([]);
    one.kit(request(1, 'greet', { name: '' }));
    expect(one.target(reply(1, { room: { now: 'x', all: ['a'] } }))).toMatchObject([{ path: '/result/room/now' }]);
    expect(one.watch.judged()).toEqual({ among: 4 });
  });

  it('leaves objects alone that list nothing, or have no value', () => {
    const one = feed();
    expect(one.target(news({ now: 'a' }, { all: ['a'] }, { now: 'a', all: [] }))).toEqual([]);
    expect(one.target(notify('status', { rooms: [{ now: 'c', all: ['a'] }] }))).toEqual([]);
    expect(one.target(news({ now: 'c', all: ['a'] }), { deliberate: true })).toEqual([]);
    expect(one.watch.judged()).toEqual({ among: 0 });
  });

  it('takes only what is meant of a list', () => {
    const one = feed({ list: '/all', where: { kind: 'x' }, of: '/id' });
    const all = [
      { kind: 'x', id: 'a' },
      { kind: 'y', id: 'b' },
    ];
    expect(one.target(news({ now: 'a', all }))).toEqual([]);
    expect(one.target(news({ now: 'b', all }))).toHaveLength(1);
  });

  it('with `unique` finds what is listed twice', () => {
    const one = new Feed([
      { rule: 'among', with: { methods: 'news', at: '/params/rooms/*', of: ['/all/*', '/more/*'], unique: true } },
    ]);
    expect(one.target(news({ all: ['a', 'b'], more: ['c'] }))).toEqual([]);
    expect(one.target(news({ all: ['a', 'b'], more: ['b'] }))).toMatchObject([
      { path: '/params/rooms/0', actual: 'b' },
    ]);
  });

  it('refuses settings that it cannot use', () => {
    expect(() => feed({ value: 7 })).toThrow(/`value`/);
    expect(() => feed({ where: { $in: 7 } })).toThrow(/`where`/);
    expect(() => feed({ other: 1 })).toThrow(/`other`/);
  });
});
