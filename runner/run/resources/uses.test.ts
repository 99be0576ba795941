import { describe, expect, it } from 'vitest';
import { grown } from './grown.js';
import { Uses } from './uses.js';

const MIB = 1024 * 1024;
const usage = (cpuMs: number, mib: number, peak = mib) => ({
  cpuMs,
  residentBytes: mib * MIB,
  peakBytes: peak * MIB,
});

/** Cases one after another in a process that has so many MiB at the end of each. */
function inOne(uses: Uses, memory: readonly number[]): Uses {
  const process = {};
  for (const [index, mib] of memory.entries())
    uses.note(`c${index}`, {
      process,
      before: usage(index * 10, mib),
      after: usage(index * 10 + 10, mib),
      isCrowded: false,
    });
  return uses;
}

const times = (count: number, of: (index: number) => number) => Array.from({ length: count }, (_, index) => of(index));

describe('what a case has used', () => {
  it('is what its processes have used since it had them', () => {
    const uses = new Uses();
    uses.note('a', { process: {}, before: undefined, after: usage(200, 50, 60), isCrowded: false });
    uses.note('a', { process: {}, before: usage(300, 40), after: usage(320, 45), isCrowded: false });
    expect(uses.take('a')).toEqual({ cpuMs: 220, residentBytes: 50 * MIB, peakBytes: 60 * MIB });
    expect(uses.take('a')).toBeUndefined();
  });

  it('has no CPU time where others had the process at the same time', () => {
    const uses = new Uses();
    uses.note('a', { process: {}, before: usage(1, 40), after: usage(9, 41), isCrowded: true });
    expect(uses.take('a')).toEqual({ residentBytes: 41 * MIB, peakBytes: 41 * MIB });
  });
});

describe('what a run has used', () => {
  it('is the last of each process, and the most memory of one', () => {
    const uses = inOne(inOne(new Uses(), [40, 50, 45]), [60]);
    expect(uses.all()).toEqual({ cpuMs: 40, peakBytes: 60 * MIB, processes: 2 });
    expect(new Uses().all()).toBeUndefined();
  });

  it('names the process that grew most, from the second quarter of its cases to the last', () => {
    const uses = inOne(
      inOne(
        new Uses(),
        times(40, (index) => 40 + 2 * index),
      ),
      times(40, (index) => 40 + index),
    );
    expect(uses.all()?.growth).toEqual({ cases: 40, fromBytes: 70 * MIB, toBytes: 110 * MIB });
    expect(grown(uses)).toEqual(['the target grew from 70 to 110 MiB in one process over 40 cases']);
  });

  it.each([
    ['few cases', times(19, (index) => 40 + 10 * index)],
    ['memory that is given back', times(40, (index) => (index < 30 ? 40 + 4 * index : 70))],
    ['a process that has what it needs', times(40, (index) => (index < 8 ? 40 + 10 * index : 120))],
    ['a little more with each', times(40, (index) => 100 + index)],
  ])('says nothing of %s', (_, memory) => {
    expect(grown(inOne(new Uses(), memory))).toEqual([]);
  });
});
