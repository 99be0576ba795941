import { expect, test } from 'vitest';
import type { Level, Requirement } from '../../src/language/requirement.js';
import type { Finding } from '../../src/watch/finding.js';
import type { WireRecord } from '../../src/wire/record.js';
import type { PlannedCase } from '../planned-case.js';
import { judgeWire, type WatchedRule } from './wire.js';

const place = { file: 'cases/mcp/wire.yaml', line: 4, col: 5 };
const planned: PlannedCase = {
  id: 'mcp.server.wire.schema',
  name: 'mcp.server.wire.schema',
  title: 'Every message fits',
  group: 'wire',
  role: 'mcp/server',
  place,
  transport: 'stdio',
  requirements: ['MCP-BASE-16'],
  wire: {
    protocol: 'mcp',
    id: 'schema',
    rule: 'schema',
    title: 'Every message fits',
    requirement: 'MCP-BASE-16',
    place,
  },
};
const requirement = (level: Level = 'must'): Requirement => ({
  id: 'MCP-BASE-16',
  level,
  roles: ['mcp/server'],
  text: 't',
  source: 's',
});
const record = (seq: number, more: Partial<WireRecord> = {}): WireRecord => ({
  seq,
  time: 1,
  from: 'target',
  channel: 'main',
  kind: 'message',
  ...more,
});
const finding = (seq: number, more: Partial<Finding> = {}): Finding => ({
  rule: 'schema',
  requirement: 'MCP-BASE-16',
  blame: 'target',
  label: 'invalid',
  message: `wrong at ${seq}`,
  session: `mcp.server.c${seq}`,
  record: record(seq),
  ...more,
});
const watched = (more: Partial<WatchedRule> = {}): WatchedRule => ({
  judged: 5,
  broken: 0,
  findings: [],
  requirement: requirement(),
  strict: false,
  anything: true,
  brokenIn: [],
  ...more,
});

test('passes where it judged and found nothing', () => {
  expect(judgeWire(planned, watched())).toEqual({
    id: 'mcp.server.wire.schema',
    name: 'mcp.server.wire.schema',
    title: 'Every message fits',
    group: 'wire',
    role: 'mcp/server',
    transport: 'stdio',
    place,
    verdict: 'pass',
    nonStrict: false,
    warned: false,
    durationMs: 0,
    checks: [{ requirement: 'MCP-BASE-16', level: 'must', text: 't', source: 's', status: 'pass', at: place }],
  });
});

test('fails once, and names the places', () => {
  const findings = [
    finding(3, { record: record(3, { message: { method: 'tools/list' } }), expected: 1, actual: 2 }),
    finding(4, { record: record(4, { method: 'initialize', message: { id: 1, result: {} } }) }),
    finding(5, { label: 'undeclared extension', message: 'a type that nobody declared' }),
  ];
  const found = judgeWire(planned, watched({ broken: 40, findings }));
  expect(found).toMatchObject({
    verdict: 'fail',
    warned: false,
    at: place,
    transcript: findings.map((one) => one.record),
  });
  expect(found.checks).toMatchObject([{ status: 'fail', expected: 1, actual: 2 }]);
  expect(found.checks[0]?.message).toBe(
    [
      'wrong at 3 (mcp.server.c3, message 3, tools/list)',
      'wrong at 4 (mcp.server.c4, message 4, reply to initialize)',
      'undeclared extension: a type that nobody declared (mcp.server.c5, message 5)',
      'and 37 more',
    ].join('\n'),
  );
  expect(found.reason).toMatch(/^MCP-BASE-16: wrong at 3/);
});

test('names the cases in whose conversations it was broken', () => {
  const found = judgeWire(planned, watched({ broken: 1, findings: [finding(1)], brokenIn: ['mcp.server.c1'] }));
  expect(found.brokenIn).toEqual(['mcp.server.c1']);
});

test('names ten places at most', () => {
  const found = judgeWire(planned, watched({ broken: 12, findings: Array.from({ length: 12 }, (_, n) => finding(n)) }));
  const lines = found.checks[0]!.message!.split('\n');
  expect(lines).toHaveLength(11);
  expect(lines.at(-1)).toBe('and 2 more');
  expect(found.transcript).toHaveLength(10);
});

test.each<[Level, boolean, string, boolean]>([
  ['must', false, 'fail', false],
  ['should', false, 'pass', true],
  ['derived', false, 'pass', true],
  ['should', true, 'fail', false],
])('a broken %s, with strict %s, makes the verdict %s', (level, strict, verdict, warned) => {
  const found = judgeWire(
    planned,
    watched({ broken: 1, findings: [finding(1)], requirement: requirement(level), strict }),
  );
  expect(found).toMatchObject({ verdict, warned });
});

test('a case without anything to judge is skipped, or untestable if the target said nothing at all', () => {
  expect(judgeWire(planned, watched({ judged: 0 }))).toMatchObject({
    verdict: 'skipped',
    reason: 'nothing came that this rule judges',
    checks: [{ status: 'not-reached' }],
  });
  expect(judgeWire(planned, watched({ judged: 0, anything: false }))).toMatchObject({ verdict: 'untestable' });
});

test('a case that is not a wire case is a mistake', () => {
  const { wire: _, ...bare } = planned;
  expect(() => judgeWire(bare, watched())).toThrow('is not a wire case');
});
