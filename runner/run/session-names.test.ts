import { expect, test } from 'vitest';
import type { WireRecord } from '../../src/wire/record.js';
import { SessionNames } from './session-names.js';

const record = (from: WireRecord['from'], more: Partial<WireRecord>): WireRecord =>
  ({ seq: 0, time: 0, from, channel: 'main', ...more }) as WireRecord;
const says = (from: WireRecord['from'], message: object) =>
  record(from, { kind: 'message', message: { jsonrpc: '2.0', ...message } as never });
const EXIT = record('target', { kind: 'exit', exit: { code: 0, signal: null } });
const ASK = says('target', { id: 1, method: 'ping' });

test('a process that is started again begins another session', () => {
  const names = new SessionNames('case');
  const greet = says('kit', { id: 1, method: 'initialize' });
  expect([greet, EXIT, greet, EXIT, ASK].map((one) => names.of(one))).toEqual([
    'case',
    'case',
    'case, session 2',
    'case, session 2',
    'case, session 3',
  ]);
  expect(names.all()).toEqual(['case', 'case, session 2', 'case, session 3']);
});

test('what comes late to or from a process that has ended is of its session', () => {
  const names = new SessionNames('case');
  const late = [
    says('kit', { id: 1, result: {} }),
    says('target', { id: 2, error: { code: -32600, message: 'no' } }),
    record('target', { kind: 'closed', closed: { how: 'end' } }),
  ];
  expect([ASK, EXIT, ...late].map((one) => names.of(one))).toEqual(Array(5).fill('case'));
  expect(names.of(ASK)).toBe('case, session 2');
});

test('sessions that the protocol tells apart have names of their own', () => {
  const names = new SessionNames('case', ({ channel }) => (channel === 'main' ? 1 : 2));
  const other = { ...ASK, channel: 'other' };
  expect([ASK, other, ASK, EXIT, other].map((one) => names.of(one))).toEqual([
    'case',
    'case, session 2',
    'case',
    'case',
    'case, session 3',
  ]);
});
