import { expect, test } from 'vitest';
import type { CaseResult, CheckResult } from '../events.js';
import { baselineOf } from './baseline.js';

const at = { file: 'a.yaml', line: 1, col: 1 };
const check = (requirement: string, status: CheckResult['status'], level: CheckResult['level'] = 'must') =>
  ({ requirement, level, text: 't', source: 's', status, at }) satisfies CheckResult;

function result(id: string, checks: CheckResult[], more: Partial<CaseResult> = {}): CaseResult {
  const isFailed = checks.some(({ status, level }) => status === 'fail' && level === 'must');
  return {
    ...{ id, name: id, title: 't', group: 'g', role: 'mcp/server', transport: 'stdio', place: at, durationMs: 1 },
    ...{ verdict: isFailed ? 'fail' : 'pass', nonStrict: false, warned: false, checks },
    ...more,
  };
}

const broken = (id: string, requirement = 'MCP-A-01') => result(id, [check(requirement, 'fail')]);
const held = (id: string) => result(id, [check('MCP-A-01', 'pass')]);

function written(results: CaseResult[], more: { strict?: boolean; others?: string[] } = {}) {
  const others = (more.others ?? []).map((id) => ({ id, requirements: ['MCP-A-01'] }));
  const everything = results.map(({ id, checks }) => ({ id, requirements: checks.map((one) => one.requirement) }));
  const { entries, covered } = baselineOf(results, [...everything, ...others], () => more.strict ?? false);
  return { cases: entries.map((one) => one.cases), states: entries.map((one) => one.state), covered: [...covered] };
}

test('a family all of whose cases break a requirement is one entry', () => {
  const results = [broken('mcp.server.tools.a'), broken('mcp.server.tools.b')];
  expect(written(results).cases).toEqual([['mcp.server.tools#MCP-A-01']]);
  expect(written(results).covered).toEqual(['mcp.server.tools.a', 'mcp.server.tools.b']);
});

test('where another case holds, or was not played, the entry names its cases', () => {
  const results = [broken('mcp.server.tools.a'), broken('mcp.server.tools.b')];
  const named = [['mcp.server.tools.a#MCP-A-01', 'mcp.server.tools.b#MCP-A-01']];
  expect(written([...results, held('mcp.server.tools.c')]).cases).toEqual(named);
  expect(written(results, { others: ['mcp.server.tools.c'] }).cases).toEqual(named);
});

test('each requirement and each family has its own entry', () => {
  const both = result('mcp.server.tools.a', [check('MCP-A-01', 'fail'), check('MCP-A-02', 'fail')]);
  expect(written([both, broken('mcp.server.prompts.a')]).cases).toEqual([
    ['mcp.server.tools.a#MCP-A-01'],
    ['mcp.server.tools.a#MCP-A-02'],
    ['mcp.server.prompts.a#MCP-A-01'],
  ]);
});

test('a warning has an entry where it fails the case', () => {
  const checks = [check('MCP-A-01', 'fail', 'should')];
  expect(written([result('mcp.server.tools.a', checks, { warned: true })]).cases).toEqual([]);
  const strict = result('mcp.server.tools.a', checks, { verdict: 'fail' });
  expect(written([strict], { strict: true }).cases).toEqual([['mcp.server.tools.a#MCP-A-01']]);
});

test('a case that changes its mind is flaky, by what it broke or as a whole', () => {
  const flaky = { standing: 'flaky' as const };
  const one = result('mcp.server.tools.a', [check('MCP-A-01', 'fail')], flaky);
  const other = result('mcp.server.tools.b', [check('MCP-A-02', 'pass')], { ...flaky, verdict: 'untestable' });
  expect(written([one, other])).toMatchObject({
    cases: [['mcp.server.tools.a#MCP-A-01'], ['mcp.server.tools.b']],
    states: ['flaky', 'flaky'],
  });
});

test.each<[string, Partial<CaseResult>]>([
  ['known already', { verdict: 'fail', standing: 'expected-fail' }],
  ['untestable', { verdict: 'untestable' }],
  ['an error', { verdict: 'error' }],
  ['a pass that is known to fail', { verdict: 'pass', standing: 'unexpected-pass' }],
])('nothing is written for what is %s', (_, more) => {
  const one = result('mcp.server.tools.a', [check('MCP-A-01', 'fail')], more);
  expect(written([one])).toEqual({ cases: [], states: [], covered: [] });
});
