import { describe, expect, it, test } from 'vitest';
import type { Blamed, BlameFacts } from './blame.js';
import { type Ending, HELD, isFailure, isStuck, outcomeInRun, withDeath } from './ending.js';
import { checksLiveness, isKnown, livenessOf } from './liveness.js';
import type { Judged, Outcome } from './outcome.js';
import { endedAlike, howUnresponsive } from './unresponsive.js';

const at = { file: 'case.yaml', line: 3, col: 1 };
const ending = (outcome: Outcome, blamed: readonly Blamed[] = []): Ending => ({
  outcome,
  blamed,
  message: 'no reply',
  at,
  channel: 'two',
});
const BROKEN: readonly Blamed[] = [{ requirement: 'A', because: 'checked' }];
const DIFFERS: Outcome = { kind: 'differs', differences: [] };
const ENDED: Outcome = { kind: 'ended', how: 'HTTP 500', unanswered: true };
const DIED: Outcome = { kind: 'died', how: 'the target exited with code 1' };
const SLOW: Outcome = { kind: 'not-started', slow: true };
const NEVER_STARTED: Outcome = { kind: 'not-started', slow: false };

test.each<[string, Ending, 'failure' | 'stuck' | undefined]>([
  ['a step that judges the target did not hold', ending(DIFFERS, BROKEN), 'failure'],
  ['a step that judges nothing did not hold', ending(DIFFERS), 'stuck'],
  ['what a step builds on is not so', ending({ kind: 'unmet' }), 'stuck'],
  ['the target died', ending(DIED, BROKEN), undefined],
  ['every step held', HELD, undefined],
  ['the case took too long', ending({ kind: 'limit' }), undefined],
])('%s: %#', (_, one, expected) => {
  expect([isFailure(one), isStuck(one)]).toEqual([expected === 'failure', expected === 'stuck']);
});

describe('a death that the steps did not notice', () => {
  const facts: BlameFacts = {
    ...{ role: { alive: 'ALIVE', died: 'ANSWERED' }, checks: [], later: [], sent: [], judged: [] },
    ...{ stray: false, nameless: false, weaker: new Set(), unjudged: new Set() },
  };
  const death = { how: DIED.how, expected: false, at, facts };
  const blamed = [{ requirement: 'ANSWERED', because: 'death' }];

  it('is the ending of a case whose steps held, or which could not go on', () => {
    expect(withDeath(HELD, death)).toEqual({ outcome: DIED, message: DIED.how, blamed, at, channel: 'main' });
    expect(withDeath(ending(DIFFERS), death)).toEqual({
      outcome: DIED,
      message: `${DIED.how}; no reply`,
      blamed,
      at,
      channel: 'two',
    });
  });

  it('changes nothing for a case that waited for it or that has failed already', () => {
    expect(withDeath(HELD, { ...death, expected: true })).toBe(HELD);
    const failed = ending(DIFFERS, BROKEN);
    expect(withDeath(failed, death)).toBe(failed);
  });
});

test.each<[string, Outcome, { spoke: boolean; slowStart: boolean }, Outcome]>([
  ['a target that never spoke and died was not started', DIED, { spoke: false, slowStart: false }, NEVER_STARTED],
  ['a target that spoke and died has died', DIED, { spoke: true, slowStart: false }, DIED],
  [
    'a silent process, though others answered the same, was slow',
    { kind: 'no-reply' },
    { spoke: true, slowStart: true },
    SLOW,
  ],
  ['so it was if the whole case took too long', { kind: 'limit' }, { spoke: true, slowStart: true }, SLOW],
  ['a wrong answer is one in any case', DIFFERS, { spoke: false, slowStart: true }, DIFFERS],
])('in view of the run, %s', (_, outcome, seen, expected) => {
  expect(outcomeInRun(outcome, seen)).toEqual(expected);
});

describe('the liveness check', () => {
  test.each<[boolean, string, Ending, boolean]>([
    [true, 'a case that held', HELD, false],
    [true, 'a failed case', ending(DIFFERS, BROKEN), false],
    [true, 'a wait that ran out', ending({ kind: 'no-reply' }, BROKEN), false],
    [false, 'a wait that ran out and will be repeated', ending({ kind: 'no-reply' }, BROKEN), true],
    [false, 'a connection that ended without a reply', ending(ENDED, BROKEN), false],
    [false, 'a step that judges nothing', ending(DIFFERS), false],
    [false, 'a death', ending(DIED, BROKEN), false],
  ])('is %s after %s', (expected, _, one, skip) => {
    expect(checksLiveness(one, skip)).toBe(expected);
  });

  test.each<[string, Ending]>([
    ['answered', HELD],
    ['silent', ending({ kind: 'no-reply' }, BROKEN)],
    ['wrong', ending(DIFFERS, BROKEN)],
    ['gone', ending(DIED)],
  ])('says that the target is %s', (expected, answer) => {
    expect(livenessOf(answer)).toBe(expected);
  });

  it('fails nothing that the case has failed already, and proves nothing if any answer will do', () => {
    const fail: Judged = { requirement: 'ALIVE', status: 'fail', at };
    const pass: Judged = { ...fail, status: 'pass' };
    expect([isKnown(fail, [fail], undefined), isKnown(fail, [pass], undefined)]).toEqual([true, false]);
    expect([isKnown(pass, [], 'wrong'), isKnown(pass, [], undefined)]).toEqual([true, false]);
  });
});

describe('an unresponsive target', () => {
  test.each<[string | undefined, Ending]>([
    ['exited with code 1', ending(DIED)],
    ['could not be started: no reply', ending(NEVER_STARTED)],
    ['answers nothing', ending({ kind: 'nothing-came' }, BROKEN)],
    ['answers nothing', ending({ kind: 'limit' })],
    ['gives no reply (HTTP 500)', ending(ENDED, BROKEN)],
    [undefined, ending(DIFFERS, BROKEN)],
    [undefined, HELD],
  ])('%s', (expected, one) => {
    expect(howUnresponsive(one)).toBe(expected);
  });

  it('is the cause once three cases ended alike, or eight in any such way', () => {
    const how = (one: string) => one;
    expect(endedAlike(['a', 'b', 'a'], how)).toBeUndefined();
    expect(endedAlike(['a', 'b', 'a', 'a'], how)).toEqual(['a', 'a', 'a']);
    expect(endedAlike([...'abcdefgh'], how)).toEqual(['h']);
  });
});
