import { expect, test } from 'vitest';
import type { CaseResult, Summary } from '../events.js';
import { WIRE_GROUP } from '../planned-case.js';
import { exitCode, provesNothing, type RunFacts } from './exit-code.js';

const result = (verdict: CaseResult['verdict'], group = 'Tools') =>
  ({ id: 'mcp.server.a', group, verdict, warned: false, nonStrict: false, checks: [] }) as unknown as CaseResult;
const facts = (results: CaseResult[], more: Partial<RunFacts> = {}): RunFacts => ({
  interrupted: false,
  problems: [],
  kitDefect: false,
  neverStarted: false,
  summary: { notRun: 0 } as Summary,
  results,
  ...more,
});

test.each<[string, RunFacts, number, boolean]>([
  ['one that passed', facts([result('pass')]), 0, false],
  ['only skipped', facts([result('skipped')]), 1, true],
  ['no case, but wire rules that held', facts([result('skipped'), result('pass', WIRE_GROUP)]), 1, true],
  ['a failure', facts([result('fail')]), 1, false],
  ['cases that were not run', facts([result('skipped')], { summary: { notRun: 1 } as Summary }), 1, false],
  ['a problem that says why', facts([result('skipped')], { problems: [1] }), 1, false],
  ['an interruption', facts([], { interrupted: true }), 130, false],
  ['a target that never started', facts([], { neverStarted: true }), 3, false],
])('the exit code says what came of a run: %s', (_what, given, code, nothing) => {
  expect([exitCode(given), provesNothing(given)]).toEqual([code, nothing]);
});
