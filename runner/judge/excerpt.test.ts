import { describe, expect, it } from 'vitest';
import type { Judged } from '../../src/conversation/blame/outcome.js';
import type { Json } from '../../src/json/json.js';
import type { WireRecord } from '../../src/wire/record.js';
import { asCarried, excerptOf } from './excerpt.js';

const at = { file: 'c.yaml', line: 1, col: 1 };

function record(seq: number, from: 'kit' | 'target', more: Partial<WireRecord>): WireRecord {
  return { seq, time: seq, from, channel: 'main', kind: 'message', ...more };
}
const request = (seq: number, id: Json, more: Partial<WireRecord> = {}) =>
  record(seq, 'kit', { message: { jsonrpc: '2.0', id, method: 'tools/call' }, ...more });
const reply = (seq: number, id: Json, more: Partial<WireRecord> = {}) =>
  record(seq, 'target', { message: { jsonrpc: '2.0', id, result: {} }, ...more });
const notification = (seq: number, more: Partial<WireRecord> = {}) =>
  record(seq, 'target', { message: { jsonrpc: '2.0', method: 'notifications/progress' }, ...more });
const broken = (one: WireRecord | undefined, more: Partial<Judged> = {}): Judged => ({
  ...{ requirement: 'R-1', status: 'fail', at },
  ...(one ? { record: one } : {}),
  ...more,
});
const excerpt = (records: WireRecord[], judged: Judged[], channel?: string) => {
  const ending = { outcome: { kind: 'held' as const }, message: '', blamed: [], ...(channel ? { channel } : {}) };
  const { transcript, leftOut = [] } = excerptOf({ records, ending, judged });
  return { seqs: transcript.map(({ seq }) => seq), leftOut };
};

describe('the excerpt of a case that did not hold', () => {
  it('has the reply that is wrong and its request, however many messages came between', () => {
    const between = Array.from({ length: 30 }, (_, index) => notification(index + 2));
    const wrong = reply(32, 7);
    const records = [reply(0, 1), request(1, 7), ...between, wrong, notification(33), notification(34)];
    expect(excerpt(records, [broken(wrong)])).toEqual({
      seqs: [1, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32],
      leftOut: [{ before: 1, count: 1 }, { before: 23, count: 21 }, { count: 2 }],
    });
  });

  it('has the heads of the exchange that carried the message, on another channel too', () => {
    const http = { kind: 'http' as const, channel: 'again', stream: 's' };
    const wrong = notification(20, { channel: 'again', stream: 's' });
    const records = [
      record(0, 'kit', { ...http, http: { method: 'GET', path: '/mcp', headers: {} } }),
      record(1, 'target', { ...http, http: { status: 200, headers: {} } }),
      ...Array.from({ length: 18 }, (_, index) => notification(index + 2, { channel: 'again', stream: 's' })),
      wrong,
    ];
    expect(excerpt(records, [broken(wrong)]).seqs.slice(0, 3)).toEqual([0, 1, 11]);
  });

  it('has the request without a reply if nothing came in time', () => {
    const later = Array.from({ length: 15 }, (_, index) => notification(index + 3));
    const records = [request(0, 1), reply(1, 1), request(2, '1'), ...later];
    const { seqs, leftOut } = excerpt(records, [broken(undefined, { timedOut: true })]);
    expect(seqs[0]).toBe(2);
    expect(leftOut).toEqual([
      { before: 2, count: 2 },
      { before: 8, count: 5 },
    ]);
  });

  it('has each record that a difference names', () => {
    const records = [notification(0), ...Array.from({ length: 20 }, (_, index) => notification(index + 1))];
    const difference = {
      path: '/0/method',
      expected: 'x',
      message: 'expected "x"',
      seq: 0,
      pointer: '/message/method',
    };
    expect(excerpt(records, [broken(records.at(-1), { differences: [difference] })]).seqs[0]).toBe(0);
  });

  it('leaves nothing out of a short conversation', () => {
    const records = [request(0, 1), reply(1, 1)];
    expect(excerpt(records, [broken(records[1])])).toEqual({ seqs: [0, 1], leftOut: [] });
  });
});

describe('records as they were carried', () => {
  it('have the messages and the methods of the version that was spoken', () => {
    const asked = { jsonrpc: '2.0', id: 7, method: 'SendMessage' };
    const answer = { jsonrpc: '2.0', id: 7, result: { message: {} } };
    const records = [request(0, 7, { native: asked }), reply(1, 7, { method: 'message/send', native: answer })];
    expect(asCarried(records)).toEqual([
      record(0, 'kit', { message: asked }),
      record(1, 'target', { message: answer, method: 'SendMessage' }),
    ]);
  });

  it('are the same if their messages have one form alone', () => {
    const records = [request(0, 7), reply(1, 7, { method: 'tools/call' })];
    expect(asCarried(records)).toEqual(records);
  });
});
