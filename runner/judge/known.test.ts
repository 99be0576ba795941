import { describe, expect, test } from 'vitest';
import type { CaseResult, CheckResult, Verdict } from '../events.js';
import type { KnownEntry } from '../types.js';
import { applyKnown, knownProblems, singleEntries, staleEntries } from './known.js';

const place = { file: 'known.yaml', line: 3, col: 5 };
const check = (
  requirement: string,
  status: CheckResult['status'],
  level: CheckResult['level'] = 'must',
): CheckResult => ({
  requirement,
  level,
  text: 't',
  source: 's',
  status,
  at: place,
});
function result(verdict: Verdict, checks: CheckResult[] = [], more: Partial<CaseResult> = {}): CaseResult {
  const warned = verdict === 'pass' && checks.some(({ status }) => status === 'fail');
  return {
    id: 'mcp.server.a.x',
    name: more.id ?? 'mcp.server.a.x',
    title: 't',
    group: 'g',
    role: 'mcp/server',
    transport: 'stdio',
    place,
    verdict,
    nonStrict: false,
    warned,
    durationMs: 1,
    checks,
    ...more,
  };
}
const entry = (text: string, state: KnownEntry['state'] = 'fails', until?: string): KnownEntry => {
  const [pattern = '', requirement] = text.split('#');
  return {
    pattern,
    ...(requirement ? { requirement } : {}),
    reason: 'because',
    issue: '#1',
    state,
    ...(until ? { until } : {}),
    place,
  };
};

function standing(
  one: CaseResult,
  known: KnownEntry[],
  strict = false,
  listed: [string, string][] = [],
  partial: string[] = [],
) {
  return applyKnown([one], {
    known,
    single: new Set(known),
    listed: new Map(listed),
    partial: new Set(partial),
    exploration: false,
    strict,
  })[0]!;
}

const HELD = [check('MCP-A-01', 'pass')];
const BROKEN = [check('MCP-A-01', 'fail'), check('MCP-A-02', 'not-reached')];
const BOTH = [check('MCP-A-01', 'fail'), check('MCP-A-02', 'fail')];
const HALF = [check('MCP-A-01', 'pass'), check('MCP-A-02', 'fail')];
const SHOULD = [check('MCP-A-01', 'pass'), check('MCP-S-01', 'fail', 'should')];

test.each<[string, CaseResult, KnownEntry[], string | undefined]>([
  ['no entry', result('fail', BROKEN), [], undefined],
  ['an entry for another case', result('fail', BROKEN), [entry('mcp.server.b')], undefined],
  ['fails as known', result('fail', BROKEN), [entry('mcp.server.a.x')], 'expected-fail'],
  ['fails as known, by a pattern', result('fail', BROKEN), [entry('mcp.*')], 'expected-fail'],
  ['passes although known', result('pass', HELD), [entry('mcp.server.a')], 'unexpected-pass'],
  [
    'passes by a tolerated branch although known',
    result('pass', HELD, { nonStrict: true }),
    [entry('mcp')],
    'unexpected-pass',
  ],
  ['warns as known', result('pass', SHOULD), [entry('mcp')], undefined],
  ['skipped', result('skipped'), [entry('mcp')], undefined],
  ['untestable never satisfies', result('untestable'), [entry('mcp')], undefined],
  ['an error never satisfies', result('error', BROKEN), [entry('mcp')], undefined],
  ['an error never satisfies a flaky one', result('error'), [entry('mcp', 'flaky')], undefined],
  ['the known requirement fails', result('fail', BROKEN), [entry('mcp#MCP-A-01')], 'expected-fail'],
  ['another requirement fails', result('fail', BROKEN), [entry('mcp#MCP-A-02')], undefined],
  ['the known one fails and another too', result('fail', BOTH), [entry('mcp#MCP-A-01')], undefined],
  [
    'both fail and both are known',
    result('fail', BOTH),
    [entry('mcp#MCP-A-01'), entry('mcp.server#MCP-A-02')],
    'expected-fail',
  ],
  ['the known one holds, another fails', result('fail', HALF), [entry('mcp#MCP-A-01')], undefined],
  ['the known one holds', result('pass', HELD), [entry('mcp#MCP-A-01')], 'unexpected-pass'],
  ['the known one is not of this case', result('pass', HELD), [entry('mcp#MCP-Z-01')], undefined],
  ['the known should is broken', result('pass', SHOULD), [entry('mcp#MCP-S-01')], undefined],
  [
    'a must holds beside the broken should that is known',
    result('pass', SHOULD),
    [entry('mcp#MCP-A-01')],
    'unexpected-pass',
  ],
  ['known flaky and fails', result('fail', BROKEN), [entry('mcp', 'flaky')], 'known-flaky'],
  ['known flaky and passes', result('pass', HELD), [entry('mcp', 'flaky')], undefined],
  ['known flaky and flaky', result('fail', BROKEN, { standing: 'flaky' }), [entry('mcp', 'flaky')], 'known-flaky'],
  [
    'known flaky, untestable once',
    result('untestable', [], { standing: 'flaky' }),
    [entry('mcp', 'flaky')],
    'known-flaky',
  ],
  ['known to fail and flaky', result('fail', BROKEN, { standing: 'flaky' }), [entry('mcp')], 'flaky'],
  [
    'flaky in a requirement that is known flaky',
    result('fail', BROKEN, { standing: 'flaky' }),
    [entry('mcp#MCP-A-01', 'flaky')],
    'known-flaky',
  ],
  ['flaky in another one', result('fail', BROKEN, { standing: 'flaky' }), [entry('mcp#MCP-A-02', 'flaky')], 'flaky'],
  [
    'one fails as known, the other is known flaky',
    result('fail', BOTH),
    [entry('mcp#MCP-A-01'), entry('mcp#MCP-A-02', 'flaky')],
    'expected-fail',
  ],
  [
    'died by a liveness check that is not a must',
    result('fail', [check('MCP-D-01', 'fail', 'derived')]),
    [entry('mcp#MCP-D-01')],
    'expected-fail',
  ],
])('the standing follows from the known failures: %s', (_, one, known, expected) => {
  const found = standing(one, known);
  expect(found.standing).toBe(expected);
  expect(found.verdict).toBe(one.verdict);
});

test('a wire case that watched a part of the cases is not an unexpected pass where it holds', () => {
  const held = result('pass', HELD);
  const known = [entry('mcp')];
  expect(standing(held, known, false, [], [held.id]).standing).toBeUndefined();
  expect(standing(result('fail', BROKEN), known, false, [], [held.id]).standing).toBe('expected-fail');
});

test('under strict a broken should must be known too', () => {
  const broken = result('fail', [check('MCP-A-01', 'fail'), check('MCP-S-01', 'fail', 'should')]);
  expect(standing(broken, [entry('mcp#MCP-A-01')]).standing).toBe('expected-fail');
  expect(standing(broken, [entry('mcp#MCP-A-01')], true).standing).toBeUndefined();
});

test('reasons say what is known and what is stale', () => {
  expect(standing(result('fail', BROKEN, { reason: 'MCP-A-01: no' }), [entry('mcp')]).reason).toBe(
    'MCP-A-01: no; known: because (#1)',
  );
  expect(standing(result('pass', HELD), [entry('mcp')]).reason).toBe(
    'known.yaml:3:5  `mcp` is known to fail, and it holds; take the entry out, or run with --tidy',
  );
  expect(standing(result('fail', HALF, { reason: 'r' }), [entry('mcp#MCP-A-01')]).reason).toBe(
    'r; known.yaml:3:5  `mcp#MCP-A-01` is known to fail, and it holds; take the entry out, or run with --tidy',
  );
});

describe('what the target file lists', () => {
  const listed: [string, string][] = [['mcp.server.a.x', 'no such tool']];

  test('excuses an untestable case and nothing else', () => {
    const found = standing(result('untestable', [], { reason: 'no progress came' }), [], false, listed);
    expect(found).toMatchObject({ standing: 'listed-untestable', reason: 'no progress came (listed: no such tool)' });
    const unmapped = standing(result('untestable', [], { reason: 'not mapped', unmapped: ['x'] }), [], false, listed);
    expect(unmapped.reason).toBe('listed: no such tool');
    expect(standing(result('fail', BROKEN), [], false, listed).standing).toBeUndefined();
    expect(standing(result('error'), [], false, listed).standing).toBeUndefined();
    expect(standing(result('pass', HELD), [], false, listed).standing).toBeUndefined();
    expect(standing(result('untestable', [], { id: 'mcp.server.b' }), [], false, listed).standing).toBeUndefined();
    expect(standing(result('untestable', [], { standing: 'flaky' }), [], false, listed).standing).toBe('flaky');
  });
});

describe('entries', () => {
  const everything = [
    { id: 'mcp.server.a.x', requirements: ['MCP-A-01'] },
    { id: 'mcp.server.b', requirements: ['MCP-B-01'] },
  ];
  const problems = (...known: KnownEntry[]) =>
    knownProblems(known, everything, '2026-11-21').map(({ message, exit }) => `${exit}: ${message}`);

  test.each<[KnownEntry[], string[]]>([
    [[entry('mcp.server.a'), entry('mcp.server.b#MCP-B-01')], []],
    [[entry('mcp.server.c')], ['2: the known failure `mcp.server.c` matches no case']],
    [[entry('mcp.server.a#MCP-B-01')], ['2: the known failure `mcp.server.a#MCP-B-01` matches no case']],
    [
      [entry('mcp.server.a', 'fails', '2026-11-20')],
      ['1: the known failure `mcp.server.a` is overdue since 2026-11-20'],
    ],
    [[entry('mcp.server.a', 'fails', '2026-11-21')], []],
    [
      [entry('acp', 'fails', '2020-01-01')],
      ['2: the known failure `acp` matches no case', '1: the known failure `acp` is overdue since 2020-01-01'],
    ],
    [[entry('mcp'), entry('mcp.server.b', 'flaky')], ['2: `mcp.server.b` is known as both `fails` and `flaky`']],
    [[entry('mcp'), entry('mcp.server.b#MCP-B-01', 'flaky')], []],
    [[entry('mcp'), entry('mcp.server.b')], []],
  ])('%j', (known, expected) => {
    expect(problems(...known)).toEqual(expected);
  });

  test('say where they stand', () => {
    expect(knownProblems([entry('acp')], everything, '2026-11-21')[0]?.detail).toBe('known.yaml:3:5  because (#1)');
  });
});

describe('an entry about several cases', () => {
  const everything = ['a.x', 'a.y', 'b'].map((name) => ({
    id: `mcp.server.${name}`,
    name: `mcp.server.${name}`,
    requirements: ['MCP-A-01'],
  }));
  const of = (name: string, checks: CheckResult[], verdict: Verdict = 'pass') =>
    result(verdict, checks, { id: `mcp.server.${name}`, name: `mcp.server.${name}` });
  const stale = (one: KnownEntry, results: CaseResult[], partial: string[] = []) => {
    const single = singleEntries([one], everything);
    const told = staleEntries(results, everything, { known: [one], single, partial: new Set(partial) });
    return told.map(({ message, exit }) => `${exit}: ${message}`);
  };
  const ALL = [of('a.x', HELD), of('a.y', HELD), of('b', HELD)];
  const WORD =
    '1: known.yaml:3:5  `mcp.server.a` is known to fail, and all 2 of its cases pass; take the entry out, or run with --tidy';

  test('is wrong when none of them fails any more', () => {
    expect(stale(entry('mcp.server.a'), ALL)).toEqual([WORD]);
    expect(stale(entry('mcp.server.a'), [of('a.x', HELD), of('a.y', BROKEN, 'fail')])).toEqual([]);
    expect(stale(entry('mcp.server.a'), [of('a.x', HELD), of('a.y', [], 'skipped')])).toEqual([
      WORD.replace('all 2 of its cases pass', 'its case passes'),
    ]);
  });

  test('is left alone where not all of them were run, or one was not judged', () => {
    expect(stale(entry('mcp.server.a'), [of('a.x', HELD)])).toEqual([]);
    expect(stale(entry('mcp.server.a'), [of('a.x', HELD), of('a.y', [], 'untestable')])).toEqual([]);
    expect(stale(entry('mcp.server.a'), ALL, ['mcp.server.a.x'])).toEqual([]);
    expect(stale(entry('mcp.server.a', 'flaky'), ALL)).toEqual([]);
  });

  test('may name a requirement alone', () => {
    const one = { ...entry('*#MCP-A-01'), pattern: '*', requirement: 'MCP-A-01' };
    expect(stale(one, ALL)).toEqual([WORD.replace('mcp.server.a', 'MCP-A-01').replace('all 2', 'all 3')]);
    expect(stale(one, [of('a.x', HELD), of('a.y', HELD), of('b', BROKEN, 'fail')])).toEqual([]);
  });

  test('is one whose case tells it by itself, if it is about one', () => {
    const known = [entry('mcp.server.b'), entry('mcp.server.a'), entry('mcp.server.a.x')];
    expect([...singleEntries(known, everything)]).toEqual([known[0], known[2]]);
  });
});
