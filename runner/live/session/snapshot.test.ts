import { describe, expect, it } from 'vitest';
import type { CaseState, Line, State } from '../../../src/generated/types/control-v1.js';
import type { Corpus } from '../../types.js';
import { snapshotOf } from './snapshot.js';

const line = (index: number, session: string, more: Partial<Line> = {}, requirement?: string): Line => ({
  index,
  line: {
    ...{ type: 'message', session, record: { seq: index, time: index, from: 'kit', channel: 'main', kind: 'message' } },
    findings:
      requirement === undefined
        ? []
        : [{ rule: 'x', requirement, level: 'must', blame: 'target', label: 'invalid', message: 'm' }],
  },
  ...more,
});

const LINES = [
  line(5, 'one'),
  line(6, 'two', {}, 'X-2'),
  line(7, 'one', { replyTo: 5 }, 'X-1'),
  line(8, 'two', { replyTo: 6, summary: 'reply' }, 'GONE-1'),
];
const requirement = (id: string) => [id, { id, level: 'must', text: `text of ${id}`, source: 'S', file: '/secret' }];
const CORPUS = { requirements: new Map(['X-1', 'X-2', 'X-3'].map(requirement) as never) } as Pick<
  Corpus,
  'requirements'
>;
const STATE = {
  ...{ by: 'mock', title: 'mock', proctor: '1', startedAt: '', roles: { kit: 'a', target: 'b' }, protocolVersion: '1' },
  ...{
    transport: 'stdio',
    clock: 'real',
    state: 'live',
    first: 5,
    next: 9,
    permissive: [{ name: 'p', title: 'P', on: true }],
  },
  sessions: ['one', 'two', 'three'].map((id) => ({ id, channels: ['main'], lines: 2, open: 1 })),
  faults: [{ id: 'f', title: 'F', on: true, applied: 1 }],
  ...{ held: ['m'], holdable: ['m'], can: ['send'] },
} as State;
const CASES: CaseState[] = [
  { id: 'one', verdict: 'pass' },
  { id: 'three', verdict: 'fail' },
];
const WHOLE = { state: STATE, cases: CASES };

describe('snapshotOf', () => {
  it('keeps all lines with their numbers, and the requirements that their findings name', () => {
    const { lines, state, requirements, cases } = snapshotOf(WHOLE, LINES, true, CORPUS);
    expect(lines).toEqual(LINES);
    expect(state).toMatchObject({ title: 'mock', first: 5, next: 9, sessions: STATE.sessions });
    expect(requirements).toEqual([
      { id: 'X-2', level: 'must', text: 'text of X-2', source: 'S' },
      { id: 'X-1', level: 'must', text: 'text of X-1', source: 'S' },
    ]);
    expect(cases).toEqual(CASES);
  });

  it('numbers chosen lines anew, and leaves out what was not chosen', () => {
    const { lines, state, requirements, cases } = snapshotOf(WHOLE, [LINES[0]!, LINES[2]!], false, CORPUS);
    expect(lines.map(({ index, replyTo }) => [index, replyTo])).toEqual([
      [0, undefined],
      [1, 0],
    ]);
    expect(state).toMatchObject({ first: 0, next: 2 });
    expect(state.sessions).toEqual([{ id: 'one', channels: ['main'], lines: 2, open: 0 }]);
    expect(requirements.map(({ id }) => id)).toEqual(['X-1']);
    expect(cases).toEqual([{ id: 'one', verdict: 'pass' }]);
  });

  it('takes a reply without its request for a reply to nothing', () => {
    const { lines } = snapshotOf(WHOLE, [LINES[3]!], false, CORPUS);
    expect(lines[0]).toEqual({ index: 0, line: LINES[3]!.line, summary: 'reply' });
  });

  it('has nothing that could be changed', () => {
    const { state } = snapshotOf(WHOLE, LINES, true, CORPUS);
    expect(state).toMatchObject({ faults: [], permissive: [], held: [], can: [] });
    expect(state).not.toHaveProperty('holdable');
  });
});
