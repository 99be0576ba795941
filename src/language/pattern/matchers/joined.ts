import { kindOf } from '../../../json/display.js';
import type { Actual } from '../../../json/equal.js';
import { differs, type Matcher } from './matcher.js';

/** Texts that are pieces of one: put together, the pattern must fit. */
export const joined: Matcher = {
  check: () => undefined,
  patterns: (operand) => [['', operand]],
  apply(operand, actual, spot) {
    const text = joinedText(actual);
    if (text !== undefined) return spot.compare(operand, text);
    const message = `expected a text or a list of texts, got ${kindOf(actual)}`;
    return differs(spot, { $joined: operand }, actual, message);
  },
};

/** A text, or the texts of a list put together; undefined for anything else. */
export function joinedText(actual: Actual): string | undefined {
  if (typeof actual === 'string') return actual;
  if (!Array.isArray(actual) || actual.some((piece) => typeof piece !== 'string')) return undefined;
  return actual.join('');
}
