import { Buffer } from 'node:buffer';
import { showValue } from '../../../json/display.js';
import { type Actual, isNumber, sameNumber } from '../../../json/equal.js';
import { exactInteger } from '../../values/functions.js';
import { ValueError } from '../../values/template.js';
import { differs, type Matcher, wanted } from './matcher.js';

/** How two values of one kind stand to each other, negative, 0 or positive; undefined where they can't be compared. */
export function order(a: Actual, b: Actual): number | undefined {
  if (isNumber(a) && isNumber(b)) return a < b ? -1 : a > b ? 1 : 0;
  // The order of UTF-8 bytes is the order of code points; that of UTF-16 units is not.
  if (typeof a === 'string' && typeof b === 'string') return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return undefined;
}

function comparison(name: string, words: string, passes: (order: number) => boolean): Matcher {
  return {
    check(operand, open) {
      return open(operand) || isNumber(operand) || typeof operand === 'string'
        ? undefined
        : `${name} takes a number or a text`;
    },
    apply(operand, actual, spot) {
      const found = order(actual, operand);
      if (found !== undefined && passes(found)) return [];
      return wanted(
        spot,
        { [name]: operand },
        actual,
        `${isNumber(operand) ? 'a number' : 'a text'} ${words} ${showValue(operand)}`,
      );
    },
  };
}

/** Numbers by value, texts by code point. */
export const greater = comparison('$gt', 'greater than', (found) => found > 0);
export const atLeast = comparison('$gte', 'not less than', (found) => found >= 0);
export const less = comparison('$lt', 'less than', (found) => found < 0);
export const atMost = comparison('$lte', 'not greater than', (found) => found <= 0);

/** Within a tolerance of a number: [value, tolerance]. */
export const near: Matcher = {
  check(operand, open) {
    if (open(operand)) return undefined;
    const pair = Array.isArray(operand) && operand.length === 2 && operand.every(isNumber);
    return pair && operand[1]! >= 0 ? undefined : '$near takes [value, tolerance], two numbers';
  },
  apply(operand, actual, spot) {
    const [value, tolerance] = operand as [number | bigint, number | bigint];
    if (isNumber(actual) && distance(actual, value) <= tolerance) return [];
    return wanted(spot, { $near: operand }, actual, `a number within ${showValue(tolerance)} of ${showValue(value)}`);
  },
};

function distance(a: number | bigint, b: number | bigint): number | bigint {
  if (typeof a === 'bigint' && typeof b === 'bigint') return a > b ? a - b : b - a;
  return Math.abs(Number(a) - Number(b));
}

/** An exact integer of any size. */
export const integer: Matcher = {
  check(operand, open) {
    if (open(operand)) return undefined;
    try {
      exactInteger(operand);
      return undefined;
    } catch (error) {
      if (error instanceof ValueError) return error.message;
      throw error;
    }
  },
  apply(operand, actual, spot) {
    const value = exactInteger(operand);
    if (isNumber(actual) && sameNumber(actual, value)) return [];
    return differs(spot, value, actual, `expected ${value}, got ${showValue(actual)}`);
  },
};
