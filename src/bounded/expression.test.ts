import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stepsOf } from './backtracking.js';
import { isFoundIn, searchIn } from './expression.js';

const A = 'a'.repeat(50);

/** Expressions that backtrack, each with a text on which it does. */
const HOSTILE: readonly (readonly [expression: string, text: string])[] = [
  ['^(a+)+$', `${A}!`],
  ['^(a|a)*$', `${A}!`],
  ['(a*)*b', A],
  [`^${'a?'.repeat(40)}[bc]`, A],
  [`^${'(?:a|a)'.repeat(40)}$`, `${A}!`],
  ['(?=(a+)+$)b|(a+)+$', `${A}!`],
  ['^([a-z0-9]+[.-]?)*$', `${A}!`],
  [`${'.*'.repeat(12)}b`, 'a'.repeat(5_000)],
  ['\\s+$', `${' '.repeat(400_000)}!`],
];

describe('a search with the expression of somebody else', () => {
  it('that backtracks is given up, and the next one is answered', () => {
    for (const [source, text] of HOSTILE) expect(stepsOf(source, 'u')(text.length), source).toBeGreaterThan(1e6);
    for (const [source, text] of HOSTILE.filter((_, nth) => nth % 3 === 0)) {
      expect(() => isFoundIn(new RegExp(source, 'u'), text), source).toThrow('ms of CPU');
      expect(searchIn(/^(a+)+$/u, ['aaa', 'aab'])).toEqual([['aaa', 'aaa'], null]);
    }
  });

  it('of any length is refused at once', () => {
    expect(() => isFoundIn(new RegExp('a'.repeat(10_001)), 'a')).toThrow('10001 characters is too long');
    expect(() => isFoundIn(/a/, 'a'.repeat(16 * 1024 * 1024 + 1))).toThrow('16777217 characters is too long');
  });

  it('finds what the engine finds, here and in the thread', () => {
    const atom = fc.constantFrom('a', 'b', '[ab]', '(a|b)', '(?:ab?)', '.', '\\w', '(a)');
    const part = fc.tuple(atom, fc.constantFrom('', '*', '+?', '?', '{2}', '{1,3}')).map((two) => two.join(''));
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 10 });
    fc.assert(
      fc.property(fc.array(part, { maxLength: 4 }), text, (parts, one) => {
        const expression = new RegExp(parts.join(''), 'u');
        const found = expression.exec(one);
        expect(searchIn(expression, [one])[0]).toEqual(found === null ? null : [...found]);
      }),
      { numRuns: 200 },
    );
  });

  it('counts what can be tried, and knows what can vary', () => {
    const steps = (source: string, length = 100) => stepsOf(source, 'u')(length);
    expect(steps('^abc$')).toBe(1);
    expect(steps('abc')).toBe(100);
    expect(steps('^a*b')).toBe(100);
    expect(steps('a*b')).toBe(10_000);
    expect(steps('^[*+](\\*)\\p{L}?$')).toBe(2);
    expect(steps('^a|b$')).toBe(200);
    expect(steps('^(?:\\d{4}-)?$')).toBe(10);
    for (const source of ['(a+)+', '(?:a|b)*', '(a?){3}', '((?<x>a)*)+', '(a\\)|b)*'])
      expect(steps(source, 1)).toBe(Number.POSITIVE_INFINITY);
    for (const source of ['(ab)*', '([(|*])*', '(\\(a)*']) expect(steps(source)).toBe(10_000);
  });
});
