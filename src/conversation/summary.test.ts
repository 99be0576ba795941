import { describe, expect, it } from 'vitest';
import type { Json } from '../json/json.js';
import type { Carried } from '../wire/carried.js';
import type { WireRecord } from '../wire/record.js';
import { describeEnd, describeFound } from './summary.js';

const records = (...items: Carried[]): WireRecord[] =>
  items.map((item, seq) => ({ ...item, seq, time: 0, from: 'target', channel: 'main' }));
const head = (status: number, type?: string): Carried => ({
  kind: 'http',
  http: { status, headers: type === undefined ? {} : { 'content-type': type } },
});
const closed = (problem?: string): Carried => ({
  kind: 'closed',
  closed: problem === undefined ? { how: 'end' } : { how: 'error', problem },
});

describe('describeEnd', () => {
  it.each<[string, Carried[]]>([
    ['', [closed()]],
    ['connection refused', [closed('connection refused')]],
    ['HTTP 204', [head(204), closed()]],
    ['HTTP 502 (text/html)', [head(502, 'text/html'), { kind: 'body', body: '<p>' }, closed()]],
    [
      'HTTP 200 (application/json), the reply to id 9',
      [head(200, 'application/json'), { kind: 'message', message: { jsonrpc: '2.0', id: 9, result: {} } }, closed()],
    ],
    [
      'HTTP 200 (text/event-stream), bytes that are no message (not JSON: empty), the stream ended inside an event, which is lost',
      [
        head(200, 'text/event-stream'),
        { kind: 'bytes', bytes: new Uint8Array(), problem: 'not JSON: empty' },
        closed('the stream ended inside an event, which is lost'),
      ],
    ],
    // On a lane of many messages the last one says nothing about its end.
    ['', [{ kind: 'message', message: { jsonrpc: '2.0', method: 'log' } }, closed()]],
  ])('says %j', (text, items) => {
    expect(describeEnd(records(...items))).toBe(text);
  });

  it('looks at what the target said alone', () => {
    const sent: WireRecord = {
      kind: 'message',
      message: 1,
      http: { method: 'POST', path: '/', headers: {} },
      seq: 0,
      time: 0,
      from: 'kit',
      channel: 'main',
    };
    expect(describeEnd([sent, ...records(closed())])).toBe('');
  });
});

describe('describeFound', () => {
  it.each<[string, Json]>([
    ['an error reply to id 1 (-32600: no)', { code: -32600, message: 'no' }],
    ['an error reply to id 1 ({"toString":1}: {"toString":{}})', { code: { toString: 1 }, message: { toString: {} } }],
    ['an error reply to id 1 ({})', {}],
    ['an error reply to id 1 (no)', { message: 'no' }],
    ['an error reply to id 1 (-1)', { code: -1, message: '' }],
    ['an error reply to id 1 (null)', null],
  ])('says %s', (text, error) => {
    expect(describeFound(records({ kind: 'message', message: { id: 1, error } })[0]!)).toBe(text);
  });
});
