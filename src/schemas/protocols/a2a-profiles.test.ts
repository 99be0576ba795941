import { describe, expect, it } from 'vitest';
import type { Json } from '../../json/json.js';
import { methodTable } from '../methods.js';
import { loadValidators } from '../validators.js';

const message = { kind: 'message', messageId: 'm', role: 'user', parts: [{ kind: 'text', text: 'hello' }] };
const task = (state: string) => ({ kind: 'task', id: 't', contextId: 'c', status: { state } });

describe('the profiles of A2A 0.3.0', async () => {
  const [core, restCore, protoJson, harn, tolerated] = await Promise.all(
    ['0.3.0', '0.3.0-rest-core', '0.3.0-rest-protojson', '0.3.0-harn', '0.3.0-tolerated'].map((one) =>
      loadValidators('a2a', one),
    ),
  );

  it.each(['0.3.0-rest-core', '0.3.0-rest-protojson'])('%s has the methods of 0.3.0, and a list of tasks', (rest) => {
    const methods = Object.keys(methodTable('a2a', rest)).filter((name) => name !== 'tasks/list');
    expect(methods.sort()).toEqual(Object.keys(methodTable('a2a', '0.3.0')).sort());
  });

  it('tell the two forms of a REST body apart', () => {
    const asCore = { task: { ...task('canceled'), history: [message] } };
    const asProto = {
      task: {
        id: 't',
        contextId: 'c',
        status: { state: 'TASK_STATE_CANCELLED' },
        history: [{ messageId: 'm', role: 'ROLE_USER', content: [{ text: 'hello' }] }],
      },
    };
    const fits = (value: Json) => [
      restCore!.validate('MessageSendResult', value).length === 0,
      protoJson!.validate('SendMessageResponse', value).length === 0,
    ];
    expect(fits(asCore)).toEqual([true, false]);
    expect(fits(asProto)).toEqual([false, true]);
    expect(fits({ task: { ...asProto.task, status: { state: 'canceled' } } })).toEqual([false, false]);
    expect(fits({ ...asCore, message })).toEqual([false, false]);
    expect(fits(asCore.task)).toEqual([false, false]);
  });

  it('take what ProtoJSON leaves out because it is empty', () => {
    const event = { taskId: 't', contextId: 'c', status: { state: 'TASK_STATE_WORKING' } };
    expect(protoJson!.validate('TaskStatusUpdateEvent', event)).toEqual([]);
    expect(protoJson!.validate('Message', { messageId: 'm', role: 'ROLE_AGENT' })).toEqual([]);
    expect(protoJson!.validate('Part', { text: 'a', data: { data: {} } })).toHaveLength(1);
  });

  it('know a failure over REST with and without a name for the error', () => {
    const error = { code: -32001, message: 'Task not found' };
    for (const rest of [restCore!, protoJson!]) {
      for (const body of [error, { error }, { jsonrpc: '2.0', id: null, error }] as Json[])
        expect(rest.validate('ErrorBody', body)).toEqual([]);
      expect(rest.validate('ErrorBody', { detail: 'not found' })).not.toEqual([]);
    }
  });

  it('judge what Harn declares apart from 0.3.0, and from what is only tolerated', () => {
    const older = { role: 'user', parts: [{ type: 'text', text: 'Analyze this' }] };
    expect(core!.validate('MessageSendParams', { message: older })).not.toEqual([]);
    expect(harn!.validate('SendParams', { function: 'triage', message: older })).toEqual([]);
    expect(harn!.validate('SendParams', { function: 1, message })).toHaveLength(1);
    expect(harn!.validate('SendConfiguration', { returnImmediately: 'yes' })).toHaveLength(1);
    const cancelled = task('cancelled');
    expect(harn!.validate('HarnTask', cancelled)).toEqual([]);
    expect(harn!.validate('HarnTask', task('canceled'))).toHaveLength(1);
    const snapshot = { id: 't', status: { state: 'input_required' } };
    expect(harn!.validate('HarnTask', snapshot)).not.toEqual([]);
    expect(tolerated!.validate('OtherTask', snapshot)).toEqual([]);
    expect(tolerated!.validate('OtherTask', cancelled)).toEqual([]);
  });

  it('have handoffs with their ids, or neither', () => {
    expect(harn!.validate('HarnTaskMetadata', { handoffs: [{ id: 'h' }], handoff_ids: ['h'] })).toEqual([]);
    expect(harn!.validate('HarnTaskMetadata', { other: 1 })).toEqual([]);
    expect(harn!.validate('HarnTaskMetadata', { handoffs: [] })).toHaveLength(1);
  });
});
