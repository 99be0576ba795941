import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CaseResult, Verdict } from '../events.js';
import { isRed } from './count.js';
import { exitCode, type RunFacts } from './exit-code.js';
import { summarize } from './summary.js';

const place = { file: 'c.yaml', line: 1, col: 1 };
function result(id: string, verdict: Verdict, more: Partial<CaseResult> = {}): CaseResult {
  return {
    id,
    name: id,
    title: 't',
    group: 'g',
    role: 'mcp/server',
    transport: 'stdio',
    place,
    verdict,
    nonStrict: false,
    warned: false,
    durationMs: 1,
    checks: [],
    ...more,
  };
}

/** One result of each sort, and whether it makes a run red. */
const SORTS: [Verdict, Partial<CaseResult>, string, boolean][] = [
  ['pass', {}, 'pass', false],
  ['pass', { warned: true }, 'pass', false],
  ['pass', { nonStrict: true }, 'nonStrict', false],
  ['fail', {}, 'fail', true],
  ['fail', { standing: 'expected-fail' }, 'expectedFail', false],
  ['pass', { standing: 'unexpected-pass' }, 'unexpectedPass', true],
  ['fail', { standing: 'flaky' }, 'flaky', true],
  ['untestable', { standing: 'flaky' }, 'flaky', true],
  ['fail', { standing: 'known-flaky' }, 'flaky', false],
  ['skipped', {}, 'skipped', false],
  ['untestable', {}, 'untestable', true],
  ['untestable', { standing: 'listed-untestable' }, 'untestable', false],
  ['error', {}, 'error', true],
];

describe('counts', () => {
  test.each(SORTS)('%s %j is in `%s`', (verdict, more, bucket, red) => {
    const one = result('a', verdict, more);
    expect(summarize([one], ['a'])).toMatchObject({ planned: 1, notRun: 0, [bucket]: 1, warn: more.warned ? 1 : 0 });
    expect(isRed(one)).toBe(red);
  });

  test('count the cases of newer requirements apart as well', () => {
    const results = [result('a', 'pass'), result('b', 'fail')];
    const summary = summarize(results, ['a', 'b', 'c'], new Set(['b', 'c']));
    expect(summary).toMatchObject({ planned: 3, pass: 1, fail: 1, notRun: 1 });
    expect(summary.newer).toMatchObject({ planned: 2, pass: 0, fail: 1, notRun: 1 });
    expect(summarize(results, ['a', 'b']).newer).toBeUndefined();
  });

  test('add up to what was planned, whatever came', () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.nat(SORTS.length - 1))), (picks) => {
        const planned = picks.map((_, index) => `c${index}`);
        const results = picks.flatMap((pick, index) => {
          const sort = pick === null ? undefined : SORTS[pick];
          return sort ? [result(`c${index}`, sort[0], sort[1])] : [];
        });
        const { planned: total, warn, newer: _, ...rest } = summarize(results, planned);
        expect(Object.values(rest).reduce((sum, count) => sum + count, 0)).toBe(total);
        expect(total).toBe(picks.length);
        expect(warn).toBeLessThanOrEqual(total);
        expect(rest.notRun).toBe(picks.filter((pick) => pick === null).length);
      }),
    );
  });

  test('a result that was not planned, or two for one case, is a defect', () => {
    expect(() => summarize([result('b', 'pass')], ['a'])).toThrow('b has a result and was not planned');
    expect(() => summarize([result('a', 'pass'), result('a', 'fail')], ['a'])).toThrow('a has two results');
    expect(() => summarize([], ['a', 'a'])).toThrow('add up to 1, but 2');
  });
});

describe('exit codes', () => {
  function facts(results: CaseResult[], more: Partial<RunFacts> & { missing?: number } = {}): RunFacts {
    const { missing = 0, ...rest } = more;
    const planned = [...results.map(({ id }) => id), ...Array.from({ length: missing }, (_, n) => `missing${n}`)];
    const summary = summarize(results, planned);
    return { interrupted: false, problems: [], kitDefect: false, neverStarted: false, summary, results, ...rest };
  }
  const PASS = result('a', 'pass');
  const FAIL = result('b', 'fail');

  test.each<[string, RunFacts, number]>([
    ['all passed', facts([PASS, result('b', 'skipped')]), 0],
    ['a tolerated pass alone', facts([result('a', 'pass', { nonStrict: true })]), 0],
    ['a warning', facts([result('a', 'pass', { warned: true })]), 0],
    ['failed as known beside a pass', facts([PASS, result('b', 'fail', { standing: 'expected-fail' })]), 0],
    [
      'known flaky and listed beside a pass',
      facts([
        PASS,
        result('b', 'fail', { standing: 'known-flaky' }),
        result('c', 'untestable', { standing: 'listed-untestable' }),
      ]),
      0,
    ],
    ['nothing planned', facts([]), 1],
    ['nothing but skipped', facts([result('a', 'skipped')]), 1],
    [
      'nothing but skipped beside a wire rule that held',
      facts([result('a', 'skipped'), result('w', 'pass', { group: 'wire' })]),
      1,
    ],
    ['nothing but known failures', facts([result('a', 'fail', { standing: 'expected-fail' })]), 1],
    ['an unexpected pass', facts([PASS, result('b', 'pass', { standing: 'unexpected-pass' })]), 1],
    ['flaky', facts([PASS, result('b', 'fail', { standing: 'flaky' })]), 1],
    ['untestable', facts([PASS, result('b', 'untestable')]), 1],
    ['an error', facts([PASS, result('b', 'error')]), 1],
    ['not run', facts([PASS], { missing: 1 }), 1],
    ['an overdue entry', facts([PASS], { problems: [1] }), 1],
    ['never started', facts([result('a', 'error')], { neverStarted: true }), 3],
    ['a defect of the kit', facts([PASS], { kitDefect: true }), 4],
    ['a defect of the kit and a target that never started', facts([FAIL], { kitDefect: true, neverStarted: true }), 4],
    ['a usage problem before a defect', facts([FAIL], { kitDefect: true, problems: [1, 2] }), 2],
    ['a problem that asks for 3', facts([PASS], { problems: [3] }), 3],
    [
      'interrupted, before everything',
      facts([FAIL], { interrupted: true, kitDefect: true, neverStarted: true, problems: [2] }),
      130,
    ],
  ])('say what came of a run: %s', (_, given, code) => {
    expect(exitCode(given)).toBe(code);
  });
});
