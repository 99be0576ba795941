import { expect, test } from 'vitest';
import type { CaseResult, Verdict } from '../events.js';
import { mergeRuns } from './runs.js';

const place = { file: 'c.yaml', line: 1, col: 1 };
function result(verdict: Verdict, more: Partial<CaseResult> = {}): CaseResult {
  return {
    id: 'mcp.a',
    name: 'mcp.a',
    title: 't',
    group: 'g',
    role: 'mcp/server',
    transport: 'stdio',
    place,
    verdict,
    nonStrict: false,
    warned: false,
    durationMs: 10,
    checks: [],
    ...more,
  };
}

test.each<[Verdict[], Verdict, string | undefined]>([
  [['pass'], 'pass', undefined],
  [['pass', 'pass', 'pass'], 'pass', undefined],
  [['fail', 'fail'], 'fail', undefined],
  [['fail', 'untestable'], 'fail', undefined],
  [['fail', 'pass'], 'fail', 'flaky: passed once, failed once; the reason'],
  [['pass', 'pass', 'fail'], 'fail', 'flaky: passed 2 times, failed once; the reason'],
  [['pass', 'untestable'], 'untestable', 'flaky: passed once, could not be tested once; the reason'],
  [['untestable', 'fail', 'pass'], 'fail', 'flaky: passed once, failed once, could not be tested once; the reason'],
  [['skipped', 'pass'], 'skipped', 'flaky: passed once, was skipped once; the reason'],
  [['error', 'pass', 'fail'], 'error', undefined],
  [['error', 'error'], 'error', undefined],
])('the runs of one case become one result: %j', (verdicts, verdict, flaky) => {
  const merged = mergeRuns(verdicts.map((one) => result(one, one === 'pass' ? {} : { reason: 'the reason' })));
  expect(merged.verdict).toBe(verdict);
  expect(merged.standing).toBe(flaky === undefined ? undefined : 'flaky');
  if (flaky !== undefined) expect(merged.reason).toBe(flaky);
  expect(merged.durationMs).toBe(verdicts.length * 10);
});

test('what the first failure said is what is shown', () => {
  const merged = mergeRuns([result('pass'), result('fail', { reason: 'one' }), result('fail', { reason: 'two' })]);
  expect(merged.reason).toContain('one');
});

test('merged one after the other, once flaky stays flaky', () => {
  const once = mergeRuns([result('fail'), result('pass')]);
  expect(mergeRuns([once, result('fail')]).standing).toBe('flaky');
  expect(mergeRuns([once, result('pass')]).standing).toBe('flaky');
  expect(mergeRuns([once, result('error')])).toMatchObject({ verdict: 'error' });
});

test('a warning or a tolerated branch in one run is not lost', () => {
  const merged = mergeRuns([result('pass'), result('pass', { nonStrict: true }), result('pass', { warned: true })]);
  expect(merged).toMatchObject({ verdict: 'pass', nonStrict: true, warned: true });
  expect(mergeRuns([result('pass', { nonStrict: true }), result('fail')]).nonStrict).toBe(false);
});

test('a wire rule that broke in one run is not lost; its record is known in the run that is shown', () => {
  const breach = {
    case: 'mcp.server.wire.stdout',
    requirement: 'MCP-STDIO-04',
    level: 'must',
    message: 'no',
    seq: 3,
  } as const;
  const other = { ...breach, message: 'nor this', seq: 4 };
  const { seq: _, ...unplaced } = other;
  const runs = [result('fail', { breaches: [breach] }), result('pass', { breaches: [{ ...breach, seq: 9 }, other] })];
  expect(mergeRuns(runs).breaches).toEqual([breach, unplaced]);
  expect(mergeRuns([result('pass'), result('pass')])).not.toHaveProperty('breaches');
});

test('nothing can be made of no runs', () => {
  expect(() => mergeRuns([])).toThrow(RangeError);
});
