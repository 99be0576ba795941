import { describe, expect, it } from 'vitest';
import { machineOf, projectOf, readFrom } from '../testing.js';
import type { Value } from '../types/values.js';
import { runTest, testsOf } from './tests.js';

describe('values from outside', () => {
  const machine = machineOf(`
    TYPE Mode : (Off, On); Pair : STRUCT a : INT; b : BOOL; END_STRUCT; END_TYPE
    PROGRAM Main
    VAR
      i : INT; u : ULINT; r : REAL; t : TIME; d : DATE; s : STRING[3]; m : Mode; p : Pair; l : ARRAY[1..2] OF DINT; c : CHAR;
      k : BOOL; f : TON;
    END_VAR
    END_PROGRAM`);

  it.each<[string, Value]>([
    ['i', { type: 'INT', value: -7 }],
    ['u', { type: 'ULINT', value: 18446744073709551615n }],
    ['r', { type: 'REAL', value: 0.5 }],
    ['t', { type: 'TIME', nanos: 30_000_000n }],
    ['d', { type: 'DATE', ticks: 86_400_000n }],
    ['s', { type: 'STRING', value: 'abc' }],
    ['m', { type: 'ENUM', type_name: 'Mode', variant: 'On', numeric: 1 }],
    [
      'p',
      { type: 'STRUCT', type_name: 'Pair', fields: { a: { type: 'INT', value: 1 }, b: { type: 'BOOL', value: true } } },
    ],
    [
      'l',
      {
        type: 'ARRAY',
        dimensions: [[1, 2]],
        elements: [
          { type: 'DINT', value: 1 },
          { type: 'DINT', value: 2 },
        ],
      },
    ],
    ['l[2]', { type: 'DINT', value: 9 }],
    ['c', { type: 'CHAR', value: 'x' }],
    ['f.PT', { type: 'TIME', nanos: 5n }],
  ])('%s is read as it was written', (name, value) => {
    expect(machine.set(name, value)).toBeUndefined();
    expect(machine.get(name)).toEqual(value);
    expect(machine.get(`main.${name.toUpperCase()}`)).toEqual(value);
  });

  it.each<[string, Value, string]>([
    ['i', { type: 'INT', value: 40000 }, 'wrong_type'],
    ['i', { type: 'REAL', value: 1 }, 'wrong_type'],
    ['i', { type: 'BOOL', value: true }, 'wrong_type'],
    ['k', { type: 'INT', value: 1 }, 'wrong_type'],
    ['r', { type: 'LREAL', value: Number.NaN }, 'wrong_type'],
    ['m', { type: 'ENUM', type_name: 'Mode', variant: 'No', numeric: 1 }, 'wrong_type'],
    ['l', { type: 'ARRAY', dimensions: [[1, 3]], elements: [] }, 'wrong_type'],
    ['f', { type: 'BOOL', value: true }, 'wrong_kind'],
    ['l[3]', { type: 'DINT', value: 1 }, 'out_of_bounds'],
    ['i.x', { type: 'DINT', value: 1 }, 'wrong_kind'],
    ['i[1]', { type: 'DINT', value: 1 }, 'wrong_kind'],
    ['nothing', { type: 'DINT', value: 1 }, 'unresolved_name'],
    ['__proto__', { type: 'DINT', value: 1 }, 'unresolved_name'],
    ['i..x', { type: 'DINT', value: 1 }, 'unresolved_name'],
    ['', { type: 'DINT', value: 1 }, 'unresolved_name'],
    ['f.LAST', { type: 'LINT', value: 1n }, 'unresolved_name'],
  ])('%s does not take what does not fit', (name, value, kind) => {
    expect(machine.set(name, value)).toMatchObject({ kind, path: name });
  });

  it('names lists what can be read', () => {
    for (const name of machine.names()) expect(machine.get(name)).toHaveProperty('type');
    expect(machine.names()).toContain('Main.l');
  });
});

describe('retained values', () => {
  const source = (more: string, type = 'INT') => `
    VAR_GLOBAL RETAIN g : ${type} := 1; m : LINT; END_VAR
    VAR_GLOBAL other : INT := 1; END_VAR
    PROGRAM Main
    VAR RETAIN n : INT; t : CTU; END_VAR
    VAR plain : INT; END_VAR
    g := g + 1; other := other + 1; n := n + 1; plain := plain + 1; m := m + 9007199254740993;
    t(CU := TRUE, PV := 3);
    ${more}
    END_PROGRAM`;

  it('survive a reload, others start anew', () => {
    const before = machineOf(source(''));
    for (let count = 0; count < 3; count++) before.cycle();
    before.advance(5n);
    const after = machineOf(source('n := n + 10;'), {}, before.retained());
    const read = () => ['g', 'm', 'n', 'other', 'plain', 't.CV'].map((name) => readFrom(after, name));
    expect([read(), after.now, after.cycles]).toEqual([[4, 27021597764222979n, 3, 1, 0, 1], 5n, 3]);
    after.cycle();
    // The counter has kept the state of its input too: no edge.
    expect(read()).toEqual([5, 36028797018963972n, 14, 2, 1, 1]);
  });

  it('of another type, or no longer there, are left out', () => {
    const before = machineOf(source(''));
    before.cycle();
    const { values, ...rest } = before.retained();
    const after = machineOf(
      source('', 'DINT'),
      {},
      { ...rest, values: { ...values, gone: { type: 'INT', value: 1 } } },
    );
    expect(['g', 'n'].map((name) => readFrom(after, name))).toEqual([1, 1]);
    expect(after.names()).not.toContain('gone');
  });
});

describe('tests in Structured Text', () => {
  const project = projectOf(
    [
      `
      FUNCTION Twice : INT
      VAR_INPUT n : INT; END_VAR
      Twice := 2 * n;
      END_FUNCTION
      VAR_GLOBAL g : INT; END_VAR`,
      `TEST_PROGRAM Good
      g := g + 1;
      ASSERT_EQUAL(INT#4, Twice(2)); ASSERT_TRUE(g = 1); ASSERT_FALSE(g = 2); ASSERT_NEAR(1.0, 1.05, 0.1);
      ASSERT_NOT_EQUAL(1, g + 1); ASSERT_LESS(g, 2); ASSERT_GREATER(EXPECTED := 1, BOUND := 2);
      END_TEST_PROGRAM`.replace('ASSERT_GREATER(EXPECTED := 1, BOUND := 2)', 'ASSERT_GREATER(VALUE := 3, BOUND := 2)'),
      `TEST_FUNCTION_BLOCK Bad
      ASSERT_EQUAL(EXPECTED := 5, ACTUAL := Twice(2));
      END_TEST_FUNCTION_BLOCK
      TEST_PROGRAM Broken
      VAR d : INT; END_VAR
      d := 1 / d;
      END_TEST_PROGRAM
      TEST_PROGRAM Endless
      WHILE TRUE DO END_WHILE;
      END_TEST_PROGRAM`,
    ],
    { needsProgram: false },
  );

  it('are listed in the order of the sources', () => {
    expect(testsOf(project).map(({ name, kind, at }) => `${kind} ${name} ${at.source}:${at.line}`)).toEqual([
      'TEST_PROGRAM Good 1:1',
      'TEST_FUNCTION_BLOCK Bad 2:1',
      'TEST_PROGRAM Broken 2:4',
      'TEST_PROGRAM Endless 2:8',
    ]);
  });

  it('pass, fail with a message, or end with an error', () => {
    expect([runTest(project, 'Good'), runTest(project, 'good')]).toEqual([{ status: 'passed' }, { status: 'passed' }]);
    expect(runTest(project, 'Bad')).toMatchObject({
      status: 'failed',
      message: 'ASSERT_EQUAL: expected 5, got 4',
      fault: { at: { line: 2 } },
    });
    expect(runTest(project, 'Broken')).toMatchObject({ status: 'error', message: 'division by zero' });
    expect(runTest(project, 'Endless', { instructions: 10_000 })).toMatchObject({
      status: 'error',
      fault: { kind: 'budget' },
    });
    expect(runTest(project, 'None')).toMatchObject({ status: 'error' });
  });
});
