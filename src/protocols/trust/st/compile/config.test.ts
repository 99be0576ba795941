import { describe, expect, it } from 'vitest';
import { parse } from '../syntax/parse.js';
import { problemsOf } from '../testing.js';
import { compile } from './compile.js';

const DECLARED = [
  'TYPE Pair : STRUCT a : INT; b : BOOL; END_STRUCT; END_TYPE VAR_GLOBAL g : INT; END_VAR',
  'FUNCTION_BLOCK Counter VAR_INPUT up : BOOL; END_VAR VAR count : INT; in0 AT %I* : BOOL; END_VAR END_FUNCTION_BLOCK',
  'PROGRAM Main VAR x AT %I* : BOOL; n : INT; fb : Counter; p : Pair; t : TON; at0 AT %QX0.0 : BOOL; END_VAR',
  'VAR CONSTANT k : INT := 1; END_VAR VAR_TEMP tmp : INT; END_VAR VAR_EXTERNAL g : INT; END_VAR END_PROGRAM',
  'CONFIGURATION C RESOURCE Res ON CPU PROGRAM P1 : Main; END_RESOURCE VAR_CONFIG',
];
const COMPLETE = 'P1.x AT %IX0.0 : BOOL; P1.fb.in0 AT %IX0.1 : BOOL;';

/** What is wrong with a VAR_CONFIG that has these entries in line 6. */
const inConfig = (entries: string): string[] =>
  problemsOf([...DECLARED, entries, 'END_VAR END_CONFIGURATION'].join('\n'));

describe('VAR_CONFIG', () => {
  it.each([
    [COMPLETE],
    ['res.p1.X AT %ix0.0 : BOOL := TRUE; Res.P1.fb.IN0 AT %IX0.0 : BOOL;'],
    [`${COMPLETE} P1.n : INT := 2 + 3; P1.fb.count : INT := 5; P1.fb.up : BOOL := TRUE; P1.t.PT : TIME := T#1s;`],
    [`${COMPLETE} P1.p.a : INT := 1; P1.p : Pair := (a := 2); P1.t : TON := (PT := T#1s); P1.at0 AT %QX0.0 : BOOL;`],
  ])('%s is right', (entries) => {
    expect(inConfig(entries)).toEqual([]);
  });

  it.each([
    ['P1.n : BOOL;', '6:8 type "P1.n" is of type INT, not BOOL'],
    ['P1.n : INT := TRUE;', '6:15 type cannot assign BOOL to INT: use BOOL_TO_INT'],
    ['P1.n : INT := g;', '6:15 constant an initial value is a constant'],
    ['P1.n : INT; Res.p1.N : INT;', '6:13 duplicate VAR_CONFIG already has an entry for "Res.p1.N"'],
    ['P2.n : INT;', '6:1 undeclared there is no resource or program instance "P2"'],
    ['Res.P2.n : INT;', '6:5 undeclared the resource has no program "P2"'],
    ['Res.P1 : INT;', '6:5 type "P1" is a program: add the name of a variable'],
    ['P1.missing : INT;', '6:4 undeclared Main has no variable "missing"'],
    ['P1.fb.missing : INT;', '6:7 undeclared Counter has no variable "missing"'],
    ['P1.t.LAST : LINT;', '6:6 undeclared TON has no variable "LAST"'],
    ['P1.p.c : INT;', '6:6 undeclared Pair has no field "c"'],
    ['P1.n.a : INT;', '6:6 undeclared INT has no field "a"'],
    ['P1.k : INT := 2;', '6:4 type VAR_CONFIG cannot change it: "k" is a CONSTANT'],
    ['P1.tmp : INT := 2;', '6:4 type VAR_CONFIG cannot change it: it is a VAR_TEMP'],
    ['P1.g : INT := 2;', '6:4 type "g" is a VAR_EXTERNAL of Main'],
    ['P1.fb.count AT %MW0 : INT;', '6:7 address "count" is declared without an address: write count AT %M*'],
    ['P1.p.a AT %MW0 : INT;', '6:6 address "a" is a field of a structure, which has no address'],
    ['P1.at0 AT %QX0.1 : BOOL;', '6:4 address "at0" has another address already'],
    ['P1.x AT %QX0.0 : BOOL;', '6:4 address "x" is declared AT %I*, which %QX0.0 does not complete'],
    ['P1.x AT %I* : BOOL;', '6:4 address %I* is not a complete address'],
    ['P1.x AT %IX0.0 : ;', '6:18 syntax expected a type, got ";"'],
    ['P1 x : BOOL;', '6:4 syntax expected ":", got "x"'],
    ['P1.x AT %IX0.0 : BOOL;', '2:70 address no VAR_CONFIG completes the %I* of "P1.fb.in0"'],
  ])('%s is refused', (entries, expected) => {
    expect(inConfig(entries)).toEqual([expected]);
  });

  it('an address on a VAR of a PROGRAM without AT %M* is a warning', () => {
    const text = `PROGRAM Main VAR n : INT; END_VAR END_PROGRAM
CONFIGURATION C RESOURCE R ON CPU PROGRAM P1 : Main; END_RESOURCE
VAR_CONFIG R.P1.n AT %MW0 : INT; END_VAR END_CONFIGURATION`;
    const { program, diagnostics } = compile(parse([text]));
    expect(program).toBeDefined();
    expect(diagnostics).toMatchObject([
      { severity: 'warning', message: '"n" is declared without an address: write n AT %M*', line: 3, column: 17 },
    ]);
  });

  it('one address has one type', () => {
    const source = `PROGRAM Main VAR x AT %M* : INT; y AT %MW0 : WORD; END_VAR END_PROGRAM
CONFIGURATION C PROGRAM P1 : Main; VAR_CONFIG P1.x AT %MW0 : INT; END_VAR END_CONFIGURATION`;
    expect(problemsOf(source)).toEqual(['2:50 type %MW0 is of type WORD already']);
  });

  it('every instance needs its address', () => {
    const source = `PROGRAM Main VAR x AT %M* : INT; END_VAR END_PROGRAM
CONFIGURATION C PROGRAM P1 : Main; PROGRAM P2 : Main; VAR_CONFIG P1.x AT %MW0 : INT; END_VAR END_CONFIGURATION`;
    expect(problemsOf(source)).toEqual(['1:18 address no VAR_CONFIG completes the %M* of "P2.x"']);
  });

  it.each([
    ['PROGRAM Main VAR_CONFIG P1.x : INT; END_VAR END_PROGRAM', '1:14'],
    ['VAR_CONFIG P1.x : INT; END_VAR PROGRAM Main END_PROGRAM', '1:1'],
    [
      'PROGRAM Main END_PROGRAM CONFIGURATION C RESOURCE R ON C VAR_CONFIG P1.x : INT; END_VAR PROGRAM P : Main; END_RESOURCE END_CONFIGURATION',
      '1:58',
    ],
  ])('%s: it stands in a CONFIGURATION only', (source, at) => {
    expect(problemsOf(source)).toEqual([`${at} syntax VAR_CONFIG stands in a CONFIGURATION, outside of any RESOURCE`]);
  });

  it.each([
    [
      'VAR_INPUT x AT %I* : INT; END_VAR',
      '1:24 type AT %I* stands in a VAR of a PROGRAM or FUNCTION_BLOCK, and not in a CONSTANT',
    ],
    [
      'VAR CONSTANT x AT %I* : INT := 1; END_VAR',
      '1:27 type AT %I* stands in a VAR of a PROGRAM or FUNCTION_BLOCK, and not in a CONSTANT',
    ],
    ['VAR x AT %I* : INT; END_VAR', '1:18 address no VAR_CONFIG completes the %I* of "Main.x"'],
  ])('is asked for if an address is incomplete, at a place that may have one: %s', (section, expected) => {
    expect(problemsOf(`PROGRAM Main ${section} END_PROGRAM`)).toEqual([expected]);
  });

  it('an initial value of a function block cannot set a variable at an address', () => {
    const source = `FUNCTION_BLOCK F VAR x AT %I* : INT; END_VAR END_FUNCTION_BLOCK
PROGRAM Main VAR f : F := (x := 1); END_VAR END_PROGRAM`;
    expect(problemsOf(source)).toEqual(['2:28 type "x" of F has its value elsewhere: it cannot be set here']);
  });
});
