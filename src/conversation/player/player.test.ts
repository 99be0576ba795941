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

describe('call', () => {
  it('passes its check where the reply fits, and saves from it', async () => {
    const { ending, judged, player } = await playIn(
      [
        {
          call: { request: 'ping', params: { a: 1 }, result: { method: 'ping' } },
          check: 'R-1',
          save: { got: '/result/params/a' },
        },
        { assert: { value: '${got}', is: 1 }, check: 'R-2' },
      ],
      echo,
    );
    expect(ending).toMatchObject({ outcome: { kind: 'held' } });
    expect(statuses(judged)).toEqual(['R-1 pass', 'R-2 pass']);
    expect(player.names.captures()).toEqual({ got: 1 });
  });

  it('lets an assertion save what it has judged, and fails where that has no such place', async () => {
    const { ending, player } = await playIn(
      [
        { call: { request: 'ping', as: 'one', params: { a: 1 } } },
        { call: { request: 'ping', as: 'two', params: { a: 2 } } },
        {
          assert: { seen: { reply: ['one', 'two'] }, at: '/result/params/a', is: { $rising: true } },
          save: { all: '', second: '/1' },
        },
        { assert: { value: 1, is: 1 }, save: { none: '/a' } },
      ],
      echo,
    );
    expect(player.names.captures()).toEqual({ all: [1, 2], second: 2 });
    expect(ending).toMatchObject({ message: 'the value has nothing at /a to save as none' });
  });

  it('fails a must at the first difference and ends the case', async () => {
    const { ending, judged, sent } = await playIn(
      [{ call: { request: 'ping', result: { method: 'pong' } }, check: 'R-1' }, { call: { request: 'never-sent' } }],
      echo,
    );
    expect(ending).toMatchObject({ outcome: { kind: 'differs' }, at: { line: 1 } });
    expect(judged[0]).toMatchObject({ requirement: 'R-1', status: 'fail', differences: [{ path: '/result/method' }] });
    expect(sent).toHaveLength(1);
  });

  it('says what came in place of an error, wherever the step asks for one', async () => {
    for (const wanted of [{ error: { $any: true } }, { is: { error: { $any: true } } }]) {
      const { judged } = await playIn(
        [{ send: { request: 'a', as: 'odd' } }, { expect: { reply: 'odd', ...wanted }, check: 'R-1' }],
        echo,
      );
      expect(judged[0]!.message).toMatch(/^expected an error, got the result \{/);
    }
  });

  it('names what an either waited for once, and no response head beside a reply', async () => {
    const silent = (branches: JsonObject[]) =>
      playIn(
        [
          { send: { request: 'a', as: 'odd' } },
          { either: branches.map((expected) => ({ grade: 'pass', steps: [{ expect: expected, check: 'R-1' }] })) },
        ],
        () => undefined,
      );
    const reply = { reply: 'odd' };
    const head = { http: {}, where: { http: { status: 400 } } };
    const about = async (...branches: JsonObject[]) => (await silent(branches)).ending;
    expect(await about(reply, head)).toMatchObject({ message: expect.stringMatching(/^reply to a did not come/) });
    expect(await about(reply, reply)).toMatchObject({ message: expect.stringMatching(/^reply to a did not come/) });
    expect(await about(reply, { notify: 'b' })).toMatchObject({
      message: expect.stringMatching(/^neither reply to a or notification b came/),
    });
  });

  it('notes a broken should and goes on', async () => {
    const { ending, judged, sent } = await playIn(
      [
        { call: { request: 'a', result: { method: 'b' } }, check: 'S-1' },
        { call: { request: 'c', result: {} }, check: 'R-2' },
      ],
      echo,
      { levels: { 'S-1': 'should' } },
    );
    expect(ending.outcome.kind).toBe('held');
    expect(statuses(judged)).toEqual(['S-1 fail', 'R-2 pass']);
    expect(sent).toHaveLength(2);
  });

  it('is a failed precondition without a check, with the behavior that it shows', async () => {
    const { ending } = await playIn([{ call: { request: 'a', error: { code: 1 } }, shows: 'slow-tool' }], echo);
    expect(ending).toMatchObject({ outcome: { kind: 'differs' }, blamed: [], behavior: 'slow-tool' });
  });

  it('does not take an error for a result', async () => {
    const { ending } = await playIn([{ call: { request: 'a', result: {} }, check: 'R-1' }], (out, say) =>
      say({ jsonrpc: '2.0', id: (out.message as JsonObject).id!, error: { code: -32601, message: 'no' } }),
    );
    expect(ending).toMatchObject({ outcome: { kind: 'differs' } });
  });
});

describe('expect', () => {
  it('lets replies wait by id and notifications keep their order', async () => {
    const { ending } = await playIn(
      [
        { send: { request: 'one', as: 'one' } },
        { send: { request: 'two', as: 'two' } },
        { expect: { reply: 'two' } },
        { expect: { reply: 'one' }, check: 'R-1' },
      ],
      echo,
    );
    expect(ending.outcome.kind).toBe('held');
  });

  it.each([
    ['says nothing before', [], 'held'],
    ['logs while it starts', ['log'], 'held'],
    ['has answered before', ['other'], 'no-reply'],
  ])('waits longer for a target that still starts: one that %s', async (_what, before, kind) => {
    const { ending } = await playIn(
      [
        { send: { request: 'other', as: 'other' } },
        { send: { request: 'one', as: 'one' } },
        { expect: { reply: 'one' }, check: 'R-1' },
      ],
      ({ message }, say) => {
        const { id, method } = message as JsonObject;
        if (method === 'one') return say({ jsonrpc: '2.0', id: id!, result: {} }, 3_000);
        if (before.includes('log')) say(notify('log'));
        if (before.includes('other')) say({ jsonrpc: '2.0', id: id!, result: {} });
      },
      { within: 1_000, firstWord: 4_000, anytime: ['log'] },
    );
    expect(ending.outcome.kind).toBe(kind);
  });

  it('reports a message that came in place of another, at once', async () => {
    const began = performance.now();
    const { ending } = await playIn(
      [{ send: { notify: 'go' } }, { expect: { notify: 'b' }, check: 'R-1' }],
      (_out, say) => say(notify('a')),
      { within: 60_000 },
    );
    expect(ending).toMatchObject({
      outcome: { kind: 'differs' },
      message: expect.stringContaining('notification a came first'),
    });
    expect(performance.now() - began).toBeLessThan(30_000);
  });

  it('passes over what may come at any time, and over requests that the peer serves', async () => {
    const { ending } = await playIn(
      [{ send: { notify: 'go' } }, { expect: { notify: 'b' }, check: 'R-1' }],
      (_out, say) => {
        say(notify('log'));
        say({ jsonrpc: '2.0', id: 7, method: 'ping' });
        say(notify('b'));
      },
      { anytime: ['log'], served: ['ping'] },
    );
    expect(ending.outcome.kind).toBe('held');
  });

  it('takes a request by name, replies to it, and reads it as a value', async () => {
    const { ending, sent } = await playIn(
      [
        { send: { notify: 'go' } },
        { expect: { request: 'ask', as: 'q', params: { n: { $gt: 1 } } }, check: 'R-1' },
        { send: { reply: 'q', result: { twice: '${q.params.n}' } } },
      ],
      (out, say) =>
        (out.message as JsonObject).method === 'go' &&
        say({ jsonrpc: '2.0', id: 'x', method: 'ask', params: { n: 2 } }),
    );
    expect(ending.outcome.kind).toBe('held');
    expect(sent[1]?.message).toEqual({ jsonrpc: '2.0', id: 'x', result: { twice: 2 } });
  });

  it('says what came last when nothing more can come', async () => {
    const { ending } = await playIn([{ call: { request: 'a' } }, { expect: { notify: 'n' }, check: 'R-1' }], echo);
    expect(ending).toMatchObject({
      outcome: { kind: 'nothing-came' },
      message: expect.stringContaining('the last that came was the reply'),
    });
  });

  it('fails the wait when the channel ends', async () => {
    const { ending } = await playIn(
      [{ send: { request: 'a', as: 'a' } }, { expect: { reply: 'a' }, check: 'R-1' }],
      (_out, say) => say({ kind: 'closed', closed: { how: 'end' } }),
    );
    expect(ending).toMatchObject({
      outcome: { kind: 'ended' },
      message: expect.stringContaining('was closed before reply to a'),
    });
  });

  it('leaves out what is sent only if the channel is open, and notes that in what it proves', async () => {
    const wanted = [
      { send: { notify: 'a' } },
      { expect: { notify: 'n' } },
      { send: { notify: 'late' }, if_open: 'it was closed before' },
      { assert: { seen: { notify: 'n' }, is: { $len: 1 } }, check: 'R-1' },
    ];
    const closing = await playIn(wanted, (_out, _say, put) => {
      put({ kind: 'message', message: { jsonrpc: '2.0', method: 'n' } });
      put({ kind: 'closed', closed: { how: 'end' } });
    });
    expect(closing.sent).toHaveLength(1);
    expect(closing.judged).toMatchObject([{ requirement: 'R-1', status: 'pass', note: 'it was closed before' }]);
    const open = await playIn(wanted, ({ message }, say) => {
      if ((message as JsonObject).method === 'a') say({ jsonrpc: '2.0', method: 'n' });
    });
    expect(open.sent).toHaveLength(2);
    expect(open.judged[0]?.note).toBeUndefined();
  });

  it('calls the death of the target by its name', async () => {
    const { ending, judged } = await playIn([{ call: { request: 'a', error: {} }, check: 'R-1' }], (_out, say) =>
      say({ kind: 'exit', exit: { code: 3, signal: null } }),
    );
    expect(ending).toMatchObject({ outcome: { kind: 'died' }, message: expect.stringContaining('exited with code 3') });
    expect(judged).toEqual([]);
  });

  it('fails what demands the members where the target left one out that a step needs', async () => {
    const steps = [
      { call: { request: 'a' }, save: { got: '/result' } },
      { send: { request: 'b', params: { x: '${got.missing}' } } },
    ];
    const { ending, judged } = await playIn(steps, echo, { blame: { members: 'M-1', legal: () => true } });
    expect(statuses(judged)).toEqual(['M-1 fail']);
    expect(judged[0]!.message).toContain('the target left out what the step needs: ${got.missing}: got has nothing');
    expect(ending.outcome.kind).toBe('member-missing');
    const { ending: unnamed } = await playIn(steps, echo);
    expect(unnamed).toMatchObject({ outcome: { kind: 'member-missing' }, blamed: [] });
  });

  it('fails the rule that requests are answered where only a should says how', async () => {
    const rules = { alive: 'A-1', died: 'D-1', legal: () => true };
    const steps = [
      { send: { request: 'a', as: 'asked' } },
      { expect: { reply: 'asked', error: {} }, check: 'S-1' },
      { call: { request: 'b' }, check: 'R-1' },
    ];
    const silent: Target = (out, say, put) => {
      if ((out.message as JsonObject).method === 'b') echo(out, say, put);
    };
    const play = (legal: boolean, level: 'must' | 'should') =>
      playIn(steps, silent, { within: 20, levels: { 'S-1': level }, blame: { ...rules, legal: () => legal } });
    expect(statuses((await play(true, 'should')).judged)).toEqual(['S-1 fail', 'D-1 fail', 'R-1 pass']);
    expect(statuses((await play(false, 'should')).judged)).toEqual(['S-1 fail', 'R-1 pass']);
    expect(statuses((await play(true, 'must')).judged)).toEqual(['S-1 fail']);
  });

  it('goes on after what the target is not judged by', async () => {
    const steps = [
      { call: { request: 'a', result: { x: 1 } }, check: 'NEW-1' },
      { call: { request: 'a', result: { x: 1 } }, check: ['NEW-1', 'R-1'] },
    ];
    const { ending, judged } = await playIn(steps, echo, { judges: (id) => id !== 'NEW-1' });
    expect(statuses(judged)).toEqual(['R-1 fail']);
    expect(ending.outcome.kind).toBe('differs');
  });

  it('judges `after` in target time', async () => {
    const play = (wait: number, after: string) =>
      playIn(
        [{ send: { notify: 'go' } }, { expect: { notify: 'a' } }, { expect: { notify: 'b' }, after, check: 'R-1' }],
        (_out, say) => {
          say(notify('a'), 5);
          say(notify('b'), 5 + wait);
        },
      );
    expect((await play(500, '500ms')).ending.outcome.kind).toBe('held');
    expect((await play(499, '500ms')).ending.outcome.kind).toBe('differs');
    expect((await play(501, '500ms')).ending.outcome.kind).toBe('differs');
  });
});

describe('never', () => {
  it('holds through a quiet window of target time and fails on the message', async () => {
    const play = (at: number) =>
      playIn([{ send: { notify: 'go' } }, { never: { notify: 'n', for: '300ms' }, check: 'R-1' }], (_out, say) =>
        say(notify('n'), at),
      );
    expect((await play(301)).ending.outcome.kind).toBe('held');
    expect((await play(299)).ending).toMatchObject({ outcome: { kind: 'differs' } });
  });
});

describe('says', () => {
  it('comes first where the step does not hold', async () => {
    const { judged } = await playIn(
      [{ call: { request: 'a', result: { x: 1 } }, says: 'the x of the first call', check: 'R-1' }],
      echo,
    );
    expect(judged[0]!.message).toBe('expected: the x of the first call; expected 1, got nothing');
  });
});

describe('send', () => {
  it('adds envelopes, ids and extra members', async () => {
    const { sent } = await playIn(
      [
        {
          send: [
            { request: 'a', extra: { id: 'mine' } },
            { notify: 'n', params: [1] },
          ],
        },
        { send: { message: { any: 'thing' } } },
        { send: { raw: 'not json\n' } },
      ],
      () => undefined,
    );
    expect(sent[0]).toEqual({ message: { jsonrpc: '2.0', id: 'mine', method: 'a' }, composed: true });
    expect(sent[1]).toEqual({ message: { jsonrpc: '2.0', method: 'n', params: [1] }, composed: true });
    expect(sent[2]).toEqual({ message: { any: 'thing' }, deliberate: true });
    expect(sent[3]).toMatchObject({ deliberate: true, raw: [new TextEncoder().encode('not json\n')] });
  });
});

describe('files and mistakes of a case', () => {
  it('writes and judges files', async () => {
    const { ending } = await playIn(
      [{ write: { 'a.txt': 'größer\n' } }, { assert: { file: 'a.txt', is: 'größer\n' }, check: 'R-1' }],
      () => undefined,
    );
    expect(ending.outcome.kind).toBe('held');
  });

  it('blames the case, not the target, for a name that nobody knows', async () => {
    const { ending } = await playIn([{ send: { notify: '${nope}' } }], () => undefined);
    expect(ending).toMatchObject({ outcome: { kind: 'defect' }, message: expect.stringContaining('nope') });
  });
});

describe('the end of a case before its steps are done', () => {
  it('ends what a step waits for, and the steps in which it lies', async () => {
    const limit = new AbortController();
    const start = { start: {} };
    const played = playIn([{ repeat: { max: 2, until: { value: 1, is: 1 }, steps: [start] } }], () => undefined, {
      signal: limit.signal,
      started: new Promise(() => undefined),
    });
    limit.abort(new Error('limit'));
    expect((await played).ending).toMatchObject({ outcome: { kind: 'interrupted' } });
  });
});

describe('a reply whose id is of another type', () => {
  const asText: Target = (out, say) => {
    const { id } = out.message as JsonObject;
    say({ jsonrpc: '2.0', id: String(id), result: {} });
  };

  it('ends the wait at once, and says what was asked and what came', async () => {
    const { ending, judged } = await playIn([{ call: { request: 'ping', result: {} }, check: 'R-1' }], asText);
    const message = 'replied with id "1" (text), asked with 1 (number)';
    expect(ending).toMatchObject({ outcome: { kind: 'differs' }, message });
    expect(judged[0]).toMatchObject({ status: 'fail', message, record: { message: { id: '1' } } });
  });

  it('is what it is where a request with that very id was sent', async () => {
    const { ending } = await playIn(
      [
        { send: { request: 'ping', extra: { id: '2' }, as: 'text' } },
        { send: { request: 'ping', extra: { id: 2 }, as: 'number' } },
        { expect: { reply: 'text', result: {} }, check: 'R-1' },
      ],
      asText,
    );
    expect(ending).toMatchObject({ outcome: { kind: 'held' } });
  });
});
