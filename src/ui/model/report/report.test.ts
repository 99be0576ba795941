import { describe, expect, it } from 'vitest';
import type { CaseResult, Check, Record } from '../../../generated/types/report-v1.js';
import { fitsReport } from '../filter/match-report.js';
import { parseFilter } from '../filter/parse.js';
import { REPORT_GRAMMAR } from '../filter/report-words.js';
import { areasOf, standingOf, warningsOf } from './cases.js';
import { conversationOf, wrongRecords } from './conversation.js';

const record = (seq: number, from: 'kit' | 'target', more: Partial<Record>): Record => ({
  ...{ seq, time: seq, from, channel: 'main', kind: 'message' },
  ...more,
});
const check = (more: Partial<Check> = {}): Check => ({
  ...{ requirement: 'R-1', level: 'must', status: 'fail', at: 'a:1:1', message: 'expected 1, got 2' },
  ...more,
});
const result = (more: Partial<CaseResult> = {}): CaseResult => ({
  ...{ id: 'a', role: 'demo/server', verdict: 'fail', durationMs: 1, checks: [check()] },
  ...more,
});
const call = record(3, 'kit', { message: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'echo' } } });
const reply = record(5, 'target', { message: { jsonrpc: '2.0', id: 1, result: { n: 2 } } });

describe('the picture of a conversation', () => {
  it('has what is left out where it is left out, and says what is wrong beside the message', () => {
    const rows = conversationOf(
      result({
        transcript: [call, reply],
        leftOut: [{ before: 3, count: 3 }, { count: 1 }],
        checks: [check({ seq: 5 })],
      }),
    );
    expect(rows.map((row) => (row.kind === 'gap' ? row.count : row.kind))).toEqual([3, 'record', 'record', 1]);
    expect(rows[2]).toMatchObject({ why: 'expected 1, got 2', entry: { method: 'tools/call', kind: 'reply' } });
  });

  it('says that a reply never came only if the case waited for it in vain', () => {
    const silent = conversationOf(result({ transcript: [call], checks: [check({ silence: true })] }));
    expect(silent.map(({ kind }) => kind)).toEqual(['record', 'missing']);
    const cut = conversationOf(result({ transcript: [call], leftOut: [{ count: 9 }] }));
    expect(cut.map(({ kind }) => kind)).toEqual(['record', 'gap']);
    expect(cut[0]).toMatchObject({ entry: { reply: 0 } });
  });

  it('shows what a step chose of a request', () => {
    const http = { method: 'POST', path: '/mcp', headers: { origin: 'https://evil.example' } };
    const sent = record(0, 'kit', { ...{ kind: 'http', http }, set: ['/http/headers/origin', '/http/headers/accept'] });
    expect(conversationOf(result({ transcript: [sent] }))[0]).toMatchObject({
      chosen: ['origin: “https://evil.example”', 'without accept'],
    });
  });
});

describe('the message that is wrong', () => {
  it('is marked where its difference points', () => {
    const difference = {
      path: '/0/result/n',
      expected: 1,
      actual: 2,
      message: 'no',
      seq: 5,
      pointer: '/message/result/n',
    };
    const [shown] = wrongRecords(
      result({ transcript: [call, reply], checks: [check({ seq: 5, differences: [difference] })] }),
    );
    expect(shown).toMatchObject({ value: reply.message, marks: [{ pointer: '/result/n', why: 'no' }] });
  });

  it('is the head of an HTTP response if that is wrong', () => {
    const head = record(1, 'target', { kind: 'http', http: { status: 200 } });
    const difference = { path: '/http/status', expected: 403, message: 'no', seq: 1, pointer: '/http/status' };
    const [shown] = wrongRecords(
      result({ transcript: [head], checks: [check({ seq: 1, differences: [difference] })] }),
    );
    expect(shown).toMatchObject({ value: { status: 200 }, marks: [{ pointer: '/status' }] });
  });
});

it.each<[string, Partial<CaseResult>]>([
  ['fail', {}],
  ['known', { standing: 'expected-fail' }],
  ['known', { standing: 'known-flaky' }],
  ['pass', { verdict: 'pass', standing: 'known-flaky' }],
  ['stale', { verdict: 'pass', standing: 'unexpected-pass' }],
  ['flaky', { standing: 'flaky' }],
  ['warn', { verdict: 'pass', warned: true }],
  ['tolerated', { verdict: 'pass', nonStrict: true }],
  ['untestable', { verdict: 'untestable', standing: 'listed-untestable' }],
])('a case stands as %s: %j', (standing, more) => {
  expect(standingOf(result(more))).toBe(standing);
});

it('warnings are one for each requirement, without the musts that failed', () => {
  const should = check({ requirement: 'S-1', level: 'should' });
  const cases = [
    result({ id: 'a', warned: true, checks: [check(), should] }),
    result({ id: 'b', verdict: 'pass', warned: true, checks: [{ ...should, message: 'other' }] }),
  ];
  expect(warningsOf(cases).map((one) => [one.check.requirement, one.cases.length, one.alike])).toEqual([
    ['S-1', 2, false],
  ]);
});

it('areas come worst first', () => {
  const cases = [
    result({ group: 'A', verdict: 'pass' }),
    result({ group: 'B' }),
    result({ group: 'A', verdict: 'pass' }),
  ];
  expect(areasOf(cases).map(({ name, counts }) => [name, counts])).toEqual([
    ['B', { fail: 1 }],
    ['A', { pass: 2 }],
  ]);
});

it.each([
  ['verdict:fail,warn', true],
  ['-verdict:fail', false],
  ['req:mcp-http', true],
  ['req:HTTP', false],
  ['area:http', true],
  ['level:should', false],
  ['foreign*served', true],
  ['"origin is"', true],
  ['served foreign nothing', false],
])('the filter %s finds a case: %s', (filter, found) => {
  const text = 'a request with a foreign origin is served';
  const entry = { text, verdict: 'fail', requirements: ['MCP-HTTP-28'], area: 'Streamable HTTP', level: 'must' };
  expect(fitsReport(parseFilter(filter, REPORT_GRAMMAR), entry)).toBe(found);
});
