import { describe, expect, it } from 'vitest';
import { give, machineOf, readFrom, resultOf } from '../testing.js';

describe('statements', () => {
  it.each([
    ['x, a : INT := 2;', 'IF a = 1 THEN x := 10; ELSIF a = 2 THEN x := 20; ELSE x := 30; END_IF;', 20],
    ['x, a : INT := 5;', 'CASE a OF 1, 2: x := 1; 3..6: x := 2; ELSE x := 3; END_CASE;', 2],
    ['x : INT; a : INT := 9;', 'CASE a OF 1: x := 1; ELSE x := 3; END_CASE;', 3],
    ['x : INT; a : INT := -1;', 'CASE a OF -1: x := 7; END_CASE;', 7],
    ['x : INT; a : INT (0..9);', 'CASE a OF -1: x := 7; 0: x := 8; END_CASE;', 8],
    ['x, i : INT;', 'FOR i := 1 TO 10 DO x := x + i; END_FOR;', 55],
    ['x, i : INT;', 'FOR i := 10 TO 1 BY -3 DO x := x + i; END_FOR;', 22],
    ['x : INT; i : USINT;', 'FOR i := 0 TO 255 DO x := x + 1; END_FOR;', 256],
    ['x : LINT; i : LINT;', 'FOR i := 1 TO 4 DO x := x + i; END_FOR;', 10n],
    [
      'x, i : INT;',
      'FOR i := 1 TO 10 DO IF i = 3 THEN CONTINUE; END_IF; IF i > 5 THEN EXIT; END_IF; x := x + i; END_FOR;',
      12,
    ],
    ['x : INT;', 'WHILE x < 7 DO x := x + 2; END_WHILE;', 8],
    ['x : INT;', 'REPEAT x := x + 2; UNTIL x >= 7 END_REPEAT;', 8],
    ['x : INT;', 'x := 1; RETURN; x := 2;', 1],
    [
      'x, i : INT;',
      'WHILE TRUE DO WHILE TRUE DO x := x + 1; EXIT; END_WHILE; i := i + 1; IF i = 3 THEN RETURN; END_IF; END_WHILE;',
      3,
    ],
    ['x : INT; a : ARRAY[-1..1] OF INT := [5, 6, 7];', 'x := a[-1] * 100 + a[0] * 10 + a[1];', 567],
    ['x : INT; a : ARRAY[1..2, 0..2] OF INT := [6(1)]; i : INT := 2;', 'a[i, 2] := 5; x := a[2, 2] + a[1, 0];', 6],
    ['x : INT; a, b : ARRAY[1..2] OF INT := [1, 2];', 'b := a; b[1] := 9; x := a[1] * 10 + b[1];', 19],
    [
      'x : INT; s : STRUCT a : INT := 3; b : ARRAY[0..1] OF INT := [1, 2]; END_STRUCT;',
      's.b[1] := s.a; x := s.b[1] + s.b[0];',
      4,
    ],
    ["x : BOOL; s : STRING[5] := 'abc'; t : STRING := 'abd';", 'x := s < t AND s <> t;', true],
  ])('have their effect: %s %s', (declarations, statements, expected) => {
    expect(resultOf(declarations, statements)).toBe(expected);
  });

  it.each([
    ['x : INT; a : ARRAY[1..3] OF INT; i : INT := 4;', 'x := a[i];', 'bounds'],
    ['x : INT; a : ARRAY[1..3] OF INT; i : INT;', 'a[i] := 1;', 'bounds'],
    ['x : INT (0..10); i : INT := 11;', 'x := i;', 'range'],
    ['x : INT;', 'WHILE TRUE DO x := x + 1; END_WHILE;', 'budget'],
    ['x : INT;', 'REPEAT UNTIL FALSE END_REPEAT;', 'budget'],
    ['x : INT; i : INT; s : INT;', 'FOR i := 1 TO 10 BY s DO END_FOR;', 'budget'],
    ['x : INT;', 'ASSERT_TRUE(x = 1);', 'assertion'],
  ])('%s %s is the fault %s', (declarations, statements, kind) => {
    expect(resultOf(declarations, statements, {}, { instructions: 10_000 })).toBe(kind);
  });

  it('a machine with a fault stays as it is, and says where the fault was', () => {
    const machine = machineOf('PROGRAM Main\nVAR n, d : INT; END_VAR\nn := n + 1;\nn := n / d;\nEND_PROGRAM');
    const fault = machine.cycle();
    expect(fault).toMatchObject({ kind: 'division-by-zero', message: 'division by zero', at: { line: 4, column: 6 } });
    expect(machine.cycle()).toBe(fault);
    expect([readFrom(machine, 'n'), machine.cycles]).toEqual([1, 0]);
  });

  it('recursion without an end is a fault, and so is a deep one', () => {
    const source = (body: string) => `
      FUNCTION F : INT
      VAR_INPUT n : INT; END_VAR
      ${body}
      END_FUNCTION
      PROGRAM Main
      VAR x : INT; END_VAR
      x := F(20);
      END_PROGRAM`;
    expect(machineOf(source('F := F(n) + 1;')).cycle()?.kind).toBe('depth');
    const sum = machineOf(source('IF n > 0 THEN F := n + F(n - 1); END_IF;'));
    expect(sum.cycle()).toBeUndefined();
    expect(readFrom(sum, 'x')).toBe(210);
  });
});

describe('units', () => {
  it('functions take arguments by name and by place, give outputs and change VAR_IN_OUT', () => {
    const machine = machineOf(`
      FUNCTION F : INT
      VAR_INPUT a : INT; b : INT := 10; END_VAR
      VAR_OUTPUT twice : INT; END_VAR
      VAR_IN_OUT count : INT; list : ARRAY[1..2] OF INT; END_VAR
      VAR local : INT; END_VAR
      local := local + 1;
      count := count + local;
      list[2] := a;
      twice := 2 * a;
      F := a - b;
      END_FUNCTION
      PROGRAM Main
      VAR x, y, n : INT; l : ARRAY[1..2] OF INT; END_VAR
      x := F(a := 7, twice => y, count := n, list := l);
      x := x + F(1, 2, l[1], l);
      END_PROGRAM`);
    expect(machine.cycle()).toBeUndefined();
    expect(['x', 'y', 'n', 'l[1]', 'l[2]'].map((name) => readFrom(machine, name))).toEqual([-4, 14, 1, 1, 1]);
  });

  it('function blocks keep their variables, but not VAR_TEMP', () => {
    const machine = machineOf(`
      FUNCTION_BLOCK Counter
      VAR_INPUT step : INT := 1; END_VAR
      VAR_OUTPUT total : INT; END_VAR
      VAR_TEMP t : INT := 5; END_VAR
      VAR inner : R_TRIG; END_VAR
      t := t + step;
      total := total + t;
      inner(CLK := total > 6);
      END_FUNCTION_BLOCK
      PROGRAM Main
      VAR a, b : Counter; c : ARRAY[1..2] OF Counter; n : INT; q : BOOL; END_VAR
      a(); b(step := 10, total => n); c[2](3);
      END_PROGRAM`);
    machine.cycle();
    machine.cycle();
    expect(['a.total', 'b.total', 'n', 'c[2].total', 'c[1].total'].map((name) => readFrom(machine, name))).toEqual([
      12, 30, 30, 16, 0,
    ]);
    expect(readFrom(machine, 'Main.a.inner.Q')).toBe(true);
    expect(machine.get('a')).toEqual({ type: 'INSTANCE', value: 'Counter' });
  });

  it('types: structures, enumerations and arrays of the sources', () => {
    const machine = machineOf(`
      TYPE
        Color : (Red, Green := 5, Blue) := Green;
        Point : STRUCT x : INT := 1; c : Color; END_STRUCT;
        Line : ARRAY[0..1] OF Point;
        Small : INT := 3;
      END_TYPE
      PROGRAM Main
      VAR p : Point := (x := 4); l : Line; s : Small; d : Color := Color#Blue; x : INT; END_VAR
      l[1] := p;
      l[1].c := Color.Red;
      CASE d OF Red: x := 1; Blue: x := TO_INT(d); END_CASE;
      END_PROGRAM`);
    machine.cycle();
    expect(machine.get('l')).toEqual({
      type: 'ARRAY',
      dimensions: [[0, 1]],
      elements: [
        {
          type: 'STRUCT',
          type_name: 'Point',
          fields: {
            x: { type: 'INT', value: 1 },
            c: { type: 'ENUM', type_name: 'Color', variant: 'Green', numeric: 5 },
          },
        },
        {
          type: 'STRUCT',
          type_name: 'Point',
          fields: {
            x: { type: 'INT', value: 4 },
            c: { type: 'ENUM', type_name: 'Color', variant: 'Red', numeric: 0 },
          },
        },
      ],
    });
    expect([readFrom(machine, 's'), readFrom(machine, 'x'), readFrom(machine, 'd')]).toEqual([3, 6, 'Blue']);
  });

  it('a configuration runs tasks by priority when they are due, and the other programs in every cycle', () => {
    const machine = machineOf(`
      CONFIGURATION Plant
      VAR_GLOBAL trace : STRING; go : BOOL; END_VAR
      VAR_GLOBAL CONSTANT Step : INT := 2; END_VAR
      RESOURCE Cpu ON PLC
        TASK Slow (INTERVAL := T#20ms, PRIORITY := 1);
        TASK Fast (INTERVAL := T#10ms, PRIORITY := 5);
        TASK Event (SINGLE := go, PRIORITY := 0);
        PROGRAM F WITH Fast : Main (mark := 'f');
        PROGRAM S WITH Slow : Main (mark := 's');
        PROGRAM E WITH Event : Main (mark := 'e');
        PROGRAM B : Main (mark := 'b', count => %QW0);
      END_RESOURCE
      END_CONFIGURATION
      PROGRAM Main
      VAR_INPUT mark : STRING; END_VAR
      VAR_OUTPUT count : WORD; END_VAR
      VAR_EXTERNAL trace : STRING; END_VAR
      VAR n : INT; END_VAR
      n := n + Step;
      count := INT_TO_WORD(n);
      trace := CONCAT(trace, mark);
      END_PROGRAM`);
    const step = (ms: number) => {
      machine.advance(BigInt(ms) * 1_000_000n);
      machine.set('trace', { type: 'STRING', value: '' });
      expect(machine.cycle()).toBeUndefined();
      return readFrom(machine, 'trace');
    };
    expect([step(0), step(10), step(10), step(5)]).toEqual(['b', 'fb', 'sfb', 'b']);
    give(machine, 'go', true);
    expect([step(5), step(50)]).toEqual(['efb', 'sfb']);
    expect(readFrom(machine, '%QW0')).toBe(12);
    expect(machine.get('n')).toMatchObject({ kind: 'ambiguous_name', candidates: ['F.n', 'S.n', 'E.n', 'B.n'] });
    expect(readFrom(machine, 'B.n')).toBe(12);
    expect(machine.set('Step', { type: 'INT', value: 3 })).toMatchObject({ kind: 'read_only' });
  });

  it('addresses are shared by all that name them', () => {
    const machine = machineOf(`
      PROGRAM A VAR start AT %IX0.0 : BOOL; END_VAR %QX0.0 := start; END_PROGRAM
      PROGRAM B VAR lamp AT %QX0.0 : BOOL; seen : BOOL; END_VAR seen := lamp; END_PROGRAM`);
    give(machine, '%IX0.0', true);
    machine.cycle();
    expect(['start', 'A.start', 'lamp', 'seen'].map((name) => readFrom(machine, name))).toEqual([
      true,
      true,
      true,
      true,
    ]);
  });
});
