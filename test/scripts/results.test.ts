import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { recordLine } from '../../reports/text/record.js';
import { digest, withReasons } from '../../scripts/results/digest.mjs';
import { page } from '../../scripts/results/page.mjs';

const root = resolve(import.meta.dirname, '../..');
const check = (requirement: string, level: string, status: string, seq?: number) => ({
  requirement,
  level,
  status,
  text: `What ${requirement} says.`,
  source: 'MCP 2025-11-25, Ping',
  message: 'expected {}, got null',
  ...(seq === undefined ? {} : { seq }),
});
const counted = (requirement: string, level: string, counts: object) => ({
  ...{ requirement, level, held: 0, broken: 0, known: 0, notTested: 0 },
  ...counts,
});
const record = (seq: number, from: string, message: object) => ({
  kind: 'message',
  seq,
  time: seq,
  from,
  channel: 'main',
  message: { jsonrpc: '2.0', id: 1, ...message },
});
const report = {
  startedAt: '2026-11-30T10:00:00.000Z',
  target: { name: 'kit', role: 'mcp/server', transport: 'stdio', version: '2025-11-25' },
  cases: [
    {
      id: 'a',
      verdict: 'pass',
      checks: [check('MCP-PING-01', 'must', 'pass'), check('MCP-PING-02', 'should', 'fail')],
    },
    {
      id: 'b',
      verdict: 'fail',
      checks: [check('MCP-PING-01', 'must', 'fail', 1)],
      transcript: [
        record(0, 'kit', { method: 'ping' }),
        record(1, 'target', { result: null }),
        record(2, 'target', { method: 'later' }),
      ],
    },
    { id: 'c', verdict: 'untestable', checks: [] },
    { id: 'd', verdict: 'skipped', checks: [] },
  ],
  requirements: [
    counted('MCP-PING-02', 'should', { broken: 1 }),
    counted('MCP-PING-01', 'must', { held: 1, known: 1 }),
    counted('MCP-TOOL-01', 'must', { notTested: 1 }),
  ],
};
const run = (findings: string[]) => ({ name: 'a *server*', version: '1.2 | 3', findings });

describe('a digest of a report', () => {
  test('counts cases by verdict, and requirements by area and level', () => {
    const { counts, areas, broken, date } = digest(run([]), report, recordLine, new Map());
    expect(counts).toEqual({ pass: 1, fail: 1, warned: 0, untestable: 1, skipped: 1 });
    expect(areas).toEqual({ 'MCP-PING': { tested: 2, broken: 1, warned: 1 } });
    expect(broken).toEqual([
      { requirement: 'MCP-PING-01', level: 'must', count: 1 },
      { requirement: 'MCP-PING-02', level: 'should', count: 1 },
    ]);
    expect(date).toBe('2026-11-30');
  });

  test('shows a finding by its messages up to the one that breaks the requirement', () => {
    const reasons = new Map([
      ['MCP-PING-01 a', 'A ping is never answered.'],
      ['MCP-PING-01 b', 'A ping is answered with null.'],
    ]);
    const { findings } = digest(run(['MCP-PING-01']), report, recordLine, reasons);
    expect(findings).toMatchObject([{ case: 'b', reason: 'A ping is answered with null.' }]);
    expect(findings[0]?.messages).toEqual([expect.stringContaining('→ ping'), expect.stringContaining('null')]);
  });

  test('takes over a reason that was worded anew', () => {
    const result = digest(run(['MCP-PING-01']), report, recordLine, new Map([['MCP-PING-01 b', 'Before.']]));
    expect(withReasons(result, new Map([['MCP-PING-01 b', 'After.']])).findings[0]?.reason).toBe('After.');
    expect(withReasons(result, new Map()).findings[0]?.reason).toBe('Before.');
  });

  test('refuses a finding that no case shows any more', () => {
    expect(() => digest(run(['MCP-TOOL-01']), report, recordLine, new Map())).toThrow(
      'no case breaks MCP-TOOL-01 any more',
    );
  });
});

describe('the page of results', () => {
  test('escapes what programs say', () => {
    const runs = [digest(run(['MCP-PING-01']), report, recordLine, new Map())];
    const text = page({ proctor: '0.1.0', runs });
    expect(text).toContain('| a \\*server\\* | 1.2 \\| 3 |');
    expect(text).toContain('✗\u00a01\u00a0of\u00a02');
  });

  test('is what results.json makes', () => {
    const results = JSON.parse(readFileSync(resolve(root, 'results/results.json'), 'utf8'));
    expect(readFileSync(resolve(root, 'results/README.md'), 'utf8')).toBe(`${page(results)}\n`);
  });
});
