import type { Json, JsonObject } from './json.js';
import { formatPointer } from './pointer.js';

/** Where a walk is: the list or object that holds the value, and the JSON Pointer to the value, made when it is asked for. */
export interface Whereabouts {
  readonly container: Json[] | JsonObject;
  path(): string;
}

/** Takes a value and its name or index. Returns whether to go on into it; `stop` ends the walk. */
export type Visit = (value: Json, name: string | number, at: Whereabouts) => boolean | 'stop';

/** A list or object that a walk is in. */
interface Level {
  readonly container: Json[] | JsonObject;
  /** Unset for a list. */
  readonly names: string[] | undefined;
  readonly size: number;
  /** Of the value that comes next. */
  next: number;
}

/**
 * Visits everything inside a value, in document order, without recursion. What it keeps grows with the depth alone, not with the
 * number of values: a message may hold millions. Returns how many members the objects have together that it went through.
 */
export function walk(root: Json, visit: Visit): number {
  let members = 0;
  const open: Level[] = [];
  const at = {
    container: [] as Json[] | JsonObject,
    path: () => formatPointer(open.map(({ names, next }) => (names === undefined ? next - 1 : names[next - 1]!))),
  };
  if (typeof root === 'object' && root !== null) open.push(levelOf(root));
  for (let level = open.at(-1); level !== undefined; level = open[open.length - 1]) {
    const { container, names, size, next } = level;
    if (next === size) {
      if (names !== undefined) members += size;
      open.pop();
      continue;
    }
    level.next = next + 1;
    const name = names === undefined ? next : names[next]!;
    const value = (container as JsonObject)[name]!;
    at.container = container;
    const goesOn = visit(value, name, at);
    if (goesOn === 'stop') return members;
    if (goesOn && typeof value === 'object' && value !== null) open.push(levelOf(value));
  }
  return members;
}

function levelOf(container: Json[] | JsonObject): Level {
  if (Array.isArray(container)) return { container, names: undefined, size: container.length, next: 0 };
  const names = Object.keys(container);
  return { container, names, size: names.length, next: 0 };
}
