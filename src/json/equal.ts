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

interface Pair {
  wanted: Actual;
  actual: Actual;
  token: string | number;
  up: Pair | undefined;
}

/** The first place where two values differ, or undefined where they are deeply equal. Uses no recursion. */
export function unlike(wanted: Actual, actual: Actual): Unlike | undefined {
  const open: Pair[] = [{ wanted, actual, token: '', up: undefined }];
  for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
    if (pair.wanted === pair.actual || sameScalar(pair.wanted, pair.actual)) continue;
    const children = childrenOf(pair);
    if (children === undefined) return found(pair);
    for (let i = children.length - 1; i >= 0; i--) open.push(children[i]!);
  }
  return undefined;
}

/** The members to compare, or undefined where the two differ in kind, in length or where one is a scalar. */
function childrenOf(pair: Pair): Pair[] | undefined {
  const { wanted, actual } = pair;
  if (Array.isArray(wanted) && Array.isArray(actual)) {
    if (wanted.length !== actual.length) return undefined;
    return wanted.map((item: Json, at) => ({ wanted: item, actual: actual[at] as Json, token: at, up: pair }));
  }
  if (!isObject(wanted) || !isObject(actual)) return undefined;
  const names = new Set([...Object.keys(wanted), ...Object.keys(actual)]);
  return [...names].map((token) => ({
    wanted: Object.hasOwn(wanted, token) ? wanted[token] : undefined,
    actual: Object.hasOwn(actual, token) ? actual[token] : undefined,
    token,
    up: pair,
  }));
}

function found(pair: Pair): Unlike {
  const tokens: (string | number)[] = [];
  for (let at: Pair | undefined = pair; at?.up !== undefined; at = at.up) tokens.push(at.token);
  const unlike: Unlike = { path: formatPointer(tokens.reverse()) };
  if (pair.wanted !== undefined) unlike.wanted = pair.wanted as Json;
  if (pair.actual !== undefined) unlike.actual = pair.actual as Json;
  return unlike;
}

type Task = { text: string } | { value: Actual };

/** A text that two values share if and only if they are deeply equal. Uses no recursion. */
export function keyOf(value: Actual): string {
  const parts: string[] = [];
  const tasks: Task[] = [{ value }];
  for (let task = tasks.pop(); task !== undefined; task = tasks.pop()) {
    if ('text' in task) parts.push(task.text);
    else if (typeof task.value === 'object' && task.value !== null)
      pushContainer(tasks, task.value as Json[] | JsonObject);
    else parts.push(scalarKey(task.value));
  }
  return parts.join('');
}

/** Pushes what is to be written for a container, last first. */
function pushContainer(tasks: Task[], container: Json[] | JsonObject): void {
  if (Array.isArray(container)) {
    tasks.push({ text: ']' });
    for (let i = container.length - 1; i >= 0; i--) tasks.push({ text: ',' }, { value: container[i] });
    tasks.push({ text: '[' });
    return;
  }
  tasks.push({ text: '}' });
  for (const name of Object.keys(container).sort()) {
    tasks.push({ text: ',' }, { value: container[name] }, { text: `${JSON.stringify(name)}:` });
  }
  tasks.push({ text: '{' });
}

function scalarKey(value: Actual): string {
  if (value === undefined) return 'absent';
  if (typeof value === 'string') return JSON.stringify(value);
  // Every whole double has one exact integer, so both number types meet in it.
  return typeof value === 'number' && Number.isInteger(value) ? String(BigInt(value)) : String(value);
}
