import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { isObject, type Json, type JsonObject, parseJson } from '../json/json.js';
import { ConnectionClosed, connect } from './connection.js';
import { bareLink, settle, wired } from './fixtures/wired.js';
import { memoryPair } from './link.js';

describe('what is not a message', () => {
  it.each<[string, Json, JsonObject]>([
    ['a batch', [{ jsonrpc: '2.0', id: 1, method: 'echo' }], { id: null, code: -32600 }],
    ['an empty batch', [], { id: null, code: -32600 }],
    ['a number', 5, { id: null, code: -32600 }],
    ['null', null, { id: null, code: -32600 }],
    ['an empty object', {}, { id: null, code: -32600 }],
    ['a request without jsonrpc', { id: 1, method: 'echo' }, { id: 1, code: -32600 }],
    ['a request of version 1.0', { jsonrpc: '1.0', id: 'a', method: 'echo' }, { id: 'a', code: -32600 }],
    ['a method that is not a string', { jsonrpc: '2.0', id: 2, method: 1 }, { id: 2, code: -32600 }],
    ['no method', { jsonrpc: '2.0', id: 3 }, { id: 3, code: -32600 }],
    ['params that are a string', { jsonrpc: '2.0', id: 4, method: 'echo', params: 'x' }, { id: 4, code: -32600 }],
    ['params that are null', { jsonrpc: '2.0', id: 5, method: 'echo', params: null }, { id: 5, code: -32600 }],
    ['an id that is an object', { jsonrpc: '2.0', id: {}, method: 'echo' }, { id: null, code: -32600 }],
    ['an id that is a boolean', { jsonrpc: '2.0', id: true, method: 'echo' }, { id: null, code: -32600 }],
  ])('refuses %s', async (_, message, { id, code }) => {
    const { link, sent, feed } = bareLink();
    connect(link, { requests: { echo: () => 'served' } });
    feed({ kind: 'message', message });
    await settle();
    expect(sent.map((item) => item.message)).toMatchObject([{ jsonrpc: '2.0', id, error: { code } }]);
  });

  it('refuses bytes that are no JSON with -32700', async () => {
    const { link, sent, feed } = bareLink();
    connect(link, {});
    feed({ kind: 'bytes', bytes: Buffer.from('{'), problem: 'not JSON: it ends early', stream: 's' });
    await settle();
    expect(sent).toEqual([
      {
        message: {
          jsonrpc: '2.0',
          id: null,
          error: { code: -32700, message: 'Parse error', data: 'not JSON: it ends early' },
        },
        about: { id: null, stream: 's' },
      },
    ]);
  });

  it('asks `problem` first', async () => {
    const { link, sent, feed } = bareLink();
    const reasons: string[] = [];
    connect(link, {
      problem: ({ reason, carried }) => {
        reasons.push(reason);
        return !Array.isArray(carried.message);
      },
    });
    feed({ kind: 'message', message: [] });
    feed({ kind: 'message', message: 'text' });
    await settle();
    expect(reasons).toEqual(['batches are not supported', 'a message must be an object']);
    expect(sent).toHaveLength(1);
  });

  it('refuses a null id where told to', async () => {
    const { ask, sent } = wired({ refuseNullId: true, requests: { echo: () => 1 } });
    ask({ jsonrpc: '2.0', id: null, method: 'echo' });
    await settle();
    expect(sent).toMatchObject([{ id: null, error: { code: -32600 } }]);
  });

  it('ignores answers that nobody waits for, so that two peers never argue', async () => {
    const { ask, sent } = wired({});
    ask({ jsonrpc: '2.0', id: 99, result: {} });
    ask({ jsonrpc: '2.0', id: null, error: { code: -32700, message: 'Parse error' } });
    ask({ jsonrpc: '2.0', error: { code: -32700, message: 'Parse error' } });
    ask({ id: {}, result: 1 });
    await settle();
    expect(sent).toEqual([]);
  });
});

describe('whatever comes', () => {
  it('breaks nothing: one proper answer to each request, none to anything else that has no id', async () => {
    const member = <T>(values: T[]) => fc.constantFrom(...values);
    const value = fc.jsonValue({ maxDepth: 1 });
    const message = fc.record(
      {
        jsonrpc: member<Json>(['2.0', '2.0', '1.0', 2]),
        id: fc.oneof(fc.integer(), fc.string(), value),
        method: fc.oneof(member<Json>(['echo', 'fail', '$/cancelRequest', '__proto__']), value),
        params: value,
        result: value,
        error: value,
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(message, value), { maxLength: 8 }), async (values) => {
        const { link, sent, feed } = bareLink();
        const connection = connect(link, {
          requests: {
            echo: (params) => params,
            fail: () => {
              throw new Error('no');
            },
          },
        });
        const waiting = connection.request('ask').catch(() => {});
        for (const item of values) feed({ kind: 'message', message: item as Json });
        await settle(values.length + 3);
        const answers = sent.slice(1).map((item) => item.message);
        for (const answer of answers) {
          expect(answer.jsonrpc).toBe('2.0');
          expect('result' in answer !== 'error' in answer).toBe(true);
          expect(['string', 'number'].includes(typeof answer.id) || answer.id === null).toBe(true);
        }
        expect(answers.length).toBeLessThanOrEqual(values.length);
        for (const item of values as Json[]) {
          if (!isObject(item) || item.jsonrpc !== '2.0' || item.method !== 'echo' || !('id' in item)) continue;
          if (typeof item.id === 'string') expect(answers.some(({ id }) => id === item.id)).toBe(true);
        }
        connection.close();
        await waiting;
      }),
      { numRuns: 60 },
    );
  });
});

describe('the end', () => {
  it('handles what came before it, rejects what waits, and lets what is served run on', async () => {
    const [mine, theirs] = memoryPair();
    const heard: string[] = [];
    const connection = connect(theirs, {
      notifications: { last: () => void heard.push('last') },
      requests: { work: () => settle(10).then(() => void heard.push('worked')) },
    });
    const waiting = connection.request('never').catch((error: unknown) => error);
    mine.send({ jsonrpc: '2.0', id: 1, method: 'work' });
    mine.send({ jsonrpc: '2.0', method: 'last' });
    mine.close();
    await connection.closed;
    expect(heard).toEqual(['last']);
    expect(await waiting).toBeInstanceOf(ConnectionClosed);
    await expect(connection.request('more')).rejects.toBeInstanceOf(ConnectionClosed);
    await connection.settled();
    expect(heard).toEqual(['last', 'worked']);
  });

  it('closing aborts what is served, without an answer', async () => {
    const aborted = vi.fn();
    const { connection, ask, sent, peer } = wired({
      requests: {
        wait: (_, { signal }) =>
          new Promise((resolve) =>
            signal.addEventListener('abort', () => {
              aborted();
              resolve('late');
            }),
          ),
      },
    });
    ask({ jsonrpc: '2.0', id: 1, method: 'wait' });
    await settle();
    connection.close();
    connection.close();
    await Promise.all([connection.closed, connection.settled(), peer.closed]);
    await settle();
    expect(aborted).toHaveBeenCalledTimes(1);
    expect(sent).toEqual([]);
  });

  it('two connections talk both ways', async () => {
    const [left, right] = memoryPair();
    const a = connect(left, { requests: { double: (params) => Number((params as JsonObject).n) * 2 } });
    const b = connect(right, {
      requests: { quadruple: async (params, { request }) => request('double', { n: await request('double', params) }) },
    });
    expect(await a.request('quadruple', { n: 5 })).toBe(20);
    expect(await b.request('double', parseJson('{"n":4}'))).toBe(8);
    a.close();
    await b.closed;
  });
});
