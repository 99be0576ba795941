import { describe, expect, it } from 'vitest';
import { Feed, failure, notify, reply, request } from '../../testing.js';

const rule = 'answered-notification';

describe(rule, () => {
  const feed = (transport = 'stdio') => new Feed([{ rule }], { transport });
  const post = (channel: string) => ({ channel, http: { method: 'POST', headers: {} } });
  const answer = (stream: string, status: number) => ({ stream, http: { status, headers: {} } });

  it('finds a result without id after a notification', () => {
    const one = feed();
    one.kit(notify('ready'));
    expect(one.target({ jsonrpc: '2.0', result: {} })).toMatchObject([{ rule, blame: 'target' }]);
  });

  it('finds an error whose id is null after a notification', () => {
    const one = feed();
    one.kit(notify('unknown'));
    expect(one.target(failure(null, -32601))).toHaveLength(1);
  });

  it('finds as many answers as there were notifications', () => {
    const one = feed();
    one.kit(notify('ready'));
    one.target(failure(null, -32601));
    one.target(failure(null, -32601));
    expect(one.watch.broken()).toEqual({ [rule]: 1 });
  });

  it('counts each of our notifications as judged', () => {
    const one = feed();
    one.kit(notify('ready'));
    one.kit(request(1, 'greet'));
    one.target(reply(1, {}));
    expect(one.watch.judged()).toEqual({ [rule]: 1 });
    expect(one.watch.findings()).toEqual([]);
  });

  it('leaves it to the envelope where a request is still open', () => {
    const one = feed();
    one.kit(notify('ready'));
    one.kit(request(1, 'greet'));
    expect(one.target(failure(null, -32601))).toEqual([]);
  });

  it('allows an error after something that could not be read', () => {
    const one = feed();
    one.kit(notify('ready'));
    one.bytes('{', { from: 'kit', deliberate: true });
    expect(one.target(failure(null, -32700))).toEqual([]);
  });

  it('goes by the exchange over HTTP', () => {
    const one = feed('http');
    one.kit(request(1, 'greet'), post('a'));
    one.kit(notify('ready'), post('b'));
    expect(one.target(failure(null, -32600), answer('b', 200))).toHaveLength(1);
    one.kit(notify('ready'), post('c'));
    expect(one.target(failure(undefined, -32600), answer('c', 400))).toEqual([]);
    expect(one.target(failure(null, -32600), answer('a', 200))).toEqual([]);
  });

  it('finds an answer to a response', () => {
    const one = feed('http');
    one.target(request(1, 'ask'), { stream: 'get' });
    one.kit(reply(1, {}), post('d'));
    expect(one.target({ jsonrpc: '2.0', id: null, result: {} }, answer('d', 200))).toHaveLength(1);
  });
});
