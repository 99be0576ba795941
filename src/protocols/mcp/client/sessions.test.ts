import { expect, test } from 'vitest';
import type { WireRecord } from '../../../wire/record.js';
import { sessionsApart } from './sessions.js';

const record = (from: 'kit' | 'target', asks: boolean, channel: string, session?: string): WireRecord => ({
  kind: 'message',
  seq: 0,
  time: 0,
  from,
  channel,
  http: {
    ...(asks ? { method: 'POST' } : { status: 200 }),
    headers: session === undefined ? {} : { 'mcp-session-id': session },
  },
});

test.each([
  ['kit', 'target'],
  ['target', 'kit'],
] as const)(
  'an exchange belongs to the session that its request names, where the %s is the client',
  (client, server) => {
    const numberOf = sessionsApart();
    const asks = (channel: string, session?: string) => numberOf(record(client, true, channel, session));
    const answers = (channel: string, session?: string) => numberOf(record(server, false, channel, session));
    expect(asks('init')).toBe(1);
    // The id that a response brings is for the requests that follow.
    expect(answers('init', 'a')).toBe(1);
    expect(asks('x', 'a')).toBe(1);
    expect(asks('y', 'b')).toBe(2);
    expect(answers('x')).toBe(1);
    expect(answers('y')).toBe(2);
    expect(asks('z', 'b')).toBe(2);
    expect(answers('z')).toBe(2);
  },
);

test('without HTTP there is one session', () => {
  const numberOf = sessionsApart();
  const plain: WireRecord = { kind: 'message', seq: 0, time: 0, from: 'kit', channel: 'main' };
  expect([numberOf(plain), numberOf({ ...plain, from: 'target' })]).toEqual([1, 1]);
});

test('each initialize opens a session, whose id its response tells', () => {
  const numberOf = sessionsApart();
  const message = { jsonrpc: '2.0', id: 1, method: 'initialize' };
  const opens = (channel: string) => numberOf({ ...record('kit', true, channel), message });
  const asks = (channel: string, session?: string) => numberOf(record('kit', true, channel, session));
  const answers = (channel: string, session?: string) => numberOf(record('target', false, channel, session));
  expect([opens('one'), opens('two')]).toEqual([1, 2]);
  expect([answers('two', 'b'), answers('one', 'a')]).toEqual([2, 1]);
  expect([asks('x', 'a'), asks('y', 'b'), asks('z', 'c'), asks('none')]).toEqual([1, 2, 3, 1]);
  expect([answers('y'), answers('two')]).toEqual([2, 2]);
});
