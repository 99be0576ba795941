import fc from 'fast-check';
import { expect, it } from 'vitest';
import { wildcard } from './wildcard.js';

const expression = (pattern: string) =>
  new RegExp(
    `^${pattern
      .split('*')
      .map((part) => part.replace(/[.\\]/g, '\\$&'))
      .join('.*')}$`,
    's',
  );

it('fits what the regular expression of the same meaning fits', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '.'), maxLength: 8 });
  const pattern = fc.string({ unit: fc.constantFrom('a', 'b', '.', '*'), maxLength: 8 });
  fc.assert(
    fc.property(pattern, text, (one, other) => {
      expect(wildcard(one)(other)).toBe(expression(one).test(other));
    }),
  );
});

it('a thousand stars on a long text come to an end', () => {
  expect(wildcard(`${'a*'.repeat(1_000)}b`)('a'.repeat(100_000))).toBe(false);
});
