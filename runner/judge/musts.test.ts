import { expect, it } from 'vitest';
import type { Requirement } from '../../src/language/requirement.js';
import type { CaseResult, CheckResult } from '../events.js';
import type { PlannedCase } from '../planned-case.js';
import { saysLittle } from '../says-little.js';
import { countMusts, lackedBehaviors } from './musts.js';
import { countRequirements } from './requirements.js';

const place = { file: 'a.yaml', line: 1, col: 1 };
const planned = (id: string, requirements: string[], more: Partial<PlannedCase> = {}): PlannedCase => ({
  ...{ id, name: id, title: id, group: 'g', role: 'mcp/server', place, transport: 'stdio', requirements },
  ...more,
});
const needing = (...unmapped: string[]): Partial<PlannedCase> => ({
  gated: { verdict: 'skipped', reason: 'needs a target file', unmapped },
  needsFile: true,
});
const result = (id: string, checks: Record<string, CheckResult['status']>) =>
  ({
    ...{ id, name: id, title: id, group: 'g', role: 'mcp/server', place, transport: 'stdio', verdict: 'pass' },
    ...{ nonStrict: false, warned: false, durationMs: 1 },
    checks: Object.entries(checks).map(([requirement, status]) => ({ requirement, status })),
  }) as CaseResult;
const requirementOf = (id: string) =>
  ({ id, level: id.startsWith('M') ? 'must' : 'should', text: '', source: '' }) as unknown as Requirement;
const counted = (cases: PlannedCase[], results: CaseResult[]) => countRequirements(cases, results, requirementOf);

it('counts a must by any case that has judged it, and asks for the behaviors of the others', () => {
  const cases = [
    planned('a', ['M1', 'S1']),
    planned('b', ['M2'], needing('tool', 'logs')),
    planned('c', ['M1', 'M3'], needing('tool')),
    planned('d', ['M4'], { gated: { verdict: 'skipped', reason: 'the target does not advertise /tools' } }),
    planned('e', ['M5']),
    planned('f', ['S2'], needing('prompt')),
  ];
  const results = [result('a', { M1: 'pass', S1: 'pass' }), result('e', { M5: 'not-reached' })];
  expect(countMusts(counted(cases, results))).toEqual({ tested: 1, of: 4 });
  expect(lackedBehaviors(counted(cases, results), cases)).toEqual(['tool', 'logs']);
});

it('counts a must that failed as looked at', () => {
  expect(countMusts(counted([planned('a', ['M1'])], [result('a', { M1: 'fail' })]))).toMatchObject({
    tested: 1,
    of: 1,
  });
});

it('counts a wire rule only where it has judged something', () => {
  const rule = planned('w', ['M9'], { wire: {} as NonNullable<PlannedCase['wire']> });
  expect(countMusts(counted([rule], []))).toMatchObject({ tested: 0, of: 0 });
  expect(countMusts(counted([rule], [result('w', { M9: 'pass' })]))).toMatchObject({ tested: 1, of: 1 });
});

it.each([
  [1, 2, false],
  [1, 3, true],
  [0, 0, false],
])('%i of %i says little: %s', (tested, of, little) => expect(saysLittle({ tested, of })).toBe(little));
