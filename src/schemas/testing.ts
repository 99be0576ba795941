import type { Json } from '../json/json.js';
import { isObject } from '../json/json.js';

const STRANGE: Json[] = [null, 42, 0.5, 'no-such-value', true, [], {}, ['x'], { a: 1 }];

/**
 * For tests: copies of a value that differ from it in one place, to a depth of four: a member removed or added, or a value
 * of every other kind.
 */
export function* variations(value: Json, depth = 0): Generator<Json> {
  if (depth === 0) yield* STRANGE;
  if (depth > 4) return;
  if (Array.isArray(value)) {
    yield [...value, null];
    for (const [index, item] of value.entries()) {
      for (const other of STRANGE) yield value.with(index, other);
      for (const inner of variations(item, depth + 1)) yield value.with(index, inner);
    }
  } else if (isObject(value)) {
    yield { ...value, comand: 'x' };
    for (const [name, member] of Object.entries(value)) {
      const { [name]: _, ...without } = value;
      yield without;
      for (const other of STRANGE) yield { ...value, [name]: other };
      for (const inner of variations(member, depth + 1)) yield { ...value, [name]: inner };
    }
  }
}
