import { expect, it } from 'vitest';
import { Requests } from './requests.js';

it('gives no id that a step has chosen itself', () => {
  const requests = new Requests();
  const note = (id: string | number) =>
    requests.note({
      seq: 1,
      time: 0,
      channel: 'main',
      from: 'kit',
      kind: 'message',
      message: { jsonrpc: '2.0', id, method: 'm' },
    });
  expect(requests.nextId()).toBe(1);
  note(2);
  note('3');
  expect([requests.nextId(), requests.nextId()]).toEqual([3, 4]);
});
