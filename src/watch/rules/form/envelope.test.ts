import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../json/json.js';
import { Feed, failure, notify, reply, request } from '../../testing.js';

const feed = () => new Feed([{ rule: 'envelope' }], { transport: 'http' });
const judge = (message: Json) => feed().target(message);
const without = (message: Json, name: string) =>
  Object.fromEntries(Object.entries(message as JsonObject).filter(([key]) => key !== name));
const withMember = (message: Json, members: JsonObject) => ({ ...(message as JsonObject), ...members });

describe('envelope', () => {
  it.each<[string, Json]>([
    ['a request with a number', request(1, 'ask')],
    ['a request with a string', request('a', 'ask')],
    ['a request with an integer beyond 2^53', request(9007199254740993n, 'ask')],
    ['a notification', notify('status', {})],
    ['params as an array', notify('other', [1])],
    ['unknown members', withMember(notify('status'), { extra: 1 })],
    ['an extension method', request(1, '_vendor/do')],
  ])('accepts %s', (_what, message) => {
    expect(judge(message)).toEqual([]);
  });

  it.each<[string, Json, Partial<{ path: string }>]>([
    ['a batch', [request(1, 'ask')], {}],
    ['an empty batch', [], {}],
    ['a scalar', 42, {}],
    ['no version', without(request(1, 'ask'), 'jsonrpc'), { path: '/jsonrpc' }],
    ['another version', withMember(request(1, 'ask'), { jsonrpc: '1.0' }), { path: '/jsonrpc' }],
    ['a version that is a number', withMember(request(1, 'ask'), { jsonrpc: 2 }), { path: '/jsonrpc' }],
    ['an id that is null', request(null, 'ask'), { path: '/id' }],
    ['an id with a fraction', request(1.5, 'ask'), { path: '/id' }],
    ['an id that is an object', request({}, 'ask'), { path: '/id' }],
    ['an id that is a boolean', request(true, 'ask'), { path: '/id' }],
    ['a notification with an id', request(1, 'status'), { path: '/id' }],
    ['a known request without an id', notify('ask'), { path: '/id' }],
    ['params that are a text', notify('status', 'x'), { path: '/params' }],
    ['params that are null', notify('status', null), { path: '/params' }],
    ['a method that is not a text', withMember(notify('x'), { method: 5 }), { path: '/method' }],
    ['no kind of message', { jsonrpc: '2.0', id: 1 }, {}],
    ['an empty object, once', {}, {}],
    ['a result beside a method', withMember(notify('status'), { result: {} }), { path: '/result' }],
  ])('finds %s', (_what, message, finding) => {
    expect(judge(message)).toMatchObject([finding]);
  });

  it('finds a response with both or a broken error', () => {
    const answered = (message: Json) => {
      const one = feed();
      one.kit(request(1, 'ping'));
      return one.target(message);
    };
    expect(answered(reply(1, {}))).toEqual([]);
    expect(answered(failure(1, -32601))).toEqual([]);
    expect(answered(withMember(reply(1, {}), { error: { code: 1, message: '' } }))).toHaveLength(1);
    expect(answered({ jsonrpc: '2.0', id: 1, error: 'no' })).toMatchObject([{ path: '/error' }]);
    expect(answered({ jsonrpc: '2.0', id: 1, error: { code: '1', message: 'no' } })).toMatchObject([
      { path: '/error/code' },
    ]);
    expect(answered({ jsonrpc: '2.0', id: 1, error: { code: 1.5, message: 'no' } })).toMatchObject([
      { path: '/error/code' },
    ]);
    expect(answered({ jsonrpc: '2.0', id: 1, error: { code: 1 } })).toMatchObject([{ path: '/error/message' }]);
    expect(answered({ jsonrpc: '2.0', id: {}, result: {} })).toMatchObject([{ path: '/id' }]);
    expect(answered({ jsonrpc: '2.0', result: {} })).toMatchObject([{ path: '/id' }]);
    expect(answered(failure(null, -32603))).toMatchObject([{ path: '/id' }]);
    // It says that the request could not be read; that it stays unanswered is no matter of its id.
    expect(answered(failure(null, -32700))).toEqual([]);
  });

  it.each<Json>([{ error: 'Session not found' }, { name: 'server' }, { error: { code: 1, message: 'no' } }])(
    'finds one mistake in %j, which is not a message at all',
    (answer) => {
      const one = feed();
      one.kit(request(1, 'ping'));
      expect(one.target(answer)).toMatchObject([{ message: expect.stringContaining('no message') }]);
    },
  );

  it('allows an error without id after something that could not be read', () => {
    const one = feed();
    one.kit({ jsonrpc: '2.0', id: 1 }, { deliberate: true });
    expect(one.target(failure(null, -32600))).toEqual([]);
    expect(one.target(failure(undefined, -32600))).toEqual([]);
  });

  it('allows an error without id in a refused HTTP exchange', () => {
    const one = feed();
    one.kit(request(1, 'ping'), { channel: 'ex-1', http: { method: 'POST', headers: {} } });
    expect(one.target(failure(undefined, -32000), { stream: 'ex-1', http: { status: 403, headers: {} } })).toEqual([]);
    one.kit(request(2, 'ping'), { channel: 'ex-2', http: { method: 'POST', headers: {} } });
    expect(one.target(failure(undefined, -32000), { stream: 'ex-2', http: { status: 200, headers: {} } })).toHaveLength(
      1,
    );
  });

  it('allows a batch in reply to a batch that we sent on purpose', () => {
    const one = feed();
    one.kit([request(1, 'ping'), request(2, 'ping')], { deliberate: true });
    expect(one.target([reply(1, {}), reply(2, {})])).toEqual([]);
  });

  it('does not judge the reply to a request that we broke on purpose, and goes on with the next', () => {
    const one = feed();
    one.kit({ jsonrpc: '1.0', id: 7, method: 'ping' }, { deliberate: true });
    expect(one.target({ jsonrpc: '1.0', id: 7, result: {} })).toEqual([]);
    one.kit(request(8, 'ping'));
    expect(one.target({ jsonrpc: '1.0', id: 8, result: {} })).toHaveLength(1);
  });

  it('blames the kit for what the kit sends', () => {
    expect(feed().kit(request(null, 'greet'))).toMatchObject([{ blame: 'kit' }]);
  });

  it('takes no array as params where a protocol has none', () => {
    const strict = new Feed([{ rule: 'envelope', with: { params: 'object' } }], { transport: 'http' });
    expect(strict.target(notify('other', { a: 1 }))).toEqual([]);
    expect(strict.target(notify('other', [1]))).toMatchObject([{ path: '/params' }]);
    expect(() => new Feed([{ rule: 'envelope', with: { params: 'list' } }])).toThrow('any or object');
  });

  it('lets entries share the aspects', () => {
    const fractions = new Feed([
      { id: 'ids', rule: 'envelope', requirement: 'DEMO-02', with: { aspects: ['id'] } },
      { id: 'fractions', rule: 'envelope', requirement: 'DEMO-01', with: { aspects: ['fraction-id'] } },
    ]);
    const one = new Feed(
      [
        { id: 'request-ids', rule: 'envelope', requirement: 'DEMO-02', with: { aspects: ['id'] } },
        { id: 'envelope', rule: 'envelope', requirement: 'DEMO-01' },
      ],
      { transport: 'http' },
    );
    expect(one.target({ id: 1.5, method: 'ask' })).toMatchObject([
      { rule: 'request-ids', requirement: 'DEMO-02' },
      { rule: 'envelope', path: '/jsonrpc' },
    ]);
    // JSON-RPC only advises against a fraction, so an entry may take that alone.
    expect(fractions.target({ jsonrpc: '2.0', id: 1.5, method: 'ask' })).toMatchObject([{ rule: 'fractions' }]);
    // A part of an aspect goes with it, unless an entry claims it.
    expect(one.target({ jsonrpc: '2.0', id: {}, result: {} })).toMatchObject([{ rule: 'request-ids', path: '/id' }]);
    // That a request has null for its id is an aspect of its own: not every protocol forbids it.
    expect(one.target(request(null, 'ask'))).toMatchObject([{ rule: 'envelope', path: '/id' }]);
  });

  it('tells an id that a response lacks, and what is not a message, from other mistakes where entries claim them', () => {
    const entry = (id: string, aspects: string[]) => ({
      id,
      rule: 'envelope' as const,
      requirement: 'DEMO-01',
      with: { aspects },
    });
    const entries = [entry('id', ['id']), entry('shape', ['shape'])];
    const answers = (more: ReturnType<typeof entry>[], message: JsonObject) => {
      const one = new Feed([...entries, ...more], { transport: 'http' });
      one.kit(request(1, 'ping'));
      return one.target(message).map(({ rule }) => rule);
    };
    const nameless = { jsonrpc: '2.0', id: null, result: {} };
    expect(answers([], nameless)).toEqual(['id']);
    expect(answers([entry('response-id', ['response-id'])], nameless)).toEqual(['response-id']);
    const [nothing, empty] = [{ type: 'message' }, { jsonrpc: '2.0', id: 1 }];
    expect(answers([], nothing)).toEqual(['shape']);
    expect(answers([entry('message', ['message'])], nothing)).toEqual(['message']);
    expect(answers([entry('message', ['message'])], empty)).toEqual(['shape']);
    expect(
      answers([entry('message', ['message'])], { ...empty, result: 1, error: { code: -1, message: 'x' } }),
    ).toEqual(['shape']);
  });
});
