import { describe, expect, it } from 'vitest';
import { problemsOf, resultOf } from '../testing.js';

describe('operators', () => {
  it.each([
    ['DINT', '1 + 2 * 3', 7],
    ['DINT', '(1 + 2) * 3', 9],
    ['DINT', '2 * 3 ** 2', 18],
    ['DINT', '-2 ** 2', 4],
    ['DINT', '10 - 4 - 3', 3],
    ['DINT', '17 MOD 5 * 2', 4],
    ['DINT', '-7 / 2', -3],
    ['DINT', '-7 MOD 2', -1],
    ['BOOL', 'TRUE OR FALSE AND FALSE', true],
    ['BOOL', 'TRUE XOR TRUE AND FALSE', true],
    ['BOOL', 'TRUE OR TRUE XOR TRUE', true],
    ['BOOL', 'NOT FALSE AND FALSE', false],
    ['BOOL', '1 < 2 = TRUE', true],
    ['BOOL', '1 + 1 > 1 & 2 <= 2', true],
    ['BOOL', '3 <> 4 AND_THEN 1 = 2 OR_ELSE 5 >= 5', true],
    ['WORD', '16#F0 AND 16#3C OR 2#1', 0x31],
    ['BYTE', 'NOT BYTE#16#0F', 0xf0],
    ['LREAL', '7 / 2.0', 3.5],
    ['LREAL', '2.0 ** 3', 8],
    ['TIME', 'T#1s + T#500ms * 2', 2_000_000_000n],
    ['TIME', 'T#1m / 4 - T#1s', 14_000_000_000n],
  ])('have their result in their type: %s: %s', (type, expression, expected) => {
    expect(resultOf(`x : ${type};`, `x := ${expression};`)).toBe(expected);
  });

  // The same with variables: literals are computed while compiling.
  it.each([
    ['INT', 'a + b * c', 1, 2, 3, 7],
    ['INT', '(a + b) * c', 1, 2, 3, 9],
    ['INT', 'a - b - c', 10, 4, 3, 3],
    ['INT', '-a ** b', 2, 2, 0, 4],
    ['INT', 'a MOD b * c', 17, 5, 2, 4],
    ['INT', 'a / b', -7, 2, 0, -3],
    ['DINT', 'a - b * c', 5, 6, 7, -37],
    ['UDINT', 'a - b', 0, 1, 0, 4294967295],
    ['USINT', 'a + b', 255, 1, 0, 0],
    ['SINT', 'a + b', 127, 1, 0, -128],
    ['INT', 'a + b', 32767, 1, 0, -32768],
    ['INT', 'a * b', 300, 300, 0, 24464],
    ['UINT', 'a * b', 65535, 65535, 0, 1],
    ['DINT', 'a + b', 2147483647, 1, 0, -2147483648],
    ['DINT', 'a * b', 65536, 65537, 0, 65536],
    ['DINT', 'a / b', -2147483648, -1, 0, -2147483648],
    ['DINT', '-a', -2147483648, 0, 0, -2147483648],
    ['LINT', 'a + b', 9223372036854775807n, 1, 0, -9223372036854775808n],
    ['LINT', 'a * b', 3037000500, 3037000500, 0, -9223372036709301616n],
    ['LINT', 'a - b', 9007199254740993n, 2, 0, 9007199254740991n],
    ['ULINT', 'a - b', 0, 1, 0, 18446744073709551615n],
    ['ULINT', 'a * b', 4294967296n, 4294967295n, 0, 18446744069414584320n],
    ['LINT', 'a ** b', 3, 41, 0, BigInt.asIntN(64, 3n ** 41n)],
  ])('have their result for inputs too: %s: %s with %s, %s, %s', (type, expression, a, b, c, expected) => {
    const declarations = `x, a, b, c : ${type};`;
    expect(resultOf(declarations, `a := ${a}; b := ${b}; c := ${c}; x := ${expression};`)).toBe(expected);
  });

  it('arithmetic that does not fit is a fault if the caller asks for it', () => {
    const ask = (type: string, expression: string) =>
      resultOf(`x, a : ${type};`, `a := ${expression.split('|')[0]}; x := ${expression.split('|')[1]};`, {
        overflow: 'fault',
      });
    expect(ask('INT', '32767|a + 1')).toBe('overflow');
    expect(ask('DINT', '65536|a * a')).toBe('overflow');
    expect(ask('USINT', '0|a - 1')).toBe('overflow');
    expect(ask('LINT', '9223372036854775807|a + 1')).toBe('overflow');
    expect(ask('DINT', '10|a ** 12')).toBe('overflow');
    expect(ask('INT', '-1|a / 2')).toBe(0);
  });

  it.each([
    ['a / b', 'division-by-zero'],
    ['a MOD b', 'division-by-zero'],
    ['REAL_TO_DINT(INT_TO_REAL(a) / INT_TO_REAL(b))', 'division-by-zero'],
  ])('%s with b = 0 is the fault %s', (expression, kind) => {
    expect(
      resultOf('x, a, b : DINT; ', `a := 5; x := ${expression.replaceAll('INT_TO_REAL(', 'DINT_TO_REAL(')};`),
    ).toBe(kind);
  });

  it('values are widened, but never narrowed without a conversion', () => {
    expect(resultOf('x : LINT; a : SINT := -3; b : DINT := 5;', 'x := a + b;')).toBe(2n);
    expect(resultOf('x : DINT; a : INT := -3; b : UINT := 65535;', 'x := a + b;')).toBe(65532);
    expect(resultOf('x : LREAL; a : INT := 3;', 'x := a * 1.5;')).toBe(4.5);
    expect(problemsOf('PROGRAM P\nVAR a : INT; b : DINT; END_VAR\na := b;\nEND_PROGRAM')).toEqual([
      '3:6 type cannot assign DINT to INT: use DINT_TO_INT',
    ]);
  });

  it('bits of bit strings and integers can be read and written', () => {
    expect(resultOf('x : WORD;', 'x.0 := TRUE; x.15 := TRUE; x.1 := x.15;')).toBe(0x8003);
    expect(resultOf('x : INT;', 'x.15 := TRUE;')).toBe(-32768);
    expect(resultOf('x : LWORD;', 'x.63 := TRUE; x.0 := NOT x.1;')).toBe(0x8000000000000001n);
  });
});
