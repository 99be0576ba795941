import { describe, expect, test } from 'vitest';
import type { Target } from '../../../../src/language/target.js';
import type { CaseResult } from '../../../events.js';
import { afterRun, keyOf, type LastFailed, namesToRepeat } from './last-failed.js';

const RULE = 'mcp.server.wire.stdout';

type Told = Partial<CaseResult> & Pick<CaseResult, 'verdict'>;
const RED: Told = { verdict: 'fail' };
const PASS: Told = { verdict: 'pass' };

/** What is known after a run in which these cases came out so; undefined for one that was never run. */
function runOver(before: Partial<LastFailed>, cases: { [id: string]: Told | undefined }, isWhole = true): LastFailed {
  const ids = Object.keys(cases);
  const finished = ids.flatMap((id) => {
    const told = cases[id];
    if (told === undefined) return [];
    const red = told.standing === undefined ? !['pass', 'skipped'].includes(told.verdict) : told.standing === 'flaky';
    return [[id, { result: { id, name: id, ...told } as CaseResult, red }] as const];
  });
  return afterRun(
    { failed: [], open: [], wire: {}, ...before },
    {
      planned: ids.map((name) => ({ name, group: name.includes('.wire.') ? 'wire' : 'Some' })),
      finished: new Map(finished),
      isWhole,
    },
  );
}

const nothing: LastFailed = { failed: [], open: [], wire: {} };

describe('a failure', () => {
  test.for<[string, { [id: string]: Told | undefined }, boolean]>([
    ['passed again', { a: PASS }, true],
    ['was left out by a pattern', { b: PASS }, false],
    ['was not played because the run was interrupted', { a: undefined }, false],
    ['was skipped', { a: { verdict: 'skipped' } }, false],
    ['could not be started', { a: { verdict: 'error' } }, false],
    ['could not be tested', { a: { verdict: 'untestable', standing: 'listed-untestable' } }, false],
    ['failed as known', { a: { verdict: 'fail', standing: 'expected-fail' } }, false],
    ['was flaky', { a: { verdict: 'fail', standing: 'flaky' } }, false],
  ])('that %s: is it forgotten', ([, cases, isForgotten]) => {
    expect(runOver({ failed: ['a'] }, cases).failed).toEqual(isForgotten ? [] : ['a']);
    expect(runOver({ failed: ['a'] }, cases).open).toEqual([]);
  });

  test('is remembered where it is red', () => {
    expect(runOver({}, { a: RED, b: PASS, c: { verdict: 'fail', standing: 'flaky' } }).failed).toEqual(['a', 'c']);
    expect(runOver({}, { a: { verdict: 'fail', standing: 'expected-fail' } })).toEqual(nothing);
  });
});

describe('a case without a judgement', () => {
  test('is played again until it comes out as expected', () => {
    const before = runOver({}, { a: undefined, b: { verdict: 'error' }, c: { verdict: 'untestable' } });
    expect(before).toEqual({ ...nothing, open: ['a', 'b', 'c'] });
    expect(runOver(before, { a: PASS, b: { verdict: 'skipped' }, c: RED })).toEqual({ ...nothing, failed: ['c'] });
  });

  test('is not settled by a skip in a run over one transport of several', () => {
    expect(runOver({ open: ['a'] }, { a: { verdict: 'skipped' } }, false).open).toEqual(['a']);
  });
});

describe('a wire failure', () => {
  const broken = (...brokenIn: string[]): Told => ({ verdict: 'fail', brokenIn });

  test('is kept with the cases that produced it, and brings them along', () => {
    const kept = runOver({}, { a: PASS, b: PASS, [RULE]: broken('b') });
    expect(kept).toEqual({ ...nothing, wire: { [RULE]: ['b'] } });
    expect(namesToRepeat(kept)).toEqual([RULE, 'b']);
  });

  test('is forgotten when all of them were played again and the rule held', () => {
    const before = { wire: { [RULE]: ['a', 'b'] } };
    expect(runOver(before, { c: PASS, [RULE]: PASS }).wire).toEqual({ [RULE]: ['a', 'b'] });
    const half = runOver(before, { a: PASS, [RULE]: PASS });
    expect(half.wire).toEqual({ [RULE]: ['b'] });
    expect(runOver(half, { b: { verdict: 'error' }, [RULE]: PASS }).wire).toEqual({ [RULE]: ['b'] });
    expect(runOver(half, { b: PASS, [RULE]: PASS }).wire).toEqual({});
    expect(runOver(half, { b: PASS, [RULE]: { verdict: 'skipped' } }).wire).toEqual({});
  });

  test('gains the cases that broke it again', () => {
    expect(runOver({ wire: { [RULE]: ['a', 'b'] } }, { a: PASS, c: PASS, [RULE]: broken('c') }).wire).toEqual({
      [RULE]: ['b', 'c'],
    });
  });

  test('that no case produced is that of the probe, which every run plays', () => {
    const kept = runOver({}, { a: PASS, [RULE]: broken() });
    expect(namesToRepeat(kept)).toEqual([RULE]);
    expect(runOver(kept, { a: PASS, [RULE]: PASS })).toEqual(nothing);
  });
});

describe('the file', () => {
  test('tells targets apart by role, name and file, or what they are started or reached by', () => {
    const target = (more: Partial<Target>, command: string[] = ['node', 'dist/a.js']) =>
      keyOf(
        { role: 'mcp/server', name: 'a.js', transport: 'stdio', transports: { stdio: { command } }, ...more } as Target,
        '/x',
      );
    expect(target({ file: '/x/proctor.yaml' })).toBe('mcp/server a.js proctor.yaml');
    expect(target({ file: '/y/proctor.yaml' })).toBe('mcp/server a.js ../y/proctor.yaml');
    expect(target({})).toBe('mcp/server a.js dist/a.js');
    expect(target({}, ['node', 'other/a.js', '--flag'])).toBe('mcp/server a.js other/a.js');
    const http = { http: { url: 'http://h/mcp' } } as unknown as Target['transports'];
    expect(target({ name: 'h', transport: 'http', transports: http })).toBe('mcp/server h http://h/mcp');
  });
});
