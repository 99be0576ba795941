import type { Json } from '../json/json.js';
import { isObject, stringifyJson } from '../json/json.js';
import { escapeToken } from '../json/pointer.js';

const STRANGE: Json[] = [null, 42, 0.5, 'no-such-value', true, [], {}, ['x'], { a: 1 }];

/** A copy of a value that differs from it in one place, and a line that says where and how. */
export interface Variation {
  value: Json;
  change: string;
}

/**
 * For tests: copies of a value that differ from it in one place, to a depth of four: a member removed or added, or a value
 * of every other kind. Each says its place, such as "/tools/0/name = 42".
 */
export function* changes(value: Json, path = '', depth = 0): Generator<Variation> {
  if (depth === 0) for (const other of STRANGE) yield { value: other, change: `the value = ${stringifyJson(other)}` };
  if (depth > 4) return;
  if (Array.isArray(value)) {
    yield { value: [...value, null], change: `${path}/${value.length} = null` };
    for (const [index, item] of value.entries())
      yield* changesAt(item, `${path}/${index}`, depth, (other) => value.with(index, other));
  } else if (isObject(value)) {
    yield { value: { ...value, comand: 'x' }, change: `${path}/comand = "x"` };
    for (const [name, member] of Object.entries(value)) {
      const where = `${path}/${escapeToken(name)}`;
      const { [name]: _, ...without } = value;
      yield { value: without, change: `${where} removed` };
      yield* changesAt(member, where, depth, (other) => ({ ...value, [name]: other }));
    }
  }
}

function* changesAt(value: Json, path: string, depth: number, put: (other: Json) => Json): Generator<Variation> {
  for (const other of STRANGE) yield { value: put(other), change: `${path} = ${stringifyJson(other)}` };
  for (const inner of changes(value, path, depth + 1)) yield { value: put(inner.value), change: inner.change };
}

/** For tests: every nth of a list, so that at most `count` are left and they are spread evenly. */
export function spread<Item>(all: Iterable<Item>, count: number): Item[] {
  const list = [...all];
  const step = Math.max(1, list.length / count);
  return Array.from({ length: Math.min(count, list.length) }, (_, index) => list[Math.floor(index * step)] as Item);
}
