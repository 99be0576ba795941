import { showValue } from '../../../json/display.js';
import type { Json } from '../../../json/json.js';
import { type List, onList } from './lists.js';
import { differs, type Matcher, type Spot } from './matcher.js';

/** Most elements for which any order is tried; what fits in place doesn't count. */
const MOST = 2000;

/** The same elements in any order: each pattern takes one element of its own. */
export const unordered: Matcher = {
  check: (operand, open) =>
    open(operand) || Array.isArray(operand) ? undefined : '$unordered takes a list of patterns',
  patterns: (operand) => (Array.isArray(operand) ? operand.map((item, at) => [`/${at}`, item]) : []),
  apply(operand, actual, spot) {
    const patterns = operand as Json[];
    const expected = { $unordered: operand };
    return onList(spot, expected, actual, (list) => {
      if (list.length !== patterns.length) {
        return differs(
          spot,
          expected,
          actual,
          `expected ${patterns.length === 1 ? '1 element' : `${patterns.length} elements`} in any order, got ${list.length}`,
        );
      }
      const astray = patterns.filter((pattern, at) => !spot.holds(pattern, list[at])).length;
      if (astray > MOST) {
        const message = `expected the same elements in any order; ${astray} are not in place, too many to try every order`;
        return differs(spot, expected, actual, message);
      }
      const owners = matching(patterns, list, spot);
      const left = owners.indexOf(undefined);
      if (left < 0) return [];
      const lonely = showValue(patterns.find((_, at) => !owners.includes(at)));
      const message = `no element is left that fits ${lonely}; left over is element ${left}, ${showValue(list[left])}`;
      return differs(spot, expected, actual, message);
    });
  },
};

/** For each element the pattern that takes it: a maximum matching by augmenting paths. */
function matching(patterns: Json[], list: List, spot: Spot): (number | undefined)[] {
  const owners: (number | undefined)[] = list.map(() => undefined);
  const known = new Map<number, boolean>();
  const fits = (pattern: number, element: number) => {
    const key = pattern * list.length + element;
    const fit = known.get(key) ?? spot.holds(patterns[pattern]!, list[element]);
    known.set(key, fit);
    return fit;
  };
  const open: number[] = [];
  for (const at of patterns.keys()) {
    if (fits(at, at)) owners[at] = at;
    else open.push(at);
  }
  for (const at of open) augment(at, owners, fits);
  return owners;
}

/** Finds elements for one more pattern by moving others along; breadth first, so that the stack stays flat. */
function augment(
  pattern: number,
  owners: (number | undefined)[],
  fits: (pattern: number, element: number) => boolean,
): void {
  const from = new Map<number, number>();
  const queue = [pattern];
  for (let at = 0; at < queue.length; at++) {
    for (let element = 0; element < owners.length; element++) {
      if (from.has(element) || !fits(queue[at]!, element)) continue;
      from.set(element, queue[at]!);
      const owner = owners[element];
      if (owner !== undefined) {
        queue.push(owner);
        continue;
      }
      for (let free: number | undefined = element; free !== undefined; ) {
        const taker: number = from.get(free)!;
        const before: number = owners.indexOf(taker);
        owners[free] = taker;
        free = before >= 0 && taker !== pattern ? before : undefined;
      }
      return;
    }
  }
}
