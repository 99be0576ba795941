import { describe, expect, it } from 'vitest';
import type { Step } from './case.js';
import { caseLimit } from './case-limit.js';

const step = (more: Partial<Step>) => ({ verb: 'expect', ...more }) as Step;

describe('the limit of a case', () => {
  it('is what the case says', () => {
    expect(caseLimit({ limit: '90s', steps: [step({ within: '20s' })] }, 30_000)).toBe(90_000);
  });

  it('is the usual one, and the waits that its steps ask for', () => {
    expect(caseLimit({ steps: [step({})] }, 30_000)).toBe(30_000);
    expect(caseLimit({ steps: [step({ within: '20s' }), step({ within: '500ms' })] }, 30_000)).toBe(50_500);
  });

  it('counts waits inside of steps, and of branches the longest', () => {
    const inner = step({ within: '1s', steps: [step({ within: '2s' })] });
    const branches = [[step({ within: '4s' })], [step({ within: '10s' }), step({ within: '6s' })]].map((steps) => ({
      steps,
    }));
    const either = step({ branches } as unknown as Partial<Step>);
    expect(caseLimit({ steps: [inner, either] }, 0)).toBe(19_000);
  });

  it('leaves out a wait that only the conversation knows', () => {
    expect(caseLimit({ steps: [step({ within: '${wait}' })] }, 30_000)).toBe(30_000);
  });
});
