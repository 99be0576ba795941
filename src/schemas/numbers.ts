import type { Json, JsonObject } from '../json/json.js';
import { walk } from '../json/walk.js';

/**
 * The value with every bigint as the nearest finite number: compiled validators know no bigint. The value itself where
 * there is none, else a copy; what holds no bigint is shared. Nesting may be of any depth.
 */
export function withoutBigints(value: Json): Json {
  if (typeof value === 'bigint') return finite(value);
  return hasBigint(value) ? copied(value as Container) : value;
}

/** Large values that have none: the same value is judged by several rules and checks, and a look at it costs as much as its size. */
const plain = new WeakSet<object>();
/** How many values make a large one. */
const LARGE = 1000;

/** How many values, and how deep, a small one may have: a look at it costs less than a walk. */
const SMALL = { values: 64, depth: 8 };
/** What a look at a small value comes to, besides how many values may still be looked at. */
const FOUND = -1;
const NOT_SMALL = -2;

function hasBigint(root: Json): boolean {
  if (typeof root !== 'object' || root === null || plain.has(root)) return false;
  const seen = look(root, SMALL.values, SMALL.depth);
  if (seen !== NOT_SMALL) return seen === FOUND;
  let found = false;
  let looked = 0;
  walk(root, (value) => {
    looked += 1;
    found = typeof value === 'bigint';
    return found ? 'stop' : true;
  });
  if (!found && looked >= LARGE) plain.add(root);
  return found;
}

function look(container: Container, most: number, depth: number): number {
  const names = Array.isArray(container) ? undefined : Object.keys(container);
  const size = names?.length ?? (container as Json[]).length;
  if (size > most || depth === 0) return NOT_SMALL;
  let left = most - size;
  for (let at = 0; at < size && left >= 0; at += 1) {
    const value = (container as JsonObject)[names === undefined ? at : names[at]!];
    if (typeof value === 'bigint') return FOUND;
    if (typeof value === 'object' && value !== null) left = look(value, left, depth - 1);
  }
  return left;
}

type Container = Json[] | JsonObject;

/** A list or object on the way to what is looked at. */
interface Level {
  container: Container;
  /** Its copy, once something in it had to be changed. */
  copy?: Container;
  /** Its name or index in the level above. */
  name: string | number;
  /** Unset for a list. */
  names: string[] | undefined;
  size: number;
  /** Of the value that comes next. */
  next: number;
}

function levelOf(container: Container, name: string | number): Level {
  const names = Array.isArray(container) ? undefined : Object.keys(container);
  return { container, name, names, size: names?.length ?? (container as Json[]).length, next: 0 };
}

function copied(root: Container): Json {
  const top = levelOf(root, '');
  const open = [top];
  for (let level: Level | undefined = top; level !== undefined; level = open[open.length - 1]) {
    if (level.next === level.size) {
      open.pop();
      continue;
    }
    const name = level.names === undefined ? level.next : level.names[level.next]!;
    level.next++;
    const value = (level.container as JsonObject)[name];
    if (typeof value === 'bigint') put(copyOf(open), name, finite(value));
    else if (typeof value === 'object' && value !== null) open.push(levelOf(value, name));
  }
  return top.copy ?? root;
}

/** The copy of the innermost level, with those of the levels around it where there are none yet. */
function copyOf(open: readonly Level[]): Container {
  let at = open.length - 1;
  while (at > 0 && open[at]!.copy === undefined) at--;
  for (; at < open.length; at++) {
    const level = open[at]!;
    if (level.copy !== undefined) continue;
    level.copy = Array.isArray(level.container) ? [...level.container] : { ...level.container };
    const above = open[at - 1]?.copy;
    if (above !== undefined) put(above, level.name, level.copy);
  }
  return open.at(-1)!.copy!;
}

/** A plain assignment to `__proto__` would change the prototype and lose the member. */
function put(container: Container, name: string | number, value: Json): void {
  Object.defineProperty(container, name, { value, writable: true, enumerable: true, configurable: true });
}

function finite(value: bigint): number {
  const number = Number(value);
  if (Number.isFinite(number)) return number;
  return value < 0n ? -Number.MAX_VALUE : Number.MAX_VALUE;
}
