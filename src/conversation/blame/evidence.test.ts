import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../json/json.js';
import type { Carried } from '../../wire/carried.js';
import { playIn, type Target } from '../player/memory-stage.test-support.js';

/** The liveness check of the role, its rule about deaths, and what its side may send. */
const RULES = {
  alive: 'A-1',
  died: 'D-1',
  legal: ({ method }: JsonObject) => method !== 'forbidden',
};

/** Answers every request, until one of `method` comes: then `how` says what happens. */
const until =
  (method: string, how?: Carried): Target =>
  (out, say) => {
    const message = out.message as JsonObject;
    if (message.method !== method) say({ jsonrpc: '2.0', id: message.id!, result: {} });
    else if (how) say(how);
  };
const exit: Carried = { kind: 'exit', exit: { code: 1, signal: null } };
const blamed = async (steps: object[], target: Target) => {
  const { ending } = await playIn(steps, target, { blame: RULES });
  return ending.blamed.map(({ requirement }) => requirement).join();
};

describe('a target that dies', () => {
  it('on a legal request breaks what the role says, whatever the step checks', async () => {
    expect(await blamed([{ call: { request: 'a' }, check: 'R-1' }], until('a', exit))).toBe('D-1');
    expect(await blamed([{ call: { request: 'a' } }], until('a', exit))).toBe('D-1');
  });

  it('on what is forbidden breaks what the case tests with it', async () => {
    const send = { send: { request: 'forbidden' } };
    expect(await blamed([{ call: { request: 'forbidden' }, check: 'R-1' }], until('forbidden', exit))).toBe('R-1');
    expect(await blamed([send, { call: { request: 'b' }, check: 'R-1' }], until('b', exit))).toBe('R-1');
    expect(await blamed([send, { call: { request: 'b' } }, { assert: {}, check: 'R-1' }], until('b', exit))).toBe(
      'R-1',
    );
  });

  it('a moment after it answered what is forbidden breaks that too, and later no more', async () => {
    const steps = [
      { call: { request: 'forbidden' }, check: 'R-1' },
      { call: { request: 'b' }, check: 'A-1' },
      { call: { request: 'c' }, check: 'A-1' },
    ];
    expect(await blamed(steps, until('b', exit))).toBe('R-1');
    expect(await blamed(steps, until('c', exit))).toBe('D-1');
  });

  it('of a role without a liveness check breaks nothing of its own', async () => {
    const { ending } = await playIn([{ call: { request: 'a' }, check: 'R-1' }], until('a', exit));
    expect(ending).toMatchObject({ outcome: { kind: 'died' }, blamed: [] });
  });
});

it('a liveness check bears requests that the steps would have answered', async () => {
  const asksFirst: Target = ({ message }, say) => {
    const { id, method } = message as JsonObject;
    if (method === 'b') say({ jsonrpc: '2.0', id: 'late', method: 'ask' });
    say({ jsonrpc: '2.0', id: id!, result: {} });
  };
  const { player, ending } = await playIn([{ call: { request: 'a' } }], asksFirst, { blame: RULES });
  expect(ending).toMatchObject({ outcome: { kind: 'held' } });
  const place = { file: 'role.yaml', line: 1, col: 1 };
  const check = { verb: 'call' as const, body: { request: 'b', as: 'alive' }, check: ['A-1'], save: {}, place };
  expect(await player.playLivenessCheck([check])).toMatchObject({ outcome: { kind: 'held' } });
});

describe('a liveness check that is not answered', () => {
  const silent = async (...steps: object[]) => {
    const { judged } = await playIn([...steps, { assert: {}, check: ['R-1', 'R-2'] }], until('b'), {
      blame: RULES,
      levels: { 'R-2': 'should' },
      within: 10,
    });
    return judged.filter(({ status }) => status === 'fail').map(({ requirement }) => requirement);
  };
  const check = { call: { request: 'b' }, check: 'A-1' };
  const forbidden = { send: { notify: 'forbidden' } };

  it('after what is forbidden breaks the weaker rule that the case tests with it, and otherwise itself', async () => {
    expect(await silent(forbidden, check)).toEqual(['R-2']);
    expect(await silent({ send: { notify: 'a' } }, check)).toEqual(['A-1']);
  });

  it('breaks itself where what is forbidden was answered, or what the case tests with it held', async () => {
    expect(await silent({ call: { request: 'forbidden' } }, check)).toEqual(['A-1']);
    expect(await silent(forbidden, { assert: { value: 1, is: 1 }, check: 'R-1' }, check)).toEqual(['A-1']);
  });

  it('breaks itself where it is no more than a weaker rule, too', async () => {
    const steps = [forbidden, check, { assert: { value: 1, is: 1 }, check: 'R-2' }];
    const levels = { 'A-1': 'derived', 'R-2': 'should' } as const;
    const { judged } = await playIn(steps, until('b'), { blame: RULES, levels, within: 10 });
    expect(judged[0]).toMatchObject({ requirement: 'A-1', status: 'fail' });
  });

  it('breaks nothing where the step checks nothing', async () => {
    expect(await silent(forbidden, { call: { request: 'b' } })).toEqual([]);
  });
});

describe('a reply that does not come', () => {
  const refuses: Target = (_, say) => say({ jsonrpc: '2.0', id: null, error: { code: -32600, message: 'no' } });
  const failed = async (check: string[], target = until('a'), before: object[] = []) => {
    const { judged } = await playIn([...before, { call: { request: 'a', result: {} }, check }], target, {
      blame: RULES,
      levels: { 'R-2': 'should' },
      within: 10,
    });
    return judged.filter(({ status }) => status === 'fail').map(({ requirement }) => requirement);
  };

  it('says nothing of what it would have said, where the step checks that there is one', async () => {
    expect(await failed(['R-1'])).toEqual(['R-1']);
    expect(await failed(['D-1', 'R-1'])).toEqual(['D-1']);
    expect(await failed(['D-1', 'R-1'], refuses)).toEqual(['D-1']);
  });

  it('breaks the should that the step checks only if no error came without an id', async () => {
    expect(await failed(['R-2'])).toEqual(['R-2', 'D-1']);
    expect(await failed(['R-2'], refuses)).toEqual(['D-1']);
    expect(await failed(['R-1'], refuses)).toEqual(['R-1']);
  });

  it('breaks the should that the step checks if the error may be about a line that is no message', async () => {
    const broken = { send: { raw: 'no message\n' } };
    expect(await failed(['R-2'], refuses, [broken])).toEqual(['R-2']);
    expect(await failed(['R-2'], refuses, [{ send: { notify: 'b' } }])).toEqual(['D-1']);
  });

  it('may have come under another id, and then breaks what the step checks of it too', async () => {
    const strays: Target = (_, say) => say({ jsonrpc: '2.0', id: 'stray', result: {} });
    expect(await failed(['D-1', 'R-1'], strays)).toEqual(['D-1', 'R-1']);
  });
});
