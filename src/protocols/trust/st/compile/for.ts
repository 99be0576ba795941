/** FOR: the end and the step are evaluated once, and a variable at the end of its range ends the loop instead of wrapping around. */

import { coerce } from '../operations/coerce.js';
import { store, writable } from '../operations/places.js';
import { DONE, EXIT, type Exec, RETURN, type Run, spend } from '../operations/runtime.js';
import { constantOf, refuse, type Scope } from '../operations/typed.js';
import type { Statement } from '../syntax/tree.js';
import { INTEGER, isInteger } from '../types/types.js';

type For = Extract<Statement, { kind: 'for' }>;

export function forStatement(scope: Scope, node: For, compileBody: () => Exec): Exec {
  const variable = scope.expression(node.variable);
  const place = writable(scope, variable);
  const { type } = variable;
  const parts = [node.from, node.to, ...(node.by ? [node.by] : [])].map((one) => scope.expression(one));
  const body = compileBody();
  if (!place || type.kind === 'unknown') return () => DONE;
  if (!isInteger(type)) {
    refuse(scope, variable.at, 'type', `the variable of FOR is an integer, got ${type.name}`);
    return () => DONE;
  }
  const [from, to, by] = [parts[0]!, parts[1]!, parts[2] ?? constantOf(INTEGER, 1n, node.at)].map((one) =>
    coerce(scope, one, type),
  );
  if (by!.constant !== undefined && Number(by!.constant) === 0)
    refuse(scope, by!.at, 'constant', 'FOR with a step of 0 would never end');
  const put = store(place, type, () => {});
  const cost = 1 + node.body.length;
  // Of an integer that is kept as a bigint all of these are bigints, for which the operators below are the same.
  const [low, high] = (
    type.kept === 'bigint' ? [type.low, type.high] : [Number(type.low), Number(type.high)]
  ) as number[];
  const [first, last, step] = [from!.run as Run<number>, to!.run as Run<number>, by!.run as Run<number>];
  const read = variable.run as Run<number>;
  return (rt, f) => {
    const start = first(rt, f);
    const end = last(rt, f);
    const change = step(rt, f);
    put(rt, f, start);
    for (let value = start; change >= 0 ? value <= end : value >= end; ) {
      spend(rt, cost, node.at);
      const ended = body(rt, f);
      if (ended === EXIT) break;
      if (ended === RETURN) return ended;
      // The body may have changed the variable.
      value = read(rt, f) + change;
      if (value < low! || value > high!) break;
      put(rt, f, value);
    }
    return DONE;
  };
}
