import { expect, test } from 'vitest';
import type { Accused, BlameResult, MutantBlame } from '../../../selftest/blame/consequences.js';
import { reportBlame } from './blame-report.js';

const accused = (requirement: string, more: Partial<Accused> = {}): Accused => ({
  requirement,
  level: 'must',
  cases: ['x.y.a'],
  message: 'expected 1, got 2\nand more',
  ...more,
});
const mutant = (id: string, more: Partial<MutantBlame> = {}): MutantBlame => ({
  id,
  role: 'x/y',
  breaks: 'X-A-01',
  touched: 100,
  untouched: 20,
  problems: [],
  recalled: true,
  declared: [],
  innocent: [],
  undeclared: [],
  raised: [],
  ...more,
});
const good: BlameResult = {
  mutants: [mutant('x.a.one', { declared: [accused('X-A-02')], innocent: [accused('X-A-09')] })],
  stale: [],
  interrupted: false,
};

function report(result: BlameResult, more: { json?: boolean; sample?: number } = {}) {
  let text = '';
  const write = (part: string) => {
    text += part;
  };
  const io = { write, error: () => undefined, color: false };
  const exit = reportBlame(result, { json: false, sample: 1, durationMs: 1500, io, ...more });
  return { exit, text, lines: text.split('\n').slice(1) };
}

test('where all is declared', () => {
  const { exit, lines } = report(good);
  expect(exit).toBe(0);
  expect(lines.join('\n')).toBe(`
x/y: declared 100 % (3 of 3) · precision 66.6 % (2 of 3) · recall 100 % (1 of 1) · 100 plays of 1 mutant
  1 blames of what the mutant is about, 1 of declared consequences, 1 known to be wrong, 0 undeclared
  20 runs of cases that the mutant does not affect
in 1.5 s
`);
});

test('what is not declared is told, and is exit 1', () => {
  const must = accused('X-A-03', { cases: ['x.y.a', 'x.y.b', 'x.y.c', 'x.y.d'] });
  const raised = accused('X-A-04');
  const bad = mutant('x.a.two', { title: 'It lies', undeclared: [must], raised: [must, raised], declared: [raised] });
  const place = { file: 'cases/x/mutants.yaml', line: 9, col: 5 };
  const consequence = {
    of: ['x'],
    own: false,
    innocent: false,
    requirements: ['X-A-05', 'X-A-06'],
    because: 'It was so.',
    place,
  };
  const { exit, text } = report({
    ...good,
    mutants: [...good.mutants, bad],
    stale: [{ consequence, requirements: ['X-A-06'] }],
  });
  expect(exit).toBe(1);
  for (const line of [
    '✗ x.a.two breaks X-A-01 · It lies',
    '  X-A-03 (must) is not declared: expected 1, got 2',
    '    x.y.a, x.y.b, x.y.c and 1 more',
    '  X-A-04 (must) is a must, and declared for a class alone: expected 1, got 2',
    '✗ nothing shows X-A-06 · It was so.',
    '  cases/x/mutants.yaml:9:5',
    'x/y: declared 83.3 % (5 of 6) · precision 66.6 % (4 of 6) · recall 100 % (2 of 2) · 200 plays of 2 mutants',
  ])
    expect(text).toContain(`\n${line}\n`);
});

test.each<[string, Partial<MutantBlame>]>([
  ['an undeclared failure', { undeclared: [accused('X-A-02')] }],
  ['a must for what only a should says', { raised: [accused('X-A-02')] }],
  ['a case that changed untouched', { problems: ['x.y.a is not touched by its record'] }],
  ['a requirement that nothing fails', { recalled: false }],
  ['a mutant that touches nothing', { touched: 0 }],
])('%s alone is exit 1', (_, more) => {
  expect(report({ ...good, mutants: [mutant('x.a.one', more)] }).exit).toBe(1);
});

test('a sample says so, and nothing about recall', () => {
  const { exit, text } = report({ ...good, mutants: [mutant('x.a.one', { recalled: false })] }, { sample: 8 });
  expect(exit).toBe(0);
  expect(text).not.toContain('recall');
  expect(text).toContain('\na sample: one in 8 of the mutants, by one in 8 of the cases\n');
});

test('an interrupted one is exit 130', () => {
  expect(report({ ...good, interrupted: true }).exit).toBe(130);
});

test('as JSON it is one object', () => {
  expect(JSON.parse(report(good, { json: true }).text)).toEqual(good);
});
