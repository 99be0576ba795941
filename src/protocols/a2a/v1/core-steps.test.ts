import { expect, it } from 'vitest';
import type { JsonObject } from '../../../json/json.js';
import type { Border, Carried } from '../../../wire/carried.js';
import { CoreSteps } from './core-steps.js';

const asked = { jsonrpc: '2.0', id: 1, method: 'GetTask', params: { id: 't' } };
const result = { id: 't', contextId: 'c', status: { state: 'TASK_STATE_WORKING' } };

/** What lies on both sides of a border around which messages are in the core form. */
function bordered(change: (message: JsonObject) => JsonObject = (message) => message) {
  const seen: Carried[] = [];
  const passing = (carried: Carried): Carried => {
    seen.push(carried);
    return { ...carried, message: change(carried.message as JsonObject) };
  };
  const outer: Border = {
    hears: (carried, deliver) => deliver(passing(carried)),
    sends: (carried, emit) => emit(passing(carried)),
  };
  const steps = new CoreSteps();
  const border = steps.around(outer);
  const through = (way: 'hears' | 'sends', message: JsonObject) => {
    let came: Carried | undefined;
    border[way]({ kind: 'message', message, stream: 's' }, (one) => {
      came = one;
    });
    return came!.message;
  };
  return { seen, steps, through };
}

it('steps see the core form, and the agent hears and says that of 1.0', () => {
  const { seen, through } = bordered();
  expect(through('hears', asked)).toBe(asked);
  const reply = { jsonrpc: '2.0', id: 1, result };
  expect(through('sends', reply)).toBe(reply);
  expect(seen).toMatchObject([
    { message: { method: 'tasks/get', params: { id: 't' } }, native: asked },
    { message: { result: { kind: 'task', status: { state: 'working' } } }, native: reply },
  ]);
});

it('what a step said is recorded as the step has it', () => {
  const { seen, steps, through } = bordered();
  through('hears', asked);
  const reply = { jsonrpc: '2.0', id: 1, result: { kind: 'task', id: 't', status: { state: 'working' }, later: 1 } };
  const said = steps.said(reply, 'GetTask');
  expect(said).toEqual({ ...reply, result: { id: 't', status: { state: 'TASK_STATE_WORKING' }, later: 1 } });
  through('sends', said);
  expect(seen[1]!.message).toBe(reply);
});

it('what a fault changes in the core form becomes 1.0 again', () => {
  const { through } = bordered((message) =>
    'method' in message
      ? { ...message, params: { id: 'other' } }
      : { ...message, result: { ...(message.result as JsonObject), status: { state: 'failed' } } },
  );
  expect(through('hears', asked)).toEqual({ ...asked, params: { id: 'other' } });
  expect(through('sends', { jsonrpc: '2.0', id: 1, result })).toMatchObject({
    result: { id: 't', status: { state: 'TASK_STATE_FAILED' } },
  });
});

it('a method of 0.3 is none that a step could mean', () => {
  const { seen, steps, through } = bordered();
  const older = { ...asked, method: 'message/send' };
  expect(through('hears', older)).toBe(older);
  expect(seen[0]!.message).toMatchObject({ method: 'message/send of 0.3' });
  expect(steps.nameOf('message/send')).toBe('message/send of 0.3');
  expect(steps.nameOf('SendMessage')).toBe('message/send');
});
