import { expect, test } from 'vitest';
import type { SelftestResult } from '../../../selftest/selftest.js';
import type { MutantResult } from '../../../selftest/types.js';
import { reportSelftest } from './selftest-report.js';

const place = { file: 'cases/mcp/mutants.yaml', line: 7, col: 5 };
const mutant = (id: string, more: Partial<MutantResult>): MutantResult => ({
  id,
  role: 'mcp/server',
  requirement: 'MCP-A-01',
  verdict: 'killed',
  by: ['mcp.server.a.x'],
  missed: [],
  problems: [],
  place,
  ...more,
});
const good: SelftestResult = {
  mutants: [mutant('m.b', { requirement: 'MCP-B-01' }), mutant('m.a', { by: ['mcp.server.a.x', 'mcp.server.a.y'] })],
  references: [{ role: 'mcp/server', name: 'clean', played: 3, failed: [] }],
  schemas: [{ role: 'mcp/server', sampled: 1, mutants: [{ ...mutant('m.schema.a', {}), message: 'result of ping' }] }],
  interrupted: false,
};

function report(result: SelftestResult, more: { json?: boolean; outside?: boolean; sample?: number } = {}) {
  let text = '';
  const write = (part: string) => {
    text += part;
  };
  const io = { write, error: () => undefined, color: false };
  const exit = reportSelftest(result, { json: false, outside: false, sample: 1, durationMs: 1500, io, ...more });
  return { exit, text, lines: text.split('\n').slice(1) };
}

test('where all is well', () => {
  const { exit, lines } = report(good);
  expect(exit).toBe(0);
  expect(lines.join('\n')).toBe(`
references
  clean       ✓ 3

MCP-A
  ✓ m.a  MCP-A-01  mcp.server.a.x, .y

MCP-B
  ✓ m.b  MCP-B-01  mcp.server.a.x

generated schema mutants
  ✓ result of ping  1 of 1 killed
  in recorded conversations; 1 of them on the reference itself too

2 mutants in 1.5 s: 2 killed
1 generated schema mutant: 1 killed
`);
});

test('a sample says that it is one', () => {
  expect(report(good, { sample: 4 }).text).toContain(
    '\na sample: one in 4 of the mutants, and of the cases on permissive references and on processes\n2 mutants in',
  );
  expect(JSON.parse(report(good, { json: true, sample: 4 }).text)).toHaveProperty('sample', 4);
  expect(JSON.parse(report(good, { json: true }).text)).not.toHaveProperty('sample');
});

test('what did not go well is told, and is exit 1', () => {
  const bad: SelftestResult = {
    ...good,
    mutants: [
      mutant('m.alive', {
        verdict: 'survived',
        by: [],
        title: 'It lives',
        missed: [{ id: 'mcp.server.a.x', what: 'passed' }],
      }),
      mutant('m.idle', { verdict: 'never-applied', by: [] }),
      mutant('m.other', { verdict: 'wrong-check' }),
      mutant('m.half', { missed: [{ id: 'mcp.server.b', what: 'passed' }] }),
    ],
    references: [
      {
        role: 'mcp/server',
        name: 'lean',
        played: 2,
        failed: [{ id: 'mcp.server.a.x', transport: 'http', what: 'fail: no\nmore' }],
      },
    ],
    schemas: [],
  };
  const { exit, text } = report(bad);
  expect(exit).toBe(1);
  for (const line of [
    '  lean        ✓ 1   ✗ 1 did not pass',
    '      mcp.server.a.x over http: fail: no',
    '  ✗ m.alive  MCP-A-01  survived',
    '  ✗ m.idle   MCP-A-01  never applied',
    '  ✗ m.other  MCP-A-01  killed by the wrong check: mcp.server.a.x',
    '  ✓ m.half   MCP-A-01  mcp.server.a.x',
    '✗ m.alive survived · breaks MCP-A-01',
    '  It lives',
    '  mcp.server.a.x: passed',
    '  cases/mcp/mutants.yaml:7:5',
    '✗ m.half is not caught by all that name it · breaks MCP-A-01',
    '✗ mcp.server.a.x did not pass on mcp/server, lean, over http',
    '  fail: no',
    '  more',
    '4 mutants in 1.5 s: 1 killed, 1 survived, 1 killed by the wrong check, 1 never applied',
    '1 mutant not caught by every case that names it',
    '1 case did not pass on a reference that has no defect',
  ])
    expect(text).toContain(`\n${line}\n`);
});

test('each of them alone is exit 1', () => {
  for (const verdict of ['survived', 'wrong-check', 'never-applied'] as const)
    expect(report({ ...good, mutants: [mutant('m.a', { verdict })] }).exit).toBe(1);
  const missed = [{ id: 'mcp.server.b', what: 'passed' }];
  expect(report({ ...good, mutants: [mutant('m.a', { missed })] }).exit).toBe(1);
  expect(report({ ...good, mutants: [mutant('m.a', { missed })] }, { outside: true }).exit).toBe(0);
  expect(report({ ...good, mutants: [mutant('m.a', { problems: ['fault m.a: no'] })] }).exit).toBe(1);
  expect(report({ ...good, mutants: [], schemas: [] }).exit).toBe(1);
  expect(report({ ...good, interrupted: true }).exit).toBe(130);
});

test('as JSON it is one object', () => {
  const { text } = report({ ...good, mutants: [mutant('m.a', {})] }, { json: true });
  const own = { role: 'mcp/server', requirement: 'MCP-A-01', verdict: 'killed', by: ['mcp.server.a.x'] };
  expect(JSON.parse(text)).toEqual({
    mutants: [
      { id: 'm.a', ...own },
      { id: 'm.schema.a', ...own },
    ],
    references: good.references,
  });
});
