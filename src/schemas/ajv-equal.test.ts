import { describe, expect, it } from 'vitest';
import type { Json } from '../json/json.js';
import { compileSchema } from './compile.js';

const pair = (a: Json, b: Json): Json => [a, b];

describe('values that a compiled schema compares', () => {
  it.each<[string, Json, Json]>([
    ['a member valueOf', { valueOf: 1 }, { valueOf: 2 }],
    ['a member toString', { toString: 'a' }, { toString: 'b' }],
    ['a member constructor', { constructor: {} }, { constructor: [] }],
  ])('with %s', (_what, one, other) => {
    const unique = compileSchema({ uniqueItems: true, items: { type: 'object' } });
    expect(unique(pair(one, other))).toEqual([]);
    expect(unique(pair(one, structuredClone(one)))).not.toEqual([]);
    const constant = compileSchema({ const: one });
    expect(constant(structuredClone(one))).toEqual([]);
    expect(constant(other)).not.toEqual([]);
    const oneOf = compileSchema({ enum: [other, one] });
    expect(oneOf(structuredClone(one))).toEqual([]);
    expect(oneOf({ ...(one as object), more: 1 })).not.toEqual([]);
  });

  it('at a depth at which a recursive function would end', () => {
    const deep = () => {
      let value: Json = 0;
      for (let level = 0; level < 20_000; level++) value = [value];
      return value;
    };
    const unique = compileSchema({ uniqueItems: true, items: { type: 'array' } });
    expect(unique(pair(deep(), deep()))).not.toEqual([]);
    expect(unique(pair(deep(), [deep()]))).toEqual([]);
  });
});
