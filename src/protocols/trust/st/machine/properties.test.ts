import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compile } from '../compile/compile.js';
import { format } from '../format.js';
import { parse } from '../syntax/parse.js';
import { print } from '../syntax/print.js';
import { Machine } from './machine.js';
import { randomProgram } from './random-program.js';

/** Cycles of random programs in all; `PROCTOR_ST_CYCLES=1000000` for the long run. */
const CYCLES = Number(process.env.PROCTOR_ST_CYCLES ?? 400);
const PER_PROGRAM = Math.max(50, Math.floor(CYCLES / 5000));

const source = fc.nat(2 ** 31).map(randomProgram);

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
      { numRuns: 8 },
    );
  });

  it('random programs never crash, and two machines agree after each cycle', () => {
    let ran = 0;
    fc.assert(
      fc.property(source, fc.array(fc.nat(20), { minLength: 3, maxLength: 3 }), (text, steps) => {
        const { program, diagnostics } = compile(parse([text]));
        expect(diagnostics).toEqual([]);
        const machines = [new Machine(program!), new Machine(program!)];
        const names = machines[0]!.names();
        for (let cycle = 0; cycle < PER_PROGRAM; cycle++) {
          const [one, other] = machines.map((machine) => {
            machine.advance(BigInt(steps[cycle % steps.length]!) * 1_000_000n);
            machine.set('b1', { type: 'BOOL', value: cycle % 3 === 0 });
            return machine.cycle({ instructions: 5000 });
          });
          expect(other).toEqual(one);
          // To compare all values costs more than the cycle does.
          if (cycle % 10 === 9)
            expect(names.map((name) => machines[1]!.get(name))).toEqual(names.map((name) => machines[0]!.get(name)));
          ran++;
          // A fault stops the machine; a new one goes on with what is retained, so that all cycles run.
          if (one)
            for (const [index, machine] of machines.entries()) {
              machines[index] = new Machine(program!, machine.retained());
            }
        }
      }),
      { numRuns: Math.ceil(CYCLES / PER_PROGRAM) },
    );
    expect(ran).toBeGreaterThanOrEqual(CYCLES);
  });

  it('formatting twice is formatting once, and changes no token', () => {
    fc.assert(
      fc.property(
        source,
        fc.array(fc.constantFrom('  ', '\t', '', ' (* a\n   b *)', ' // c', '\r'), { maxLength: 20 }),
        (text, noise) => {
          const lines = text
            .split('\n')
            .map(
              (line, index) => `${(index % 3 === 0 ? '   ' : '') + line}${noise[index % (noise.length || 1)] ?? ''}`,
            );
          const messy = lines.join('\n');
          const once = format(messy);
          expect(format(once)).toBe(once);
          expect(bare(parse([once]).units)).toEqual(bare(parse([messy]).units));
        },
      ),
      { numRuns: 8 },
    );
  });

  it('any text at all is parsed, checked and formatted without a throw', () => {
    const words =
      "PROGRAM P END_PROGRAM VAR END_VAR x : INT ; := ( ) [ ] 1 IF THEN END_IF . T#1s a# CASE OF ELSE TYPE STRUCT ' (* *) { FOR TO DO , .. ARRAY FUNCTION TON CONFIGURATION TASK VAR_CONFIG AT %I*".split(
        ' ',
      );
    const soup = fc
      .array(fc.oneof(fc.constantFrom(...words), fc.string()), { maxLength: 60 })
      .map((list) => list.join(' '));
    fc.assert(
      fc.property(soup, (text) => {
        const { diagnostics, program } = compile(parse([text]));
        expect(program === undefined).toBe(diagnostics.some(({ severity }) => severity === 'error'));
        expect(format(format(text))).toBe(format(text));
        program && new Machine(program).cycle({ instructions: 100 });
      }),
      { numRuns: 150 },
    );
  });
});
