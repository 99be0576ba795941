import { describe, expect, it } from 'vitest';
import type { CaseState, HostedRun } from '../../../generated/types/control-v1.js';
import { waited } from '../wording.js';
import { groupsOf, partsOf } from './grid.js';
import { byReason, factsOf, standingOf } from './standing.js';
import { markOf, tallyOf, wordOf } from './verdicts.js';

const RUN: HostedRun = {
  id: '7f3a91',
  role: 'mcp/client',
  versions: ['2025-11-25'],
  transport: 'http',
  state: 'step',
  entries: [],
  configurations: [],
  kinds: [],
};

const STEP: NonNullable<HostedRun['step']> = {
  ...{ id: 1, title: 'Call a tool', number: 1, of: 2, round: 1, rounds: 1 },
  parts: [],
  answers: [],
  since: '2026-11-29T10:00:00.000Z',
};

const known = (...cases: CaseState[]) => new Map(cases.map((one) => [one.id, one]));

describe('the grid of a hosted run', () => {
  it('groups cases by what a person does, by area, and by version', () => {
    const groups = groupsOf(
      {
        role: 'mcp/client',
        kinds: [
          {
            title: 'Connect',
            state: 'done',
            cases: [
              'mcp.client.initialize.first in 2025-06-18',
              'mcp.client.initialize.first in 2025-11-25',
              'mcp.client.http.get in 2025-11-25',
              'mcp.client.initialize.latest in 2025-11-25',
            ],
          },
          // A case is shown once, where it comes first.
          { title: 'Call a tool', state: 'now', cases: ['mcp.client.http.get in 2025-11-25'] },
        ],
      },
      known({ id: 'mcp.client.probe' }),
    );
    expect(groups).toEqual([
      {
        title: 'Connect',
        areas: [
          {
            name: 'initialize',
            count: 3,
            strips: [
              { leg: '2025-06-18', cases: ['mcp.client.initialize.first in 2025-06-18'] },
              {
                leg: '2025-11-25',
                cases: ['mcp.client.initialize.first in 2025-11-25', 'mcp.client.initialize.latest in 2025-11-25'],
              },
            ],
          },
          { name: 'http', count: 1, strips: [{ leg: '2025-11-25', cases: ['mcp.client.http.get in 2025-11-25'] }] },
        ],
      },
      {
        title: 'Other cases',
        areas: [{ name: 'probe', count: 1, strips: [{ leg: '', cases: ['mcp.client.probe'] }] }],
      },
    ]);
  });

  it('takes the area and the short name from the name of a case', () => {
    expect(partsOf('mcp.client.elicitation.form.text over http in 2025-11-25', 'mcp/harn-client')).toEqual({
      area: 'elicitation',
      short: 'elicitation.form.text',
      leg: 'over http in 2025-11-25',
    });
    expect(partsOf('own.case.first', 'mcp/client')).toEqual({ area: 'own.case', short: 'own.case.first', leg: '' });
    expect(partsOf('alone', 'mcp/client')).toEqual({ area: 'alone', short: 'alone', leg: '' });
  });
});

describe('the verdict of a cell', () => {
  it('is the case’s verdict, with warnings and errors', () => {
    const marks = [
      { verdict: 'pass' },
      { verdict: 'pass', warned: true },
      { verdict: 'fail' },
      { verdict: 'error' },
      { verdict: 'untestable' },
      { verdict: 'skipped' },
      { running: true },
      undefined,
    ] as const;
    expect(marks.map((one) => markOf(one, false))).toEqual([
      ...['pass', 'warn', 'fail', 'fail', 'unsure', 'skip', 'now', 'todo'],
    ]);
    expect(marks.slice(6).map((one) => markOf(one, true))).toEqual(['missed', 'missed']);
    expect(wordOf({ id: 'a', verdict: 'error' }, false)).toBe('error');
    expect(wordOf(undefined, true)).toBe('not run');
  });

  it('is counted', () => {
    const cases = known({ id: 'a', verdict: 'pass' }, { id: 'b', verdict: 'untestable' }, { id: 'c', running: true });
    expect(tallyOf(['a', 'b', 'c', 'd'], cases, false)).toMatchObject({ pass: 1, unsure: 1, now: 1, todo: 1, over: 2 });
    expect(tallyOf(['a', 'b', 'c', 'd'], cases, true)).toMatchObject({ now: 0, todo: 0, missed: 2, over: 2, all: 4 });
  });
});

describe('how a hosted run stands', () => {
  const text = (run: HostedRun | undefined, connection: 'open' | 'lost' = 'open', cases: CaseState[] = []) => {
    const { symbol, text: words } = standingOf(
      run,
      connection,
      tallyOf(
        cases.map(({ id }) => id),
        known(...cases),
        run?.state === 'ended',
      ),
    );
    return `${symbol} ${words}`;
  };
  const step = { ...STEP, gone: true };

  it('is said in words', () => {
    expect(text(undefined)).toBe('○ connecting');
    expect(text({ ...RUN, state: 'waiting' })).toBe('○ waiting for a client');
    expect(text({ ...RUN, client: 'sdk 1.0' })).toBe('○ waiting for sdk 1.0');
    const entries = [{ name: 'proctor-1', state: 'working', connected: true } as const];
    expect(text({ ...RUN, client: 'sdk 1.0', entries })).toBe('● sdk 1.0 is connected');
    expect(text({ ...RUN, step })).toBe('⚠ the client is gone');
    expect(text(RUN, 'lost')).toBe('⚠ page disconnected');
  });

  it('is the result at the end, also when Proctor is gone, and never better than what was tried', () => {
    const ended: HostedRun = { ...RUN, state: 'ended' };
    const [pass, warned, fail, unsure, none] = [
      { id: 'a', verdict: 'pass' },
      { id: 'w', verdict: 'pass', warned: true },
      { id: 'b', verdict: 'fail' },
      { id: 'c', verdict: 'untestable' },
      { id: 'd' },
    ] as const;
    expect(text(ended, 'lost', [pass, warned])).toBe('✓ ended: every case passed');
    expect(text(ended, 'open', [pass, fail, unsure, none])).toBe('✗ ended: 1 case fails');
    expect(text(ended, 'open', [fail, { id: 'e', verdict: 'error' }])).toBe('✗ ended: 2 cases fail');
    expect(text(ended, 'open', [pass, unsure])).toBe('? ended: 1 case untestable');
    expect(text(ended, 'open', [pass, unsure, none])).toBe('? ended: 1 case not run');
    expect(text(ended, 'open', [])).toBe('? ended: no case has run');
  });

  it('names role, versions and transport', () => {
    expect(factsOf({ ...RUN, versions: ['2025-06-18', '2025-11-25'] })).toBe(
      'mcp/client · MCP 2025-06-18, 2025-11-25 · HTTP',
    );
    expect(factsOf({ ...RUN, role: 'harn/client', transport: 'ws', versions: ['1'] })).toBe(
      'harn/client · harn 1 · WebSocket',
    );
  });

  it('groups cases by their reason, the largest group first', () => {
    const groups = byReason([
      { id: 'a', problem: 'x' },
      { id: 'b', problem: 'y' },
      { id: 'c', problem: 'y' },
      { id: 'd' },
    ]);
    expect(groups.map(({ reason, cases }) => [reason, cases.map(({ id }) => id)])).toEqual([
      ['y', ['b', 'c']],
      ['x', ['a']],
      ['no reason was given', ['d']],
    ]);
  });

  it('says how long it has waited in full seconds', () => {
    expect([-5, 0, 41_999, 72_000, 3_723_000].map(waited)).toEqual(['0:00', '0:00', '0:41', '1:12', '1:02:03']);
  });
});
