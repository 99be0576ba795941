import { expect, test } from 'vitest';
import type { WireRecord } from '../../play/record.js';
import { sessionsApart } from './sessions.js';

const record = (from: 'kit' | 'target', channel: string, session?: string): WireRecord => ({
  kind: 'message',
  seq: 0,
  time: 0,
  from,
  channel,
  http: { headers: session === undefined ? {} : { 'mcp-session-id': session } },
});

test('an exchange belongs to the session that its request names', () => {
  const numberOf = sessionsApart();
  expect(numberOf(record('kit', 'init'))).toBe(1);
  // The id that a response brings is for the requests that follow.
  expect(numberOf(record('target', 'init', 'a'))).toBe(1);
  expect(numberOf(record('kit', 'x', 'a'))).toBe(1);
  expect(numberOf(record('kit', 'y', 'b'))).toBe(2);
  expect(numberOf(record('target', 'x'))).toBe(1);
  expect(numberOf(record('target', 'y'))).toBe(2);
  expect(numberOf(record('kit', 'z', 'b'))).toBe(2);
  expect(numberOf(record('target', 'z'))).toBe(2);
});

test('without HTTP there is one session', () => {
  const numberOf = sessionsApart();
  const plain: WireRecord = { kind: 'message', seq: 0, time: 0, from: 'kit', channel: 'main' };
  expect([numberOf(plain), numberOf({ ...plain, from: 'target' })]).toEqual([1, 1]);
});
