import { describe, expect, it } from 'vitest';
import type { Message, Task } from '../../generated/types/a2a-0.3.0.js';
import type { Json } from '../../json/json.js';
import { loadValidators } from '../validators.js';

const core = await loadValidators('a2a', '0.3.0');
const said = (name: string | string[], value: Json) =>
  core.validate(name, value).map(({ path, message }) => `${path} ${message}`.trim());

const text = { kind: 'text', text: 'hello' };
const message = { kind: 'message', messageId: 'm', role: 'user', parts: [text] };
const task = (state: string) => ({ kind: 'task', id: 't', contextId: 'c', status: { state } });

describe('definitions of A2A 0.3.0', () => {
  it('tell a part that they do not know from one that is wrong', () => {
    const parts = (part: Json) => core.validate('Message', { ...message, parts: [part] });
    expect(parts({ kind: 'video', url: 'x' })).toMatchObject([{ path: '/parts/0/kind', unknownVariant: true }]);
    expect(parts({ kind: 'text' })).toMatchObject([{ path: '/parts/0', message: 'lacks `text`' }]);
    expect(parts({ type: 'text', text: 'hello' })).toMatchObject([{ path: '/parts/0', message: 'lacks `kind`' }]);
    expect(said('FilePart', { kind: 'file', file: { data: 'aGk=' } })).toEqual(['/file lacks `bytes`']);
    expect(said('FilePart', { kind: 'file', file: { bytes: 'aGk=', mimeType: 'text/plain' } })).toEqual([]);
  });

  it('have no kind, no id and no role left out', () => {
    for (const name of ['kind', 'messageId', 'role', 'parts'] as const) {
      const { [name]: _, ...without } = message;
      expect(said('Message', without)).toEqual([`lacks \`${name}\``]);
    }
    expect(said('Message', { ...message, parts: [] })).toEqual([]);
    expect(said('Message', { ...message, role: 'assistant' })).toHaveLength(1);
  });

  it('have nine states, and canceled with one l', () => {
    const states = ['submitted', 'working', 'input-required', 'completed', 'canceled', 'failed', 'rejected'];
    for (const state of [...states, 'auth-required', 'unknown']) expect(said('Task', task(state))).toEqual([]);
    expect(core.validate('Task', task('cancelled'))).toMatchObject([{ path: '/status/state', keyword: 'enum' }]);
  });

  it('demand all that an event has, whether it is the last one too', () => {
    const event = { kind: 'status-update', taskId: 't', contextId: 'c', status: { state: 'working' } };
    expect(said('TaskStatusUpdateEvent', event)).toEqual(['lacks `final`']);
    expect(said(['Task', 'TaskStatusUpdateEvent'], { ...event, final: false })).toEqual([]);
  });

  it('take ids of requests that are texts or integers, and null in a response alone', () => {
    const request = { jsonrpc: '2.0', method: 'tasks/get', params: { id: 't' } };
    for (const id of ['', '1', 1, 2n ** 60n]) expect(said('GetTaskRequest', { ...request, id })).toEqual([]);
    for (const id of [null, 1.5, {}]) expect(said('GetTaskRequest', { ...request, id })).toHaveLength(1);
    expect(said('GetTaskRequest', request)).toEqual(['lacks `id`']);
    const error = { code: -32700, message: 'Not JSON' };
    expect(said('JSONRPCErrorResponse', { jsonrpc: '2.0', id: null, error })).toEqual([]);
    expect(said('JSONRPCErrorResponse', { jsonrpc: '2.0', error })).toEqual(['lacks `id`']);
  });

  it('take any code for an error, and for an error with a name its own', () => {
    const response = { jsonrpc: '2.0', id: 1, error: { code: -32050, message: 'busy' } };
    expect(said('JSONRPCErrorResponse', response)).toEqual([]);
    expect(said('A2AError', response.error)).toHaveLength(1);
    expect(said('TaskNotFoundError', { code: -32002, message: 'x' })).toEqual(['/code expected -32001, got -32002']);
  });

  it('say what a security scheme lacks by its type', () => {
    expect(said('SecurityScheme', { type: 'apiKey', name: 'X-Key' })).toEqual(['lacks `in`']);
    expect(core.validate('SecurityScheme', { type: 'basic' })).toMatchObject([{ path: '/type', unknownVariant: true }]);
  });

  it('have types that say the same', () => {
    const typed: Message = {
      kind: 'message',
      messageId: 'm',
      role: 'agent',
      parts: [{ kind: 'data', data: { a: 1 } }],
    };
    // @ts-expect-error: a task has a conversation
    const alone: Task = { kind: 'task', id: 't', status: { state: 'working', message: typed } };
    expect(said('Message', typed as unknown as Json)).toEqual([]);
    expect(said('Task', alone as unknown as Json)).toEqual(['lacks `contextId`']);
  });
});
