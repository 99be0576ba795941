import { describe, expect, it } from 'vitest';
import { subscribingByGet } from './subscribing.js';

const subscribe = (params: object) => ({ jsonrpc: '2.0', id: 1, method: 'tasks/resubscribe', params: params as never });

describe('a subscription by GET', () => {
  it('is that of the proto file, with its tenant before the path', () => {
    expect(subscribingByGet.write(subscribe({ id: 'a b' }))).toMatchObject({
      method: 'GET',
      path: '/tasks/a%20b:subscribe',
    });
    const { path } = subscribingByGet.write({
      jsonrpc: '2.0',
      id: 1,
      method: 'SubscribeToTask',
      params: { id: 't', tenant: 'a/b' },
    })!;
    expect(path).toBe('/a%2Fb/tasks/t:subscribe');
  });

  it('is the other form of nothing else', () => {
    expect(subscribingByGet.write({ jsonrpc: '2.0', id: 1, method: 'GetTask', params: { id: 't' } })).toBeUndefined();
  });

  it('is tried if the server has nothing at the path or not by this verb, but not if it says what is wrong with the task', () => {
    const details = [
      { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'TASK_NOT_FOUND', domain: 'a2a-protocol.org' },
    ];
    expect([404, 405, 501].map((status) => subscribingByGet.isMissing(status, undefined))).toEqual([true, true, true]);
    expect(subscribingByGet.isMissing(404, { detail: 'Not Found' })).toBe(true);
    expect(subscribingByGet.isMissing(404, { error: { code: 404, message: 'no task', details } })).toBe(false);
    expect([400, 401, 500].map((status) => subscribingByGet.isMissing(status, undefined))).toEqual([
      false,
      false,
      false,
    ]);
  });
});
