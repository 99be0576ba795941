import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Few } from './few.js';

const key = fc.integer({ min: 0, max: 20 }).map(String);
const act = fc.oneof(
  fc.record({ act: fc.constant('set' as const), key, value: fc.integer() }),
  fc.record({ act: fc.constant('delete' as const), key, value: fc.constant(0) }),
  { weight: 1, arbitrary: fc.record({ act: fc.constant('clear' as const), key, value: fc.constant(0) }) },
);

it('does what a Map does, however many entries it has', () => {
  fc.assert(
    fc.property(fc.array(act, { maxLength: 200 }), (acts) => {
      const few = new Few<number>();
      const map = new Map<string, number>();
      for (const { act, key, value } of acts) {
        if (act === 'set') {
          few.set(key, value);
          map.set(key, value);
        } else if (act === 'delete') expect(few.delete(key)).toBe(map.delete(key));
        else {
          few.clear();
          map.clear();
        }
        expect([few.size, few.has(key), few.get(key)]).toEqual([map.size, map.has(key), map.get(key)]);
        expect(few.values()).toEqual([...map.values()]);
      }
    }),
  );
});
