import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/json/json.js';
import type { WireRecord } from '../../src/wire/record.js';
import { fullLines, summaryLine } from './summary-line.js';

const summaries = { 'tools/call': { params: '{name} {arguments}', result: '{isError:failed} {content:text}' } };
const record = (message: Json, more: Partial<WireRecord> = {}): WireRecord => ({
  ...{ seq: 0, time: 0, from: 'target', channel: 'main', kind: 'message', message },
  ...more,
});
const line = (message: Json, more: Partial<WireRecord> = {}, width = 120) =>
  summaryLine(record(message, more), width, summaries);
const call = { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'echo', arguments: { message: 'hi' } } };

describe('summaryLine', () => {
  it('says of a message what its method says, and its beginning where the method says nothing', () => {
    expect(line(call)).toBe('tools/call #2  echo {"message":"hi"}');
    const result = { isError: true, content: [{ type: 'text', text: 'no' }] };
    expect(line({ id: 2, result }, { method: 'tools/call' })).toBe('reply #2 to tools/call  failed "no"');
    expect(line({ ...call, method: 'own' })).toMatch(/^own #2 {2}\{"name":"echo"/);
    expect(line({ ...call, params: { other: 1 } })).toBe('tools/call #2  {"other":1}');
    expect(line({ id: 2, error: { code: -1, message: 'no' } }, { method: 'tools/call' })).toMatch(/ {2}-1 no$/);
  });

  it('shows what an extension adds to the envelope, `_meta` that holds something, and the verb and path', () => {
    expect(line({ ...call, _harn: { eventId: 7 } })).toMatch(/ {3}_harn \{"eventId":7\}$/);
    expect(line({ ...call, params: { ...call.params, _meta: { progressToken: 1 } } })).toMatch(
      / {3}_meta \{"progressToken":1\}$/,
    );
    expect(line({ ...call, params: { ...call.params, _meta: {} } })).not.toContain('_meta');
    const http = { method: 'POST', path: '/v1/message:send', headers: {} };
    expect(line(call, { http })).toMatch(/ {3}POST \/v1\/message:send$/);
    expect(line({ name: 'a card' })).not.toContain('   name');
  });

  it('calls a document by its name, and one that nobody knows a document', () => {
    const card = { name: 'Weather', url: 'http://127.0.0.1:1/', skills: [{ id: 'say' }] };
    const named = { ...summaries, 'agent card': { has: ['url', 'skills'], result: '{name} skills {skills:list id}' } };
    const shown = (message: Json, more: Partial<WireRecord>) => summaryLine(record(message, more), 120, named);
    expect(shown(card, { stream: 'exchange-1' })).toBe('agent card  Weather skills 1: say');
    expect(shown(card, {})).toBe('agent card  Weather skills 1: say');
    expect(shown({ resource: 'x' }, { stream: 'exchange-1' })).toBe('document  {"resource":"x"}');
    expect(shown({ resource: 'x' }, {})).toBe('no kind of message  {"resource":"x"}');
    expect(shown({ jsonrpc: '2.0', id: 1 }, { stream: 'exchange-1' })).toMatch(/^no kind of message {2}\{/);
    expect([...shown({ ...card, name: 'n'.repeat(500) }, {})].length).toBeLessThanOrEqual(120);
  });

  it('shortens ids, fits its width, and spells out what hides', () => {
    expect(line({ ...call, id: '5b0b12d6-79f5-4cf1-b6aa-111111111111' })).toMatch(/^tools\/call #"5b0b12d6" /);
    const long = { ...call, x: 'y'.repeat(500), params: { name: 'n'.repeat(500) } };
    expect([...line(long, {}, 80)].length).toBeLessThanOrEqual(80);
    const evil = { ...call, params: { name: '\x1b[2J\u202e' }, '\x1b]0;x': '\n\x07' };
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what must not be there
    expect(line(evil)).not.toMatch(/[\x00-\x1f\u202e]/);
  });
});

describe('fullLines', () => {
  it('shows all of a message, and all headers of a head', () => {
    expect(fullLines(record(call), 200)).toEqual([`tools/call #2  ${JSON.stringify(call)}`]);
    const [head, ...lines] = fullLines(record(call), 40);
    expect(head).toBe('tools/call #2');
    expect(JSON.parse(lines.join('\n'))).toEqual(call);
    const http = { method: 'GET', path: '/mcp', headers: { accept: 'a', 'x-own': '\x1b' } };
    const { message: _, ...bare } = record(null, { kind: 'http', http });
    expect(fullLines(bare, 80)).toEqual(['GET /mcp', '    accept: a', '    x-own: \\x1b']);
  });
});
