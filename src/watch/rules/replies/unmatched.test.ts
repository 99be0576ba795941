import { describe, expect, it } from 'vitest';
import { REMEMBERED } from '../../memory.js';
import { Feed, failure, notify, reply, request } from '../../testing.js';

describe('unmatched', () => {
  const feed = () => new Feed([{ rule: 'unmatched' }]);

  it('finds a response that nobody asked for, and a second one', () => {
    const one = feed();
    one.kit(request(1, 'greet'));
    expect(one.target(reply(2, {}))).toMatchObject([{ message: expect.stringContaining('nobody asked') }]);
    expect(one.target(reply(1, {}))).toEqual([]);
    expect(one.target(reply(1, {}))).toMatchObject([{ message: expect.stringContaining('second response to greet') }]);
    expect(one.target(failure('1', -1))).toEqual([]);
    expect(one.watch.broken()).toEqual({ unmatched: 3 });
  });

  it('takes as many responses as come to a method that streams', () => {
    const one = new Feed([{ rule: 'unmatched', with: { streams: ['greet'] } }]);
    one.kit(request(1, 'greet'));
    one.kit(request(2, 'part'));
    for (let count = 0; count < 3; count++) expect(one.target(reply(1, {}))).toEqual([]);
    expect(one.target(reply(3, {}))).toHaveLength(1);
    expect(one.target(reply(2, {}))).toEqual([]);
    expect(one.target(reply(2, {}))).toHaveLength(1);
  });

  it('of a server that several clients share, finds an id that no message has had', () => {
    const one = new Feed([{ rule: 'unmatched', with: { shared: true } }]);
    one.kit(request(1, 'greet'));
    one.kit(request(1, 'greet'));
    for (let count = 0; count < 3; count++) expect(one.target(reply(1, {}))).toEqual([]);
    one.target(request('host-1', 'ask'));
    for (let count = 0; count < 2; count++) one.kit(reply('host-1', {}));
    expect(one.target(failure('host-1', -32013))).toEqual([]);
    one.kit(reply('host-2', {}));
    expect(one.target(failure('host-2', -32602))).toEqual([]);
    expect(one.target(reply(2, {}))).toMatchObject([{ message: expect.stringContaining('nobody asked') }]);
  });

  it('leaves out what says that it is a replay', () => {
    const one = new Feed([{ rule: 'unmatched', with: { replayed: '/_harn/replayed' } }]);
    one.kit(request(1, 'greet'));
    expect(one.target({ ...(reply(2, {}) as object), _harn: { replayed: true } })).toEqual([]);
    expect(one.target({ ...(reply(3, {}) as object), _harn: { replayed: false } })).toHaveLength(1);
  });

  it('does not judge what answers a body of another binding', () => {
    const one = new Feed([{ rule: 'unmatched' }], { transport: 'http' });
    const record = {
      from: 'kit' as const,
      kind: 'http' as const,
      channel: 'ex',
      http: { method: 'POST', headers: {} },
    };
    one.watch.observe('case', { ...record, seq: 0, time: 0 });
    expect(one.target(reply('kit', {}), { channel: 'ex', http: { status: 200, headers: {} } })).toEqual([]);
  });

  it('finds an id of another type', () => {
    const one = feed();
    one.kit(request(1, 'greet'));
    expect(one.target(reply('1', {}))).toHaveLength(1);
  });

  it('takes an id that went through a double for the one that was asked with, once', () => {
    const one = feed();
    one.kit(request(9007199254740993n, 'greet'));
    expect(one.target(reply(9007199254740993n, {}))).toEqual([]);
    one.kit(request(9007199254740995n, 'greet'));
    expect(one.target(reply(9007199254740998, {}))).toHaveLength(1);
    expect(one.target(reply(9007199254740996, {}))).toEqual([]);
    expect(one.target(reply(9007199254740996, {}))).toHaveLength(1);
    one.kit(request(9223372036854775807n, 'greet'));
    expect(one.target(failure(9223372036854776000n, -32601))).toEqual([]);
    one.kit(request(9223372036854775805n, 'greet'));
    expect(one.target(reply(-9223372036854775808n, {}))).toEqual([]);
  });

  it('expects as many responses as there were requests whose ids are the same in a double', () => {
    const one = feed();
    one.kit(request(9223372036854775807n, 'greet'));
    one.kit(request(9223372036854775805n, 'greet'));
    expect(one.target(reply(-9223372036854775808n, {}))).toEqual([]);
    expect(one.target(failure(-9223372036854775808n, -32601))).toEqual([]);
    expect(one.target(reply(-9223372036854775808n, {}))).toHaveLength(1);
  });

  it('takes an id beyond all doubles as it is', () => {
    const one = feed();
    one.target(request(10n ** 400n, 'ask'));
    expect(one.kit(reply(10n ** 500n, {}))).toHaveLength(1);
    expect(one.kit(reply(10n ** 400n, {}))).toEqual([]);
  });

  it('expects as many responses as there were requests with an id', () => {
    const one = feed();
    one.kit(request(1, 'greet'));
    one.kit(request(1, 'greet'));
    expect(one.target(reply(1, {}))).toEqual([]);
    expect(one.target(reply(1, {}))).toEqual([]);
    expect(one.target(reply(1, {}))).toHaveLength(1);
  });

  it('does not judge the answers to what we broke on purpose, raw bytes among it', () => {
    const one = feed();
    one.bytes('{"jsonrpc":"2.0","id":5,"method":"ping"}\n{"id": "a\\"b", nonsense', { from: 'kit', deliberate: true });
    expect(one.target(reply(5, {}))).toEqual([]);
    expect(one.target(failure('a"b', -32700))).toEqual([]);
    expect(one.target(failure(null, -32700))).toEqual([]);
    expect(one.target(reply(6, {}))).toHaveLength(1);
  });

  it('does not judge a made-up id in an HTTP exchange that was broken on purpose', () => {
    const one = new Feed([{ rule: 'unmatched' }], { transport: 'http' });
    one.bytes('{', { from: 'kit', deliberate: true, channel: 'ex', http: { method: 'POST', headers: {} } });
    expect(one.target(failure('server-error', -32700), { stream: 'ex', http: { status: 400, headers: {} } })).toEqual(
      [],
    );
  });

  it('does not judge a made-up id in what refuses an HTTP request', () => {
    const one = new Feed([{ rule: 'unmatched' }], { transport: 'http' });
    const http = (status: number) => ({ channel: 'ex', http: { status, headers: {} } });
    one.kit(request(1, 'greet'), { channel: 'ex', http: { method: 'POST', headers: {} } });
    expect(one.target(failure('server-error', -32600), http(400))).toEqual([]);
    expect(one.target(failure('server-error', -32600), http(200))).toHaveLength(1);
    expect(new Feed([{ rule: 'unmatched' }]).target(reply('server-error', {}), http(400))).toHaveLength(1);
  });

  it('finds a response without id where nothing waited for one', () => {
    const one = feed();
    one.kit(request(1, 'greet'));
    one.target(reply(1, {}));
    expect(one.target(failure(null, -32600))).toHaveLength(1);
  });

  it('leaves a response without id to the other rules where it has an addressee', () => {
    const one = feed();
    one.kit(request(1, 'greet'));
    expect(one.target(failure(null, -32600))).toEqual([]);
    const other = feed();
    other.kit(notify('ready'));
    expect(other.target(failure(null, -32601))).toEqual([]);
  });

  it('accepts a replayed event, and finds a second answer on the same stream', () => {
    const one = new Feed([{ rule: 'unmatched' }], { transport: 'http' });
    one.kit(request(1, 'greet'));
    one.target(reply(1, {}), { stream: 'a', sse: { id: 'e' } });
    expect(one.target(reply(1, {}), { stream: 'b', sse: { id: 'e' } })).toEqual([]);
    expect(one.target(reply(1, {}), { stream: 'a', sse: { id: 'e' } })).toHaveLength(1);
  });

  it('no longer judges an unknown id once ids had to be forgotten', () => {
    const one = feed();
    const last = 2 * REMEMBERED;
    for (let id = 0; id <= last; id += 1) one.kit(request(id, 'greet'));
    expect(one.target(reply(0, {}))).toEqual([]);
    expect(one.target(reply('never', {}))).toEqual([]);
    expect(one.target(reply(last, {}))).toEqual([]);
    expect(one.target(reply(last, {}))).toHaveLength(1);
  });

  it('blames the kit for our own second answer', () => {
    const one = feed();
    one.target(request(1, 'ask'));
    one.kit(reply(1, {}));
    expect(one.kit(reply(1, {}))).toMatchObject([{ blame: 'kit' }]);
  });
});
