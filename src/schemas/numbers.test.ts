import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Json } from '../json/json.js';
import { withoutBigints } from './numbers.js';

/** The same, written down without regard to what it costs. */
function plain(value: Json): Json {
  if (typeof value === 'bigint') return Number(value);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, plain(inner)]));
}

/** Small values and large ones, flat and deep, which are looked at in different ways. */
const json = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'large' },
    fc.string({ maxLength: 3 }),
    fc.integer(),
    fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }),
    fc.array(tie('value'), { maxLength: 100 }),
    fc.dictionary(fc.string({ maxLength: 3 }), tie('value'), { noNullPrototype: true }),
  ),
})).value;

it('finds a bigint wherever it stands, and leaves alone what holds none', () => {
  fc.assert(
    fc.property(json, (value) => {
      const found = withoutBigints(value);
      expect(found).toEqual(plain(value));
      expect(withoutBigints(found)).toBe(found);
    }),
  );
});

it.each([7, 8, 9, 63, 64, 65, 1000])('finds it %d levels down, and behind so many others', (count) => {
  let deep: Json = { last: 1n };
  for (let level = 0; level < count; level += 1) deep = [deep];
  expect(withoutBigints(deep)).toEqual(plain(deep));
  const wide: Json = [...Array<Json>(count).fill(0), 1n];
  expect(withoutBigints(wide)).toEqual(plain(wide));
  expect(withoutBigints({ first: wide, second: 2n })).toEqual(plain({ first: wide, second: 2n }));
});
