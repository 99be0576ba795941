import fc from 'fast-check';
import { expect, it } from 'vitest';
import { matchTemplate, variablesOf } from './uri-template.js';

/** The same by a regular expression, which tries combinations. */
function expected(template: string, uri: string) {
  const pattern = template.split(/\{\w+\}/).map((literal) => literal.replace(/[.]/g, '\\$&'));
  const found = new RegExp(`^${pattern.join('([A-Za-z0-9._~%-]+)')}$`).exec(uri);
  return found ? Object.fromEntries(variablesOf(template).map((name, index) => [name, found[index + 1]!])) : undefined;
}

it('finds what the regular expression of the same meaning finds', () => {
  const piece = fc.constantFrom('a', '/', '.', '{x}', '{y}', '{z}');
  const template = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(''));
  const uri = fc.string({ unit: fc.constantFrom('a', '.', '/', 'b'), maxLength: 8 });
  fc.assert(
    fc.property(template, uri, (one, other) => {
      expect(matchTemplate(one, other)).toEqual(expected(one, other));
    }),
  );
});

it('decodes values, and refuses broken escapes', () => {
  expect(matchTemplate('a:{x}', 'a:%C3%A4')).toEqual({ x: 'ä' });
  for (const broken of ['a:%zz', 'a:%', 'a:%ff']) expect(matchTemplate('a:{x}', broken)).toBeUndefined();
});

it('many variables side by side come to an end', () => {
  const template = `kit://${'{v}'.repeat(60)}`;
  expect(matchTemplate(template, `kit://${'a'.repeat(5_000)}!`)).toBeUndefined();
  expect(matchTemplate(template, `kit://${'a'.repeat(5_000)}`)).toEqual({ v: 'a' });
  expect(matchTemplate('{v}'.repeat(100_000), 'a'.repeat(100_000))).toBeUndefined();
});
