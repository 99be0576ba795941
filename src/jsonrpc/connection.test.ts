import { describe, expect, it, vi } from 'vitest';
import type { Carried } from '../transport/carried.js';
import type { Clock } from '../transport/clock.js';
import { ConnectionClosed, type ConnectOptions, connect, RequestTimeout, RpcError } from './connection.js';
import type { Json, JsonObject } from './json.js';
import { JsonProblem, parseJson } from './json.js';
import { type Link, memoryPair, type Related } from './link.js';
import type { Id } from './messages.js';

/** Waits until what is queued has been handled: one turn of the event loop per queued message is enough. */
async function settle(turns = 20): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** A connection whose peer is the test, which sees and writes plain messages. */
function wired(options: ConnectOptions) {
  const [mine, theirs] = memoryPair();
  const sent: JsonObject[] = [];
  mine.listen((carried) => {
    if (carried.kind === 'message') sent.push(carried.message as JsonObject);
  });
  const connection = connect(theirs, options);
  const ask = (message: Json) => mine.send(message as JsonObject);
  return { connection, sent, ask, peer: mine };
}

/** A link that delivers what the test feeds it, and records what is sent with what it is about. */
function bareLink() {
  let listener: (carried: Carried) => void = () => {};
  const sent: { message: JsonObject; about?: Related }[] = [];
  const link: Link = {
    send: (message, about) => void sent.push(about === undefined ? { message } : { message, about }),
    listen: (added) => {
      listener = added;
    },
    close: () => {},
    closed: new Promise(() => {}),
  };
  return { link, sent, feed: (carried: Carried) => listener(carried) };
}

class TestClock implements Clock {
  #now = 0;
  #timers: { at: number; fire: () => void }[] = [];
  now = () => this.#now;
  date = () => this.#now;
  after(ms: number, fire: () => void): () => void {
    const timer = { at: this.#now + ms, fire };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  }
  advance(ms: number): void {
    this.#now += ms;
    const due = this.#timers.filter(({ at }) => at <= this.#now);
    this.#timers = this.#timers.filter(({ at }) => at > this.#now);
    for (const { fire } of due) fire();
  }
  get waiting(): number {
    return this.#timers.length;
  }
}

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

describe('what is no message', () => {
  it.each<[string, Json, JsonObject]>([
    ['a batch', [{ jsonrpc: '2.0', id: 1, method: 'echo' }], { id: null, code: -32600 }],
    ['an empty batch', [], { id: null, code: -32600 }],
    ['a number', 5, { id: null, code: -32600 }],
    ['null', null, { id: null, code: -32600 }],
    ['an empty object', {}, { id: null, code: -32600 }],
    ['a request without jsonrpc', { id: 1, method: 'echo' }, { id: 1, code: -32600 }],
    ['a request of version 1.0', { jsonrpc: '1.0', id: 'a', method: 'echo' }, { id: 'a', code: -32600 }],
    ['a method that is no string', { jsonrpc: '2.0', id: 2, method: 1 }, { id: 2, code: -32600 }],
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

describe('asking', () => {
  it('sends params as they are and takes the result as it is', async () => {
    const { connection, sent, ask } = wired({});
    const results: Promise<Json>[] = [];
    const all: (Json | undefined)[] = [undefined, {}, [], [1], [{}], { a: null }];
    for (const params of all) results.push(connection.request('do', params));
    await settle();
    expect(sent.map((message) => ('params' in message ? message.params : undefined))).toEqual(all);
    const answers: Json[] = [null, 0, '', false, [], 12345678901234567890n];
    sent.forEach(({ id }, index) => void ask({ jsonrpc: '2.0', id: id ?? null, result: answers[index] ?? null }));
    expect(await Promise.all(results)).toStrictEqual(answers);
  });

  it('rejects with the error of the peer, also with one that is malformed', async () => {
    const { connection, sent, ask } = wired({});
    const errors: Json[] = [
      { code: -32002, message: 'gone', data: [1] },
      { code: 12345678901234567890n, message: 'x' },
      'text',
      null,
      { code: 'E', message: 5 },
    ];
    const outcomes = errors.map(() => connection.request('do').catch((error: unknown) => error));
    await settle();
    sent.forEach(({ id }, index) => void ask({ jsonrpc: '2.0', id: id ?? null, error: errors[index] ?? null }));
    const caught = (await Promise.all(outcomes)) as RpcError[];
    expect(caught.map((error) => error instanceof RpcError)).toEqual([true, true, true, true, true]);
    expect(caught.map(({ code }) => code)).toEqual([-32002, 12345678901234567890n, -32603, -32603, -32603]);
    expect(caught[0]).toMatchObject({ message: 'gone', data: [1] });
  });

  it('takes the first of two answers and needs the id with its type', async () => {
    const { connection, sent, ask } = wired({});
    const result = connection.request('do');
    await settle();
    const id = sent[0]?.id ?? null;
    ask({ jsonrpc: '2.0', id: String(id), result: 'other' });
    ask({ jsonrpc: '2.0', id, result: 'first' });
    ask({ jsonrpc: '2.0', id, result: 'second' });
    expect(await result).toBe('first');
  });

  it('rejects, and answers nothing, where the answer has neither result nor error', async () => {
    const { connection, sent, ask } = wired({});
    const outcome = connection.request('do').catch((error: unknown) => error);
    await settle();
    ask({ jsonrpc: '2.0', id: sent[0]?.id ?? null });
    expect(await outcome).toMatchObject({ message: 'the answer has neither result nor error' });
    expect(sent).toHaveLength(1);
  });

  it('uses ids of every kind, tells them first, and refuses one that waits', async () => {
    const { connection, sent, ask } = wired({});
    const ids: Id[] = [0, '', 'a', 98765432109876543210n, -3.5];
    const told: Id[] = [];
    const results = ids.map((id) => connection.request('do', undefined, { id, sent: (own) => told.push(own) }));
    await expect(connection.request('do', undefined, { id: 0 })).rejects.toThrow('waits for its answer already');
    await settle();
    expect(told).toEqual(ids);
    for (const { id } of [...sent].reverse()) ask({ jsonrpc: '2.0', id: id ?? null, result: `for ${id}` });
    expect(await Promise.all(results)).toEqual(ids.map((id) => `for ${id}`));
  });

  it('gives up after its time, by the clock that it was given', async () => {
    const clock = new TestClock();
    const { connection, sent, ask } = wired({ clock });
    const late = connection.request('slow', undefined, { timeout: 1000 }).catch((error: unknown) => error);
    const quick = connection.request('quick', undefined, { timeout: 1000 });
    await settle();
    ask({ jsonrpc: '2.0', id: sent[1]?.id ?? null, result: 'in time' });
    expect(await quick).toBe('in time');
    clock.advance(999);
    expect(clock.waiting).toBe(1);
    clock.advance(1);
    expect(await late).toBeInstanceOf(RequestTimeout);
    expect(await late).toMatchObject({ message: 'no answer to slow within 1000 ms' });
    ask({ jsonrpc: '2.0', id: sent[0]?.id ?? null, result: 'too late' });
    await settle();
    expect(clock.waiting).toBe(0);
  });

  it('gives up when its signal aborts', async () => {
    const { connection } = wired({});
    const controller = new AbortController();
    const waiting = connection.request('do', undefined, { signal: controller.signal });
    controller.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    await expect(connection.request('do', undefined, { signal: controller.signal })).rejects.toThrow('enough');
  });

  it('rejects what can not be written', async () => {
    const { connection } = wired({});
    const loop: JsonObject = {};
    loop.self = loop;
    await expect(connection.request('do', loop)).rejects.toBeInstanceOf(JsonProblem);
    expect(() => connection.notify('do', loop)).toThrow(JsonProblem);
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
