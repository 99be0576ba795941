import { BoundedMap } from '../../../bounded/bounded-map.js';
import { isFoundIn } from '../../../bounded/expression.js';
import type { Json } from '../../../json/json.js';
import { differs, type Matcher, wanted } from './matcher.js';

/** Longest text that a regular expression is tried on, in characters: what a peer sends must not cost us minutes. */
const LONGEST = 100_000;

/**
 * A text that a regular expression fits somewhere. The operand is its source, or [source, flags]. Throws Refused if the search takes too
 * long: the expression may hold what the target sent, and the text does.
 */
export const regex: Matcher = {
  check(operand, open) {
    if (open(operand)) return undefined;
    const [source, flags] = partsOf(operand);
    if (typeof source !== 'string' || typeof flags !== 'string')
      return '$re takes a regular expression, or [expression, flags]';
    if (!/^[ims]*$/.test(flags)) return `$re knows the flags i, m and s, not ${flags}`;
    try {
      compile(source, flags);
      return undefined;
    } catch (error) {
      return `$re: ${error instanceof Error ? error.message : String(error)}`;
    }
  },
  apply(operand, actual, spot) {
    const [source, flags] = partsOf(operand) as [string, string];
    const expected = { $re: operand };
    if (typeof actual !== 'string') return wanted(spot, expected, actual, `text that matches /${source}/${flags}`);
    if (actual.length > LONGEST) {
      return differs(
        spot,
        expected,
        actual,
        `a text of ${actual.length} characters is too long to be matched against /${source}/${flags}`,
      );
    }
    return isFoundIn(compile(source, flags), actual)
      ? []
      : wanted(spot, expected, actual, `text that matches /${source}/${flags}`);
  },
};

function partsOf(operand: Json): [Json | undefined, Json | undefined] {
  if (!Array.isArray(operand)) return [operand, ''];
  return operand.length === 2 ? [operand[0], operand[1]] : [undefined, undefined];
}

/** Expressions with captured values in them come only once each, so few are kept. */
const compiled = new BoundedMap<string, RegExp>(500);

const compile = (source: string, flags: string): RegExp =>
  compiled.obtain(`${flags}/${source}`, () => new RegExp(source, `u${flags}`));
