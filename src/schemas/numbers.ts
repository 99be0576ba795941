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

function hasBigint(root: Json): boolean {
  if (typeof root !== 'object' || root === null || plain.has(root)) return false;
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
