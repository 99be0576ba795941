import { describe, expect, it } from 'vitest';
import type { PlannedCase } from '../planned-case.js';
import type { Attempt } from './attempt.js';
import { Crew, type CrewPiece, type CrewResult } from './crew.js';
import type { Observed } from './observed.js';
import type { TargetFacts } from './target-facts.js';
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
function others(answer: (piece: CrewPiece) => Promise<CrewResult>, least = 0) {
  const one = { count: 1, least, do: answer, doInEach: async (piece: CrewPiece) => [await answer(piece)] };
  return new Crew(one as unknown as Workers<CrewPiece, CrewResult>);
}

describe('a crew', () => {
  it('plays each case where the fewest are', async () => {
    const sent: CrewPiece[] = [];
    const crew = others(async (piece) => {
      sent.push(piece);
      return told;
    });
    const facts = { heard: false, spoke: false } as TargetFacts;
    const waiting: (() => void)[] = [];
    const here = () => new Promise<Attempt>((resolve) => waiting.push(() => resolve(played)));
    const order = { target: 3, planned, againAlone: true };
    const first = crew.attempt(order, facts, here);
    expect(await crew.attempt(order, facts, here)).toEqual({ planned, records: [], timedOut: true });
    expect(sent).toEqual([{ target: 3, id: 'a.b', transport: 'stdio', againAlone: true }]);
    expect(facts).toEqual({ heard: true, spoke: false });
    for (const go of waiting) go();
    expect(await first).toBe(played);
    const last = crew.attempt(order, facts, () => Promise.resolve(played));
    expect([await last, sent.length]).toEqual([played, 1]);
  });

  it('plays here what a process had that is lost, and remembers that it is', async () => {
    const crew = others(() => Promise.reject(new WorkerLost('it ended with SIGKILL')), -1);
    const order = { target: 0, planned, againAlone: false };
    expect(await crew.attempt(order, {} as TargetFacts, async () => played)).toBe(played);
    expect(crew.lost).toBe('a process of the kit is lost: it ended with SIGKILL');
  });

  it('passes on what went wrong elsewhere', async () => {
    const crew = others(() => Promise.reject(new Error('this process has no case a.b')), -1);
    const order = { target: 0, planned, againAlone: false };
    await expect(crew.attempt(order, {} as TargetFacts, async () => played)).rejects.toThrow('has no case a.b');
  });

  it('adds up what was seen of each target, and tells a mistake once', async () => {
    const crew = others(async () => [undefined, seen(3)]);
    const all = await crew.observed(
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
