import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../json/json.js';
import { playIn, type Target } from './memory-stage.test-support.js';

const reply = (out: { message?: unknown }, result: JsonObject): JsonObject => ({
  jsonrpc: '2.0',
  id: (out.message as JsonObject).id!,
  result,
});
const notify = (method: string, params: JsonObject = {}): JsonObject => ({ jsonrpc: '2.0', method, params });
const echo: Target = (out, say) => {
  const message = out.message as JsonObject;
  if ('id' in message && 'method' in message)
    say(reply(out, { method: message.method!, params: message.params ?? null }));
};
const statuses = (judged: { requirement: string; status: string }[]) =>
  judged.map((one) => `${one.requirement} ${one.status}`);

describe('any_order', () => {
  it('takes its messages in any order, and each only once', async () => {
    const wanted = [
      { send: { request: 'a', as: 'a' } },
      {
        any_order: [
          { expect: { notify: 'n' }, check: 'R-1' },
          { expect: { reply: 'a' }, check: 'R-2' },
        ],
      },
    ];
    const both = await playIn(wanted, (out, say) => {
      say(reply(out, {}));
      say(notify('n'));
    });
    expect(both.ending.outcome.kind).toBe('held');
    expect(statuses(both.judged)).toEqual(['R-2 pass', 'R-1 pass']);
    const one = await playIn(wanted, (out, say) => say(reply(out, {})));
    expect(one.ending).toMatchObject({ outcome: { kind: 'nothing-came' }, blamed: [] });
  });
});

describe.each(['any_order', 'either'])('%s', (verb) => {
  const replyAfter = (ms: number, budgets: { own?: string; first?: string; second?: string }) => {
    const expects = [
      { expect: { reply: 'a' }, check: 'R-1', ...(budgets.first && { within: budgets.first }) },
      { expect: { reply: 'b' }, ...(budgets.second && { within: budgets.second }) },
    ];
    const options = verb === 'either' ? expects.map((one) => ({ grade: 'pass', steps: [one] })) : [expects[0]!];
    return playIn(
      [{ send: { request: 'a', as: 'a' } }, { [verb]: options, ...(budgets.own && { within: budgets.own }) }],
      (out, say) => say({ kind: 'message', message: reply(out, {}) }, ms),
    );
  };

  it('waits as long as the longest that it or a step that it waits for says', async () => {
    expect(statuses((await replyAfter(19_000, { first: '20s', second: '1s' })).judged)).toEqual(['R-1 pass']);
    expect(statuses((await replyAfter(19_000, { own: '20s', first: '1s' })).judged)).toEqual(['R-1 pass']);
    expect((await replyAfter(21_000, { own: '3s', first: '20s' })).ending.outcome.kind).toBe('nothing-came');
    expect((await replyAfter(1_500, { first: '1s' })).ending.outcome.kind).toBe('nothing-came');
  });
});

describe('either', () => {
  it('is judged by the branch with the same discriminator where none holds', async () => {
    const branch = (result: JsonObject) => ({
      grade: 'pass',
      steps: [{ expect: { reply: 'a', result }, check: 'R-1' }],
    });
    const { judged } = await playIn(
      [{ send: { request: 'a', as: 'a' } }, { either: [branch({ type: 'x', n: 1 }), branch({ type: 'y', n: 1 })] }],
      (out, say) => say(reply(out, { type: 'y', n: 2 })),
    );
    expect(judged[0]).toMatchObject({ message: 'expected 1, got 2', differences: [{ path: '/result/n' }] });
  });

  const wanted = [
    { send: { request: 'a', as: 'a' } },
    {
      either: [
        { grade: 'pass', steps: [{ expect: { reply: 'a', error: { code: 1 } }, check: 'R-1' }] },
        {
          grade: 'non-strict',
          note: 'no error is tolerated',
          steps: [{ expect: { reply: 'a', result: {} }, check: 'R-1' }],
        },
      ],
    },
  ];

  it('takes the branch whose judgement holds, and grades it', async () => {
    const { ending, judged } = await playIn(wanted, echo);
    expect(ending.outcome.kind).toBe('held');
    expect(statuses(judged)).toEqual(['R-1 non-strict']);
    expect(judged[0]!.note).toBe('no error is tolerated');
  });

  it('gives the note of a branch to what is judged in it, and to nothing behind it', async () => {
    const after = { assert: { value: 1, is: 1 }, check: 'R-2' };
    const { judged } = await playIn([...wanted, after], echo);
    expect(judged.map(({ requirement, note }) => [requirement, note])).toEqual([
      ['R-1', 'no error is tolerated'],
      ['R-2', undefined],
    ]);
  });

  it('fails in the first branch that picks where none holds', async () => {
    const { ending, judged } = await playIn(wanted, (out, say) =>
      say({ jsonrpc: '2.0', id: (out.message as JsonObject).id!, error: { code: 2, message: '' } }),
    );
    expect(ending.outcome.kind).toBe('differs');
    expect(statuses(judged)).toEqual(['R-1 fail']);
  });
});

describe('repeat', () => {
  it('runs until the assertion holds, in target time, and no longer than max', async () => {
    const states = ['a', 'b', 'done'];
    const poll = (max: number) =>
      playIn(
        [
          {
            repeat: {
              max,
              every: '1s',
              until: { value: '${state}', is: 'done' },
              steps: [{ call: { request: 'poll', as: 'poll' }, save: { state: '/result/state' } }],
            },
          },
          { assert: { seen: { reply: 'poll' }, at: '/result/state', is: ['a', 'b', 'done'] }, check: 'R-1' },
        ],
        (out, say) => say(reply(out, { state: states.shift() ?? 'done' })),
      );
    expect((await poll(5)).ending.outcome.kind).toBe('held');
    states.splice(0, 3, 'a', 'b', 'c');
    expect((await poll(2)).ending).toMatchObject({ outcome: { kind: 'differs' }, blamed: [] });
  });
});

it.each<[where: string, step: object]>([
  ['alone', { expect: { exit: true }, check: 'R-1' }],
  [
    'beside a reply',
    {
      either: [{ reply: 'bye' }, { exit: true }].map((one) => ({
        grade: 'pass',
        steps: [{ expect: one, check: 'R-1' }],
      })),
    },
  ],
])(
  'an exit that is waited for %s gets a moment longer than the target has anything left to do',
  async (_where, step) => {
    const { judged, ending } = await playIn([{ send: { request: 'bye', as: 'bye' } }, step], (_out, _say, put) =>
      setImmediate(() => setImmediate(() => put({ kind: 'exit', exit: { code: 0, signal: null } }))),
    );
    expect(judged).toMatchObject([{ status: 'pass' }]);
    expect(ending.outcome.kind).toBe('held');
  },
);

describe('a broken should', () => {
  const steps = (value: string) => [
    { call: { request: 'a', result: { method: 'b' } }, save: { taken: '/result' }, check: 'S-1' },
    { assert: { value, is: { method: 'a' } }, check: 'R-2' },
  ];
  const levels = { 'S-1': 'should' } as const;

  it('ends the case where the next step needs what would have been captured', async () => {
    const { ending, judged } = await playIn(steps('${taken}'), echo, { levels });
    expect(ending).toEqual({ outcome: { kind: 'held' }, message: '', blamed: [] });
    expect(statuses(judged)).toEqual(['S-1 fail']);
  });

  it('does not hide that a case names nothing that it has', async () => {
    const { ending } = await playIn(steps('${nothing}').slice(1), echo, { levels });
    expect(ending).toMatchObject({ outcome: { kind: 'defect' } });
  });
});
