import { describe, expect, it } from 'vitest';
import { parse } from '../syntax/parse.js';
import { problemsOf } from '../testing.js';

const inMain = (declarations: string, statements: string): string[] =>
  problemsOf(`PROGRAM Main\nVAR\n${declarations}\nEND_VAR\n${statements}\nEND_PROGRAM\n`);

describe('diagnostics', () => {
  it.each([
    ['', 'x := 1;', ['5:1 undeclared "x" is not declared']],
    ['x : INT;', 'x := missing + 1;', ['5:6 undeclared "missing" is not declared']],
    ['x : Missing;', '', ['3:5 undeclared there is no type "Missing"']],
    ['x : INT; X : BOOL;', '', ['3:10 duplicate "X" is declared twice in Main']],
    ['x : INT;', 'x := TRUE;', ['5:6 type cannot assign BOOL to INT: use BOOL_TO_INT']],
    ['x : INT;', "x := 'a';", ['5:6 type cannot assign STRING to INT']],
    ['x : SINT;', 'x := 200;', ['5:6 type 200 is outside the range of SINT']],
    ['x : INT;', 'IF x THEN END_IF;', ['5:4 type the condition of IF is a BOOL, got INT']],
    ['x : INT;', 'x := 1 / 0;', ['5:6 constant division by zero']],
    ['x : ARRAY[1..3] OF INT;', 'x[4] := 1;', ['5:3 bounds index 4 is outside of 1..3']],
    ['x : ARRAY[3..1] OF INT;', '', ['3:14 constant the bounds 3..1 are the wrong way round']],
    ['t : TON;', 't.Q := TRUE;', ['5:1 read-only cannot be changed: "Q" is an output of TON']],
    ['t : TON;', 't(X := TRUE);', ['5:3 undeclared TON has no parameter "X"']],
    ['t : TON; x : BOOL;', 't(Q := x);', ['5:3 type "Q" is an output: write =>']],
    ['x : INT;', 'EXIT;', ['5:1 syntax EXIT stands outside of any loop']],
    ['x : INT;', 'TON(IN := TRUE);', ['5:1 type "TON" is a FUNCTION_BLOCK: declare a variable of it and call that']],
    ['x : INT := y;', '', ['3:12 undeclared "y" is not declared']],
    ['x : INT; y : INT := x;', '', ['3:21 constant an initial value is a constant']],
    ['x : INT', 'x := 1;', ['3:8 syntax expected ";", got "END_VAR"']],
    ['x : INT;', 'IF x = 1 THEN x := 2; END_IF', ['5:23 syntax ";" is missing after END_IF']],
  ])('%s %s', (declarations, statements, expected) => {
    expect(inMain(declarations, statements)).toEqual(expected);
  });

  it('several errors of one source are all reported', () => {
    expect(
      problemsOf(`PROGRAM Main
VAR
  a : INT
  b : Nothing;
  c : ;
  d : BOOL;
END_VAR
a := 1
d = TRUE;
IF d THEN
  e := 1;
ELSE
  a := ;
END_IF;
WHILE d
  a := 2;
END_WHILE;
a := 'x';
END_PROGRAM
PROGRAM Main
END_PROGRAM`),
    ).toEqual([
      '3:10 syntax expected ";", got "b"',
      '4:7 undeclared there is no type "Nothing"',
      '5:7 syntax expected a type, got ";"',
      '8:7 syntax expected ";", got "d"',
      '9:3 syntax expected ":=" for an assignment, got "="',
      '11:3 undeclared "e" is not declared',
      '13:8 syntax expected an expression, got ";"',
      '15:8 syntax expected "DO", got "a"',
      '17:1 syntax unexpected "END_WHILE"',
      '18:6 type cannot assign STRING to INT',
      '20:9 duplicate "Main" is declared twice',
    ]);
  });

  it('sources without a PROGRAM are an error, unless the caller says otherwise', () => {
    const source = 'FUNCTION F : INT\nF := 1;\nEND_FUNCTION\n';
    expect(problemsOf(source)).toEqual(['1:1 missing-program there is no PROGRAM']);
    expect(problemsOf(source, { needsProgram: false })).toEqual([]);
    expect(problemsOf('PROGRAM Main\nEND_PROGRAM\n')).toEqual([]);
  });

  it('units of other sources, types that contain themselves, and names of the library', () => {
    const self =
      'FUNCTION_BLOCK A VAR b : B; END_VAR END_FUNCTION_BLOCK FUNCTION_BLOCK B VAR a : A; END_VAR END_FUNCTION_BLOCK';
    expect(problemsOf(self, { needsProgram: false })).toEqual(['1:16 type "A" contains itself']);
    expect(problemsOf('TYPE S : STRUCT s : S; END_STRUCT; END_TYPE', { needsProgram: false })[0]).toContain(
      '"S" contains itself',
    );
    expect(problemsOf('FUNCTION ABS : INT END_FUNCTION', { needsProgram: false })).toEqual([
      '1:10 duplicate "ABS" is a name of the standard library',
    ]);
    expect(problemsOf('PROGRAM P VAR_EXTERNAL g : INT; END_VAR END_PROGRAM')).toEqual([
      '1:24 undeclared there is no VAR_GLOBAL "g"',
    ]);
  });
});

describe('hostile sources', () => {
  const deep = 2_000;
  it.each([
    ['brackets', `x := ${'('.repeat(deep)}1${')'.repeat(deep)};`],
    ['NOT', `x := ${'NOT '.repeat(deep)}TRUE;`],
    ['a chain', `x := ${'1 + '.repeat(deep)}1;`],
    ['IF', 'IF TRUE THEN '.repeat(deep)],
    ['fields', `x${'.a'.repeat(deep)} := 1;`],
    ['calls', `x := ${'ABS('.repeat(deep)}1${')'.repeat(deep)};`],
    ['a number', `x := ${'9'.repeat(deep)};`],
    ['a power', 'x := 2 ** 2 ** 2 ** 2 ** 2 ** 1000000000;'],
    ['a name', `${'a'.repeat(deep)} := 1;`],
    ['comments', `${'(*'.repeat(deep)} x := 1;`],
    ['errors', 'x := ;'.repeat(deep)],
    ['a string', `x := '${'a'.repeat(deep)}`],
    ['END_IF', 'END_IF '.repeat(deep)],
  ])('%s are diagnostics', (_, statements) => {
    const problems = inMain('x : INT;', statements);
    expect(problems.length).toBeGreaterThan(0);
    expect(problems.length).toBeLessThanOrEqual(400);
  });

  it.each([
    ['x : ARRAY[1..100000, 1..100000] OF INT;'],
    ['x : ARRAY[0..2147483647] OF BOOL;'],
    [`x : ${'ARRAY[0..1] OF '.repeat(1000)} BOOL;`],
    [`x : ${'ARRAY[0..1] OF '.repeat(30)} BOOL;`],
    ['x : STRING[100000];'],
    ['x : ARRAY[0..99999] OF STRING[32767];'],
    ['x : ARRAY[1..3] OF INT := [1000000000(1)];'],
    [`x : ${'STRUCT a : '.repeat(1000)} INT;`],
  ])('%s is refused', (declarations) => {
    expect(inMain(declarations, '').length).toBeGreaterThan(0);
  });

  it('types that double at each level are refused', () => {
    const types = Array.from(
      { length: 31 },
      (_, n) => `T${n} : STRUCT a, b : ${n === 0 ? 'INT' : `T${n - 1}`}; END_STRUCT;`,
    );
    expect(problemsOf(`TYPE ${types.join('\n')} END_TYPE PROGRAM P VAR x : T30; END_VAR END_PROGRAM`)[0]).toContain(
      'limit',
    );
  });

  it('a source that is too large is not read', () => {
    expect(parse([' '.repeat(2 << 20)]).diagnostics).toMatchObject([{ code: 'limit' }]);
  });
});
