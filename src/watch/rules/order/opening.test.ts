import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../json/json.js';
import { SettingsError } from '../../rule.js';
import { Feed, notify, reply, request } from '../../testing.js';

const feed = (more: JsonObject = {}) =>
  new Feed([{ rule: 'opening', with: { by: 'hello', besides: 'ping', ...more } }]);
const said = (methods: string[]) => methods.map((method) => ({ blame: 'target', path: '/method', actual: method }));

describe('opening', () => {
  it('finds requests that come before the answer to the first, but for those that may', () => {
    const one = feed();
    expect(one.target(request(1, 'hello'))).toEqual([]);
    expect(one.target(request(2, 'ping'))).toEqual([]);
    expect(one.target(notify('status', {}))).toEqual([]);
    expect(one.target(request(3, 'greet'))).toMatchObject(said(['greet']));
    one.kit(reply(1, {}));
    expect(one.target(request(4, 'farewell'))).toEqual([]);
    expect(one.watch.judged()).toEqual({ opening: 2 });
  });

  it('waits for the notification that is named, of either side', () => {
    const one = feed({ until: 'ready' });
    one.kit(request(1, 'hello'));
    expect(one.target(request('a', 'ask'))).toMatchObject(said(['ask']));
    expect(one.target(reply(1, {}))).toEqual([]);
    expect(one.target(request('b', 'greet'))).toMatchObject(said(['greet']));
    one.kit(notify('ready'));
    expect(one.target(request('c', 'farewell'))).toEqual([]);
  });

  it('judges the methods that are named alone', () => {
    const one = feed({ requests: ['greet'] });
    one.target(request(1, 'hello'));
    expect(one.target(request(2, 'ask'))).toEqual([]);
    expect(one.target(request(3, 'greet'))).toMatchObject(said(['greet']));
  });

  it('finds what comes before the first request, once that comes', () => {
    const one = feed({ first: true, unless: '/params/_meta/version' });
    expect(one.target(request(1, 'ping'))).toEqual([]);
    expect(one.target(request(2, 'discover', { _meta: { version: '9' } }))).toEqual([]);
    expect(one.target(request(3, 'greet'))).toEqual([]);
    expect(one.target(request(4, 'hello'))).toMatchObject([{ actual: 'greet', message: 'greet came before hello' }]);
    const other = feed({ first: true });
    other.target(request(1, 'hello'));
    expect(other.target(request(2, 'greet'))).toEqual([]);
    expect(other.watch.judged()).toEqual({ opening: 1 });
  });

  it('says nothing of a conversation whose beginning is not there, and of what is broken on purpose', () => {
    const one = feed();
    expect(one.target(request(1, 'greet'))).toEqual([]);
    one.kit(reply(1, {}));
    expect(feed().kit(request(1, 'greet'))).toEqual([]);
  });

  it('refuses settings that it can not use', () => {
    expect(() => feed({ unless: 'no-pointer' })).toThrow();
    expect(() => feed({ when: 1 })).toThrow(SettingsError);
  });
});
