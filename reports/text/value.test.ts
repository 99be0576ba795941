import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/json/json.js';
import { jsonText } from '../../src/json/json-escapes.js';
import { compact } from './value.js';

function nested(levels: number): Json {
  let value: Json = 1n;
  for (let level = 0; level < levels; level += 1) value = level % 2 ? [value] : { a: value, b: 2 };
  return value;
}

describe('jsonText', () => {
  it('writes integers beyond 2^53 exactly and leaves out what is undefined', () => {
    expect(jsonText({ id: 9007199254740993n, none: undefined, list: [1, 'x', null] })).toBe(
      '{"id":9007199254740993,"list":[1,"x",null]}',
    );
  });

  it('notes what nests too deep and keeps the order of members', () => {
    const text = jsonText({ deep: nested(100_000), z: 1, a: [3, 2, 1] });
    expect(text).toContain('nested deeper than 500 levels');
    expect(text.endsWith('"b":2},"z":1,"a":[3,2,1]}') || text.endsWith(',"z":1,"a":[3,2,1]}')).toBe(true);
    expect(() => JSON.parse(text)).not.toThrow();
  });

  it('keeps a member called __proto__', () => {
    expect(jsonText(JSON.parse('{"__proto__":{"x":1}}'))).toBe('{"__proto__":{"x":1}}');
  });
});

describe('compact', () => {
  it('is exact as long as it fits', () => {
    expect(compact({ a: [1, true, null, 'ä'], id: 9007199254740993n })).toBe(
      '{"a":[1,true,null,"ä"],"id":9007199254740993}',
    );
    expect(compact(undefined)).toBe('nothing');
    expect(compact('\u001b\u202e')).toBe('"\\u001b\\u202e"');
  });

  it('never exceeds its width, whatever the size or depth', () => {
    for (const value of [
      nested(100_000),
      'x'.repeat(1_000_000),
      Array.from({ length: 100_000 }, (_, n) => n),
      { ['k'.repeat(9999)]: 1 },
    ]) {
      const text = compact(value, 40);
      expect([...text].length).toBeLessThanOrEqual(40);
      expect(text).toContain('…');
    }
  });
});
