import { describe, expect, it } from 'vitest';
import { call, finding, Lines } from '../testing.js';
import { globOf } from './match.js';
import { hasWord, parseFilter, toggled, wordOf } from './parse.js';
import { Shown } from './shown.js';
import { GRAMMAR } from './words.js';

const [asked, answered] = call(7, 'echo');
const lines = () =>
  new Lines()
    .message('kit', asked)
    .message('target', {
      jsonrpc: '2.0',
      method: 'session/update',
      params: { sessionId: 's_1', update: { sessionUpdate: 'agent_message_chunk' } },
    })
    .message('target', answered, {}, [finding('MCP-BASE-16'), finding('MCP-HTTP-03', { level: 'should' })])
    .message(
      'target',
      { jsonrpc: '2.0', id: 2, method: 'fs/write_text_file', params: { path: '/a b', status: 'pending' } },
      { summary: '/a b · 5 characters' },
    )
    .message('kit', { jsonrpc: '2.0', method: 'note' }, { mine: true, before: { jsonrpc: '2.0', method: 'other' } }, [
      finding('MCP-X-1', { blame: 'kit' }),
    ]);

/** The rows that a filter leaves, those for the pair alone in brackets. */
function rowsOf(filter: string): string {
  const transcript = lines().transcript();
  const shown = new Shown(transcript);
  shown.set(parseFilter(filter));
  expect(shown.work(1000)).toBe(true);
  return Array.from({ length: shown.length }, (_, at) => {
    const index = shown.indexAt(at)!;
    return shown.isBeside(index) ? `(${index})` : String(index);
  }).join(' ');
}

describe('filter', () => {
  it.each([
    ['', '0 1 2 3 4'],
    ['dir:in', '(0) 1 2 3'],
    ['dir:out', '0 (2) 4'],
    ['method:fs/*', '3'],
    ['method:tools/call', '0 2'],
    ['kind:request', '0 (2) 3'],
    ['kind:reply,notify', '(0) 2 4'],
    ['-kind:chunk', '0 2 3 4'],
    ['tool:echo', '0 2'],
    ['session:s_1', '1'],
    ['session:"session 1" dir:out', '0 (2) 4'],
    ['id:7', '0 2'],
    ['on:main dir:in kind:request', '3'],
    ['status:pending', '3'],
    ['is:open', '3'],
    ['is:mine', '4'],
    ['is:changed', '4'],
    ['verdict:fail', '(0) 2'],
    ['verdict:warn', ''],
    ['req:MCP-HTTP', '(0) 2'],
    ['req:mcp-http', '(0) 2'],
    ['took:>1ms', '0 (2)'],
    ['took:<1ms', ''],
    ['after:0.03s', '3 4'],
    ['size:>1k', ''],
    ['size:>1', '0 1 2 3 4'],
    ['"a b"', '3'],
    ['5*char', '3'],
    ['-"a b" dir:in', '(0) 1 2'],
    ['TOOLS', '0 2'],
  ])('%s', (filter, rows) => {
    expect(rowsOf(filter)).toBe(rows);
  });

  it.each([
    ['methd:x', 'unknown word methd: did you mean method:?'],
    ['http://x', 'unknown word http: put it into quotes to search for it: "http://x"'],
    ['dir:inn', 'dir:inn is unknown: did you mean dir:in?'],
    ['kind:banana', 'kind:banana is unknown: it may be request, reply, notify, http, chunk'],
    ['took:>5', 'took:>5 needs a unit (ms, s, min): write took:>1s'],
    ['took:1s', 'took:1s is not a number to compare with: write took:>1s'],
    ['size:>many', 'size:>many is not a number to compare with: write size:>64k'],
    ['tool:', 'tool: needs a value, e.g. tool:echo'],
    ['"open', 'a quote is not closed: add "'],
  ])('refuses %s', (filter, message) => {
    expect(() => parseFilter(filter)).toThrow(message);
  });

  it('knows every word of its help', () => {
    for (const { example } of GRAMMAR) for (const one of example.split('  ')) expect(parseFilter(one)).toHaveLength(1);
  });

  it('finds patterns in time that grows with the text alone', () => {
    const text = 'a'.repeat(20_000);
    expect(globOf(`*${'a*'.repeat(200)}b`)(text)).toBe(false);
    expect(globOf('a*b*c')('a..b..c')).toBe(true);
    expect(globOf('ab*b')('ab')).toBe(false);
  });

  it('takes a word in and out, in place of another of its kind', () => {
    expect(toggled('', 'on', 'main')).toBe('on:main');
    expect(toggled('dir:in on:main', 'on', 'peer 2')).toBe('dir:in on:"peer 2"');
    expect(toggled('dir:in on:"peer 2"', 'on', 'peer 2')).toBe('dir:in');
    expect(hasWord('dir:in on:"peer 2"', 'on', 'peer 2')).toBe(true);
    expect(parseFilter(wordOf('req', 'a"b'))).toMatchObject([{ values: ['a*b'] }]);
  });
});

describe('rows that a filter leaves', () => {
  it('are worked out in slices, and those of the old filter stay until then', () => {
    const many = new Lines();
    for (let at = 0; at < 1000; at++) many.message('kit', { method: at % 2 === 0 ? 'even' : 'odd' });
    const shown = new Shown(many.transcript());
    let now = 0;
    shown.set(parseFilter('even'));
    expect(shown.work(0, () => now++)).toBe(false);
    expect(shown.length).toBe(1000);
    while (!shown.work(0, () => now++));
    expect([shown.length, shown.matching]).toEqual([500, 500]);
  });

  it('grow at the end, and bring in a request whose reply matches', () => {
    const source = lines();
    const transcript = new Lines().transcript();
    const shown = new Shown(transcript);
    shown.set(parseFilter('verdict:fail'));
    shown.work(1000);
    expect(source.lines.map((line) => shown.noted(transcript.add(line)))).toEqual([0, 0, 1, 0, 0]);
    expect([shown.length, shown.matching]).toEqual([2, 1]);
    expect([shown.indexAt(0), shown.indexAt(1), shown.isBeside(0)]).toEqual([0, 2, true]);
    expect([shown.positionOf(2), shown.has(1)]).toEqual([1, false]);
  });

  it('keep a request that was open when it came', () => {
    const transcript = new Lines().transcript();
    const shown = new Shown(transcript);
    shown.set(parseFilter('is:open'));
    shown.work(1000);
    for (const line of lines().lines) shown.noted(transcript.add(line));
    expect(Array.from({ length: shown.length }, (_, at) => shown.indexAt(at))).toEqual([0, 3]);
  });
});
