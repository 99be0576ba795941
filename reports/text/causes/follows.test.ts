import { describe, expect, it } from 'vitest';
import type { CaseFinished, CaseResult, CheckResult, WireBreach } from '../../../runner/events.js';
import type { WireRecord } from '../../../src/wire/record.js';
import { events } from '../../testing/fixture.js';
import { report } from '../../testing/memory.js';
import { causesOf, warningsOf } from './causes.js';
import { followers } from './follows.js';

const place = { file: 'c.yaml', line: 1, col: 1 };
const WIRE = 'mcp.server.wire.json';

const record = (seq: number, from: 'kit' | 'target', more: Partial<WireRecord> = {}): WireRecord => ({
  seq,
  time: seq,
  from,
  channel: 'main',
  kind: 'message',
  message: { jsonrpc: '2.0', id: 1, result: { tools: [] } },
  ...more,
});

const check = (requirement: string, more: Partial<CheckResult> = {}): CheckResult => ({
  requirement,
  level: 'must',
  text: `What ${requirement} says`,
  source: 'S',
  status: 'fail',
  at: place,
  message: 'expected 1, got 2',
  ...more,
});

const difference = (path: string) => ({ path, expected: 1, actual: 2, message: 'expected 1, got 2' });

function finished(id: string, more: Partial<CaseResult>): CaseFinished {
  const result: CaseResult = {
    id,
    name: id,
    title: `What ${id} is about`,
    group: 'Tools',
    role: 'mcp/server',
    transport: 'http',
    place,
    verdict: 'fail',
    nonStrict: false,
    warned: false,
    durationMs: 1,
    checks: [],
    ...more,
  };
  const [known] = events.flatMap((event) => (event.type === 'case.finished' ? [event] : []));
  const outcome = result.verdict === 'pass' ? 'pass' : 'fail';
  return { ...known!, result, outcome, red: result.verdict !== 'pass' };
}

const breach = (more: Partial<WireBreach> = {}): WireBreach => ({
  case: WIRE,
  requirement: 'MCP-BASE-06',
  level: 'must',
  message: 'not JSON',
  seq: 2,
  ...more,
});
const wire = (more: Partial<CaseResult> = {}) =>
  finished(WIRE, { group: 'wire', checks: [check('MCP-BASE-06')], brokenIn: ['t.s.a', 't.s.b', 'c'], ...more });

const asked = record(1, 'kit', { message: { jsonrpc: '2.0', id: 1, method: 'tools/list' } });
const unread = record(2, 'target', { kind: 'bytes', bytes: Buffer.from('{"jsonrpc": "2.0", '), problem: 'not JSON' });

describe('a case follows from a wire rule', () => {
  it.each<[string, Partial<CaseResult>]>([
    [
      'of whose message it finds fault with the same part',
      {
        checks: [check('MCP-TOOL-01', { seq: 2, differences: [difference('/result/tools/0/name')] })],
        breaches: [breach({ path: '/result/tools/0' })],
      },
    ],
    [
      'whose message is wrong as a whole',
      {
        checks: [check('MCP-TOOL-01', { seq: 2 })],
        breaches: [breach()],
      },
    ],
    [
      'where it waited, and nothing came but what nobody can read',
      {
        checks: [check('MCP-TOOL-01')],
        breaches: [breach()],
        transcript: [asked, unread],
      },
    ],
    [
      'where it could not be tested for that',
      {
        verdict: 'untestable',
        breaches: [breach()],
        transcript: [asked, unread],
      },
    ],
  ])('%s', (_, result) => {
    expect([...followers([finished('a', result), wire()])]).toEqual([['a', WIRE]]);
  });

  it.each<[string, Partial<CaseResult>, Partial<CaseResult>?]>([
    [
      'the fault is in another part of the message',
      {
        checks: [check('MCP-TOOL-01', { seq: 2, differences: [difference('/result/nextCursor')] })],
        breaches: [breach({ path: '/result/tools/0' })],
      },
    ],
    [
      'it is about another message',
      {
        checks: [check('MCP-TOOL-01', { seq: 3, differences: [difference('/result')] })],
        breaches: [breach()],
      },
    ],
    [
      'another requirement failed for another message',
      {
        checks: [check('MCP-TOOL-01', { seq: 2 }), check('MCP-TOOL-02', { seq: 4 })],
        breaches: [breach()],
      },
    ],
    [
      'what broke the rule came before it asked',
      {
        checks: [check('MCP-TOOL-01')],
        breaches: [breach()],
        transcript: [unread, { ...asked, seq: 3 }],
      },
    ],
    [
      'what came on stdout does not look like an answer',
      {
        checks: [check('MCP-TOOL-01')],
        breaches: [breach()],
        transcript: [asked, { ...unread, bytes: Buffer.from('handling tools/list') }],
      },
    ],
    [
      'the rule is told nowhere',
      {
        checks: [check('MCP-TOOL-01', { seq: 2 })],
        breaches: [breach()],
      },
      { verdict: 'pass' },
    ],
    ['it passed', { verdict: 'pass', checks: [check('MCP-TOOL-01', { seq: 2 })], breaches: [breach()] }],
  ])('but not where %s', (_, result, rule) => {
    expect([...followers([finished('a', result), wire(rule)])]).toEqual([]);
  });
});

describe('what went wrong', () => {
  const following = (id: string) => finished(id, { checks: [check('MCP-TOOL-01', { seq: 2 })], breaches: [breach()] });

  it('begins with the wire rules, each with the cases that follow', () => {
    const other = finished('x', { checks: [check('MCP-TOOL-09')] });
    const causes = causesOf([following('t.s.a'), other, following('t.s.b'), wire()]);
    expect(causes.map(({ same, follow }) => [same, follow].map((list) => list.map(({ result }) => result.id)))).toEqual(
      [
        [[WIRE], ['t.s.a', 't.s.b']],
        [['x'], []],
      ],
    );
  });

  it('is told so in every report', async () => {
    const all = [following('t.s.a'), following('t.s.b'), wire()];
    const [start] = events;
    const end = events.at(-1)!;
    const planned = all.map(({ result: { id, name, title, group, role } }) => ({
      id,
      name,
      title,
      group,
      role,
      place,
    }));
    const groups = ['Tools', 'wire'].map((name) => ({ ...all[0]!.group, role: 'mcp/server', name, planned: 2 }));
    const run = [{ ...start!, planned, groups }, ...all, { ...end, groups }] as typeof events;
    const pretty = await report('pretty', run);
    expect(pretty).toMatch(
      /✗ mcp\.server\.wire\.json ·[^✗]*\n {2}in the conversations of 1 other case: c\n {2}2 cases follow from this\n {4}t\.s\.a, \.b · MCP-TOOL-01: expected 1, got 2\n/,
    );
    expect(pretty).not.toContain('✗ t.s.a ');
    expect(await report('markdown', run)).toContain('2 cases follow from this');
    const { cases } = JSON.parse(await report('json', run)) as { cases: { id: string; follows?: string }[] };
    expect(cases.map(({ id, follows }) => [id, follows])).toEqual([
      ['t.s.a', WIRE],
      ['t.s.b', WIRE],
      [WIRE, undefined],
    ]);
    expect((await report('junit', run)).match(/follows from mcp\.server\.wire\.json/g)).toHaveLength(2);
  });
});

describe('warnings', () => {
  const warned = (id: string, more: Partial<CheckResult>, result: Partial<CaseResult> = {}) =>
    finished(id, {
      verdict: 'pass',
      warned: true,
      checks: [check('MCP-LIFE-10', { level: 'should', ...more })],
      ...result,
    });
  const told = (results: CaseFinished[]) =>
    warningsOf(results).map(({ check: { requirement }, same }) => [
      requirement,
      ...same.map(({ result }) => result.id),
    ]);

  it('are one for the rows of a table, and for waits of any length', () => {
    const late = (text: string) => `reply to ping did not come within ${text}`;
    expect(
      told([
        warned('a.one', { message: 'expected "x", got "y"', differences: [difference('/0')] }),
        warned('a.big', { message: 'expected -9007199254740993, got 5', differences: [difference('/2')] }),
        warned('a.small', { message: 'expected 9007199254740993, got -6', differences: [difference('/3')] }),
        warned('a.two', { message: 'expected "u", got "v"', differences: [difference('/1')] }),
        warned('w.b', { message: late('5s; nothing came at all'), at: { ...place, line: 5 } }),
        warned('w.c', {
          message: late('500ms (no longer, for x); the last that came was HTTP 200'),
          at: { ...place, line: 9 },
        }),
        warned('w.d', { message: 'expected "x", got "y"', at: { ...place, line: 7 } }),
      ]),
    ).toEqual([
      ['MCP-LIFE-10', 'a.one', 'a.big', 'a.small', 'a.two'],
      ['MCP-LIFE-10', 'w.b', 'w.c'],
      ['MCP-LIFE-10', 'w.d'],
    ]);
  });

  it('leave out what a wire rule tells of the same part of the same message, and begin with the rules', () => {
    const same = warned('a', { seq: 2, differences: [difference('/id')] }, { breaches: [breach({ path: '/id' })] });
    const rule = wire({ verdict: 'pass', warned: true, checks: [check('MCP-BASE-06', { level: 'should' })] });
    expect(told([same, warned('b', {}), rule])).toEqual([
      ['MCP-BASE-06', WIRE],
      ['MCP-LIFE-10', 'b'],
    ]);
  });
});
