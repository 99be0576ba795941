import { describe, expect, it } from 'vitest';
import type { Json } from '../json/json.js';
import { genericPointer, placesOf } from './places.js';

describe('placesOf', () => {
  const root: Json = { a: [{ s: 1 }, { t: 2 }, { s: 3 }], 'x/y': { z: 4 } };

  const found = (value: Json, pointer: string) => [...placesOf(value, pointer)].map((one) => [one.pointer, one.value]);

  it('expands a star over elements and members', () => {
    expect(found(root, '/a/*/s')).toEqual([
      ['/a/0/s', 1],
      ['/a/2/s', 3],
    ]);
    expect(found(root, '/*/z')).toEqual([['/x~1y/z', 4]]);
  });

  it('finds nothing where nothing is, and refuses what is not a pointer', () => {
    expect(found(root, '/b/c')).toEqual([]);
    expect(found(null, '/a')).toEqual([]);
    expect(() => placesOf(root, 'a')).toThrow(/not a JSON Pointer/);
  });
});

it('genericPointer drops indices alone', () => {
  expect(genericPointer('/a/0/b12/34')).toBe('/a/*/b12/*');
});
