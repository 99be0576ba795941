import type { Difference } from '../../json/difference.js';
import { type Actual, sameScalar } from '../../json/equal.js';
import type { Json } from '../../json/json.js';
import { isObject } from '../../json/json.js';
import { escapeToken } from '../../json/pointer.js';

/** One of several patterns of which none fits, and what it has against the value. */
export interface Alternative {
  pattern: Json;
  differences: readonly Difference[];
}

/** How many literal members of one alternative are looked at, and how deep. */
const MOST = 200;
const LEVELS = 8;

/**
 * Where in a list the alternative stands that a value was most likely meant to be. The first of these that tells two apart decides:
 *
 * - it has the value of a member that is fixed, and differently, in others too, such as `type` or `method`
 * - fewer of the members that it wants to be missing are there
 * - fewer such members say that another one was meant
 * - more of its other fixed members agree; then, more of the members that it names are there
 * - its first difference lies deeper; then, it has fewer differences
 *
 * @param alternatives at least one
 */
export function nearestAlternative(alternatives: readonly Alternative[], actual: Actual): number {
  const literals = alternatives.map(({ pattern }) => literalsOf(pattern));
  const telling = tellingPaths(literals);
  const ranks = alternatives.map(({ pattern, differences }, index) => {
    const own = [...literals[index]!].map(([path, { allowed, names }]) => ({
      tells: telling.has(path),
      agrees: allowed.some((one) => sameScalar(one, at(actual, names))),
    }));
    const count = (tells: boolean, agrees: boolean) =>
      own.filter((one) => one.tells === tells && one.agrees === agrees).length;
    const depth = Math.min(...differences.map(({ path }) => path.split('/').length));
    return [
      count(true, true),
      -unwanted(pattern, actual, LEVELS),
      -count(true, false),
      count(false, true),
      present(pattern, actual, LEVELS),
      depth,
      -differences.length,
    ];
  });
  let best = 0;
  for (const [index, rank] of ranks.entries()) if (isHigher(rank, ranks[best]!)) best = index;
  return best;
}

function isHigher(rank: readonly number[], other: readonly number[]): boolean {
  const at = rank.findIndex((number, index) => number !== other[index]);
  return at >= 0 && rank[at]! > other[at]!;
}

/** A member that can only have one value, or one of a few: where it stands, and which. */
interface Literal {
  names: readonly string[];
  allowed: Json[];
}

/** The fixed members of a pattern, at any depth, by JSON Pointer. */
function literalsOf(pattern: Json): Map<string, Literal> {
  const found = new Map<string, Literal>();
  const look = (part: Json, names: readonly string[]): void => {
    if (found.size >= MOST) return;
    const allowed = fixed(part);
    if (allowed !== undefined && names.length > 0)
      found.set(names.map((name) => `/${escapeToken(name)}`).join(''), { names, allowed });
    const members = membersOf(part);
    if (members !== undefined && names.length < LEVELS)
      for (const [name, member] of members) look(member, [...names, name]);
  };
  look(pattern, []);
  return found;
}

/** The paths at which two alternatives or more have fixed values that are not the same. */
function tellingPaths(all: readonly ReadonlyMap<string, Literal>[]): Set<string> {
  const values = new Map<string, Set<string>>();
  const times = new Map<string, number>();
  for (const literals of all)
    for (const [path, { allowed }] of literals) {
      const known = values.get(path) ?? new Set();
      values.set(path, known.add(allowed.map(String).sort().join('\0')));
      times.set(path, (times.get(path) ?? 0) + 1);
    }
  return new Set([...values].flatMap(([path, known]) => (known.size > 1 && times.get(path)! > 1 ? [path] : [])));
}

/** The scalars that a pattern allows, where it allows nothing else. */
function fixed(pattern: Json): Json[] | undefined {
  if (!isObject(pattern)) return Array.isArray(pattern) ? undefined : [pattern];
  const { $in: list, $lit: literal } = pattern;
  if (Array.isArray(list) && list.every((one) => fixed(one) !== undefined)) return list.flatMap((one) => fixed(one)!);
  return literal === undefined || typeof literal === 'object' ? undefined : [literal];
}

/** The members that an object pattern names, each with its pattern; undefined where the pattern is none for an object. */
function membersOf(pattern: Json): [string, Json][] | undefined {
  if (!isObject(pattern)) return undefined;
  const inner = pattern.$exact ?? pattern.$lit;
  if (inner !== undefined) return membersOf(inner);
  if (Object.keys(pattern).some((name) => /^\$[^$]/.test(name))) return undefined;
  return Object.entries(pattern).map(([name, member]) => [name.startsWith('$$') ? name.slice(1) : name, member]);
}

/** How many of the members that a pattern names a value has, at any depth. */
function present(pattern: Json, actual: Actual, levels: number): number {
  const members = membersOf(pattern);
  if (members === undefined || !isObject(actual) || levels === 0) return 0;
  return members.reduce((sum, [name, member]) => {
    if (!Object.hasOwn(actual, name)) return isGone(member) ? sum + 1 : sum;
    return isGone(member) ? sum : sum + 1 + present(member, actual[name], levels - 1);
  }, 0);
}

/** How many of the members that must be missing a value has, at any depth. */
function unwanted(pattern: Json, actual: Actual, levels: number): number {
  const members = membersOf(pattern);
  if (members === undefined || !isObject(actual) || levels === 0) return 0;
  return members.reduce((sum, [name, member]) => {
    if (!Object.hasOwn(actual, name)) return sum;
    return sum + (isGone(member) ? 1 : unwanted(member, actual[name], levels - 1));
  }, 0);
}

const isGone = (pattern: Json): boolean => isObject(pattern) && pattern.$absent === true;

function at(actual: Actual, names: readonly string[]): Actual {
  let value: Actual = actual;
  for (const name of names) {
    if (!isObject(value) || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return value;
}
