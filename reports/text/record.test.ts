import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/json/json.js';
import { recordJson } from '../../src/recording/record-json.js';
import type { WireRecord } from '../../src/wire/record.js';
import { recordLine, wholeRecord } from './record.js';

const base = { seq: 1, time: 2, from: 'target', channel: 'main' } as const;
const line = (more: Partial<WireRecord> & Pick<WireRecord, 'kind'>, width?: number) =>
  recordLine({ ...base, ...more }, width);

describe('recordLine', () => {
  it('says what a message is', () => {
    const rpc = { jsonrpc: '2.0' };
    expect(line({ kind: 'message', message: { ...rpc, id: 'a', method: 'ping' } })).toBe('ping #"a"');
    expect(line({ kind: 'message', message: { ...rpc, method: 'note', params: [1] } })).toBe('note  [1]');
    expect(line({ kind: 'message', message: { ...rpc, id: 1, result: {} }, method: 'ping' })).toBe(
      'reply #1 to ping  {}',
    );
    expect(line({ kind: 'message', message: { ...rpc, id: 1, error: { code: -1, message: 'no', data: 5 } } })).toBe(
      'error #1  -1 no 5',
    );
    expect(line({ kind: 'message', message: { ...rpc, id: 1, error: 'no' } })).toBe('error #1  "no"');
    expect(line({ kind: 'message', message: rpc })).toBe('no kind of message  {"jsonrpc":"2.0"}');
    expect(line({ kind: 'message', message: [1] })).toBe('message  [1]');
    expect(line({ kind: 'message', message: { ...rpc, error: {} }, http: { status: 404, headers: {} } })).toContain(
      'HTTP 404 error',
    );
  });

  it('stays in its width and on its line', () => {
    const message = { jsonrpc: '2.0', method: 'x\n\u001b'.repeat(100), params: { text: 'y'.repeat(10_000) } };
    for (const width of [10, 40, 200]) {
      const text = line({ kind: 'message', message }, width);
      expect([...text].length).toBeLessThanOrEqual(width);
      for (const character of ['\n', '\u001b']) expect(text).not.toContain(character);
    }
  });
});

describe('recordJson', () => {
  it('writes bytes as base64, and the text only where the message does not say it', () => {
    const bytes = recordJson({ ...base, kind: 'bytes', bytes: Buffer.from([0xff, 0x00]), problem: 'invalid UTF-8' });
    expect(bytes).toMatchObject({ bytes: '/wA=', problem: 'invalid UTF-8' });
    expect(recordJson({ ...base, kind: 'message', message: { a: 1 }, text: '{"a":1}' })).not.toHaveProperty('text');
    expect(recordJson({ ...base, kind: 'message', message: { a: 1 }, text: '{"a":2,"a":1}' })).toHaveProperty('text');
  });

  it('cuts a huge message and tells its size', () => {
    const json = recordJson({ ...base, kind: 'message', message: {}, text: 'x'.repeat(3_000_000) });
    expect(json).toMatchObject({ size: 3_000_000 });
    expect(String(json.text).length).toBeLessThan(70_000);
  });
});

describe('a whole record', () => {
  const record = (message: JsonObject): WireRecord => ({ ...base, kind: 'message', message });

  it('is one line where that fits', () => {
    expect(wholeRecord(record({ jsonrpc: '2.0', id: 1, result: { a: 1 } }), 60)).toEqual(['reply #1  {"a":1}']);
  });

  it('has its members below it where it does not, uncut', () => {
    const text = 'x'.repeat(500);
    expect(wholeRecord(record({ jsonrpc: '2.0', method: 'm', params: { text, big: 2n ** 70n } }), 60)).toEqual([
      'm',
      '    {',
      `      "text": "${text}",`,
      '      "big": 1180591620717411303424',
      '    }',
    ]);
  });

  it('shows an error with all of its data', () => {
    const data = { list: Array.from({ length: 60 }, (_, index) => index) };
    const lines = wholeRecord(record({ jsonrpc: '2.0', id: 1, error: { code: -1, message: 'no', data } }), 60);
    expect(JSON.parse(lines.slice(1).join('\n'))).toEqual({ code: -1, message: 'no', data });
  });
});
