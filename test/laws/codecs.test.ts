import { describe, expect, it } from 'vitest';
import { type Codec, jsonRpc } from '../../src/conversation/codec/codec.js';
import { pathCodec } from '../../src/conversation/fixtures/path-codec.js';
import { restIn } from '../../src/protocols/a2a/bindings/rest.js';
import { withGoogleErrors } from '../../src/protocols/a2a/server/permissive/google-errors.js';
import { v1Rest } from '../../src/protocols/a2a/v1/rest.js';
import { roleEntry, roles } from '../../src/protocols/index.js';
import { assertCodec, type Exchange } from './codec.js';

const TASK = {
  kind: 'task',
  id: 't 1',
  contextId: 'c',
  status: { state: 'working', timestamp: '2026-01-01T00:00:00Z' },
};
const CONFIG = { url: 'https://client.example/' };
const A2A: Exchange[] = [
  {
    method: 'message/send',
    params: {
      message: { kind: 'message', role: 'user', messageId: 'm', parts: [{ kind: 'text', text: 'größer 😀' }] },
    },
    result: TASK,
  },
  { method: 'tasks/get', params: { id: 'a:b/c', historyLength: 2 }, result: TASK },
  { method: 'tasks/cancel', params: { id: 't 1' }, result: TASK },
  {
    method: 'tasks/pushNotificationConfig/set',
    params: { taskId: 't 1', pushNotificationConfig: CONFIG },
    result: { taskId: 't 1', pushNotificationConfig: CONFIG },
  },
];
const TASK_OF_V1 = { id: 't 1', status: { state: 'TASK_STATE_WORKING' } };
const A2A_V1: Exchange[] = [
  {
    method: 'SendMessage',
    params: { message: { role: 'ROLE_USER', messageId: 'm', parts: [{ text: 'größer 😀' }] } },
    result: { task: TASK_OF_V1 },
  },
  { method: 'GetTask', params: { id: 'a:b/c', historyLength: 2 }, result: TASK_OF_V1 },
  { method: 'ListTasks', params: { contextId: 'a&b=c', includeArtifacts: false }, result: { tasks: [] } },
  { method: 'CancelTask', params: { id: 't 1' }, result: TASK_OF_V1 },
  { method: 'CreateTaskPushNotificationConfig', params: { taskId: 't 1', ...CONFIG }, result: { id: 'h', ...CONFIG } },
];
const ANY: Exchange[] = [
  { method: 'echo', params: { text: 'größer 😀' }, result: { text: 'größer 😀' } },
  { method: 'ping', result: {} },
];

describe('every codec reads what it writes', () => {
  it.each<[string, Codec, Exchange[]]>([
    ['JSON-RPC', jsonRpc, ANY],
    ['paths as methods', pathCodec, ANY],
    ['REST of A2A', restIn('core'), A2A],
    ['REST of A2A in ProtoJSON', restIn('protojson'), A2A],
    ['HTTP+JSON of A2A 1.0', v1Rest, A2A_V1],
    ['REST of A2A with errors as Google writes them', withGoogleErrors(restIn('core')), A2A],
  ])('%s', (_, codec, exchanges) => {
    assertCodec(codec, exchanges);
  });

  it('those of the bindings of every role', async () => {
    let found = 0;
    for (const role of Object.keys(roles)) {
      const { protocol, bindings } = (await roleEntry(role))!;
      for (const { codec } of Object.values(bindings))
        if (codec) {
          found += 1;
          assertCodec(codec, protocol === 'a2a' ? A2A : ANY);
        }
    }
    expect(found).toBeGreaterThan(0);
  });

  it.each<[string, Partial<Codec>]>([
    [
      'loses the params',
      { read: (part, asked) => ({ ...pathCodec.read(part, asked), ...(asked ? {} : { params: {} }) }) },
    ],
    ['loses the id', { read: (part, asked) => ({ ...pathCodec.read(part, asked), id: 1 }) }],
    ['changes the message', { write: (message, asked) => pathCodec.write(Object.assign(message, { at: 1 }), asked) }],
    [
      'throws for an odd body',
      { read: (part, asked) => ({ ...pathCodec.read(part, asked), size: Object.keys(part.body!).length }) },
    ],
  ])('a codec that %s breaks a law', (_, change) => {
    expect(() => assertCodec({ ...pathCodec, ...change }, ANY)).toThrow();
  });
});
