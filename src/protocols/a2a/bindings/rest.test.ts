import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../json/json.js';
import { withGoogleErrors } from '../server/permissive/google-errors.js';
import { isProtoRequest } from './proto-json.js';
import { rest, restIn } from './rest.js';

const TASK = { kind: 'task', id: 't 1', contextId: 'c', status: { state: 'working' } };

/** A request as it is written and read again by the other side. */
function carried(method: string, params: object) {
  const part = rest.write({ id: 1, method, params: params as never });
  return { line: `${part.method} ${part.path}`, body: part.body, read: rest.read(part) };
}

describe('a request over REST', () => {
  const hook = { taskId: 't 1', pushNotificationConfig: { url: 'https://client.example/' } };
  const named = { id: 't 1', pushNotificationConfigId: 'h/1' };
  it.each([
    ['message/send', { message: { role: 'user' } }, 'POST /v1/message:send', { message: { role: 'user' } }],
    ['message/stream', { message: {} }, 'POST /v1/message:stream', { message: {} }],
    ['tasks/get', { id: 't 1' }, 'GET /v1/tasks/t%201', undefined],
    ['tasks/get', { id: 'a:b', historyLength: 2 }, 'GET /v1/tasks/a%3Ab?historyLength=2', undefined],
    ['tasks/list', {}, 'GET /v1/tasks', undefined],
    ['tasks/cancel', { id: 't 1' }, 'POST /v1/tasks/t%201:cancel', undefined],
    ['tasks/resubscribe', { id: 't 1' }, 'POST /v1/tasks/t%201:subscribe', undefined],
    ['tasks/pushNotificationConfig/set', hook, 'POST /v1/tasks/t%201/pushNotificationConfigs', { config: hook }],
    ['tasks/pushNotificationConfig/list', { id: 't 1' }, 'GET /v1/tasks/t%201/pushNotificationConfigs', undefined],
    ['tasks/pushNotificationConfig/get', named, 'GET /v1/tasks/t%201/pushNotificationConfigs/h%2F1', undefined],
    ['tasks/pushNotificationConfig/delete', named, 'DELETE /v1/tasks/t%201/pushNotificationConfigs/h%2F1', undefined],
    ['agent/getAuthenticatedExtendedCard', {}, 'GET /v1/card', undefined],
  ])('%s %j is %s', (method, params, line, body) => {
    expect(carried(method, params)).toEqual({ line, body, read: { method, params } });
  });

  it('may have the webhook itself as its body', () => {
    const read = rest.read({
      method: 'POST',
      path: '/v1/tasks/t/pushNotificationConfigs',
      body: { url: 'https://a/' },
    });
    expect(read?.params).toEqual({ taskId: 't', pushNotificationConfig: { url: 'https://a/' } });
  });

  it.each(['GET /v1/nothing', 'GET /v1/message:send', 'PUT /v1/tasks/t', 'GET /v1/tasks/t:fly'])(
    '%s is none',
    (line) => {
      const [method = '', path = ''] = line.split(' ');
      expect(rest.read({ method, path })).toBeUndefined();
    },
  );
});

describe('a reply over REST', () => {
  const asked = { id: 7, method: 'message/send' };

  it('has the result under the name of what it is, and reads it from there', () => {
    const part = rest.write({ id: 7, result: TASK }, asked);
    expect(part).toMatchObject({ status: 200, body: { task: TASK } });
    expect(rest.read(part, asked)).toEqual({ id: 7, result: TASK });
    const get = { id: 8, method: 'tasks/get' };
    expect(rest.write({ id: 8, result: TASK }, get).body).toEqual(TASK);
  });

  it.each([
    [-32001, 404],
    [-32002, 409],
    [-32602, 400],
    [-32603, 500],
  ])('with the error %i has status %i, and is read alone or under its name', (code, status) => {
    const error = { code, message: 'no' };
    const part = rest.write({ id: 7, error }, asked);
    expect(part.status).toBe(status);
    expect(rest.read(part, asked)).toEqual({ id: 7, error });
    expect(rest.read({ ...part, body: error }, asked)).toEqual({ id: 7, error });
  });

  it('to a delete has no body', () => {
    const deleted = { id: 9, method: 'tasks/pushNotificationConfig/delete' };
    const part = rest.write({ id: 9, result: null }, deleted);
    expect(part).toMatchObject({ status: 204 });
    expect(rest.read(part, deleted)).toEqual({ id: 9, result: null });
    expect(rest.read({ status: 204 }, asked)).toBeUndefined();
  });

  it('is read from ProtoJSON as from the form of the core', () => {
    const proto: JsonObject = {
      id: 't 1',
      contextId: 'c',
      status: {
        state: 'TASK_STATE_INPUT_REQUIRED',
        update: { messageId: 'm', role: 'ROLE_AGENT', content: [{ text: 'hi' }] },
      },
      artifacts: [
        {
          artifactId: 'a',
          parts: [{ data: { data: { table: 4 } } }, { file: { fileWithUri: 'https://a/', mimeType: 'text/plain' } }],
        },
      ],
    };
    expect(rest.read({ status: 200, body: { task: proto } }, asked)).toEqual({
      id: 7,
      result: {
        kind: 'task',
        id: 't 1',
        contextId: 'c',
        status: {
          state: 'input-required',
          message: { kind: 'message', messageId: 'm', role: 'agent', parts: [{ kind: 'text', text: 'hi' }] },
        },
        artifacts: [
          {
            artifactId: 'a',
            parts: [
              { kind: 'data', data: { table: 4 } },
              { kind: 'file', file: { uri: 'https://a/', mimeType: 'text/plain' } },
            ],
          },
        ],
      },
    });
    const event = {
      statusUpdate: { taskId: 't', contextId: 'c', status: { state: 'TASK_STATE_CANCELLED' }, final: true },
    };
    const stream = { status: 200, headers: { 'content-type': 'text/event-stream' }, body: event };
    expect(rest.read(stream, { id: 7, method: 'message/stream' })).toEqual({
      id: 7,
      result: { kind: 'status-update', taskId: 't', contextId: 'c', status: { state: 'canceled' }, final: true },
    });
    const hook = { name: 'tasks/t/pushNotificationConfigs/h', pushNotificationConfig: { id: 'h', url: 'https://a/' } };
    const { name: _, ...rest_ } = hook;
    expect(
      rest.read({ status: 200, body: { configs: [hook] } }, { id: 7, method: 'tasks/pushNotificationConfig/list' }),
    ).toEqual({
      id: 7,
      result: [{ taskId: 't', ...rest_ }],
    });
  });

  it('may leave out in ProtoJSON what has its default', () => {
    const event = {
      statusUpdate: { taskId: 't', contextId: 'c', status: { update: { messageId: 'm', role: 'ROLE_AGENT' } } },
    };
    expect(rest.read({ status: 200, body: event }, { id: 7, method: 'message/stream' })?.result).toEqual({
      kind: 'status-update',
      taskId: 't',
      contextId: 'c',
      final: false,
      status: { state: 'unknown', message: { kind: 'message', messageId: 'm', role: 'agent', parts: [] } },
    });
    const list = { id: 7, method: 'tasks/pushNotificationConfig/list' };
    expect(rest.read({ status: 200, body: {} }, list)).toEqual({ id: 7, result: [] });
  });

  it('leaves what mixes both forms as it is, for the schema to judge', () => {
    const mixed = { ...TASK, status: { state: 'TASK_STATE_WORKING' } };
    expect(rest.read({ status: 200, body: { task: mixed } }, asked)).toEqual({ id: 7, result: mixed });
  });
});

describe('the bodies of requests as ProtoJSON', () => {
  const { write } = restIn('protojson');

  it('have the names of the proto for role, parts and webhook', () => {
    const parts: JsonObject[] = [
      { kind: 'text', text: 'a' },
      { kind: 'data', data: { b: 1 } },
      { kind: 'file', file: { bytes: 'YQ==', name: 'a' } },
    ];
    const message = { kind: 'message', messageId: 'm', role: 'user', parts };
    const configuration = { blocking: true, pushNotificationConfig: { url: 'https://a/' } };
    expect(write({ method: 'message/send', params: { message, configuration } }).body).toEqual({
      message: {
        messageId: 'm',
        role: 'ROLE_USER',
        content: [{ text: 'a' }, { data: { data: { b: 1 } } }, { file: { fileWithBytes: 'YQ==', name: 'a' } }],
      },
      configuration: { blocking: true, pushNotification: { url: 'https://a/' } },
    });
    const params = { taskId: 't', pushNotificationConfig: { url: 'https://a/' } };
    expect(write({ method: 'tasks/pushNotificationConfig/set', params }).body).toEqual({
      parent: 'tasks/t',
      config: { pushNotificationConfig: { url: 'https://a/' } },
      name: 'tasks/t/pushNotificationConfigs/',
      pushNotificationConfig: { url: 'https://a/' },
    });
  });
});

describe('an error of REST', () => {
  it.each([
    [-32001, 404, 'NOT_FOUND', -32001],
    [-32602, 400, 'INVALID_ARGUMENT', -32602],
    [-32603, 500, 'INTERNAL', -32603],
    // A name it has not: readers get the status.
    [-32000, 401, 'UNAUTHENTICATED', 401],
  ])('with the code %i is written as Google does, and read again', (code, status, word, read) => {
    const codec = withGoogleErrors(rest);
    const part = codec.write({ id: 7, error: { code, message: 'no' } }, asked);
    expect(part).toMatchObject({ status, body: { error: { code: status, status: word, message: 'no' } } });
    expect(codec.read(part, asked)).toMatchObject({ id: 7, error: { code: read, message: 'no' } });
  });

  const asked = { id: 7, method: 'tasks/get' };
  const google = (details: Json) => ({ code: 404, status: 'NOT_FOUND', message: 'none', details });

  it('has the code of the name in its details, where Google writes errors so', () => {
    const error = google([{ other: 1 }, { reason: 'TASK_NOT_FOUND' }]);
    expect(rest.read({ status: 404, body: { error } }, asked)).toMatchObject({ id: 7, error: { code: -32001 } });
  });

  it.each([[[{ reason: 'constructor' }]], [[]], ['TASK_NOT_FOUND']])(
    'keeps its own code with the details %j',
    (details) => {
      expect(rest.read({ status: 404, body: { error: google(details) } }, asked)).toMatchObject({
        error: { code: 404 },
      });
    },
  );
});

describe('the bodies of both sides as ProtoJSON', () => {
  const proto = restIn('protojson');
  const said = { kind: 'message', messageId: 'm', role: 'agent', parts: [{ kind: 'data', data: { b: 1 } }] };
  const task = {
    kind: 'task',
    id: 't',
    contextId: 'c',
    status: { state: 'canceled', message: said },
    history: [said],
    artifacts: [{ artifactId: 'a', parts: [{ kind: 'file', file: { uri: 'https://a/', name: 'a' } }] }],
  };
  const hook = { taskId: 't', pushNotificationConfig: { id: 'h', url: 'https://a/' } };
  const update = { taskId: 't', contextId: 'c' };

  it.each<[string, Json]>([
    ['message/send', task],
    ['message/send', said],
    ['message/stream', { kind: 'status-update', ...update, status: { state: 'auth-required' }, final: true }],
    ['message/stream', { kind: 'artifact-update', ...update, artifact: { artifactId: 'a', parts: [] }, append: true }],
    ['tasks/get', task],
    ['tasks/pushNotificationConfig/set', hook],
    ['tasks/pushNotificationConfig/list', [hook]],
  ])('say of %s what the core says', (method, result) => {
    const request = { id: 7, method };
    const part = proto.write({ id: 7, result }, request);
    expect(JSON.stringify(part.body)).not.toContain('kind');
    expect(rest.read(part, request)).toEqual({ id: 7, result });
  });

  it('are told from those of the core by the names that only the proto has', () => {
    const params = {
      message: { ...said, role: 'user' },
      configuration: { pushNotificationConfig: { url: 'https://a/' } },
    };
    const part = proto.write({ method: 'message/send', params });
    expect(isProtoRequest(part.body!)).toBe(true);
    expect(rest.read(part)).toEqual({ method: 'message/send', params });
    expect([isProtoRequest(params), isProtoRequest({}), isProtoRequest('content')]).toEqual([false, false, false]);
  });

  it('set a webhook by its name, or by that of its task', () => {
    const part = proto.write({ method: 'tasks/pushNotificationConfig/set', params: hook });
    expect(rest.read(part)).toEqual({ method: 'tasks/pushNotificationConfig/set', params: hook });
    const { taskId: _, ...config } = hook;
    const named = { ...part, body: { name: 'tasks/t/pushNotificationConfigs/h', ...config } };
    expect(rest.read(named)).toEqual({ method: 'tasks/pushNotificationConfig/set', params: hook });
  });
});
