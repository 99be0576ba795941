/** CASE: single labels are looked up, ranges are compared; the first branch of the text that fits runs. */

import { coerce, settled } from '../operations/coerce.js';
import { expected } from '../operations/places.js';
import { DONE, type Exec } from '../operations/runtime.js';
import { refuse, type Scope, type Typed } from '../operations/typed.js';
import type { Statement } from '../syntax/tree.js';
import { type Type, unranged } from '../types/types.js';

type Key = number | bigint | string | boolean;

export function caseStatement(
  scope: Scope,
  node: Extract<Statement, { kind: 'case' }>,
  block: (body: Statement[]) => Exec,
): Exec {
  const selector = settled(scope, scope.expression(node.selector));
  // Labels may lie outside of a range: they are just never met.
  const type = selector.type.kind === 'elementary' ? unranged(selector.type) : selector.type;
  if (!selects(type))
    refuse(scope, selector.at, 'type', `CASE takes an integer, a bit string or an enumeration, got ${type.name}`);
  const single = new Map<Key, number>();
  const ranges: { low: Key; high: Key; branch: number }[] = [];
  const bodies: Exec[] = [];
  for (const [branch, { labels, body }] of node.branches.entries()) {
    for (const label of labels) {
      const low = constant(scope, coerce(scope, expected(scope, label.low, type), type, 'compare'));
      if (low === undefined) continue;
      if (!label.high) {
        if (single.has(low))
          scope.library.diagnostics.warning(label.low.at, 'duplicate', 'an earlier branch has this label');
        else single.set(low, branch);
        continue;
      }
      const high = constant(scope, coerce(scope, expected(scope, label.high, type), type, 'compare'));
      if (high === undefined) continue;
      if (high < low) refuse(scope, label.high.at, 'constant', 'the range is empty: its end is below its start');
      ranges.push({ low, high, branch });
    }
    bodies.push(block(body));
  }
  const otherwise = node.otherwise ? block(node.otherwise) : () => DONE;
  const { run } = selector;
  if (ranges.length === 0)
    return (rt, f) => {
      const found = single.get(run(rt, f) as Key);
      return found === undefined ? otherwise(rt, f) : bodies[found]!(rt, f);
    };
  return (rt, f) => {
    const value = run(rt, f) as Key;
    let found = single.get(value) ?? bodies.length;
    for (const { low, high, branch } of ranges)
      if (branch < found && value >= low && value <= high) {
        found = branch;
        break;
      }
    return found === bodies.length ? otherwise(rt, f) : bodies[found]!(rt, f);
  };
}

const selects = (type: Type): boolean =>
  type.kind === 'unknown' ||
  type.kind === 'enum' ||
  type.kind === 'string' ||
  (type.kind === 'elementary' && ['int', 'bits', 'bool'].includes(type.family));

function constant(scope: Scope, label: Typed): Key | undefined {
  if (label.type.kind === 'unknown') return undefined;
  if (label.constant === undefined) refuse(scope, label.at, 'constant', 'a label of CASE is a constant');
  return label.constant as Key | undefined;
}
