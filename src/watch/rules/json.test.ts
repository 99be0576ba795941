import { describe, expect, it } from 'vitest';
import { Feed, notify, request } from '../testing.js';

describe('json', () => {
  const feed = () => new Feed([{ rule: 'json' }]);

  it('finds what is no JSON', () => {
    const [finding] = feed().bytes('{"jsonrpc": "2.0", ');
    expect(finding).toMatchObject({ rule: 'json', blame: 'target', message: expect.stringContaining('not JSON') });
  });

  it('finds a member that occurs twice, by its path', () => {
    const message = request(1, 'ask', { a: { b: 1 } });
    const text = '{"jsonrpc":"2.0","id":1,"method":"ask","params":{"a":{"b":1,"b":1}}}';
    expect(feed().target(message, { text })).toMatchObject([{ path: '/params/a/b' }]);
  });

  it('leaves a proper message alone and counts it', () => {
    const one = feed();
    expect(one.target(notify('status'))).toEqual([]);
    expect(one.watch.judged()).toEqual({ json: 1 });
  });

  it('leaves a banner on stdio to the rule stdout, and finds it on every other transport', () => {
    expect(feed().bytes('Server started')).toEqual([]);
    expect(new Feed([{ rule: 'json' }], { transport: 'http' }).bytes('Server started')).toHaveLength(1);
  });

  it('blames the kit for broken bytes of ours, unless they were meant', () => {
    expect(feed().bytes('{', { from: 'kit' })).toMatchObject([{ blame: 'kit' }]);
    expect(feed().bytes('{', { from: 'kit', deliberate: true })).toEqual([]);
  });
});
