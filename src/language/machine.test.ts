import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { type Machine, statesOf, walk } from './machine.js';

const task: Machine = {
  initial: 'working',
  moves: {
    working: ['input_required', 'completed', 'failed', 'cancelled'],
    input_required: ['working', 'completed', 'failed', 'cancelled'],
  },
  final: ['completed', 'failed', 'cancelled'],
};

describe('told one by one', () => {
  test.each([
    [[]],
    [['working']],
    [['working', 'working', 'completed']],
    [['working', 'input_required', 'working', 'failed', 'failed']],
  ])('%j is legal', (states) => expect(walk(task, states)).toStrictEqual({ ok: true }));

  test.each([
    [['completed'], 0, /can't be the first state; a walk begins with "working"/],
    [['working', 'completed', 'working'], 2, /"completed" is final, but "working" followed/],
    [['working', 'complete'], 1, /"complete" is not a state; known are "working", "input_required"/],
    [['working', 'constructor'], 1, /is not a state/],
  ])('%j is not', (states, at, message) => {
    expect(walk(task, states)).toMatchObject({ ok: false, at, message: expect.stringMatching(message) });
  });

  it('names what may follow', () => {
    const line: Machine = { initial: 'a', moves: { a: ['b'], b: ['c'] }, final: ['c'] };
    expect(walk(line, ['a', 'c'])).toStrictEqual({
      ok: false,
      at: 1,
      message: `"c" can't follow "a"; after it come "b"`,
    });
  });
});

it('lets polls miss states, but not go back from the end', () => {
  const polled: Machine = {
    initial: ['submitted'],
    moves: { submitted: ['working'], working: ['asked', 'done'], asked: ['working'] },
    final: ['done'],
    sampled: true,
  };
  expect(walk(polled, ['done'])).toStrictEqual({ ok: true });
  expect(walk(polled, ['submitted', 'asked', 'asked', 'done'])).toStrictEqual({ ok: true });
  expect(walk(polled, ['working', 'submitted'])).toMatchObject({ ok: false, at: 1 });
  expect(walk(polled, ['done', 'working'])).toMatchObject({ ok: false, at: 1 });
});

it('forbids repetition where the table says so', () => {
  const once: Machine = { initial: 'a', moves: { a: ['b'], b: ['b'] }, final: [], repeats: false };
  expect(walk(once, ['a', 'a'])).toMatchObject({ ok: false, at: 1 });
  expect(walk(once, ['a', 'b', 'b'])).toStrictEqual({ ok: true });
});

it('accepts every walk that follows the moves, and refuses it with one wrong state in it', () => {
  const seeds = fc.array(fc.nat(), { maxLength: 20 });
  fc.assert(
    fc.property(seeds, (choices) => {
      const states = ['working'];
      for (const choice of choices) {
        const next = task.moves[states.at(-1)!] ?? [];
        if (next.length === 0) break;
        states.push(next[choice % next.length]!);
      }
      expect(walk(task, states)).toStrictEqual({ ok: true });
      expect(walk(task, [...states, 'nowhere'])).toMatchObject({ ok: false, at: states.length });
      expect(statesOf(task).size).toBe(5);
    }),
  );
});
