import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../json/json.js';
import { checkTexts } from '../values/index.js';
import { MATCHERS } from './matchers/index.js';
import { checkPattern, holds, type MatchContext, match, PatternError } from './pattern.js';

const context: MatchContext = {
  schema: (name) =>
    name === 'Known' ? (value) => (typeof value === 'string' ? [] : [{ path: '', message: 'no text' }]) : undefined,
  machine: (name) => (name === 'm' ? { initial: ['a'], moves: { a: ['b'] }, final: ['b'] } : undefined),
};

const scalars = fc.oneof(
  fc.jsonValue({ maxDepth: 0 }) as fc.Arbitrary<Json>,
  fc.bigInt() as fc.Arbitrary<Json>,
  fc.constantFrom<Json>('a', 'Known', 'm', '/a', '[', 'string', 'integer', 2, -1),
);
const values = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    scalars,
    fc.array(tie('value'), { maxLength: 4 }) as fc.Arbitrary<Json>,
    fc.constantFrom<Json>({ toString: 1 }, { of: { valueOf: 1, toString: 1 } }),
    fc.dictionary(fc.constantFrom('a', 'b', '$x', '__proto__', 'toString', 'valueOf', 'length'), tie('value'), {
      maxKeys: 3,
      noNullPrototype: true,
    }) as fc.Arbitrary<Json>,
  ),
})).value;
const names = fc.constantFrom(
  ...Object.keys(MATCHERS),
  'a',
  'b',
  '$$any',
  '$nothing',
  '__proto__',
  'toString',
  'length',
);
const patterns = fc.letrec<{ pattern: Json }>((tie) => ({
  pattern: fc.oneof(
    { depthSize: 'small' },
    scalars,
    fc.constantFrom<Json>(
      { $any: true },
      { $type: 'string' },
      { $absent: true },
      { $re: '^a' },
      { $schema: 'Known' },
      { $walk: 'm' },
      { $unique: '/a' },
      { $near: [1, 2] },
    ),
    fc.array(tie('pattern'), { maxLength: 3 }) as fc.Arbitrary<Json>,
    fc.dictionary(names, tie('pattern'), { maxKeys: 2, noNullPrototype: true }) as fc.Arbitrary<Json>,
    fc
      .tuple(fc.constantFrom('$not', '$each', '$has', '$len', '$exact', '$lit'), tie('pattern'))
      .map(([name, operand]): JsonObject => ({ [name]: operand })),
    fc.tuple(names, values).map(([name, operand]): JsonObject => ({ [name]: operand })),
    fc
      .tuple(fc.constantFrom('$in', '$unordered'), fc.array(tie('pattern'), { maxLength: 3 }))
      .map(([name, operand]): JsonObject => ({ [name]: operand })),
  ),
})).pattern;

describe('any pattern', () => {
  it('is refused with its place, or judges any value without a word but differences', () => {
    fc.assert(
      fc.property(patterns, values, (pattern, actual) => {
        const problems = checkPattern(pattern);
        for (const { path, message } of problems) {
          expect(path === '' || path.startsWith('/')).toBe(true);
          expect(message).not.toBe('');
        }
        try {
          const differences = match(pattern, actual, context);
          expect(differences.length).toBeLessThanOrEqual(50);
          for (const { path, message } of differences) {
            expect(path === '' || path.startsWith('/')).toBe(true);
            expect(message).not.toBe('');
            expect(message).not.toContain('\n');
          }
          expect(holds(pattern, actual, context)).toBe(differences.length === 0);
        } catch (error) {
          expect(error).toBeInstanceOf(PatternError);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('that passed the check is never refused later, but for a schema or machine that does not exist', () => {
    fc.assert(
      fc.property(patterns, values, (pattern, actual) => {
        if (checkPattern(pattern).length > 0) return;
        try {
          match(pattern, actual, context);
        } catch (error) {
          expect(String(error)).toMatch(/definition|state machine/);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('can be searched for references, whatever it is', () => {
    fc.assert(
      fc.property(patterns, (pattern) => {
        for (const { message } of checkTexts(pattern)) expect(message).not.toBe('');
      }),
    );
  });
});
