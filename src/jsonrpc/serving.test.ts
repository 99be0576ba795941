import { describe, expect, it, vi } from 'vitest';
import type { Json, JsonObject } from '../json/json.js';
import { type ConnectOptions, connect, RpcError } from './connection.js';
import { bareLink, settle, wired } from './fixtures/wired.js';
import type { Id } from './messages.js';

describe('serving', () => {
  const echo: ConnectOptions = { requests: { echo: (params) => ({ got: params ?? 'nothing' }) } };

  it.each<[string, Id]>([
    ['a number', 7],
    ['zero', 0],
    ['a negative number', -1],
    ['a fraction', 1.5],
    ['a string', 'seven'],
    ['the empty string', ''],
    ['a long integer', 12345678901234567890n],
    ['null', null],
  ])('echoes an id that is %s', async (_, id) => {
    const { ask, sent } = wired(echo);
    ask({ jsonrpc: '2.0', id, method: 'echo' });
    await settle();
    expect(sent).toStrictEqual([{ jsonrpc: '2.0', id, result: { got: 'nothing' } }]);
  });

  it('answers each of two requests whose ids look alike, and each of two that have the same', async () => {
    const { ask, sent } = wired(echo);
    for (const id of [1, '1', 1]) ask({ jsonrpc: '2.0', id, method: 'echo', params: { id } });
    await settle();
    expect(sent.map(({ id, result }) => [id, result])).toEqual([
      [1, { got: { id: 1 } }],
      ['1', { got: { id: '1' } }],
      [1, { got: { id: 1 } }],
    ]);
  });

  it('hands over params by name, by position and absent as they are', async () => {
    const { ask, sent } = wired(echo);
    const all: Json[] = [{ a: 1 }, {}, [1, 2], [], [{}], [null]];
    all.forEach((params, id) => void ask({ jsonrpc: '2.0', id, method: 'echo', params }));
    await settle();
    expect(sent.map(({ result }) => (result as JsonObject).got)).toStrictEqual(all);
  });

  it('gives undefined as null', async () => {
    const { ask, sent } = wired({ requests: { nothing: () => undefined } });
    ask({ jsonrpc: '2.0', id: 1, method: 'nothing' });
    await settle();
    expect(sent).toStrictEqual([{ jsonrpc: '2.0', id: 1, result: null }]);
  });

  it('serves requests side by side', async () => {
    let open: () => void = () => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const { ask, sent } = wired({
      requests: {
        slow: async () => {
          await gate;
          return 'slow';
        },
        quick: () => {
          open();
          return 'quick';
        },
      },
    });
    ask({ jsonrpc: '2.0', id: 1, method: 'slow' });
    ask({ jsonrpc: '2.0', id: 2, method: 'quick' });
    await settle();
    expect(sent.map(({ result }) => result).sort()).toEqual(['quick', 'slow']);
  });

  it.each([
    [
      'an RpcError',
      () => {
        throw new RpcError(-32002, 'gone', { uri: 'x' });
      },
      { code: -32002, message: 'gone', data: { uri: 'x' } },
    ],
    [
      'an Error',
      () => {
        throw new Error('boom');
      },
      { code: -32603, message: 'Internal error: boom' },
    ],
    [
      'a string',
      () => {
        throw 'boom';
      },
      { code: -32603, message: 'Internal error: boom' },
    ],
    ['a rejection', () => Promise.reject(new TypeError('later')), { code: -32603, message: 'Internal error: later' }],
    [
      'a result without JSON form',
      () => {
        const loop: JsonObject = {};
        loop.self = loop;
        return loop;
      },
      { code: -32603, message: 'Internal error: the result has no JSON form' },
    ],
  ])('answers %s with an error', async (_, handler, error) => {
    const failed = vi.fn();
    const { ask, sent } = wired({ requests: { act: handler }, failed });
    ask({ jsonrpc: '2.0', id: 1, method: 'act' });
    await settle();
    expect(sent).toEqual([{ jsonrpc: '2.0', id: 1, error }]);
    expect(failed).toHaveBeenCalledTimes(error.code === -32603 ? 1 : 0);
  });

  it.each(['unknown', 'constructor', '__proto__', 'toString', '$/cancelRequest'])(
    'does not know the method %s',
    async (method) => {
      const { ask, sent } = wired(echo);
      ask({ jsonrpc: '2.0', id: 1, method, params: { id: 1 } });
      await settle();
      expect(sent).toMatchObject([{ id: 1, error: { code: -32601 } }]);
    },
  );

  it('gives the rest to the fallback', async () => {
    const heard: string[] = [];
    const { ask, sent } = wired({
      fallback: { request: (method) => ({ method }), notification: (method) => void heard.push(method) },
    });
    ask({ jsonrpc: '2.0', id: 1, method: 'x' });
    ask({ jsonrpc: '2.0', method: 'y' });
    await settle();
    expect(sent).toEqual([{ jsonrpc: '2.0', id: 1, result: { method: 'x' } }]);
    expect(heard).toEqual(['y']);
  });

  it('never answers a notification, whatever is wrong with it', async () => {
    const { ask, sent } = wired({
      notifications: {
        bad: () => {
          throw new Error('no');
        },
        worse: () => Promise.reject(new Error('no')),
      },
    });
    for (const method of ['bad', 'worse', 'unknown', '$/cancelRequest', '$/progress', '$/logTrace'])
      ask({ jsonrpc: '2.0', method });
    ask({ method: 'bad' });
    ask({ jsonrpc: '2.0', method: 'bad', params: 'text' });
    await settle();
    expect(sent).toEqual([]);
  });

  it('gives no meaning to the methods of the language server protocol', async () => {
    const heard: [string, Json | undefined][] = [];
    const aborted = vi.fn();
    const { ask, sent } = wired({
      requests: {
        wait: async (_, { signal }) => {
          signal.addEventListener('abort', aborted);
          await settle(5);
          return 'done';
        },
      },
      fallback: { notification: (method, params) => void heard.push([method, params]) },
    });
    ask({ jsonrpc: '2.0', id: 1, method: 'wait' });
    ask({ jsonrpc: '2.0', method: '$/cancelRequest', params: { id: 1 } });
    ask({ jsonrpc: '2.0', method: '$/progress', params: ['token', 1] });
    await settle(40);
    expect(heard).toEqual([
      ['$/cancelRequest', { id: 1 }],
      ['$/progress', ['token', 1]],
    ]);
    expect(aborted).not.toHaveBeenCalled();
    expect(sent).toEqual([{ jsonrpc: '2.0', id: 1, result: 'done' }]);
  });

  it('cancels: aborts the signal and keeps the answer back, also before the handler began', async () => {
    const began = vi.fn();
    const { ask, sent, connection } = wired({
      requests: {
        wait: (_, { signal }) => {
          began();
          return new Promise((resolve) => signal.addEventListener('abort', () => resolve('too late')));
        },
      },
      notifications: { stop: (params) => void connection.cancel((params as JsonObject).id as Id) },
    });
    ask({ jsonrpc: '2.0', id: 'a', method: 'wait' });
    ask({ jsonrpc: '2.0', method: 'stop', params: { id: 'a' } });
    await settle();
    expect(began).toHaveBeenCalledTimes(1);
    expect(sent).toEqual([]);
    expect(connection.cancel('a')).toBe(false);
    expect(connection.cancel(1)).toBe(false);
    await connection.settled();

    ask({ jsonrpc: '2.0', id: 'b', method: 'wait' });
    await new Promise<void>((resolve) => queueMicrotask(resolve));
    expect(connection.cancel('b')).toBe(true);
    await connection.settled();
    expect(began).toHaveBeenCalledTimes(1);
  });

  it('relates what a handler sends, and its answer, to the request and its stream', async () => {
    const { link, sent, feed } = bareLink();
    connect(link, {
      requests: {
        work: async (_, { notify, request }) => {
          notify('progress', { at: 1 });
          void request('ask', { q: 1 }).catch(() => {});
          return 'done';
        },
      },
    });
    feed({ kind: 'message', message: { jsonrpc: '2.0', id: 'x', method: 'work' }, stream: 'post-3' });
    await settle();
    expect(sent.map(({ message, about }) => [message.method ?? 'answer', about])).toEqual([
      ['progress', { id: 'x', stream: 'post-3' }],
      ['ask', { id: 'x', stream: 'post-3' }],
      ['answer', { id: 'x', stream: 'post-3' }],
    ]);
  });

  it('has settled once the last answer has left', async () => {
    const { link, sent, feed } = bareLink();
    const connection = connect(link, { requests: { work: () => 'done' } });
    for (const id of [1, 2]) feed({ kind: 'message', message: { jsonrpc: '2.0', id, method: 'work' } });
    await connection.settled();
    expect(sent.map(({ message }) => message.id)).toEqual([1, 2]);
  });

  it('gives a handler that asks for the signal after the cancel one that is aborted', async () => {
    const seen: boolean[] = [];
    const { connection, ask, sent } = wired({
      requests: {
        late: (_, context) => {
          seen.push(context.cancelled(), connection.cancel(context.id), context.cancelled(), context.signal.aborted);
          return 'too late';
        },
      },
    });
    ask({ jsonrpc: '2.0', id: 1, method: 'late' });
    await settle();
    expect([seen, sent]).toEqual([[false, true, true, true], []]);
  });

  it('cancels on one stream only where two requests share an id', async () => {
    const { link, sent, feed } = bareLink();
    const connection = connect(link, { requests: { work: () => settle(3).then(() => 'done') } });
    for (const stream of ['a', 'b'])
      feed({ kind: 'message', message: { jsonrpc: '2.0', id: 1, method: 'work' }, stream });
    expect(connection.cancel(1, 'b')).toBe(true);
    await settle();
    expect(sent.map(({ about }) => about?.stream)).toEqual(['a']);
  });
});
