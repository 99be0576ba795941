import type { Difference } from '../../../json/difference.js';
import { kindOf, showValue } from '../../../json/display.js';
import { type Actual, keyOf } from '../../../json/equal.js';
import type { Json } from '../../../json/json.js';
import { isObject } from '../../../json/json.js';
import { getPointer, PointerError, parsePointer } from '../../../json/pointer.js';
import { walk as walkMachine } from '../../machine.js';
import { differs, type Matcher, PatternError, type Spot } from './matcher.js';
import { order } from './numbers.js';

export type List = readonly (Json | undefined)[];

/** Runs `judge` on a list; anything else differs. */
export function onList(spot: Spot, expected: Json, actual: Actual, judge: (list: List) => Difference[]): Difference[] {
  if (Array.isArray(actual)) return judge(actual as List);
  return differs(spot, expected, actual, `expected a list, got ${kindOf(actual)}`);
}

/** A pattern for every element. */
export const each: Matcher = {
  check: () => undefined,
  patterns: (operand) => [['', operand]],
  apply(operand, actual, spot) {
    return onList(spot, { $each: operand }, actual, (list) => {
      const differences: Difference[] = [];
      for (const [at, item] of list.entries()) {
        if (differences.length >= spot.max) break;
        differences.push(...spot.compare(operand, item, at));
      }
      return differences;
    });
  },
};

/** [which, what]: the elements that fit the first pattern, as a list that fits the second. */
export const filter: Matcher = {
  check: (operand, open) =>
    open(operand) || (Array.isArray(operand) && operand.length === 2)
      ? undefined
      : '$filter takes [pattern of the elements that count, pattern of their list]',
  patterns: (operand) => (Array.isArray(operand) ? operand.map((item, at) => [`/${at}`, item]) : []),
  apply(operand, actual, spot) {
    const [which, what] = operand as [Json, Json];
    return onList(spot, { $filter: operand }, actual, (list) =>
      spot.compare(what, list.filter((item) => spot.holds(which, item)) as Json[]),
    );
  },
};

/** How long: elements of a list, members of an object, characters of a text. A number, or a pattern for it. */
export const length: Matcher = {
  check(operand, open) {
    if (open(operand) || isObject(operand) || (Number.isInteger(operand) && Number(operand) >= 0)) return undefined;
    return '$len takes a number, or a pattern for it';
  },
  patterns: (operand) => (isObject(operand) ? [['', operand]] : []),
  apply(operand, actual, spot) {
    const expected = { $len: operand };
    const counted = count(actual);
    if (counted === undefined)
      return differs(spot, expected, actual, `expected something with a length, got ${kindOf(actual)}`);
    if (spot.holds(operand, counted.count)) return [];
    const got = counted.count === 0 ? 'none' : String(counted.count);
    return differs(spot, expected, counted.count, `expected ${lengthWords(operand, counted.unit)}, got ${got}`);
  },
};

function count(actual: Actual): { count: number; unit: string } | undefined {
  if (Array.isArray(actual)) return { count: actual.length, unit: 'element' };
  if (isObject(actual)) return { count: Object.keys(actual).length, unit: 'member' };
  if (typeof actual !== 'string') return undefined;
  let characters = 0;
  for (const _ of actual) characters++;
  return { count: characters, unit: 'character' };
}

const BOUNDS: { readonly [name: string]: string } = {
  $gt: 'more than',
  $gte: 'at least',
  $lt: 'fewer than',
  $lte: 'at most',
  $int: 'exactly',
};

function lengthWords(operand: Json, unit: string): string {
  const units = (number: Json) => (number === 1 ? `1 ${unit}` : `${showValue(number)} ${unit}s`);
  if (operand === 0) return `no ${unit}s`;
  if (!isObject(operand)) return units(operand);
  const bounds = Object.entries(operand).map(([name, bound]) =>
    BOUNDS[name] ? `${BOUNDS[name]} ${units(bound)}` : undefined,
  );
  return bounds.every((words) => words !== undefined)
    ? bounds.join(' and ')
    : `a number of ${unit}s that fits ${showValue(operand)}`;
}

const trueOrPointer = (name: string) => (operand: Json, open: (value: Json) => boolean) => {
  if (operand === true || open(operand)) return undefined;
  try {
    if (typeof operand === 'string' && parsePointer(operand).length > 0) return undefined;
  } catch (error) {
    if (!(error instanceof PointerError)) throw error;
  }
  return `${name} takes true, or a JSON Pointer into each element`;
};

const lookedUp = (operand: Json, list: List): List =>
  typeof operand === 'string' ? list.map((item) => (item === undefined ? undefined : getPointer(item, operand))) : list;

/** A list that this list begins with: all of it was cut off somewhere, and nothing is missing before that. */
export const prefix: Matcher = {
  check: (operand, open) => (open(operand) || Array.isArray(operand) ? undefined : '$prefix takes the whole list'),
  patterns: (operand) => (Array.isArray(operand) ? operand.map((item, at) => [`/${at}`, item]) : []),
  apply(operand, actual, spot) {
    const whole = operand as Json[];
    return onList(spot, { $prefix: operand }, actual, (list) =>
      list.length <= whole.length
        ? spot.compare(whole.slice(0, list.length), list as Json[])
        : differs(
            spot,
            { $prefix: operand },
            list.length,
            `expected the beginning of a list of ${whole.length}, got ${list.length} elements`,
          ),
    );
  },
};

/** No two elements are equal. With a JSON Pointer: no two of the values there. */
export const unique: Matcher = {
  check: trueOrPointer('$unique'),
  apply(operand, actual, spot) {
    const expected = { $unique: operand };
    return onList(spot, expected, actual, (list) => {
      const seen = new Map<string, number>();
      for (const [at, item] of lookedUp(operand, list).entries()) {
        const key = keyOf(item);
        const first = seen.get(key);
        if (first !== undefined) {
          return differs(
            spot,
            expected,
            actual,
            `expected no two equal; elements ${first} and ${at} are both ${showValue(item)}`,
          );
        }
        seen.set(key, at);
      }
      return [];
    });
  },
};

/** Each element is greater than the one before: numbers by value, texts by code point. With a JSON Pointer: the values there. */
export const rising: Matcher = {
  check: trueOrPointer('$rising'),
  apply(operand, actual, spot) {
    const expected = { $rising: operand };
    return onList(spot, expected, actual, (list) => {
      const values = lookedUp(operand, list);
      for (const [at, item] of values.entries()) {
        const before = at === 0 ? item : values[at - 1];
        const found = order(before, item);
        if (found === undefined) {
          return differs(
            spot,
            expected,
            actual,
            `expected rising numbers or texts; element ${at} is ${showValue(item)}${at > 0 ? ` after ${showValue(before)}` : ''}`,
          );
        }
        if (at > 0 && found >= 0) {
          return differs(
            spot,
            expected,
            actual,
            `expected each to be greater than the one before; element ${at} is ${showValue(item)} after ${showValue(before)}`,
          );
        }
      }
      return [];
    });
  },
};

/** A legal walk through a state machine, whose states are texts, numbers or booleans: its name, or { of: name, sampled: true } where states were looked at now and then. */
export const walk: Matcher = {
  check(operand, open) {
    if (open(operand) || typeof operand === 'string') return undefined;
    const known = isObject(operand) && Object.keys(operand).every((name) => name === 'of' || name === 'sampled');
    const legal = known && typeof operand.of === 'string' && ['boolean', 'undefined'].includes(typeof operand.sampled);
    return legal ? undefined : '$walk takes the name of a state machine, or { of, sampled }';
  },
  apply(operand, actual, spot) {
    const expected = { $walk: operand };
    const { of, sampled } = isObject(operand) ? operand : { of: operand, sampled: undefined };
    const machine = spot.context.machine?.(String(of));
    if (!machine) throw new PatternError(`no state machine is called ${showValue(of)}`);
    return onList(spot, expected, actual, (list) => {
      const stray = list.findIndex((item) => !['string', 'number', 'boolean'].includes(typeof item));
      if (stray >= 0)
        return differs(spot, expected, actual, `expected states; element ${stray} is ${showValue(list[stray])}`);
      const result = walkMachine(
        sampled === undefined ? machine : { ...machine, sampled: sampled === true },
        list.map(String),
      );
      return result.ok
        ? []
        : differs(spot, expected, actual, `no legal walk of ${String(of)}: at element ${result.at}, ${result.message}`);
    });
  },
};
