import { describe, expect, it } from 'vitest';
import type { Step } from '../../src/language/case.js';
import type { PlannedCase } from '../planned-case.js';
import { beginOrder, isIdle } from './begin-order.js';

const planned = (id: string, steps: Partial<Step>[], more: object = {}) =>
  ({ planned: { id, case: { steps }, ...more } }) as unknown as { planned: PlannedCase };
const ids = (cases: { planned: PlannedCase }[]) => cases.map(({ planned }) => planned.id);

describe('the order in which cases begin', () => {
  const waits = { within: '3s' };
  const first = Array.from({ length: 10 }, (_, index) => planned(`${index}`, index === 5 ? [waits] : []));
  const begun = (...cases: { planned: PlannedCase }[]) => ids(beginOrder([...first, ...cases], 2)).slice(first.length);

  it('puts long waits right behind the first cases, at any depth of their steps', () => {
    const nested = planned('nested', [{ steps: [waits] } as Partial<Step>]);
    const cases = [planned('plain', []), nested, planned('other', []), planned('waiting', [waits])];
    expect(begun(...cases)).toEqual(['nested', 'waiting', 'plain', 'other']);
    expect(ids(beginOrder([...first, ...cases], 2)).slice(0, first.length)).toEqual(ids(first));
  });

  it('puts those there, too, for which the target takes its time', () => {
    const cases = [planned('plain', []), planned('lasting', [], { lasts: true })];
    expect(begun(...cases)).toEqual(['lasting', 'plain']);
  });

  it('puts those there, too, that let much time pass', () => {
    const passing = (...durations: string[]) => durations.map((body) => ({ verb: 'advance' as const, body }));
    const long = planned('long', passing('5s', '${behavior.x.wait}', '5s'));
    expect(begun(planned('plain', []), planned('short', passing('9s')), long)).toEqual(['long', 'plain', 'short']);
    expect([isIdle(long.planned), isIdle({ ...long.planned, gated: { verdict: 'skipped', reason: 'no' } })]).toEqual([
      true,
      false,
    ]);
  });

  it('does not count those among the first cases that are not played', () => {
    const gated = Array.from({ length: 30 }, (_, index) =>
      planned(`gated ${index}`, [], { gated: { verdict: 'skipped', reason: 'asks for no tokens' } }),
    );
    const cases = [...gated, ...first, planned('plain', []), planned('waiting', [waits])];
    expect(ids(beginOrder(cases, 2)).slice(gated.length)).toEqual([...ids(first), 'waiting', 'plain']);
  });

  it('leaves those where they are that are not played', () => {
    const gated = planned('gated', [waits], { gated: { verdict: 'skipped', reason: 'no tools' } });
    expect(begun(planned('a', []), gated, planned('b', []))).toEqual(['a', 'gated', 'b']);
  });
});
