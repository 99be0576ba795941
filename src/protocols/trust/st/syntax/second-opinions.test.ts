import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from './parse.js';

/** Statements in a program that has variables for them. */
const body = (
  statements: string,
  variables = 'i, j : INT; r : REAL; b : BOOL; s : STRING; t : TIME; a : ARRAY[1..3] OF INT;',
) => `PROGRAM P\nVAR ${variables} END_VAR\n${statements}\nEND_PROGRAM\n`;

/** What is Structured Text. */
const RIGHT: Readonly<Record<string, string>> = {
  'an assignment': body('i := 1;'),
  'an empty statement': body(';'),
  operators: body('i := (i + j) * 2 - -j / 3 MOD 4; b := NOT b AND (i > j OR i <= 3) XOR i <> j;'),
  'a power': body('r := r ** 2.0;'),
  IF: body('IF b THEN i := 1; ELSIF i = 2 THEN i := 3; ELSE i := 4; END_IF;'),
  CASE: body('CASE i OF 1: j := 1; 2, 3: j := 2; 4..6: j := 3; ELSE j := 0; END_CASE;'),
  FOR: body('FOR i := 1 TO 10 BY 2 DO j := j + i; EXIT; END_FOR;'),
  WHILE: body('WHILE i < 3 DO i := i + 1; END_WHILE;'),
  REPEAT: body('REPEAT i := i + 1; UNTIL i > 3 END_REPEAT;'),
  RETURN: body('RETURN;'),
  CONTINUE: body('FOR i := 1 TO 3 DO CONTINUE; END_FOR;'),
  'an element of an array': body('a[i] := a[1] + 1;'),
  'numbers with a base': body('i := 16#FF + 2#1010_1010 + 8#17 + 1_000;'),
  'a real number with an exponent': body('r := 1.5E-3;'),
  'literals with a type': body('i := INT#5; b := BOOL#TRUE;'),
  'a duration': body('t := T#1h2m3s4ms; t := TIME#1.5s;'),
  'a string with escapes': body("s := 'it$'s $L$N$41';"),
  'a wide string': body(';', 'w : WSTRING := "wide";'),
  comments: body('(* one *) i := 1; // two\n'),
  'a call of a function block': body('x(IN := b, PT := T#1s); b := x.Q;', 'x : TON; b : BOOL;'),
  'a call with outputs': body('x(IN := b, PT := T#1s, Q => b);', 'x : TON; b : BOOL;'),
  'a call of a function': body('i := MAX(i, j); i := LIMIT(0, i, 9);'),
  'sections of variables':
    'FUNCTION_BLOCK F\nVAR_INPUT a : INT; END_VAR\nVAR_OUTPUT b : INT; END_VAR\nVAR_IN_OUT c : INT; END_VAR\nVAR d : INT; END_VAR\nVAR_TEMP e : INT; END_VAR\nb := a;\nEND_FUNCTION_BLOCK\n',
  'RETAIN and CONSTANT':
    'PROGRAM P\nVAR RETAIN a : INT := 1; END_VAR\nVAR CONSTANT b : INT := 2; END_VAR\n;\nEND_PROGRAM\n',
  'a function': 'FUNCTION F : INT\nVAR_INPUT a : INT; END_VAR\nF := a + 1;\nEND_FUNCTION\n',
  'a structure': 'TYPE T : STRUCT a : INT; b : REAL := 1.5; END_STRUCT; END_TYPE\n',
  'an enumeration': 'TYPE E : (Red, Green, Blue); END_TYPE\n',
  'an enumeration with a first value': 'TYPE E : (Red, Green) := Green; END_TYPE\n',
  'a range': 'TYPE R : INT (0..10); END_TYPE\n',
  'a type of arrays': 'TYPE A : ARRAY[0..9, 1..2] OF REAL; END_TYPE\n',
  'first values of an array': body(';', 'a : ARRAY[1..3] OF INT := [1, 2(5)];'),
  'a string with a length': body(';', "s : STRING[10] := 'abc';"),
  'variables at addresses': body('q := 1;', 'x AT %IX0.0 : BOOL; q AT %QW3 : INT;'),
  'a configuration':
    'CONFIGURATION C\nVAR_GLOBAL g : INT; END_VAR\nRESOURCE R ON PLC\nTASK T(INTERVAL := T#10ms, PRIORITY := 1);\nPROGRAM M WITH T : P;\nEND_RESOURCE\nEND_CONFIGURATION\nPROGRAM P\nVAR_EXTERNAL g : INT; END_VAR\ng := 1;\nEND_PROGRAM\n',
  'small letters': 'program p\nvar i : int; end_var\nif i = 1 then i := 2; end_if;\nend_program\n',
  'an address': body('%QX0.0 := %IX0.1;'),
};

/** What is none. */
const WRONG: Readonly<Record<string, string>> = {
  'no END_IF': body('IF b THEN i := 1;'),
  'no semicolon': body('i := 1 j := 2;'),
  'an equals sign that assigns': body('i = 1;'),
  'an open parenthesis': body('i := (1 + 2;'),
  'an operator with one operand': body('i := 1 +;'),
  'no THEN': body('IF b i := 1; END_IF;'),
  'no OF': body('CASE i 1: j := 1; END_CASE;'),
  'no TO': body('FOR i := 1 DO j := i; END_FOR;'),
  'no DO': body('WHILE b i := 1; END_WHILE;'),
  'no UNTIL': body('REPEAT i := 1; END_REPEAT;'),
  'no END_PROGRAM': 'PROGRAM P\nVAR i : INT; END_VAR\ni := 1;\n',
  'no END_VAR': 'PROGRAM P\nVAR i : INT;\ni := 1;\nEND_PROGRAM\n',
  'a variable without a type': 'PROGRAM P\nVAR i; END_VAR\ni := 1;\nEND_PROGRAM\n',
  'an open string': body("s := 'abc;"),
  'an open comment': body('(* i := 1;'),
  'a keyword as a name': 'PROGRAM P\nVAR IF : INT; END_VAR\n;\nEND_PROGRAM\n',
  'two operators': body('i := 1 */ 2;'),
  'an array without bounds': body(';', 'a : ARRAY[] OF INT;'),
  'an end of another kind': 'PROGRAM P\nVAR i : INT; END_VAR\ni := 1;\nEND_FUNCTION\n',
  'a statement outside of a program': 'i := 1;\n',
  'a digit beyond its base': body('i := 2#12;'),
  'two commas': body('i := MAX(i,, j);'),
  'a name that begins with a digit': body('1i := 1;'),
  'no END_STRUCT': 'TYPE T : STRUCT a : INT; END_TYPE\n',
  'ELSE twice': body('IF b THEN i := 1; ELSE i := 2; ELSE i := 3; END_IF;'),
};

const SOURCES = [...Object.values(RIGHT), ...Object.values(WRONG)];
const NAMES = [...Object.keys(RIGHT), ...Object.keys(WRONG)];
/** Whether each of the sources is one that can be parsed. */
type Opinion = readonly boolean[];
const STANDARD: Opinion = NAMES.map((name) => name in RIGHT);
const OURS: Opinion = SOURCES.map((text) => parse([text]).diagnostics.length === 0);

/** A parser that others wrote. */
interface Parser {
  isInstalled: boolean;
  asked(): Opinion;
  /** Where it goes another way than IEC 61131-3, edition 3. */
  strays: Readonly<Record<string, string>>;
}

const can = (command: string, ...args: string[]) => spawnSync(command, args, { stdio: 'ignore' }).status === 0;

const PARSERS: Readonly<Record<string, Parser>> = {
  blark: {
    isInstalled: can('python3', '-c', 'import blark'),
    asked: () => JSON.parse(execFileSync('python3', ['-c', BLARK], { input: JSON.stringify(SOURCES) }).toString()),
    strays: { 'a power': 'TwinCAT has EXPT for it', 'a configuration': 'TwinCAT keeps it elsewhere' },
  },
  ironplcc: {
    isInstalled: can('ironplcc', 'version'),
    asked: () => {
      const folder = mkdtempSync(join(tmpdir(), 'opinions-'));
      try {
        return SOURCES.map((text, index) => {
          const file = join(folder, `${index}.st`);
          writeFileSync(file, text);
          return can('ironplcc', 'echo', '--dialect', 'iec61131-3-ed3', file);
        });
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
    strays: {
      CONTINUE: 'takes it for the name of a function block',
      comments: 'knows // in dialects of vendors only',
      'a duration': 'wants an underscore between the units',
      'a string with escapes': "does not know $'",
      'an array without bounds': 'takes it',
    },
  },
};

const BLARK = `
import json, sys
from blark.parse import parse_source_code
print(json.dumps([parse_source_code(text).exception is None for text in json.load(sys.stdin)]))
`;

it.each(NAMES)('our parser takes what is right and refuses the rest: %s', (name) => {
  expect(OURS[NAMES.indexOf(name)]).toBe(name in RIGHT);
});

describe.each(Object.entries(PARSERS))('%s', (name, { isInstalled, asked, strays }) => {
  it.skipIf(!isInstalled)(
    `agrees (${isInstalled ? 'installed' : `skipped: ${name} is not installed`})`,
    () => {
      const opinion = asked();
      const differs = NAMES.filter((_, index) => opinion[index] !== STANDARD[index]);
      expect(differs.sort()).toEqual(Object.keys(strays).sort());
    },
    60_000,
  );
});
