import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compile, format, Machine, parse, print } from '../index.js';

/** Cycles of random programs in all; `PROCTOR_ST_CYCLES=1000000` for the long run. */
const CYCLES = Number(process.env.PROCTOR_ST_CYCLES ?? 3000);
const PER_PROGRAM = Math.min(CYCLES, 50);

const VARIABLES: Readonly<Record<string, readonly string[]>> = {
  BOOL: ['b0', 'b1', 's.flag', 'w0.3', 't0.Q', 'l[2]'],
  INT: ['i0', 'i1', 'a[1]', 'a[i0]', 's.n', 'c0.CV'],
  DINT: ['d0', 'd1'],
  LINT: ['q0', 'q1'],
  USINT: ['u0'],
  REAL: ['r0'],
  LREAL: ['f0'],
  WORD: ['w0', 'w1'],
  TIME: ['p0', 't0.ET'],
  STRING: ['x0', 'x1'],
};
const READ_ONLY = new Set(['t0.Q', 't0.ET', 'c0.CV']);

const DECLARED = `
TYPE Mode : (Off, On, Auto); Part : STRUCT flag : BOOL; n : INT (0..100); END_STRUCT; END_TYPE
FUNCTION Twice : DINT VAR_INPUT n : DINT; END_VAR Twice := n * 2; END_FUNCTION
VAR_GLOBAL RETAIN g : DINT; END_VAR
`;
const OWN = `VAR b0, b1 : BOOL; i0, i1 : INT; d0, d1 : DINT; q0, q1 : LINT; u0 : USINT; r0 : REAL; f0 : LREAL; w0, w1 : WORD;
p0 : TIME; x0, x1 : STRING[20]; a : ARRAY[0..7] OF INT; l : ARRAY[1..3] OF BOOL; s : Part; m : Mode; t0 : TON; c0 : CTU;
k : INT; END_VAR`;

const of = (type: string): fc.Arbitrary<string> => fc.constantFrom(...VARIABLES[type]!);

const literals: Readonly<Record<string, fc.Arbitrary<string>>> = {
  BOOL: fc.constantFrom('TRUE', 'FALSE'),
  INT: fc.integer({ min: -9, max: 9 }).map((n) => `INT#${n}`),
  DINT: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }).map((n) => `DINT#${n}`),
  LINT: fc.bigInt({ min: -(1n << 63n), max: (1n << 63n) - 1n }).map((n) => `LINT#${n}`),
  USINT: fc.integer({ min: 0, max: 255 }).map((n) => `USINT#${n}`),
  REAL: fc.float({ noNaN: true, noDefaultInfinity: true }).map((n) => `REAL#${decimal(n)}`),
  LREAL: fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => `LREAL#${decimal(n)}`),
  WORD: fc.integer({ min: 0, max: 65535 }).map((n) => `WORD#16#${n.toString(16)}`),
  TIME: fc.integer({ min: -5000, max: 5000 }).map((n) => `T#${n}ms`),
  STRING: fc.stringMatching(/^[ -~]{0,6}$/).map((text) => `'${text.replaceAll('$', '$$$$').replaceAll("'", "$'")}'`),
};

const decimal = (value: number): string => {
  const text = String(value);
  return /[.e]/.test(text) ? text.replace(/^(-?\d+)e/, '$1.0e') : `${text}.0`;
};

/** Expressions that are right, of each type. */
const { expressions } = fc.letrec<{ expressions: Record<string, string> }>((tie) => {
  const sub = (type: string) => (tie('expressions') as fc.Arbitrary<Record<string, string>>).map((all) => all[type]!);
  const binary = (type: string, ...signs: string[]) =>
    fc.tuple(sub(type), fc.constantFrom(...signs), sub(type)).map(([one, sign, other]) => `(${one} ${sign} ${other})`);
  const number = (type: string, signs: string[]) => [binary(type, ...signs), sub(type).map((one) => `ABS(${one})`)];
  const more: Readonly<Record<string, fc.Arbitrary<string>[]>> = {
    BOOL: [
      binary('BOOL', 'AND', 'OR', 'XOR', '&', 'AND_THEN', 'OR_ELSE', '=', '<>'),
      sub('BOOL').map((one) => `NOT ${one}`),
      fc.constantFrom('INT', 'DINT', 'LINT', 'REAL', 'TIME', 'STRING').chain((type) => binary(type, '=', '<>', '<', '>', '<=', '>=')),
    ],
    INT: [...number('INT', ['+', '-', '*', '/', 'MOD', '**']), sub('STRING').map((one) => `LEN(${one})`)],
    DINT: [...number('DINT', ['+', '-', '*', '/', 'MOD']), sub('INT').map((one) => `Twice(${one})`), sub('REAL').map((one) => `REAL_TO_DINT(${one})`)],
    LINT: [...number('LINT', ['+', '-', '*', '/', 'MOD', '**']), sub('DINT'), sub('TIME').map((one) => `TIME_TO_LINT(${one})`)],
    USINT: [binary('USINT', '+', '-', '*', '/', 'MOD'), sub('INT').map((one) => `INT_TO_USINT(${one})`)],
    REAL: [...number('REAL', ['+', '-', '*', '/']), sub('INT').map((one) => `(${one} + REAL#0.5)`)],
    LREAL: [...number('LREAL', ['+', '-', '*', '/']), sub('REAL'), sub('LREAL').map((one) => `SIN(${one})`)],
    WORD: [binary('WORD', 'AND', 'OR', 'XOR'), sub('WORD').map((one) => `NOT ${one}`), sub('WORD').map((one) => `ROL(${one}, 3)`)],
    TIME: [binary('TIME', '+', '-'), fc.tuple(sub('TIME'), sub('INT')).map(([time, n]) => `(${time} * ${n})`)],
    STRING: [fc.tuple(sub('STRING'), sub('STRING')).map((both) => `CONCAT(${both.join(', ')})`), fc.tuple(sub('STRING'), sub('INT')).map((both) => `LEFT(${both.join(', ')})`)],
  };
  const entry = (type: string) => fc.oneof({ maxDepth: 3 }, literals[type]!, of(type), ...more[type]!);
  return { expressions: fc.record(Object.fromEntries(Object.keys(VARIABLES).map((type) => [type, fc.memo(() => entry(type))(1)]))) };
}) as { expressions: fc.Arbitrary<Record<string, string>> };

const expression = (type: string): fc.Arbitrary<string> => expressions.map((all) => all[type]!);

const assignment = fc
  .constantFrom(...Object.keys(VARIABLES))
  .chain((type) => fc.tuple(of(type).filter((name) => !READ_ONLY.has(name)), expression(type)))
  .map(([name, value]) => `${name} := ${value};`);

const statement: fc.Arbitrary<string> = fc.letrec<{ one: string; list: string }>((tie) => ({
  list: fc.array(tie('one') as fc.Arbitrary<string>, { minLength: 1, maxLength: 4 }).map((all) => all.join('\n')),
  one: fc.oneof(
    { maxDepth: 3 },
    assignment,
    fc.tuple(expression('BOOL'), tie('list'), tie('list')).map(([test, one, other]) => `IF ${test} THEN\n${one}\nELSIF b1 THEN ${other} ELSE\n${other}\nEND_IF;`),
    fc.tuple(expression('INT'), tie('list'), tie('list')).map(([which, one, other]) => `CASE ${which} OF\n-1, 0..3:\n${one}\n7: ${other}\nELSE\n${other}\nEND_CASE;`),
    fc.tuple(fc.integer({ min: -2, max: 5 }), tie('list')).map(([end, body]) => `FOR k := 0 TO ${end} DO\n${body}\nEND_FOR;`),
    fc.tuple(expression('BOOL'), tie('list')).map(([test, body]) => `WHILE ${test} DO\n${body}\nEXIT;\nEND_WHILE;`),
    fc.tuple(expression('BOOL'), tie('list')).map(([test, body]) => `REPEAT\n${body}\nUNTIL ${test} END_REPEAT;`),
    fc.tuple(expression('BOOL'), expression('TIME')).map(([input, preset]) => `t0(IN := ${input}, PT := ${preset}, Q => b0, ET => p0);`),
    fc.tuple(expression('BOOL'), expression('BOOL')).map(([up, reset]) => `c0(CU := ${up}, R := ${reset}, PV := 3); m := SEL(c0.Q, Mode#Off, Auto);`),
    fc.constantFrom('RETURN;', 'g := g + 1;', 'm := On;'),
  ),
})).one;

const source = fc
  .array(statement, { minLength: 1, maxLength: 8 })
  .map((list) => `${DECLARED}PROGRAM Main\n${OWN}\n${list.join('\n')}\nEND_PROGRAM\n`);

/** A tree without places. */
const bare = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(bare);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).flatMap(([key, one]) => (key === 'at' ? [] : [[key, bare(one)]])));
};

describe('properties', () => {
  it('parsing what was printed gives the same tree', () => {
    fc.assert(
      fc.property(source, (text) => {
        const parsed = parse([text]);
        expect(parsed.diagnostics).toEqual([]);
        const again = parse([print(parsed.units)]);
        expect(again.diagnostics).toEqual([]);
        expect(bare(again.units)).toEqual(bare(parsed.units));
      }),
      { numRuns: Math.max(20, CYCLES / PER_PROGRAM) },
    );
  });

  it('random programs never crash, and two machines agree after each cycle', () => {
    let ran = 0;
    fc.assert(
      fc.property(source, fc.array(fc.nat(20), { minLength: 3, maxLength: 3 }), (text, steps) => {
        const { program, diagnostics } = compile(parse([text]));
        expect(diagnostics).toEqual([]);
        const machines = [new Machine(program!, { budget: 5000 }), new Machine(program!, { budget: 5000 })];
        const names = machines[0]!.names();
        for (let cycle = 0; cycle < PER_PROGRAM; cycle++) {
          const [one, other] = machines.map((machine) => {
            machine.advance(BigInt(steps[cycle % steps.length]!) * 1_000_000n);
            machine.set('b1', { type: 'BOOL', value: cycle % 3 === 0 });
            return machine.cycle();
          });
          expect(other).toEqual(one);
          // To compare all values costs more than the cycle does.
          if (cycle % 10 === 9) expect(names.map((name) => machines[1]!.get(name))).toEqual(names.map((name) => machines[0]!.get(name)));
          ran++;
          // A fault stops the machine; a new one goes on with what is retained, so that all cycles run.
          if (one)
            for (const [index, machine] of machines.entries()) {
              const next = new Machine(program!, { budget: 5000, now: machine.now });
              next.importRetained(machine.exportRetained());
              machines[index] = next;
            }
        }
      }),
      { numRuns: Math.ceil(CYCLES / PER_PROGRAM) },
    );
    expect(ran).toBeGreaterThanOrEqual(CYCLES);
  });

  it('formatting twice is formatting once, and changes no token', () => {
    fc.assert(
      fc.property(source, fc.array(fc.constantFrom('  ', '\t', '', ' (* a\n   b *)', ' // c', '\r'), { maxLength: 20 }), (text, noise) => {
        const lines = text.split('\n').map((line, index) => `${(index % 3 === 0 ? '   ' : '') + line}${noise[index % (noise.length || 1)] ?? ''}`);
        const messy = lines.join('\n');
        const once = format(messy);
        expect(format(once)).toBe(once);
        expect(bare(parse([once]).units)).toEqual(bare(parse([messy]).units));
      }),
      { numRuns: 60 },
    );
  });

  it('any text at all is parsed, checked and formatted without a throw', () => {
    const words = 'PROGRAM P END_PROGRAM VAR END_VAR x : INT ; := ( ) [ ] 1 IF THEN END_IF . T#1s a# CASE OF ELSE TYPE STRUCT \' (* *) { FOR TO DO , .. ARRAY FUNCTION TON CONFIGURATION TASK'.split(' ');
    const soup = fc.array(fc.oneof(fc.constantFrom(...words), fc.string()), { maxLength: 60 }).map((list) => list.join(' '));
    fc.assert(
      fc.property(soup, (text) => {
        const { diagnostics, program } = compile(parse([text]));
        expect(program === undefined).toBe(diagnostics.some(({ severity }) => severity === 'error'));
        expect(format(format(text))).toBe(format(text));
        program && new Machine(program, { budget: 100 }).cycle();
      }),
      { numRuns: 300 },
    );
  });
});
