import type { Difference } from '../../../json/difference.js';
import { showValue } from '../../../json/display.js';
import type { Actual } from '../../../json/equal.js';
import type { Matcher } from './matcher.js';

/** What the matchers beside it expect, in words. It fits everything. */
export const says: Matcher = {
  check: (operand) =>
    typeof operand === 'string' && operand.trim() !== '' ? undefined : '$says takes what is expected, in words',
  apply: () => [],
};

/**
 * Differences with the words of a case for what is expected in the first of them. One that lies deeper keeps its own words as well: they
 * say which part is wrong.
 *
 * @param path where the value stands that the words are about
 */
export function inWords(words: string, differences: Difference[], path: string, actual: Actual): Difference[] {
  const [first, ...rest] = differences;
  if (first === undefined) return [];
  const detail =
    first.path === path ? `, got ${showValue(actual)}` : `; at ${first.path.slice(path.length)} ${first.message}`;
  return [{ ...first, message: `expected ${words}${detail}` }, ...rest];
}
