import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../json/json.js';
import { Feed, notify, reply, request } from '../../testing.js';

const settings = {
  notify: 'progress',
  key: '/params/progressToken',
  of: '/params/_meta/progressToken',
  unless: '/result/task',
};

describe('after-final', () => {
  const feed = (more: JsonObject = {}, transport = 'stdio') =>
    new Feed([{ rule: 'after-final', with: { ...settings, ...more } }], { transport });
  const greet = (id: number, progressToken: number | string) =>
    request(id, 'greet', { name: 'x', _meta: { progressToken } });
  const progress = (progressToken: number | string) => notify('progress', { progressToken, progress: 1 });

  it('finds progress after the response, not before', () => {
    const one = feed();
    one.kit(greet(1, 't'));
    expect(one.target(progress('t'))).toEqual([]);
    one.target(reply(1, {}));
    expect(one.target(progress('t'))).toMatchObject([{ blame: 'target', path: '/params/progressToken', actual: 't' }]);
    expect(one.watch.judged()).toEqual({ 'after-final': 3 });
  });

  it('goes by the token and not by the order of requests', () => {
    const one = feed();
    one.kit(greet(1, 'a'));
    one.kit(greet(2, 'b'));
    one.target(reply(1, {}));
    expect(one.target(progress('b'))).toEqual([]);
    expect(one.target(progress('a'))).toHaveLength(1);
  });

  it('judges by the requests of the sender itself, where it is told to', () => {
    const one = new Feed([
      { rule: 'after-final', with: { notify: 'progress', key: '/params/of', own: true, known: true } },
    ]);
    one.kit(greet(1, 'a'));
    one.target(request(2, 'ask'));
    expect(one.target(notify('progress', { of: 2 }))).toEqual([]);
    expect(one.target(notify('progress', { of: 3 }))).toEqual([]);
    expect(one.target(notify('progress', { of: 1 }))).toMatchObject([
      { path: '/params/of', message: 'progress for 1, which a request of the other side gave' },
    ]);
  });

  it('lets the key be of some requests of the other side, until that side has sent one about them', () => {
    const settings = { notify: 'progress', key: '/params/of', own: true, known: true, besides: ['greet'] };
    const one = new Feed([{ rule: 'after-final', with: settings }]);
    one.kit(greet(1, 'a'));
    one.kit(request(2, 'ask'));
    expect(one.target(notify('progress', { of: 1 }))).toEqual([]);
    one.target(reply(1, {}));
    expect(one.target(notify('progress', { of: 1 }))).toEqual([]);
    expect(one.target(notify('progress', { of: 2 }))).toHaveLength(1);
    const crossed = new Feed([{ rule: 'after-final', with: settings }]);
    crossed.kit(greet(1, 'a'));
    expect(crossed.kit(notify('progress', { of: 1 }))).toEqual([]);
    expect(crossed.target(notify('progress', { of: 1 }))).toHaveLength(1);
  });

  it('lets a token be used again', () => {
    const one = feed();
    one.kit(greet(1, 'a'));
    one.target(reply(1, {}));
    one.kit(greet(2, 'a'));
    expect(one.target(progress('a'))).toEqual([]);
  });

  it('blames nobody for what a sender made unclear: an id or a token used again before the response', () => {
    const id = feed();
    id.kit(greet(1, 'a'));
    id.kit(request(1, 'greet', { name: 'y' }));
    id.target(reply(1, {}));
    expect(id.target(progress('a'))).toEqual([]);
    const later = feed();
    later.kit(greet(1, 'a'));
    later.target(reply(1, {}));
    later.kit(request(1, 'greet', { name: 'y' }));
    later.target(reply(1, {}));
    later.kit(greet(2, 'a'));
    expect(later.target(progress('a'))).toEqual([]);
    const token = feed();
    token.kit(greet(1, 'a'));
    token.kit(greet(2, 'a'));
    token.target(reply(2, {}));
    expect(token.target(progress('a'))).toEqual([]);
  });

  it('does not take a response for final where `unless` says so', () => {
    const one = feed();
    one.kit(greet(1, 'a'));
    one.target(reply(1, { task: { taskId: 'x' } }));
    expect(one.target(progress('a'))).toEqual([]);
  });

  it('knows no order between two streams of HTTP', () => {
    const one = feed({}, 'http');
    one.kit(greet(1, 'a'), { channel: 'post', http: { method: 'POST', headers: {} } });
    one.target(reply(1, {}), { stream: 'post' });
    expect(one.target(progress('a'), { stream: 'get' })).toEqual([]);
    expect(one.target(progress('a'), { stream: 'post' })).toHaveLength(1);
  });

  it('with `known` finds a token that nobody gave, and nothing else', () => {
    expect(feed().target(progress('x'))).toEqual([]);
    const one = feed({ known: true });
    expect(one.target(progress('x'))).toMatchObject([{ path: '/params/progressToken', actual: 'x' }]);
    one.kit(greet(1, 'a'));
    one.target(reply(1, {}));
    expect(one.target(progress('a'))).toEqual([]);
    expect(one.watch.judged()).toEqual({ 'after-final': 2 });
  });

  it('with `known` judges nothing after bytes that may have given a token', () => {
    const one = feed({ known: true });
    one.bytes('{"_meta":{"progressToken":"x"}', { from: 'kit', deliberate: true });
    expect(one.target(progress('x'))).toEqual([]);
  });

  it('judges nothing without tokens', () => {
    const one = feed();
    one.kit(request(1, 'greet', { name: 'x' }));
    one.target(reply(1, {}));
    expect(one.watch.judged()).toEqual({ 'after-final': 0 });
  });

  it('blames the kit for late progress of ours', () => {
    const one = feed();
    one.target(request(1, 'ask', { _meta: { progressToken: 5 } }));
    one.kit(reply(1, {}));
    expect(one.kit(progress(5))).toMatchObject([{ blame: 'kit' }]);
  });

  it('counts the requests of some methods alone, and looks at some notifications alone', () => {
    const one = feed({ requests: ['greet'], only: { at: '/params/kind', in: ['work'] } });
    const told = (kind: string) => one.target(notify('progress', { progressToken: 'a', kind }));
    one.kit(greet(1, 'a'));
    one.kit(request(2, 'ask', { _meta: { progressToken: 'a' } }));
    one.target(reply(2, {}));
    expect(told('work')).toEqual([]);
    one.target(reply(1, {}));
    expect(told('chat')).toEqual([]);
    expect(told('work')).toHaveLength(1);
  });

  it('waits for the last response where several requests gave the same key', () => {
    const one = feed();
    one.kit(greet(1, 'a'));
    one.kit(greet(2, 'a'));
    one.target(reply(2, {}));
    one.target(reply(2, {}));
    expect(one.target(progress('a'))).toEqual([]);
    one.target(reply(1, {}));
    expect(one.target(progress('a'))).toHaveLength(1);
  });

  it('judges what comes after the responses of some methods alone, and by what they say', () => {
    const more = { requests: ['greet', 'open'], after: ['greet'] };
    const told = { at: '/result/why', in: ['stopped'] };
    const all = (settings: JsonObject, why: string, method = 'greet') => {
      const one = feed({ ...more, ...settings });
      one.kit(request(1, method, { _meta: { progressToken: 'a' } }));
      one.target(reply(1, { why }));
      return one.target(progress('a')).length;
    };
    expect(all({ answer: told }, 'stopped')).toBe(1);
    expect(all({ answer: told }, 'done')).toBe(0);
    expect(all({ answer: { ...told, not: true } }, 'stopped')).toBe(0);
    expect(all({ answer: { ...told, not: true } }, 'done')).toBe(1);
    expect(all({}, 'done', 'open')).toBe(0);
  });

  it('with `during` judges what comes while only these requests are open', () => {
    const one = feed({ requests: ['greet', 'open'], during: ['open'] });
    one.kit(request(1, 'open', { _meta: { progressToken: 'a' } }));
    expect(one.target(progress('a'))).toMatchObject([{ message: 'progress for "a" before the response to its open' }]);
    one.kit(greet(2, 'a'));
    one.target(reply(1, {}));
    expect(one.target(progress('a'))).toEqual([]);
    one.kit(request(3, 'open', { _meta: { progressToken: 'a' } }));
    expect(one.target(progress('a'))).toEqual([]);
    one.target(reply(2, {}));
    expect(one.watch.broken()).toEqual({ 'after-final': 1 });
    one.target(progress('a'));
    expect(one.watch.broken()).toEqual({ 'after-final': 2 });
    one.target(reply(3, {}));
    one.target(progress('a'));
    expect(one.watch.broken()).toEqual({ 'after-final': 2 });
  });

  it('lets two entries with other settings count for themselves', () => {
    const rules = ['greet', 'open'].map((after) => ({
      id: after,
      rule: 'after-final' as const,
      with: { ...settings, requests: ['greet', 'open'], after: [after] },
    }));
    const one = new Feed(rules);
    one.kit(request(1, 'open', { _meta: { progressToken: 'a' } }));
    one.target(reply(1, {}));
    one.target(progress('a'));
    expect(one.watch.broken()).toEqual({ greet: 0, open: 1 });
  });

  it('refuses settings that it can not use', () => {
    expect(() => new Feed([{ rule: 'after-final', with: {} }])).toThrow(/wire rule after-final: `notify` must be/);
    expect(() => feed({ key: 'no pointer' })).toThrow(/not a JSON Pointer/);
  });
});
