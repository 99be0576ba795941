import { describe, expect, it } from 'vitest';
import { type Json, type JsonObject, JsonProblem } from '../json/json.js';
import { RequestTimeout, RpcError } from './connection.js';
import { settle, TestClock, wired } from './fixtures/wired.js';
import type { Id } from './messages.js';

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
