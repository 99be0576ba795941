import { describe, expect, it } from 'vitest';
import { judge } from '../../src/conversation/player/judgement.js';
import { describeEnd, describeFound, quoteError } from '../../src/conversation/summary.js';
import type { Json } from '../../src/json/json.js';
import { match } from '../../src/language/pattern/pattern.js';
import { describe as inWords, parseSelector } from '../../src/language/selector.js';
import type { Carried } from '../../src/wire/carried.js';
import type { WireRecord } from '../../src/wire/record.js';
import { recordLine, setLine, wholeRecord } from './record.js';

/** What a sentence looks like in which a part is missing, or stands twice. */
const GAPS: readonly [string, RegExp][] = [
  ['a value that is not there', /\b(undefined|NaN)\b|\[object /],
  ['nothing in brackets', /\(\s*\)/],
  ['a gap between words', /\S {3,}\S|[a-z] {2,}[a-z]|\bto {2}|^ | $/],
  ['nothing after a colon, a comma or a word that asks for more', /(:|,|\b(to|of|code|HTTP|by))\s*($|[,;)])/],
  ['the same twice', /\b(\S+), \1\b|\b(\S+) or \2\b/],
];

const message = (value: Json, more: Partial<WireRecord> = {}): Partial<WireRecord> => ({
  kind: 'message',
  message: value,
  ...more,
});
const head = (http: WireRecord['http']): Partial<WireRecord> => ({ kind: 'http', ...(http ? { http } : {}) });

/** Records in which something is empty or missing that usually is there. */
const RECORDS: readonly Partial<WireRecord>[] = [
  message({ jsonrpc: '2.0', id: 1, method: '' }),
  message({ jsonrpc: '2.0', method: '', params: {} }),
  message({ jsonrpc: '2.0', id: '', method: 'a b' }),
  message({ jsonrpc: '2.0', id: 2, result: {} }, { method: '' }),
  message({ jsonrpc: '2.0', id: 2, result: {} }, { as: '' }),
  message({ jsonrpc: '2.0', id: null, error: null }),
  message({ jsonrpc: '2.0', id: 1, error: {} }),
  message({ jsonrpc: '2.0', id: 1, error: { message: '' } }),
  message({ jsonrpc: '2.0', id: 1, error: { code: -1 } }),
  message({ jsonrpc: '2.0', id: 1, error: { code: -1, message: '', data: null } }),
  message({ jsonrpc: '2.0', id: 1, error: 'no' }, { http: { headers: {} } }),
  message({}),
  message([]),
  { kind: 'message', text: '' },
  { kind: 'bytes' },
  { kind: 'bytes', problem: '', bytes: new Uint8Array() },
  head(undefined),
  head({ headers: {} }),
  head({ method: 'GET', headers: {} }),
  head({ path: '/mcp', headers: {} }),
  head({ method: 'POST', path: '/mcp', headers: { 'content-type': '' } }),
  head({ status: 404, headers: {} }),
  { kind: 'sse' },
  { kind: 'sse', sse: {} },
  { kind: 'frame' },
  { kind: 'body' },
  { kind: 'closed' },
  { kind: 'closed', closed: { how: 'end', reason: '' } },
  { kind: 'exit' },
  { kind: 'exit', exit: { code: null, signal: null } },
  { kind: 'exit', exit: { code: 0, signal: null } },
];

const records: WireRecord[] = RECORDS.map(
  (more, seq) => ({ seq, time: 0, from: 'target', channel: 'main', ...more }) as WireRecord & Carried,
);

function expectWhole(sentence: string): void {
  for (const [, gap] of GAPS) expect(sentence).not.toMatch(gap);
  expect(sentence).not.toBe('');
}

describe('a sentence has no gaps', () => {
  it.each(records.map((record) => ({ record, named: JSON.stringify(RECORDS[record.seq]) })))(
    'about $named',
    ({ record }) => {
      expectWhole(describeFound(record));
      // In a line of a transcript two blanks stand between what a record is and what it says.
      expectWhole(recordLine(record).replaceAll('  ', ' '));
      for (const line of wholeRecord(record)) expectWhole(line.trim().replaceAll('  ', ' '));
    },
  );

  it('about the end of an exchange, whichever side began it', () => {
    expect(describeEnd([{ ...records[20]!, kind: 'http' }, { ...records[26]! }])).toBe('');
    for (const one of records) {
      const end = describeEnd([one, { ...records[21]!, seq: 99 }]);
      expectWhole(end);
      expect(end.match(/HTTP/g)).toHaveLength(1);
    }
  });

  it.each<[object, string]>([
    [{ reply: ['a', 'a'] }, 'reply to a'],
    [{ reply: ['a', 'b', 'a'] }, 'reply to a or b'],
    [{ reply: '*' }, 'any reply'],
    [{ request: 'a' }, 'request a'],
    [{ request: 'a b' }, 'request "a b"'],
    [{ http: {} }, 'HTTP head'],
    [{ closed: true }, 'the end of the channel'],
  ])('about %j', (selector, words) => {
    expect(inWords(parseSelector(selector as Json))).toBe(words);
  });

  it('about a request that has no name', () => {
    expect(inWords({ kind: 'reply', names: [''], carriers: {} })).toBe('reply to ""');
    expect(inWords({ kind: 'reply', names: [], carriers: {} })).toBe('reply to a request');
    expect(inWords({ kind: 'request', method: '', carriers: {} })).toBe('request ""');
  });

  it.each<[Json, string]>([
    [{ code: -1, message: 'no' }, 'error -1 "no"'],
    [{ message: 'no' }, 'error "no"'],
    [{ code: -1 }, 'error -1'],
    [{}, 'error {}'],
    [null, 'error null'],
  ])('about the error %j', (error, words) => {
    expect(quoteError(error)).toBe(words);
    const record = { ...records[0]!, message: { jsonrpc: '2.0', id: 1, error } };
    const [difference] = judge({ result: { $any: true } }, record, {});
    if (typeof error === 'object' && error !== null)
      expect(difference!.message).toBe(`expected a result, got ${words}`);
  });

  it.each<[Json, Json, string]>([
    [{ $in: [404, 404] }, 200, 'expected 404, got 200'],
    [{ $in: [404, 400, 404] }, 200, 'expected one of 404, 400, got 200'],
    [{ $in: [{ a: 1 }, { a: 1 }] }, { a: 2 }, 'expected 1, got 2'],
  ])('about alternatives of which two are the same: %j', (pattern, actual, words) => {
    expect(match(pattern, actual)[0]!.message).toBe(words);
  });
});

describe('what a step set', () => {
  const sent = (set: string[], more: Partial<WireRecord> = {}): WireRecord => ({
    seq: 0,
    time: 0,
    from: 'kit',
    channel: 'main',
    kind: 'message',
    message: { jsonrpc: '2.0', id: 1, method: 'tools/list', _harn: { eventId: 4 } },
    http: { method: 'PUT', path: '/other', headers: { origin: 'https://evil.example', 'x-empty': '' } },
    set,
    ...more,
  });

  it('stands below the message: headers, verb and path, and members beside its params', () => {
    const set = ['/http/method', '/http/path', '/http/headers/origin', '/http/headers/accept', '/_harn'];
    expect(setLine(sent(set))).toBe(
      'set by the step: PUT /other   origin: https://evil.example   without accept   _harn: {"eventId":4}',
    );
    expect(setLine(sent(['/http/path', '/http/headers/x-empty']))).toBe('set by the step: PUT /other   x-empty: ""');
  });

  it('is nothing where the message left as usual', () => {
    expect(setLine(sent([]))).toBeUndefined();
    expect(setLine(sent(['/http/method', '/http/path'], { kind: 'http' }))).toBeUndefined();
  });
});

describe('a message that is wrong', () => {
  const reply = (result: Json, http?: WireRecord['http']): WireRecord => ({
    seq: 0,
    time: 0,
    from: 'target',
    channel: 'main',
    kind: 'message',
    method: 'tools/list',
    message: { jsonrpc: '2.0', id: 1, result, _harn: { eventId: 'x' } },
    ...(http ? { http } : {}),
  });

  it('is cut around what is wrong with it', () => {
    const tools = Array.from({ length: 50 }, (_, index) => ({ name: `tool-${index}`, title: 't'.repeat(50) }));
    const line = recordLine(reply({ tools: [...tools, { name: 5 }] as Json }), 100, [
      { path: '/result/tools/50/name' },
    ]);
    expect(line).toMatch(/^reply #1 to tools\/list {2}\{"tools":\[…\d+ elements,.*\{"name":5\}\]\}$/);
    expect([...line].length).toBeLessThanOrEqual(100);
  });

  it('shows what its short form leaves out, where that is wrong', () => {
    expect(recordLine(reply({}), 120, [{ path: '/_harn/eventId' }])).toContain('"_harn":{"eventId":"x"}');
    const http = { status: 200, headers: { 'x-session': 'ä' } };
    expect(recordLine(reply({}, http), 120, [{ path: '/http/headers/x-session' }])).toContain('x-session: ä');
    expect(recordLine(reply({}, http), 120, [{ path: '/http/status' }])).toMatch(/^HTTP 200 reply #1/);
    expect(recordLine(reply({}), 120, [{ path: '/error' }])).toBe('reply #1 to tools/list  {}');
  });
});
