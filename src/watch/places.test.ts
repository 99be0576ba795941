import { describe, expect, it } from 'vitest';
import type { Json } from '../json/json.js';
import { genericPointer, placesOf } from './places.js';

describe('placesOf', () => {
  const root: Json = { a: [{ s: 1 }, { t: 2 }, { s: 3 }], 'x/y': { z: 4 } };

  it('expands a star over elements and members', () => {
    expect(placesOf(root, '/a/*/s')).toEqual([
      { pointer: '/a/0/s', value: 1 },
      { pointer: '/a/2/s', value: 3 },
    ]);
    expect(placesOf(root, '/*/z')).toEqual([{ pointer: '/x~1y/z', value: 4 }]);
  });

  it('finds nothing where nothing is, and refuses what is no pointer', () => {
    expect(placesOf(root, '/b/c')).toEqual([]);
    expect(placesOf(null, '/a')).toEqual([]);
    expect(() => placesOf(root, 'a')).toThrow(/no JSON Pointer/);
  });
});

it('genericPointer drops indices alone', () => {
  expect(genericPointer('/a/0/b12/34')).toBe('/a/*/b12/*');
});
