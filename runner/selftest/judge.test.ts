import { describe, expect, test } from 'vitest';
import type { CaseResult, CheckResult } from '../events.js';
import { catchOf, failedOn } from './judge.js';
import type { Defect, Play } from './types.js';

const place = { file: 'cases/mcp/server/a.yaml', line: 3, col: 5 };
const play = (requirements: string[]): Play => ({
  key: 'mcp.server.a stdio',
  planned: {
    id: 'mcp.server.a',
    name: 'mcp.server.a',
    requirements,
    title: 'A',
    group: 'G',
    role: 'mcp/server',
    place,
    transport: 'stdio',
  },
});
const defect: Defect = {
  id: 'm.a',
  role: 'mcp/server',
  requirement: 'MCP-A-01',
  faults: { rules: [], switches: [] },
  place,
};
const check = (requirement: string, status: CheckResult['status'], file = place.file): CheckResult => ({
  requirement,
  level: 'must',
  text: '',
  source: '',
  status,
  at: { ...place, file },
});
const result = (verdict: CaseResult['verdict'], checks: CheckResult[], reason?: string): CaseResult => ({
  ...play([]).planned,
  verdict,
  nonStrict: false,
  warned: false,
  durationMs: 1,
  checks,
  ...(reason === undefined ? {} : { reason }),
});

describe('a case that names a mutant', () => {
  test('catches it by a check of what it breaks', () => {
    const failed = result('fail', [check('MCP-A-02', 'pass'), check('MCP-A-01', 'fail')]);
    expect(catchOf(failed, play(['MCP-A-01', 'MCP-A-02']), defect).how).toBe('right');
  });
  test('does not where it checks that and fails by something else', () => {
    const failed = result('fail', [check('MCP-A-02', 'fail'), check('MCP-A-01', 'not-reached')]);
    expect(catchOf(failed, play(['MCP-A-01', 'MCP-A-02']), defect)).toEqual({
      how: 'wrong',
      what: 'failed by MCP-A-02 and not by MCP-A-01',
    });
  });
  test('catches it by a check of its own where it checks that nowhere', () => {
    const failed = result('fail', [check('MCP-A-02', 'fail')]);
    expect(catchOf(failed, play(['MCP-A-02']), defect).how).toBe('right');
  });
  test('does not where only the liveness check at the end fails', () => {
    const failed = result('fail', [check('MCP-PING-01', 'fail', 'cases/mcp/server/role.yaml')]);
    expect(catchOf(failed, play(['MCP-A-02']), defect)).toEqual({
      how: 'wrong',
      what: 'failed by MCP-PING-01 after its own steps',
    });
  });
  test('does not where a step without check did not hold', () => {
    const red = result('untestable', [], 'reply to a did not come\nmore');
    expect(catchOf(red, play(['MCP-A-01']), defect)).toEqual({
      how: 'wrong',
      what: 'untestable: reply to a did not come',
    });
  });
  test('does not where it passes', () => {
    expect(catchOf(result('pass', [check('MCP-A-01', 'pass')]), play(['MCP-A-01']), defect)).toEqual({
      how: 'no',
      what: 'passed',
    });
  });
});

test('of a case that does not name it only a failure counts', () => {
  expect(failedOn(result('fail', []))).toBe(true);
  for (const verdict of ['pass', 'untestable', 'error', 'skipped'] as const)
    expect(failedOn(result(verdict, []))).toBe(false);
});
