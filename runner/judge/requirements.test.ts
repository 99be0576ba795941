import { expect, it } from 'vitest';
import type { Requirement } from '../../src/language/requirement.js';
import type { CaseResult, CheckResult } from '../events.js';
import type { PlannedCase } from '../planned-case.js';
import { countLevels, countRequirements } from './requirements.js';

const place = { file: 'a.yaml', line: 1, col: 1 };
const planned = (id: string, requirements: string[], more: Partial<PlannedCase> = {}): PlannedCase => ({
  ...{ id, name: id, title: id, group: 'g', role: 'mcp/server', place, transport: 'stdio', requirements },
  ...more,
});
const result = (name: string, checks: Record<string, CheckResult['status']>, more: Partial<CaseResult> = {}) =>
  ({
    ...{ id: name, name, verdict: 'pass', warned: false, ...more },
    checks: Object.entries(checks).map(([requirement, status]) => ({
      requirement,
      status,
      level: levelOf(requirement),
    })),
  }) as CaseResult;
const levelOf = (id: string) => (id.startsWith('M') ? 'must' : 'should');
const requirementOf = (id: string): Requirement | undefined =>
  id === 'M-OTHER' ? undefined : { id, level: levelOf(id), roles: [], text: `${id}.`, source: 'Spec' };

const cases = [
  planned('a', ['M1', 'S1']),
  planned('b', ['M1', 'M2']),
  planned('c', ['M3'], { gated: { verdict: 'untestable', reason: 'not mapped' } }),
  planned('d', ['M4'], { gated: { verdict: 'skipped', reason: 'not advertised' } }),
  planned('e', ['M5', 'S2']),
  planned('f', ['M6', 'M-OTHER']),
  planned('w', ['M7'], { wire: {} as NonNullable<PlannedCase['wire']> }),
];
const results = [
  result('a', { M1: 'pass', S1: 'fail' }, { warned: true }),
  result('b', { M1: 'fail', M2: 'not-reached' }, { verdict: 'fail' }),
  result('e', { M5: 'fail', S2: 'fail' }, { verdict: 'fail', standing: 'expected-fail', warned: true }),
  result('f', { M6: 'non-strict' }),
];

it('counts the cases in which a requirement held, was broken, is known, or was not tested', () => {
  const counts = countRequirements(cases, results, requirementOf);
  expect(
    counts.map(({ requirement, held, broken, known, notTested }) => [requirement, held, broken, known, notTested]),
  ).toEqual([
    ['M1', 1, 1, 0, 0],
    ['S1', 0, 1, 0, 0],
    ['M2', 0, 0, 0, 1],
    ['M3', 0, 0, 0, 1],
    ['M5', 0, 0, 1, 0],
    // A known failure does not excuse a warning of its case.
    ['S2', 0, 1, 0, 0],
    ['M6', 1, 0, 0, 0],
  ]);
});

it('counts each requirement of a level once', () => {
  const { must, should } = countLevels(countRequirements(cases, results, requirementOf));
  expect(must).toEqual({ held: 1, broken: 1, known: 1, notTested: 2 });
  expect(should).toEqual({ held: 0, broken: 2, known: 0, notTested: 0 });
});
