import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { Json } from './json.js';
import {
  formatPointer,
  getEach,
  getPointer,
  PointerError,
  parsePointer,
  removePointer,
  renamePointer,
  setPointer,
} from './pointer.js';

const root = { a: { b: [10, 20, { c: null }] }, 'x/y': 1, 'm~n': 2, '': 3, 'a.b': 4 };

describe('getPointer', () => {
  test.each([
    ['', root],
    ['/a/b/0', 10],
    ['/a/b/2/c', null],
    ['/x~1y', 1],
    ['/m~0n', 2],
    ['/', 3],
    ['/a.b', 4],
    ['/a/b/3', undefined],
    ['/a/b/-', undefined],
    ['/a/b/01', undefined],
    ['/a/b/length', undefined],
    ['/toString', undefined],
    ['/__proto__', undefined],
    ['/a/b/0/z', undefined],
  ])('gets the value, or undefined: %s', (pointer, value) => expect(getPointer(root, pointer)).toStrictEqual(value));

  test.each(['a', 'a/b', '/a~', '/a~2', '#/a'])('%s is not a pointer', (text) => {
    expect(() => getPointer(root, text)).toThrow(PointerError);
  });

  it('keeps the length of a list in which some have nothing there', () => {
    expect(getEach([{ id: 1 }, {}, { id: null }], '/id')).toStrictEqual([1, undefined, null]);
  });
});

describe('setPointer', () => {
  test.each([
    ['', 7, 7],
    ['/a', 7, { ...root, a: 7 }],
    ['/a/b/0', 7, { ...root, a: { b: [7, 20, { c: null }] } }],
    ['/a/b/-', 7, { ...root, a: { b: [10, 20, { c: null }, 7] } }],
    ['/a/b/3', 7, { ...root, a: { b: [10, 20, { c: null }, 7] } }],
    ['/new/deep/er', 7, { ...root, new: { deep: { er: 7 } } }],
    ['/x~1y/z', 7, root],
    ['/a/b/9', 7, root],
    ['/a/b/9/z', 7, root],
    ['/a/b/name', 7, root],
  ])('sets the value where there is a place for it: %s', (pointer, value, after) =>
    expect(setPointer(root, pointer, value)).toStrictEqual(after),
  );

  it('changes nothing but its copy', () => {
    const before = { a: { b: 1 }, c: { d: 2 } };
    const after = setPointer(before, '/a/b', 5) as typeof before;
    expect(before).toStrictEqual({ a: { b: 1 }, c: { d: 2 } });
    expect(after.c).toBe(before.c);
  });

  it('makes an own member of __proto__', () => {
    const after = setPointer({}, '/__proto__/x', 1);
    expect(Object.hasOwn(after as object, '__proto__')).toBe(true);
    expect(({} as { x?: number }).x).toBeUndefined();
  });
});

describe('removePointer and renamePointer', () => {
  test.each([
    ['/a/b/1', { ...root, a: { b: [10, { c: null }] } }],
    ['/a/b/2/c', { ...root, a: { b: [10, 20, {}] } }],
    ['/none', root],
    ['/a/none/x', root],
  ])('remove %s', (pointer, after) => expect(removePointer(root, pointer)).toStrictEqual(after));

  it('keeps the position of a renamed member and drops its namesake', () => {
    const after = renamePointer({ p: { x: 1, y: 2, z: 3 } }, '/p/x', 'z');
    expect(JSON.stringify(after)).toBe('{"p":{"z":1,"y":2}}');
  });

  test.each([
    ['/none', 'x'],
    ['/a/b/0', 'x'],
    ['', 'x'],
    ['/a', 'a'],
  ])('rename %s does nothing', (pointer, name) => expect(renamePointer(root, pointer, name)).toStrictEqual(root));
});

const json = fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<Json>;
const tokens = fc.array(fc.oneof(fc.string({ maxLength: 4 }), fc.constantFrom('~', '/', '~1', '0', '-')), {
  maxLength: 4,
});

it('reads back every pointer that it writes', () => {
  fc.assert(
    fc.property(tokens, (list) => {
      expect(parsePointer(formatPointer(list))).toStrictEqual(list);
    }),
  );
});

it('finds what it set, and nothing where it removed', () => {
  const objects = tokens.filter((list) => list.length > 0 && list.every((token) => !/^(\d+|-)$/.test(token)));
  fc.assert(
    fc.property(objects, json, (list, value) => {
      const pointer = formatPointer(list);
      const set = setPointer({}, pointer, value);
      expect(getPointer(set, pointer)).toStrictEqual(value);
      expect(getPointer(removePointer(set, pointer), pointer)).toBeUndefined();
    }),
  );
});

it('leaves the root alone, whatever it edits', () => {
  fc.assert(
    fc.property(json, tokens, json, (before, list, value) => {
      const text = JSON.stringify(before);
      const pointer = formatPointer(list);
      setPointer(before, pointer, value);
      removePointer(before, pointer);
      renamePointer(before, pointer, 'other');
      expect(JSON.stringify(before)).toBe(text);
    }),
  );
});
