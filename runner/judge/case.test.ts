import { describe, expect, test } from 'vitest';
import type { Blamed } from '../../src/conversation/blame/blame.js';
import { type Ending, HELD } from '../../src/conversation/blame/ending.js';
import type { Judged, Outcome } from '../../src/conversation/blame/outcome.js';
import type { Level, Requirement } from '../../src/language/requirement.js';
import { judgeCase, type Played } from './case.js';

const at = (line: number) => ({ file: 'c.yaml', line, col: 1 });
const requirement = (id: string, level: Level = 'must'): Requirement => ({
  id,
  level,
  roles: ['mcp/server'],
  text: `text of ${id}`,
  source: 'MCP, somewhere',
});
const M1 = requirement('MCP-M-01');
const M2 = requirement('MCP-M-02');
const S1 = requirement('MCP-S-01', 'should');
const Y1 = requirement('MCP-Y-01', 'may');
const D1 = requirement('MCP-D-01', 'derived');
const ALIVE = requirement('MCP-PING-01');

const judged = (id: Requirement, status: Judged['status'], line = 1, message?: string): Judged => ({
  requirement: id.id,
  status,
  at: at(line),
  ...(message === undefined ? {} : { message }),
});
const ALL = [M1, M2, S1, Y1, D1, ALIVE];
const requirements = new Map(ALL.map((one) => [one.id, one]));

/** An ending on a line of the case. */
const ending = (outcome: Outcome, line: number, message: string, blamed: Blamed[] = []): Ending => ({
  outcome,
  message,
  blamed,
  at: at(line),
  channel: 'main',
});
const death = (message: string, requirement: Requirement = ALIVE): Ending =>
  ending({ kind: 'died', how: message }, 8, message, [{ requirement: requirement.id, because: 'death' }]);
const FAILED = ending({ kind: 'differs', differences: [] }, 9, 'no', [{ requirement: 'X', because: 'checked' }]);

function judge(all: Judged[], how: Ending = HELD, more: Partial<Played> = {}) {
  const expected = [M1, M2, S1, Y1, D1].map((one, index) => ({ requirement: one, at: at(index + 1) }));
  const mine = expected.filter(({ requirement: { id } }) => all.some((one) => one.requirement === id));
  return judgeCase({
    judged: all,
    ending: how,
    expected: mine,
    requirements,
    strict: false,
    id: 'mcp.server.a.x',
    ...more,
  });
}

const verdict = (...args: Parameters<typeof judge>) => {
  const found = judge(...args);
  return found && [found.verdict, found.nonStrict && 'non-strict', found.warned && 'warned'].filter(Boolean).join(' ');
};

describe('verdicts', () => {
  const STUCK = ending({ kind: 'no-reply' }, 7, 'no reply');
  const UNMET = ending({ kind: 'unmet' }, 7, 'nothing was sent');
  const DIED = death('the target exited with code 1');
  const LIMIT = ending({ kind: 'limit' }, 6, 'took longer than 20 s');
  const NOT_STARTED: Ending = { outcome: { kind: 'not-started', slow: false }, message: 'no such file', blamed: [] };
  const DEFECT: Ending = { outcome: { kind: 'defect' }, message: 'a bug', blamed: [] };

  test.each<[string, Judged[], Ending, Partial<Played>, string]>([
    ['all checks held', [judged(M1, 'pass'), judged(S1, 'pass')], HELD, {}, 'pass'],
    ['only a tolerated branch held', [judged(M1, 'non-strict')], HELD, {}, 'pass non-strict'],
    ['a must is broken', [judged(M1, 'pass'), judged(M2, 'fail')], FAILED, {}, 'fail'],
    ['a should is broken', [judged(S1, 'fail'), judged(M1, 'pass')], HELD, {}, 'pass warned'],
    ['a may is broken', [judged(Y1, 'fail')], HELD, {}, 'pass warned'],
    ['a derived one is broken, which ended the case', [judged(D1, 'fail')], FAILED, {}, 'pass warned'],
    ['a should is broken, strict', [judged(S1, 'fail'), judged(M1, 'pass')], HELD, { strict: true }, 'fail'],
    ['a derived one is broken, strict', [judged(D1, 'fail')], FAILED, { strict: true }, 'fail'],
    ['a should and a must are broken', [judged(S1, 'fail'), judged(M1, 'fail')], FAILED, {}, 'fail warned'],
    [
      'a should and a must are broken, strict',
      [judged(S1, 'fail'), judged(M1, 'fail')],
      FAILED,
      { strict: true },
      'fail',
    ],
    ['no check was reached', [], HELD, {}, 'untestable'],
    ['a step without check did not hold', [judged(M1, 'pass')], STUCK, {}, 'untestable'],
    ['a step without check did not hold after a broken should', [judged(S1, 'fail')], STUCK, {}, 'untestable warned'],
    [
      'a step without check did not hold after a broken should, strict',
      [judged(S1, 'fail')],
      STUCK,
      { strict: true },
      'fail',
    ],
    ['something that a step builds on is not so', [judged(M1, 'pass')], UNMET, {}, 'untestable'],
    ['the target died', [judged(M1, 'pass')], DIED, {}, 'fail'],
    ['the target died before any check', [], DIED, {}, 'fail'],
    ['the target died, and to live is derived', [judged(M1, 'pass')], death('gone', D1), {}, 'fail'],
    ['the limit ran out', [judged(M1, 'pass')], LIMIT, {}, 'untestable'],
    ['the limit ran out after a broken must', [judged(M1, 'fail')], LIMIT, {}, 'fail'],
    ['the target could not start', [], NOT_STARTED, {}, 'error'],
    ['Proctor failed', [judged(M1, 'pass')], DEFECT, {}, 'error'],
    ['Proctor failed after a broken should', [judged(S1, 'fail')], DEFECT, {}, 'error warned'],
    ['Proctor failed after a broken must', [judged(M1, 'fail')], DEFECT, {}, 'error'],
  ])('follow from what happened: %s', (_, all, how, more, expected) => {
    expect(verdict(all, how, more)).toBe(expected);
  });

  test('an interrupted case has none', () => {
    expect(judge([judged(M1, 'pass')], ending({ kind: 'interrupted' }, 1, 'interrupted'))).toBeUndefined();
  });

  test('a target that died where the role has no liveness check is a step that did not hold', () => {
    const expected = [{ requirement: M1, at: at(1) }];
    expect(judge([], { ...DIED, blamed: [] }, { expected })).toMatchObject({
      verdict: 'untestable',
      reason: 'the target exited with code 1',
      at: at(8),
    });
  });
});

describe('reasons and places', () => {
  test('of a failure: the requirement and what was wrong', () => {
    expect(judge([judged(S1, 'fail', 2, 'meh'), judged(M1, 'fail', 5, 'expected 1, got 2')], FAILED)).toMatchObject({
      reason: 'MCP-M-01: expected 1, got 2',
      at: at(5),
    });
  });

  test('of a behavior that was not shown', () => {
    const how = { ...ending({ kind: 'nothing-came' }, 7, 'no progress came'), behavior: 'slow-tool' };
    expect(judge([], how)).toMatchObject({
      reason:
        "the target did not show the behavior `slow-tool`: no progress came; `proctor explain slow-tool` tells what it shows; if it can't, list the case under `untestable:` in the target file",
      at: at(7),
    });
  });

  test('of an error', () => {
    expect(judge([], ending({ kind: 'defect' }, 3, 'a bug'))).toMatchObject({ reason: 'a bug', at: at(3) });
    const gone: Ending = { outcome: { kind: 'not-started', slow: false }, message: 'gone', blamed: [] };
    expect(judge([], gone)).not.toHaveProperty('at');
  });

  test('of a clean pass: none; of a tolerated one: what was tolerated', () => {
    expect(judge([judged(M1, 'pass')])).not.toHaveProperty('reason');
    const tolerated = { ...judged(M1, 'non-strict'), note: 'an empty list would be better' };
    expect(judge([tolerated])?.reason).toBe('an empty list would be better');
  });
});

describe('checks', () => {
  const expected = [
    { requirement: M1, at: at(1) },
    { requirement: M2, at: at(2) },
    { requirement: M2, at: at(3) },
  ];

  test('carry the requirement, and what was never reached says so once', () => {
    const found = judge([judged(M1, 'fail', 1, 'no')], FAILED, { expected });
    expect(found?.checks).toEqual([
      {
        requirement: 'MCP-M-01',
        level: 'must',
        text: 'text of MCP-M-01',
        source: 'MCP, somewhere',
        status: 'fail',
        at: at(1),
        message: 'no',
      },
      {
        requirement: 'MCP-M-02',
        level: 'must',
        text: 'text of MCP-M-02',
        source: 'MCP, somewhere',
        status: 'not-reached',
        at: at(2),
      },
    ]);
  });

  test('a step in a loop counts once, with its worst', () => {
    const rounds = [
      judged(M1, 'pass', 1),
      judged(M1, 'non-strict', 1, 'eh'),
      judged(M1, 'pass', 1),
      judged(M1, 'pass', 4),
    ];
    expect(judge(rounds)?.checks.map(({ status, at: { line } }) => `${line} ${status}`)).toEqual([
      '1 non-strict',
      '4 pass',
    ]);
    const broken = [judged(M1, 'pass', 1), judged(M1, 'fail', 1, 'first'), judged(M1, 'fail', 1, 'second')];
    expect(judge(broken, FAILED)?.checks).toMatchObject([{ status: 'fail', message: 'first' }]);
  });

  test('a death takes the place of an earlier sign of life', () => {
    const how = death('killed by SIGSEGV');
    const found = judge([judged(ALIVE, 'pass', 2), judged(M1, 'pass')], how);
    expect(found?.checks.map(({ requirement: id, status }) => `${id} ${status}`)).toEqual([
      'MCP-M-01 pass',
      'MCP-PING-01 fail',
    ]);
    expect(found).toMatchObject({ reason: 'MCP-PING-01: killed by SIGSEGV', at: at(8) });
    const said = judge([judged(ALIVE, 'fail', 2, 'no pong')], how);
    expect(said?.checks).toHaveLength(1);
  });

  test('the record of a judgement does not go into the report', () => {
    const record = { seq: 1, time: 0, from: 'target', channel: 'main', kind: 'message' } as const;
    expect(judge([{ ...judged(M1, 'pass'), record }])?.checks[0]).not.toHaveProperty('record');
  });
});
