import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../json/json.js';
import { v1Rest, v1RestOfServer } from './rest.js';

const TASK = { id: 't 1', status: { state: 'TASK_STATE_WORKING' } };

/** A request as it is written and read again by the other side. */
function carried(method: string, params: JsonObject) {
  const part = v1RestOfServer.write({ id: 1, method, params });
  return { line: `${part.method} ${part.path}`, body: part.body, read: v1RestOfServer.read(part) };
}

describe('a request over HTTP+JSON of 1.0', () => {
  const message = { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'a' }] };
  const filters = { contextId: 'c d', status: 'TASK_STATE_WORKING', pageSize: 5, includeArtifacts: true };
  const hook = { taskId: 't 1', id: 'h/1', url: 'https://client.example/' };
  it.each<[string, JsonObject, string, JsonObject | undefined]>([
    ['SendMessage', { message }, 'POST /message:send', { message }],
    ['SendStreamingMessage', { message }, 'POST /message:stream', { message }],
    ['GetTask', { id: 'a:b', historyLength: 2 }, 'GET /tasks/a%3Ab?historyLength=2', undefined],
    ['ListTasks', {}, 'GET /tasks', undefined],
    [
      'ListTasks',
      filters,
      'GET /tasks?contextId=c+d&status=TASK_STATE_WORKING&pageSize=5&includeArtifacts=true',
      undefined,
    ],
    ['CancelTask', { id: 't 1', metadata: { a: 1 } }, 'POST /tasks/t%201:cancel', { metadata: { a: 1 } }],
    ['SubscribeToTask', { id: 't 1' }, 'POST /tasks/t%201:subscribe', {}],
    [
      'CreateTaskPushNotificationConfig',
      hook,
      'POST /tasks/t%201/pushNotificationConfigs',
      { id: 'h/1', url: 'https://client.example/' },
    ],
    [
      'ListTaskPushNotificationConfigs',
      { taskId: 't', pageSize: 1, pageToken: 'p' },
      'GET /tasks/t/pushNotificationConfigs?pageSize=1&pageToken=p',
      undefined,
    ],
    [
      'GetTaskPushNotificationConfig',
      { taskId: 't', id: 'h/1' },
      'GET /tasks/t/pushNotificationConfigs/h%2F1',
      undefined,
    ],
    [
      'DeleteTaskPushNotificationConfig',
      { taskId: 't', id: 'h' },
      'DELETE /tasks/t/pushNotificationConfigs/h',
      undefined,
    ],
    ['GetExtendedAgentCard', {}, 'GET /extendedAgentCard', undefined],
    ['GetTask', { tenant: 'one', id: 't' }, 'GET /one/tasks/t', undefined],
    ['SendMessage', { tenant: 'one', message }, 'POST /one/message:send', { message }],
  ])('%s %j is %s', (method, params, line, body) => {
    expect(carried(method, params)).toEqual({ line, body, read: { method, params } });
  });

  it('may subscribe by GET', () => {
    const read = v1Rest.read({ method: 'GET', path: '/tasks/t:subscribe' });
    expect(read).toEqual({ method: 'SubscribeToTask', params: { id: 't' } });
  });

  it('may say its tenant in its path, its query or its body', () => {
    const read = (method: string, path: string, body?: JsonObject) =>
      v1RestOfServer.read({ method, path, ...(body && { body }) })?.params;
    const task = { tenant: 'a/b', id: 't' };
    expect(read('GET', '/a%2Fb/tasks/t')).toEqual(task);
    expect(read('GET', '/tasks/t?tenant=a%2Fb')).toEqual(task);
    expect(read('POST', '/a%2Fb/tasks/t:cancel')).toEqual(task);
    expect(read('POST', '/tasks/t:cancel', { tenant: 'a/b' })).toEqual(task);
  });

  it('says its task in the path, whatever the body says', () => {
    const part = { method: 'POST', path: '/tasks/t:cancel', body: { id: 'other' } };
    expect(v1Rest.read(part)).toEqual({ method: 'CancelTask', params: { id: 't' } });
  });

  it('has no tenant for who does not know where its paths begin', () => {
    expect(v1Rest.read({ method: 'GET', path: '/one/tasks/t' })).toBeUndefined();
  });

  it('keeps a query that is no number or boolean, for the schema to judge', () => {
    const read = v1Rest.read({ method: 'GET', path: '/tasks?pageSize=many&includeArtifacts=yes' });
    expect(read?.params).toEqual({ pageSize: 'many', includeArtifacts: 'yes' });
  });

  it.each(['GET /v1/tasks/t', 'GET /message:send', 'PUT /tasks/t', 'GET /tasks/t:fly'])('%s is none', (line) => {
    const [method = '', path = ''] = line.split(' ');
    expect(v1Rest.read({ method, path })).toBeUndefined();
  });
});

describe('a reply over HTTP+JSON of 1.0', () => {
  const asked = { id: 7, method: 'GetTask' };

  it('has the result as its body, of the media type of A2A', () => {
    const part = v1Rest.write({ id: 7, result: TASK }, asked);
    expect(part).toEqual({ status: 200, headers: { 'content-type': 'application/a2a+json' }, body: TASK });
    expect(v1Rest.read(part, asked)).toEqual({ id: 7, result: TASK });
  });

  it('may confirm a deletion without a body', () => {
    const deleting = { id: 8, method: 'DeleteTaskPushNotificationConfig' };
    expect(v1Rest.read({ status: 204, headers: {} }, deleting)).toEqual({ id: 8, result: null });
    expect(v1Rest.read({ status: 204, headers: {} }, asked)).toBeUndefined();
  });

  const details = [
    { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'TASK_NOT_FOUND', domain: 'a2a-protocol.org' },
  ];

  it('has the status of its error, and its code as the reason of the details', () => {
    const error = { code: -32001, message: 'none', data: details };
    const part = v1Rest.write({ id: 7, error }, asked);
    expect(part.status).toBe(404);
    expect(part.body).toEqual({ error: { code: 404, status: 'NOT_FOUND', message: 'none', details } });
    expect(v1Rest.read(part, asked)).toEqual({ id: 7, error: { ...error, status: 'NOT_FOUND' } });
  });

  it('has another reason if the code became another one', () => {
    const part = v1Rest.write({ id: 7, error: { code: -32004, message: 'none', data: details } }, asked);
    expect(v1Rest.read(part, asked)).toMatchObject({ error: { code: -32004 } });
    const plain = v1Rest.write({ id: 7, error: { code: -32602, message: 'none', data: details } }, asked);
    expect(plain.body).toEqual({ error: { code: 400, status: 'INVALID_ARGUMENT', message: 'none', details: [] } });
  });

  it.each<[JsonObject, number]>([
    [{ code: 400, status: 'INVALID_ARGUMENT' }, -32602],
    [{ code: 400, status: 'FAILED_PRECONDITION' }, 400],
    [{ code: 404, status: 'NOT_FOUND' }, 404],
    [{ code: 500, status: 'INTERNAL' }, -32603],
    [{ code: 501 }, -32601],
  ])('without a reason, %j is the code %i', (error, code) => {
    const read = v1Rest.read({ status: Number(error.code), headers: {}, body: { error } }, asked);
    expect(read).toMatchObject({ error: { code } });
  });
});
