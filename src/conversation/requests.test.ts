import { expect, it } from 'vitest';
import type { Json } from '../json/json.js';
import type { WireRecord } from '../wire/record.js';
import { Requests } from './requests.js';

it('keeps apart whatever may stand where an id belongs', () => {
  const requests = new Requests();
  const record = (from: 'kit' | 'target', message: Json): WireRecord => ({
    ...{ seq: 1, time: 0, channel: 'main', kind: 'message' },
    from,
    message,
  });
  const ids: Json[] = [7, '7', true, [7], { toString: 1 }, { toString: { valueOf: null } }];
  for (const [index, id] of ids.entries()) requests.note(record('kit', { id, method: `m${index}` }));
  const answers = ids.map((id) => record('target', { id, result: {} }));
  for (const answer of answers) requests.note(answer);
  expect(answers.map(({ method }) => method)).toEqual(ids.map((_, index) => `m${index}`));
});

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
