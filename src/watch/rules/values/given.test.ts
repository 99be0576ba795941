import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../json/json.js';
import { Feed, failure, notify, reply, request } from '../../testing.js';

const feed = (more: JsonObject = {}) =>
  new Feed([
    {
      rule: 'given',
      with: {
        methods: ['status', 'ask'],
        at: '/params/room',
        by: [
          { methods: ['greet'], at: '/result/room' },
          { methods: 'ready', at: '/params/rooms/*' },
        ],
        pending: 'greet',
        ...more,
      },
    },
  ]);
const status = (room: string) => notify('status', { room });

describe('given', () => {
  it('takes names that a response or a message of either side gave', () => {
    const one = feed();
    one.kit(request(1, 'greet', { name: '' }));
    one.target(reply(1, { room: 'a' }));
    one.kit(notify('ready', { rooms: ['b', 'c'] }));
    for (const room of ['a', 'b', 'c']) expect(one.target(status(room))).toEqual([]);
    expect(one.target(request(7, 'ask', { room: 'a' }))).toEqual([]);
    expect(one.watch.judged()).toEqual({ given: 4 });
  });

  it('finds a name that nobody gave', () => {
    const one = feed();
    expect(one.target(status('a'))).toMatchObject([{ path: '/params/room', actual: 'a' }]);
    expect(one.target(request(7, 'ask', { room: 'a' }))).toHaveLength(1);
  });

  it('waits while a name may be on its way', () => {
    const one = feed();
    one.kit(request(1, 'greet', { name: '' }));
    expect(one.target(status('early'))).toEqual([]);
    one.target(failure(1, -32603));
    expect(one.target(status('early'))).toHaveLength(1);
  });

  it('judges nothing once more names may be on their way than it remembers', () => {
    const one = feed();
    for (let id = 0; id <= 1000; id++) one.kit(request(id, 'greet', { name: '' }));
    for (let id = 0; id <= 1000; id++) one.target(failure(id, -32603));
    expect(one.target(status('a'))).toEqual([]);
    expect(one.watch.judged()).toEqual({ given: 0 });
  });

  it('leaves other messages, names that are no text and what is broken on purpose alone', () => {
    const one = feed();
    expect(one.target(notify('news', { room: 'a' }))).toEqual([]);
    expect(one.target(notify('status', { room: 7 }))).toEqual([]);
    expect(one.target(status('a'), { deliberate: true })).toEqual([]);
    expect(one.watch.judged()).toEqual({ given: 0 });
  });

  it('looks only at messages that are meant, on both sides', () => {
    const one = feed({
      methods: 'status',
      where: { params: { kind: { $not: 'first' } } },
      by: [{ methods: 'status', at: '/params/room', where: { params: { kind: 'first' } } }],
    });
    const told = (room: string, kind: string) => one.target(notify('status', { room, kind }));
    expect(told('a', 'more')).toHaveLength(1);
    expect(told('a', 'first')).toEqual([]);
    expect(told('a', 'more')).toEqual([]);
    expect(one.watch.judged()).toEqual({ given: 2 });
  });

  it('tells names apart by their scope', () => {
    const one = feed({ scope: '/params/house', by: [{ methods: 'ready', at: '/params/room' }] });
    one.kit(notify('ready', { house: 1, room: 'a' }));
    expect(one.target(notify('status', { house: 1, room: 'a' }))).toEqual([]);
    expect(one.target(notify('status', { house: 2, room: 'a' }))).toHaveLength(1);
  });

  it('with `until` takes names that are given later, and tells of others at the response', () => {
    const one = feed({ until: 'work', scope: '/params/house', by: [{ methods: 'ready', at: '/params/room' }] });
    const told = (house: number, room: string) => one.target(notify('status', { house, room }));
    one.kit(request(1, 'work', { house: 1 }));
    one.kit(request(2, 'work', { house: 2 }));
    expect([told(1, 'a'), told(1, 'b'), told(2, 'c')]).toEqual([[], [], []]);
    one.target(notify('ready', { house: 1, room: 'a' }));
    expect(one.target(reply(1, {}))).toMatchObject([{ message: 'status names "b", which nobody gave' }]);
    one.target(reply(2, {}));
    expect(one.watch.broken()).toEqual({ given: 2 });
  });

  it('looks at each element of a list', () => {
    const one = feed({ at: '/params/rooms/*', methods: 'status' });
    one.kit(notify('ready', { rooms: ['a'] }));
    expect(one.target(notify('status', { rooms: ['a', 'b', 7] }))).toMatchObject([
      { path: '/params/rooms/1', actual: 'b' },
    ]);
    expect(one.target(notify('status', { rooms: [] }))).toEqual([]);
    expect(one.watch.judged()).toEqual({ given: 1 });
  });

  it('takes what is used while a request repeats what was said for given', () => {
    const one = feed({ repeating: 'greet', pending: 'nothing' });
    one.kit(request(1, 'greet', { name: '' }));
    expect(one.target(status('old'))).toEqual([]);
    one.target(reply(1, {}));
    expect(one.target(status('old'))).toEqual([]);
    expect(one.target(status('other'))).toHaveLength(1);
  });

  it('finds a name that was given back', () => {
    const one = feed({ takenBy: [{ methods: 'ask', at: '/params/room' }] });
    one.kit(notify('ready', { rooms: ['a'] }));
    expect(one.target(request(7, 'ask', { room: 'a' }))).toEqual([]);
    expect(one.target(status('a'))).toHaveLength(1);
    one.kit(notify('ready', { rooms: ['a'] }));
    expect(one.target(status('a'))).toEqual([]);
  });

  it('with `keys` takes the names of members, in messages of every method', () => {
    const by = [{ methods: 'ready', at: '/params/fields', keys: true }];
    const one = new Feed([{ rule: 'given', with: { at: '/params/fields', keys: true, by } }]);
    one.kit(notify('ready', { fields: { a: 1 } }));
    expect(one.target(notify('news', { fields: { a: 2, 'b/c': 3 } }))).toMatchObject([
      { path: '/params/fields/b~1c', actual: 'b/c' },
    ]);
    expect(one.target(notify('other', { fields: { a: 2 } }))).toEqual([]);
  });

  it('refuses settings that it cannot use', () => {
    expect(() => feed({ by: [] })).toThrow(/`by`/);
    expect(() => feed({ by: ['greet'] })).toThrow(/`by`/);
    expect(() => feed({ by: [{ methods: ['greet'], at: '/a', in: 1 }] })).toThrow(/`in`/);
  });
});
