import { describe, expect, it } from 'vitest';
import type { PlannedCase } from '../../planned-case.js';
import type { Attempt } from '../attempt.js';
import type { Observed } from '../observed.js';
import type { TargetFacts } from '../target-facts.js';
import { type ProcessPiece, ProcessPool, type ProcessResult } from './process-pool.js';
import { WorkerLost, type Workers } from './workers.js';

const planned = { id: 'a.b', transport: 'stdio' } as PlannedCase;
const played = { planned, records: [], timedOut: false } as Attempt;
const told = { records: [], timedOut: true, heard: true, spoke: false };
const seen = (broken: number): Observed => ({
  heard: broken > 0,
  findings: [
    { rule: 'r', requirement: 'R', blame: 'target', label: 'invalid', message: 'wrong', session: `${broken}` } as never,
  ],
  judged: { r: 2, [`of ${broken}`]: 1 },
  broken: { r: broken },
  messages: 5,
  invalidValues: ['x'],
  remarks: [],
});

/** The others: one process, which never has more to do than `least` says. */
function others(answer: (piece: ProcessPiece) => Promise<ProcessResult>, least = 0) {
  const one = { count: 1, least, do: answer, doInEach: async (piece: ProcessPiece) => [await answer(piece)] };
  return new ProcessPool(one as unknown as Workers<ProcessPiece, ProcessResult>);
}

describe('a process pool', () => {
  it('plays each case where the fewest are', async () => {
    const sent: ProcessPiece[] = [];
    const pool = others(async (piece) => {
      sent.push(piece);
      return told;
    });
    const facts = { heard: false, spoke: false } as TargetFacts;
    const waiting: (() => void)[] = [];
    const here = () => new Promise<Attempt>((resolve) => waiting.push(() => resolve(played)));
    const order = { target: 3, planned, againAlone: true };
    const first = pool.attempt(order, facts, here);
    expect(await pool.attempt(order, facts, here)).toEqual({ planned, records: [], timedOut: true });
    expect(sent).toEqual([{ target: 3, id: 'a.b', transport: 'stdio', againAlone: true }]);
    expect(facts).toEqual({ heard: true, spoke: false });
    for (const go of waiting) go();
    expect(await first).toBe(played);
    const last = pool.attempt(order, facts, () => Promise.resolve(played));
    expect([await last, sent.length]).toEqual([played, 1]);
  });

  it('plays here what a process had that is lost, and remembers that it is', async () => {
    const pool = others(() => Promise.reject(new WorkerLost('it ended with SIGKILL')), -1);
    const order = { target: 0, planned, againAlone: false };
    expect(await pool.attempt(order, {} as TargetFacts, async () => played)).toBe(played);
    expect(pool.lost).toBe('a worker process was lost: it ended with SIGKILL');
  });

  it('passes on what went wrong elsewhere', async () => {
    const pool = others(() => Promise.reject(new Error('this process has no case a.b')), -1);
    const order = { target: 0, planned, againAlone: false };
    await expect(pool.attempt(order, {} as TargetFacts, async () => played)).rejects.toThrow('has no case a.b');
  });

  it('adds up what was seen of each target, and tells a mistake once', async () => {
    const pool = others(async () => [undefined, seen(3)]);
    const all = await pool.observed(
      new Map([
        ['one', seen(0)],
        ['other', seen(1)],
      ]),
    );
    expect(all.get('one')).toEqual(seen(0));
    expect(all.get('other')).toMatchObject({
      heard: true,
      judged: { r: 4, 'of 1': 1, 'of 3': 1 },
      broken: { r: 4 },
      messages: 10,
      invalidValues: ['x'],
    });
    expect(all.get('other')!.findings.map(({ session }) => session)).toEqual(['1']);
  });
});
