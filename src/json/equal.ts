import type { Json, JsonObject } from './json.js';
import { isObject } from './json.js';
import { formatPointer } from './pointer.js';

/** A value that may be absent, as the element of a list of looked-up values. */
export type Actual = Json | undefined | readonly (Json | undefined)[];

/** Where two values first differ, in the member order of the first. A side that has nothing there is undefined. */
export interface Unlike {
  path: string;
  wanted?: Json;
  actual?: Json;
}

/** Whether two numbers are mathematically equal, whichever of the two types holds them. */
export function sameNumber(a: number | bigint, b: number | bigint): boolean {
  if (typeof a === typeof b) return a === b;
  const [whole, other] = typeof a === 'bigint' ? [a, b as number] : [b as bigint, a as number];
  return Number.isInteger(other) && BigInt(other) === whole;
}

/** Whether two scalars are equal; of numbers the value counts. Containers are never the same here. */
export function sameScalar(a: Actual, b: Actual): boolean {
  if (isNumber(a) && isNumber(b)) return sameNumber(a, b);
  return a === b && (typeof a !== 'object' || a === null);
}

export function isNumber(value: unknown): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}

/** Deep equality: order counts in arrays, not in objects; numbers are compared by value. Uses no recursion. */
export function equal(a: Actual, b: Actual): boolean {
  return unlike(a, b) === undefined;
}

/** Two lists of one length, or two objects, that are compared. What is kept grows with the depth, not with the values. */
interface Pair {
  wanted: Json[] | JsonObject;
  actual: Json[] | JsonObject;
  /** Unset for lists. */
  names: string[] | undefined;
  size: number;
  /** Of the member that comes next. */
  next: number;
}

/** The first place where two values differ, or undefined where they are deeply equal. Uses no recursion. */
export function unlike(wanted: Actual, actual: Actual): Unlike | undefined {
  const open: Pair[] = [];
  if (!isAlike(wanted, actual, open)) return found(open, wanted, actual);
  for (let pair = open.at(-1); pair !== undefined; pair = open[open.length - 1]) {
    if (pair.next === pair.size) {
      open.pop();
      continue;
    }
    const name = pair.names === undefined ? pair.next : pair.names[pair.next]!;
    pair.next++;
    const one = memberOf(pair.wanted, name);
    const other = memberOf(pair.actual, name);
    if (!isAlike(one, other, open)) return found(open, one, other);
  }
  return undefined;
}

/** Whether two values are equal as far as that can be said without their members, which are opened for comparison. */
function isAlike(wanted: Actual, actual: Actual, open: Pair[]): boolean {
  if (wanted === actual || sameScalar(wanted, actual)) return true;
  if (Array.isArray(wanted) && Array.isArray(actual)) {
    if (wanted.length !== actual.length) return false;
    open.push({ wanted, actual, names: undefined, size: wanted.length, next: 0 });
    return true;
  }
  if (!isObject(wanted) || !isObject(actual)) return false;
  const more = Object.keys(actual).filter((name) => !Object.hasOwn(wanted, name));
  const names = [...Object.keys(wanted), ...more];
  open.push({ wanted, actual, names, size: names.length, next: 0 });
  return true;
}

function memberOf(container: Json[] | JsonObject, name: string | number): Json | undefined {
  return Object.hasOwn(container, name) ? (container as JsonObject)[name] : undefined;
}

function found(open: readonly Pair[], wanted: Actual, actual: Actual): Unlike {
  const tokens = open.map(({ names, next }) => (names === undefined ? next - 1 : names[next - 1]!));
  const unlike: Unlike = { path: formatPointer(tokens) };
  if (wanted !== undefined) unlike.wanted = wanted as Json;
  if (actual !== undefined) unlike.actual = actual as Json;
  return unlike;
}

/** A list or object whose key is written. */
interface Written {
  container: Json[] | JsonObject;
  /** In order; unset for a list. */
  names: string[] | undefined;
  size: number;
  next: number;
}

/** How many parts of a key lie side by side before they are joined: each costs more than its characters. */
const PARTS = 1024;

/** A text that two values share if and only if they are deeply equal. Uses no recursion. */
export function keyOf(value: Actual): string {
  const joined: string[] = [];
  let parts: string[] = [];
  const open: Written[] = [];
  const begin = (one: Actual) => {
    if (typeof one !== 'object' || one === null) return void parts.push(scalarKey(one));
    const container = one as Json[] | JsonObject;
    const names = Array.isArray(container) ? undefined : Object.keys(container).sort();
    parts.push(names === undefined ? '[' : '{');
    open.push({ container, names, size: names?.length ?? (container as Json[]).length, next: 0 });
  };
  begin(value);
  for (let level = open.at(-1); level !== undefined; level = open[open.length - 1]) {
    if (parts.length >= PARTS) {
      joined.push(parts.join(''));
      parts = [];
    }
    if (level.next === level.size) {
      parts.push(level.names === undefined ? ']' : '}');
      open.pop();
      continue;
    }
    if (level.next > 0) parts.push(',');
    const name = level.names?.[level.next] ?? level.next;
    if (typeof name === 'string') parts.push(`${JSON.stringify(name)}:`);
    level.next++;
    begin((level.container as JsonObject)[name]);
  }
  return [...joined, ...parts].join('');
}

function scalarKey(value: Actual): string {
  if (value === undefined) return 'absent';
  if (typeof value === 'string') return JSON.stringify(value);
  // Every whole double has one exact integer, so both number types meet in it.
  return typeof value === 'number' && Number.isInteger(value) ? String(BigInt(value)) : String(value);
}
