import { expect, test } from 'vitest';
import type { CaseResult, Verdict } from '../events.js';
import { staleListed } from './listed.js';

const place = { file: 't.yaml', line: 3, col: 5 };
const result = (id: string, verdict: Verdict, more: Partial<CaseResult> = {}) =>
  ({ id, name: id, verdict, ...more }) as CaseResult;
const planned = ({ id, name }: CaseResult) => ({ id, name, requirements: ['MCP-A-01'], transport: 'stdio' as const });
const stale = (pattern: string, results: CaseResult[], strict = false, file?: string) =>
  staleListed(
    { untestable: [{ case: pattern, reason: 'takes an hour', place }], ...(file === undefined ? {} : { file }) },
    results.map(planned),
    results,
    strict,
  );

test('an entry whose case passes is told, and red under strict', () => {
  const told = {
    message: 't.yaml lists `mcp.a` as untestable, and it passes; take the entry out',
    detail: 't.yaml:3:5  takes an hour',
  };
  expect(stale('mcp.a', [result('mcp.a', 'pass')], false, 't.yaml')).toEqual([{ ...told, exit: 0, warning: true }]);
  expect(stale('mcp.a', [result('mcp.a', 'pass')], true, 't.yaml')).toEqual([{ ...told, exit: 1 }]);
});

test('one of whose cases only some pass is to be narrowed', () => {
  const results = ['a', 'b', 'c', 'd'].map((name) => result(`mcp.x.${name}`, 'pass'));
  expect(stale('mcp.x', [...results, result('mcp.x.e', 'untestable')])[0]?.message).toBe(
    'the target lists `mcp.x` as untestable, and of its cases pass mcp.x.a, mcp.x.b, mcp.x.c and 1 more; narrow the entry',
  );
});

test.each<[string, CaseResult]>([
  ['untestable as listed', result('mcp.a', 'untestable', { standing: 'listed-untestable' })],
  ['skipped', result('mcp.a', 'skipped')],
  ['failed, which is told anyway', result('mcp.a', 'fail')],
  ['flaky', result('mcp.a', 'pass', { standing: 'flaky' })],
  ['another case', result('mcp.b', 'pass')],
])('one whose case is %s is not', (_, one) => {
  expect(stale('mcp.a', [one])).toEqual([]);
});

test('one for a transport is told of where its case passes over that', () => {
  const results = [result('mcp.a', 'pass')];
  const over = (transport: 'stdio' | 'http') =>
    staleListed(
      { untestable: [{ case: 'mcp.a', transport, reason: 'takes an hour', place }] },
      results.map(planned),
      results,
      false,
    );
  expect([over('stdio').length, over('http').length]).toEqual([1, 0]);
});
