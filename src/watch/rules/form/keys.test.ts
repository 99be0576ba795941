import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../json/json.js';
import { SettingsError } from '../../rule.js';
import { Feed, notify, reply, request } from '../../testing.js';

describe('keys', () => {
  const settings = { of: '_meta', pattern: '^[a-z]+$', outside: ['data'] };
  const feed = (given: JsonObject = settings) => new Feed([{ rule: 'keys', with: given }]);

  it('finds keys of another form, wherever the member stands', () => {
    const one = feed();
    one.kit(request(1, 'greet', { name: 'x' }));
    expect(one.target(notify('status', { _meta: { fine: 1 } }))).toEqual([]);
    expect(one.target(notify('status', { _meta: { 'two words': 1 } }))).toMatchObject([
      { blame: 'target', path: '/params/_meta', actual: 'two words', message: '"two words" is not a key of _meta' },
    ]);
    expect(one.target(reply(1, { list: [{ _meta: { fine: { UP: 1 } } }, { _meta: { UP: 1 } }] }))).toMatchObject([
      { path: '/result/list/1/_meta', actual: 'UP' },
    ]);
  });

  it('leaves alone what is not the protocol’s, what is not an object, and what the kit sends', () => {
    const one = feed();
    expect(one.target(notify('status', { data: { _meta: { UP: 1 } } }))).toEqual([]);
    expect(one.target(notify('status', { _meta: 'UP' }))).toEqual([]);
    expect(one.kit(notify('ready', { _meta: { UP: 1 } }))).toEqual([]);
  });

  it('judges below some members alone, and messages of some shapes alone', () => {
    const one = feed({ ...settings, below: ['hints', 'abilities'], shapes: ['response', 'request'] });
    for (const id of [1, 2, 3]) one.kit(request(id, 'greet', { name: 'x' }));
    expect(one.target(reply(1, { list: [{ _meta: { UP: 1 } }] }))).toEqual([]);
    expect(one.target(reply(2, { list: [{ hints: { deep: { _meta: { UP: 1 } } } }] }))).toMatchObject([
      { path: '/result/list/0/hints/deep/_meta', actual: 'UP' },
    ]);
    expect(one.target(reply(3, { abilities: { _meta: { UP: 1 } } }))).toHaveLength(1);
    expect(one.target(notify('status', { hints: { _meta: { UP: 1 } } }))).toEqual([]);
  });

  it('takes no memory for the elements of a list that have nothing wrong with them', () => {
    const one = feed();
    const list = Array.from({ length: 300_000 }, () => ({}));
    one.kit(request(1, 'greet', { name: 'x' }));
    const found = one.target(reply(1, { list: [...list, { _meta: { UP: 1 } }, ...list] }));
    expect(found).toMatchObject([{ path: '/result/list/300000/_meta' }]);
  });

  it('judges no key that is longer than an expression can be matched with', () => {
    const one = feed();
    expect(one.target(notify('status', { _meta: { ['A'.repeat(20_000_000)]: 1 } }))).toEqual([]);
  });

  it('refuses settings that it can not use', () => {
    expect(() => feed({ of: '_meta' })).toThrow(SettingsError);
    expect(() => feed({ of: '_meta', pattern: '(' })).toThrow('is not a regular expression');
  });
});
