import { describe, expect, it } from 'vitest';
import type { Step } from '../../src/language/case.js';
import type { PlannedCase } from '../planned-case.js';
import { beginOrder } from './begin-order.js';

const planned = (id: string, steps: Partial<Step>[], more: object = {}) =>
  ({ planned: { id, case: { steps }, ...more } }) as unknown as { planned: PlannedCase };
const ids = (cases: { planned: PlannedCase }[]) => cases.map(({ planned }) => planned.id);

describe('the order in which cases begin', () => {
  const waits = { within: '3s' };
  it('puts long waits right behind the first cases, at any depth of their steps', () => {
    const cases = [
      planned('first', []),
      planned('second', [waits]),
      planned('plain', []),
      planned('nested', [{ steps: [waits] } as Partial<Step>]),
      planned('other', []),
      planned('waiting', [waits]),
    ];
    expect(ids(beginOrder(cases, 2))).toEqual(['first', 'second', 'nested', 'waiting', 'plain', 'other']);
  });

  it('leaves those where they are that are not played, and a run of one at a time that has none', () => {
    const gated = planned('gated', [waits], { gated: { verdict: 'skipped', reason: 'no tools' } });
    expect(ids(beginOrder([planned('a', []), gated, planned('b', [])], 1))).toEqual(['a', 'gated', 'b']);
  });
});
