import { describe, expect, test } from 'vitest';
import type { Level } from '../../../src/language/requirement.js';
import { emptyCorpus } from '../../load/registry.js';
import type { Consequence, Corpus } from '../../types.js';
import type { Blamed } from './blame.js';
import { judgeBlame } from './consequences.js';

const place = { file: 'cases/x/mutants.yaml', line: 3, col: 5 };
const LEVELS: { [id: string]: Level } = { 'X-A-01': 'must', 'X-A-02': 'must', 'X-B-01': 'should', 'X-B-02': 'derived' };

function corpusWith(consequences: Partial<Consequence>[]): Corpus {
  const corpus = emptyCorpus();
  for (const [id, level] of Object.entries(LEVELS))
    corpus.requirements.set(id, { id, level, roles: ['x/y'], text: id, source: 'X', version: '1', place });
  for (const [id, breaks] of [
    ['x.a.one', 'X-A-01'],
    ['x.a.two', 'X-A-01'],
    ['x.b.one', 'X-B-01'],
  ] as const)
    corpus.mutants.set(id, { id, breaks, role: 'x/y', fault: {}, place });
  for (const one of consequences)
    corpus.consequences.push({
      of: [],
      own: false,
      innocent: false,
      requirements: [],
      because: 'it is so',
      place,
      ...one,
    });
  return corpus;
}

function blamed(id: string, requirement: string, fails: string[], more: Partial<Blamed> = {}): Blamed {
  const defect = { id, role: 'x/y', requirement, faults: { rules: [], switches: [] }, place };
  const blames = fails.map((one, index) => ({ requirement: one, case: `x.y.c${index}`, message: `${one} is broken` }));
  return { defect, blames, touched: fails.length, untouched: 0, problems: [], ...more };
}

const judged = (found: Blamed[], consequences: Partial<Consequence>[] = [], whole = true) =>
  judgeBlame(found, corpusWith(consequences), whole);

describe('what fails beside what a mutant breaks', () => {
  const found = () => [blamed('x.a.one', 'X-A-01', ['X-A-01', 'X-A-02', 'X-A-02'])];

  test('is undeclared where nothing declares it', () => {
    const [one] = judged(found()).mutants;
    expect(one).toMatchObject({ recalled: true, declared: [], raised: [] });
    expect(one?.undeclared).toEqual([
      { requirement: 'X-A-02', level: 'must', cases: ['x.y.c1', 'x.y.c2'], message: 'X-A-02 is broken' },
    ]);
  });

  test.each<[string, Partial<Consequence>]>([
    ['by the mutant itself', { own: true, of: ['x.a.one'] }],
    ['for the requirement that it breaks', { of: ['X-A-01'] }],
    ['for the beginning of its id', { of: ['x.a'] }],
  ])('is declared %s', (_, one) => {
    const { mutants } = judged(found(), [{ ...one, requirements: ['X-A-02'] }]);
    expect(mutants[0]).toMatchObject({ undeclared: [], declared: [{ requirement: 'X-A-02' }] });
  });

  test.each<[string, Partial<Consequence>]>([
    ['another requirement', { of: ['X-A-01'], requirements: ['X-B-01'] }],
    ['another mutant', { own: true, of: ['x.a'], requirements: ['X-A-02'] }],
    ['another file', { of: ['X-A-01'], requirements: ['X-A-02'], place: { ...place, file: 'cases/x/other.yaml' } }],
  ])('is not declared by a consequence of %s', (_, one) => {
    expect(judged(found(), [one]).mutants[0]?.undeclared).toHaveLength(1);
  });
});

test('a mutant whose own requirement fails nowhere is not recalled', () => {
  const { mutants } = judged([blamed('x.a.one', 'X-A-01', [])]);
  expect(mutants[0]?.recalled).toBe(false);
});

test('what is declared as wrongly accused is told apart from what is broken', () => {
  const found = [blamed('x.a.one', 'X-A-01', ['X-A-01', 'X-A-02', 'X-B-01'])];
  const wrong = { of: ['x.a'], innocent: true, requirements: ['X-A-02', 'X-B-01'] };
  const right = { of: ['X-A-01'], requirements: ['X-B-01'] };
  const [one] = judged(found, [wrong, right]).mutants;
  expect([one?.declared, one?.innocent].map((list) => list?.map(({ requirement }) => requirement))).toEqual([
    ['X-B-01'],
    ['X-A-02'],
  ]);
  expect(one?.undeclared).toEqual([]);
});

test('a must that fails for what only a should says is declared by the id of the mutant, or raised', () => {
  const found = [blamed('x.b.one', 'X-B-01', ['X-B-01', 'X-A-01', 'X-B-02'])];
  const declared = { requirements: ['X-A-01', 'X-B-02'] };
  const raised = (consequence: Partial<Consequence>) =>
    judged(found, [consequence]).mutants[0]?.raised.map(({ requirement }) => requirement);
  expect(raised({ of: ['X-B-01'], ...declared })).toEqual(['X-A-01']);
  expect(raised({ of: ['x.b'], ...declared })).toEqual(['X-A-01']);
  expect(raised({ of: ['x.b.one'], ...declared })).toEqual([]);
  expect(raised({ of: ['x.b.one'], own: true, ...declared })).toEqual([]);
});

describe('a consequence that nothing shows', () => {
  const stale = (found: Blamed[], whole = true) =>
    judged(found, [{ of: ['X-A-01'], requirements: ['X-A-02', 'X-B-01'] }], whole).stale.map((one) => one.requirements);
  const both = [blamed('x.a.one', 'X-A-01', ['X-A-02']), blamed('x.a.two', 'X-A-01', [])];

  test('is told, requirement by requirement', () => {
    expect(stale(both)).toEqual([['X-B-01']]);
  });

  test('is not judged where only some of its mutants were played, or by some cases', () => {
    expect(stale(both.slice(0, 1))).toEqual([]);
    expect(stale(both, false)).toEqual([]);
  });
});
