import { expect, it } from 'vitest';
import type { JsonObject } from '../../../json/json.js';
import { requestFromCore, resultFromCore } from './from-core.js';
import { type CoreMethod, methodOf } from './names.js';
import { requestToCore, resultToCore } from './to-core.js';

const message: JsonObject = {
  kind: 'message',
  messageId: 'm',
  role: 'user',
  parts: [
    { kind: 'text', text: 'größer' },
    { kind: 'data', data: { a: 1 } },
    { kind: 'file', file: { bytes: 'YQ==', mimeType: 'text/plain', name: 'a.txt' } },
  ],
};
const hook = { url: 'https://a/', authentication: { schemes: ['Bearer'], credentials: 'c' } };
const status: JsonObject = { state: 'input-required', message: { ...message, role: 'agent' } };
const task: JsonObject = { kind: 'task', id: 't', contextId: 'c', status, history: [message], artifacts: [] };

const requests: [CoreMethod, JsonObject][] = [
  ['message/send', { message, configuration: { blocking: false, pushNotificationConfig: hook } }],
  ['tasks/get', { id: 't', historyLength: 1 }],
  ['tasks/pushNotificationConfig/set', { taskId: 't', pushNotificationConfig: hook }],
  ['tasks/pushNotificationConfig/get', { id: 't', pushNotificationConfigId: 'h' }],
];

it.each(requests)('a request of %s comes back as it was', (method, params) => {
  const there = requestFromCore({ id: 1, method, params });
  expect(there.method).toBe(methodOf(method));
  expect(JSON.stringify(there.params)).not.toMatch(/"kind"|"blocking"|"schemes"|"user"/);
  expect(requestToCore(String(there.method), there.params as JsonObject)).toEqual({ method, params });
});

const results: [CoreMethod, JsonObject | JsonObject[]][] = [
  ['message/send', task],
  ['message/stream', message],
  ['message/stream', { kind: 'status-update', taskId: 't', contextId: 'c', status }],
  [
    'tasks/resubscribe',
    { kind: 'artifact-update', taskId: 't', contextId: 'c', artifact: { artifactId: 'a', parts: [] } },
  ],
  ['tasks/cancel', task],
  ['tasks/pushNotificationConfig/list', [{ taskId: 't', pushNotificationConfig: hook }]],
];

it.each(results)('a result of %s comes back as it was', (method, result) => {
  const there = resultFromCore(method, result);
  expect(JSON.stringify(there)).not.toMatch(/"kind"|"schemes"|"user"|"input-required"/);
  expect(resultToCore(method, there)).toEqual(result);
});

it('what a version breaks is not mended on the way', () => {
  expect(resultToCore('tasks/get', { id: 't', status: { state: 'completed' } })).toMatchObject({
    status: { state: 'completed' },
  });
  expect(resultToCore('message/send', { id: 't' })).toEqual({ id: 't' });
  expect(requestFromCore({ id: 1, method: 'message/send', params: [1] }).params).toEqual([1]);
});
