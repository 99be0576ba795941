/** The assertions of TEST_PROGRAM and TEST_FUNCTION_BLOCK. One that fails ends the test. */
import { coerce, paired, settled } from '../operations/coerce.js';
import { comparison } from '../operations/compare.js';
import { fail, type Run } from '../operations/runtime.js';
import { refuse, type Scope, type Typed, wrong } from '../operations/typed.js';
import type { Span } from '../syntax/diagnostics.js';
import { BOOL, LREAL, type Type, VOID } from '../types/types.js';
import { shownValue } from './texts.js';

/** Names of parameters, and the comparison that must hold. */
const COMPARED: Readonly<Record<string, { parameters: readonly string[]; operator: string; says: string }>> = {
  ASSERT_EQUAL: { parameters: ['EXPECTED', 'ACTUAL'], operator: '=', says: 'expected $1, got $2' },
  ASSERT_NOT_EQUAL: { parameters: ['EXPECTED', 'ACTUAL'], operator: '<>', says: 'expected another value than $1' },
  ASSERT_GREATER: { parameters: ['VALUE', 'BOUND'], operator: '>', says: 'expected more than $2, got $1' },
  ASSERT_LESS: { parameters: ['VALUE', 'BOUND'], operator: '<', says: 'expected less than $2, got $1' },
  ASSERT_GREATER_OR_EQUAL: { parameters: ['VALUE', 'BOUND'], operator: '>=', says: 'expected at least $2, got $1' },
  ASSERT_LESS_OR_EQUAL: { parameters: ['VALUE', 'BOUND'], operator: '<=', says: 'expected at most $2, got $1' },
};

/** Names of the parameters of an assertion; undefined if there is none of that name. */
export function assertionParameters(name: string): readonly string[] | undefined {
  if (name === 'ASSERT_TRUE' || name === 'ASSERT_FALSE') return ['IN'];
  if (name === 'ASSERT_NEAR') return ['EXPECTED', 'ACTUAL', 'DELTA'];
  return Object.hasOwn(COMPARED, name) ? COMPARED[name]!.parameters : undefined;
}

/** The call of an assertion. */
export function assertion(scope: Scope, name: string, list: Typed[], at: Span): Typed {
  if (list.some(({ type }) => type.kind === 'unknown')) return wrong(at);
  if (name === 'ASSERT_NEAR') return near(scope, list, at);
  const [first, second] = list as [Typed, Typed];
  if (!second) {
    const expected = name === 'ASSERT_TRUE';
    const { run } = coerce(scope, first, BOOL, 'pass');
    const message = `${name}: expected ${expected ? 'TRUE, got FALSE' : 'FALSE, got TRUE'}`;
    return checked((rt, f) => run(rt, f) === expected || fail('assertion', message, at), at);
  }
  const { operator, says } = COMPARED[name]!;
  const [left, right, common] = paired(scope, first, second, name);
  if (common.kind === 'unknown') return wrong(at);
  if (common.kind === 'array' || common.kind === 'struct' || common.kind === 'block')
    return refuse(scope, at, 'type', `${name} does not compare ${common.name}: compare its parts`);
  const [a, b] = [settled(scope, left), settled(scope, right)];
  const holds = comparison(operator, common, a, b);
  return checked((rt, f) => {
    if (holds(rt, f)) return true;
    const message = says.replace(/\$[12]/g, (which) => {
      const one = which === '$1' ? a : b;
      return shownValue(one.type as Type, one.run(rt, f));
    });
    return fail('assertion', `${name}: ${message}`, at);
  }, at);
}

function near(scope: Scope, list: Typed[], at: Span): Typed {
  const [expected, actual, delta] = list.map((one) => coerce(scope, one, LREAL, 'pass').run as Run<number>);
  return checked((rt, f) => {
    const [x, y, most] = [expected!(rt, f), actual!(rt, f), delta!(rt, f)];
    return Math.abs(x - y) <= most || fail('assertion', `ASSERT_NEAR: expected ${x} within ${most}, got ${y}`, at);
  }, at);
}

const checked = (run: Run, at: Span): Typed => ({ type: VOID, run, at });
