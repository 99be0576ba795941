import { expect, test } from 'vitest';
import type { Case, Step } from '../../../src/language/case.js';
import type { WireRecord } from '../../../src/wire/record.js';
import { openingOf, SlowStarts } from './slow-start.js';

const sent = (message: object): WireRecord =>
  ({ seq: 0, channel: 'main', from: 'kit', kind: 'message', time: 0, message }) as unknown as WireRecord;
const exit = { seq: 9, channel: 'main', from: 'target', kind: 'exit', time: 9 } as unknown as WireRecord;
const subject = (...steps: Partial<Step>[]) => ({ steps }) as unknown as Case;

test('servers begin alike that were sent the same first, under whatever id', () => {
  const opening = (message: object) => openingOf(subject(), 'server', [sent(message), sent({ method: 'later' })]);
  expect(opening({ id: 1, method: 'initialize', params: { v: 1 } })).toBe(
    opening({ id: 'x', method: 'initialize', params: { v: 1 } }),
  );
  expect(opening({ id: 1, method: 'initialize', params: { v: 2 } })).not.toBe(
    opening({ id: 1, method: 'initialize', params: { v: 1 } }),
  );
  expect(openingOf(subject(), 'server', [])).toBeUndefined();
});

test('clients begin alike that were started for the same, also where nothing says for what', () => {
  const started = (body: Step['body']) => openingOf(subject({ verb: 'start', body }), 'client', [sent({ id: 1 })]);
  expect(started({ behavior: 'call-tool' })).toBe(started({ behavior: 'call-tool' }));
  expect(started({ behavior: 'call-tool' })).not.toBe(started({ behavior: 'list-tools' }));
  expect(openingOf(subject(), 'client', [])).toBe('null');
});

test('a process that the case started again is none that is compared', () => {
  expect(openingOf(subject(), 'server', [sent({ id: 1, method: 'a' }), exit])).toBeUndefined();
});

test('only what was answered elsewhere is explained, and all are told in one sentence', () => {
  const starts = new SlowStarts();
  expect(starts.remark('t')).toBeUndefined();
  starts.note(undefined);
  starts.note('a');
  expect([starts.explain('a'), starts.explain('b')]).toEqual([true, false]);
  starts.count = 2;
  starts.waited = 20_000;
  expect(starts.remark('t')).toMatch(/^t was slow to start 2 times: nothing came within 20s, /);
});
