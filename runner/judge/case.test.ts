import { describe, expect, test } from 'vitest';
import type { Ending, Judged } from '../../src/conversation/blame/outcome.js';
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
const FINISHED: Ending = { kind: 'finished' };
const FAILED: Ending = { kind: 'check-failed', at: at(9), message: 'no', timedOut: false, channel: 'main' };

function judge(all: Judged[], ending: Ending = FINISHED, more: Partial<Played> = {}) {
  const expected = [M1, M2, S1, Y1, D1].map((one, index) => ({ requirement: one, at: at(index + 1) }));
  const mine = expected.filter(({ requirement: { id } }) => all.some((one) => one.requirement === id));
  return judgeCase({ judged: all, ending, expected: mine, fatal: ALIVE, strict: false, ...more });
}

const verdict = (...args: Parameters<typeof judge>) => {
  const found = judge(...args);
  return found && [found.verdict, found.nonStrict && 'non-strict', found.warned && 'warned'].filter(Boolean).join(' ');
};

describe('verdicts', () => {
  const PRECONDITION: Ending = {
    kind: 'precondition',
    at: at(7),
    message: 'no reply',
    timedOut: true,
    channel: 'main',
  };
  const DIED: Ending = { kind: 'target-died', at: at(8), message: 'the target exited with code 1', channel: 'main' };
  const LIMIT: Ending = { kind: 'limit', at: at(6), message: 'took longer than 20 s', channel: 'main' };

  test.each<[string, Judged[], Ending, Partial<Played>, string]>([
    ['all checks held', [judged(M1, 'pass'), judged(S1, 'pass')], FINISHED, {}, 'pass'],
    ['only a tolerated branch held', [judged(M1, 'non-strict')], FINISHED, {}, 'pass non-strict'],
    ['a must is broken', [judged(M1, 'pass'), judged(M2, 'fail')], FAILED, {}, 'fail'],
    ['a should is broken', [judged(S1, 'fail'), judged(M1, 'pass')], FINISHED, {}, 'pass warned'],
    ['a may is broken', [judged(Y1, 'fail')], FINISHED, {}, 'pass warned'],
    ['a derived one is broken, which ended the case', [judged(D1, 'fail')], FAILED, {}, 'pass warned'],
    ['a should is broken, strict', [judged(S1, 'fail'), judged(M1, 'pass')], FINISHED, { strict: true }, 'fail'],
    ['a derived one is broken, strict', [judged(D1, 'fail')], FAILED, { strict: true }, 'fail'],
    ['a should and a must are broken', [judged(S1, 'fail'), judged(M1, 'fail')], FAILED, {}, 'fail warned'],
    [
      'a should and a must are broken, strict',
      [judged(S1, 'fail'), judged(M1, 'fail')],
      FAILED,
      { strict: true },
      'fail',
    ],
    ['no check was reached', [], FINISHED, {}, 'untestable'],
    ['a step without check did not hold', [judged(M1, 'pass')], PRECONDITION, {}, 'untestable'],
    [
      'a step without check did not hold after a broken should',
      [judged(S1, 'fail')],
      PRECONDITION,
      {},
      'untestable warned',
    ],
    [
      'a step without check did not hold after a broken should, strict',
      [judged(S1, 'fail')],
      PRECONDITION,
      { strict: true },
      'fail',
    ],
    ['the target died', [judged(M1, 'pass')], DIED, {}, 'fail'],
    ['the target died before any check', [], DIED, {}, 'fail'],
    ['the target died, and to live is derived', [judged(M1, 'pass')], DIED, { fatal: D1 }, 'fail'],
    ['the limit ran out', [judged(M1, 'pass')], LIMIT, {}, 'untestable'],
    ['the limit ran out after a broken must', [judged(M1, 'fail')], LIMIT, {}, 'fail'],
    ['the target could not start', [], { kind: 'not-started', message: 'no such file' }, {}, 'error'],
    ['the kit failed', [judged(M1, 'pass')], { kind: 'kit', message: 'a bug' }, {}, 'error'],
    [
      'the kit failed after a broken should',
      [judged(S1, 'fail')],
      { kind: 'kit', message: 'a bug' },
      {},
      'error warned',
    ],
    ['the kit failed after a broken must', [judged(M1, 'fail')], { kind: 'kit', message: 'a bug' }, {}, 'error'],
  ])('%s', (_, all, ending, more, expected) => {
    expect(verdict(all, ending, more)).toBe(expected);
  });

  test('an interrupted case has none', () => {
    expect(judge([judged(M1, 'pass')], { kind: 'interrupted' })).toBeUndefined();
  });

  test('a target that died where the role has no liveness check is a step that did not hold', () => {
    const expected = [{ requirement: M1, at: at(1) }];
    expect(judgeCase({ judged: [], ending: DIED, expected, strict: false })).toMatchObject({
      verdict: 'untestable',
      reason: 'the target exited with code 1',
      at: at(8),
    });
  });
});

describe('reasons and places', () => {
  test('of a failure: the requirement and what was wrong', () => {
    expect(judge([judged(S1, 'fail', 2, 'meh'), judged(M1, 'fail', 5, 'wanted 1, got 2')], FAILED)).toMatchObject({
      reason: 'MCP-M-01: wanted 1, got 2',
      at: at(5),
    });
  });

  test('of a behavior that was not shown', () => {
    const ending: Ending = {
      kind: 'precondition',
      at: at(7),
      message: 'no progress came',
      behavior: 'slow-tool',
      timedOut: true,
      channel: 'main',
    };
    expect(judge([], ending)).toMatchObject({
      reason:
        "the target did not show the behavior `slow-tool`: no progress came; `proctor explain slow-tool` tells what it shows; if it can't, list the case under `untestable:` in the target file",
      at: at(7),
    });
  });

  test('of an error', () => {
    expect(judge([], { kind: 'kit', message: 'a bug', at: at(3) })).toMatchObject({ reason: 'a bug', at: at(3) });
    expect(judge([], { kind: 'not-started', message: 'gone' })).not.toHaveProperty('at');
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
    const found = judgeCase({ judged: [judged(M1, 'fail', 1, 'no')], ending: FAILED, expected, strict: false });
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
    const ending: Ending = { kind: 'target-died', at: at(8), message: 'killed by SIGSEGV', channel: 'main' };
    const found = judge([judged(ALIVE, 'pass', 2), judged(M1, 'pass')], ending);
    expect(found?.checks.map(({ requirement: id, status }) => `${id} ${status}`)).toEqual([
      'MCP-M-01 pass',
      'MCP-PING-01 fail',
    ]);
    expect(found).toMatchObject({ reason: 'MCP-PING-01: killed by SIGSEGV', at: at(8) });
    const said = judge([judged(ALIVE, 'fail', 2, 'no pong')], ending);
    expect(said?.checks).toHaveLength(1);
  });

  test('the record of a judgement does not go into the report', () => {
    const record = { seq: 1, time: 0, from: 'target', channel: 'main', kind: 'message' } as const;
    expect(judge([{ ...judged(M1, 'pass'), record }])?.checks[0]).not.toHaveProperty('record');
  });
});
