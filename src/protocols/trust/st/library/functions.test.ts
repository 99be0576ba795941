import { describe, expect, it } from 'vitest';
import { problemsOf, resultOf } from '../testing.js';

describe('standard functions', () => {
  it.each([
    ['INT', 'ABS(-5)', 5],
    ['INT', 'MIN(3, 1, 2)', 1],
    ['INT', 'MAX(IN1 := 3, IN2 := 1, IN3 := 7)', 7],
    ['INT', 'LIMIT(0, 99, 10)', 10],
    ['INT', 'LIMIT(MN := 0, IN := -3, MX := 10)', 0],
    ['INT', 'SEL(TRUE, 1, 2)', 2],
    ['INT', 'MUX(2, 10, 20, 30)', 30],
    ['LREAL', 'SQRT(16.0)', 4],
    ['LREAL', 'EXPT(2.0, 10)', 1024],
    ['LREAL', 'ATAN2(0.0, 1.0)', 0],
    ['DINT', 'TRUNC(-2.9)', -2],
    ['BYTE', 'SHL(BYTE#16#81, 1)', 2],
    ['BYTE', 'ROL(BYTE#16#81, 1)', 3],
    ['BYTE', 'ROR(BYTE#16#81, 9)', 0xc0],
    ['BYTE', 'SHR(BYTE#16#81, 100)', 0],
    ['BOOL', 'GT(3, 2, 1)', true],
    ['DINT', 'ADD(1, 2, 3)', 6],
    ['INT', "LEN('hello')", 5],
    ['STRING', "LEFT('hello', 2)", 'he'],
    ['STRING', "RIGHT('hello', 2)", 'lo'],
    ['STRING', "MID(IN := 'hello', L := 3, P := 2)", 'ell'],
    ['STRING', "CONCAT('a', 'b', 'c')", 'abc'],
    ['STRING', "INSERT('ad', 'bc', 1)", 'abcd'],
    ['STRING', "DELETE('abcd', 2, 2)", 'ad'],
    ['STRING', "REPLACE('abcd', 'X', 2, 2)", 'aXd'],
    ['INT', "FIND('hello', 'l')", 3],
    ['INT', "FIND('hello', 'x')", 0],
    ['STRING', "LEFT('hello', -1)", ''],
    ['STRING[3]', "'hello'", 'hel'],
    ['INT', 'REAL_TO_INT(2.5)', 2],
    ['INT', 'REAL_TO_INT(3.5)', 4],
    ['INT', 'TO_INT(-2.5)', -2],
    ['SINT', 'DINT_TO_SINT(384)', -128],
    ['WORD', 'INT_TO_WORD(-1)', 65535],
    ['INT', 'WORD_TO_INT(16#FFFF)', -1],
    ['LINT', 'ULINT_TO_LINT(18446744073709551615)', -1n],
    ['DWORD', 'REAL_TO_DWORD(1.0)', 0x3f800000],
    ['REAL', 'DWORD_TO_REAL(16#3F800000)', 1],
    ['DINT', 'TIME_TO_DINT(T#1s500ms)', 1500],
    ['TIME', 'INT_TO_TIME(1500)', 1_500_000_000n],
    ['BOOL', 'INT_TO_BOOL(2)', true],
    ['INT', 'BOOL_TO_INT(TRUE)', 1],
    ['STRING', 'INT_TO_STRING(-5)', '-5'],
    ['STRING', 'TIME_TO_STRING(T#90s)', 'T#1m30s'],
    ['STRING', 'BOOL_TO_STRING(TRUE)', 'TRUE'],
    ['DINT', "STRING_TO_DINT(' 42 ')", 42],
    ['TIME', "STRING_TO_TIME('T#2h')", 7_200_000_000_000n],
    ['DATE', 'DT_TO_DATE(DT#2024-02-29-12:30:00)', 1709164800000n],
    ['TOD', 'DT_TO_TOD(DT#2024-02-29-12:30:00)', 45_000_000n],
    ['TIME', 'DT#2024-03-01-00:00:00 - DT#2024-02-29-00:00:00', 86_400_000_000_000n],
    ['DT', 'DT#1970-01-01-00:00:00 + T#1s', 1000n],
  ])('%s: %s', (type, expression, expected) => {
    expect(resultOf(`x : ${type};`, `x := ${expression};`)).toEqual(expected);
  });

  it.each([
    ['x : INT; r : LREAL := 1.0E9;', 'x := LREAL_TO_INT(r);', 'range'],
    ['x : LREAL;', 'x := SQRT(x - 1.0);', 'overflow'],
    ["x : DINT; s : STRING := 'abc';", 'x := STRING_TO_DINT(s);', 'conversion'],
    ['x : INT; k : INT := 5;', 'x := MUX(k, 1, 2);', 'bounds'],
    ['x : REAL := 3.0E38;', 'x := x * 10.0;', 'overflow'],
  ])('%s %s is the fault %s', (declarations, statements, kind) => {
    expect(resultOf(declarations, statements)).toBe(kind);
  });

  it('wrong calls are diagnostics', () => {
    const ask = (call: string) => problemsOf(`PROGRAM P\nVAR x : INT; END_VAR\nx := ${call};\nEND_PROGRAM`);
    expect(ask('LIMIT(1, 2)')).toEqual(['3:6 type "MX" of LIMIT is missing']);
    expect(ask('ABS(1, 2)')).toEqual(['3:13 undeclared ABS has not more than 1 parameters']);
    expect(ask('ABS(X := 1)')).toEqual(['3:10 undeclared ABS has no parameter "X"']);
    expect(ask('ABS(TRUE)')).toEqual(['3:6 type ABS takes a number, got BOOL']);
    expect(ask('NOSUCH(1)')).toEqual(['3:6 undeclared there is no function "NOSUCH"']);
    expect(ask("LEN('a') + 'b'")).toHaveLength(1);
  });
});
