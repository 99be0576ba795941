import { expect, test } from 'vitest';
import type { Case, Step } from '../../src/language/case.js';
import { requestBehind } from './refused.js';

const step = (one: Partial<Step>): Step => ({ check: [], save: [], ...one }) as unknown as Step;
const subject = (...steps: Partial<Step>[]) => ({ steps: steps.map(step) }) as unknown as Case;
const NEW = new Set(['session/new']);

test('a case stands behind a request whose result it waits for without checking it', () => {
  const called = { verb: 'call', body: { request: 'session/new', result: {} } } as const;
  expect(requestBehind(subject(called), NEW)).toBe('session/new');
  expect(requestBehind(subject({ verb: 'repeat', steps: [step(called)] }), NEW)).toBe('session/new');
  const sent: Partial<Step> = { verb: 'send', body: [{ request: 'session/new', as: 'one' }] };
  expect(requestBehind(subject(sent, { verb: 'expect', body: { reply: 'one', result: {} } }), NEW)).toBe('session/new');
});

test('not where any answer will do, where it is checked, in a branch, or for another request', () => {
  const any = { verb: 'call', body: { request: 'session/new' } } as const;
  const checked = { verb: 'call', body: { request: 'session/new', result: {} }, check: ['ACP-I-13'] } as Partial<Step>;
  const branch = {
    verb: 'either',
    branches: [{ grade: 'pass', steps: [step({ verb: 'call', body: { request: 'session/new', result: {} } })] }],
  } as Partial<Step>;
  const other = { verb: 'call', body: { request: 'initialize', result: {} } } as const;
  for (const one of [any, checked, branch, other]) expect(requestBehind(subject(one), NEW)).toBeUndefined();
});
