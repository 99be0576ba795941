import { describe, expect, it } from 'vitest';
import type { Message } from '../../generated/types/recording-v1.js';
import type { JsonObject } from '../../json/json.js';
import { exchangesOf } from '../../recording/exchanges.js';
import type { Step } from '../answering/play.js';
import { type Replay, replay } from './replay.js';

type Record = Partial<Message['record']>;

/** A recording of these messages: the peer is `kit`, and `target` is replayed. */
function recordingOf(...messages: [from: 'kit' | 'target', message: object, more?: Record, session?: string][]) {
  const lines = messages.map(([from, message, more, session = 'one'], seq) => ({
    number: seq + 2,
    line: {
      ...{ type: 'message' as const, session, findings: [] },
      record: {
        ...{ seq, time: seq, from, channel: 'main', kind: 'message' as const },
        message: { jsonrpc: '2.0', ...message } as JsonObject,
        ...more,
      },
    },
  }));
  return exchangesOf(lines, 'target');
}

const answersTo = (of: Replay, message: object, { session = '1.1', isApart = false } = {}): Step[] | undefined => {
  const asked = { jsonrpc: '2.0', id: 99, ...message } as JsonObject;
  const play = of.answer({ message: asked, method: String(asked.method), session, isApart });
  return play && [...play.steps];
};
const resultOf = (steps: Step[] | undefined) => steps?.flatMap(({ message }) => message.result ?? []);

describe('replay', () => {
  it('sends again what the recording shows between a request and its reply, in that order', () => {
    const { exchanges } = recordingOf(
      ['kit', { id: 1, method: 'work', params: { _meta: { progressToken: 'tok' } } }],
      ['target', { method: 'progress', params: { progressToken: 'tok', n: 1 } }],
      ['target', { id: 'q', method: 'ask' }],
      ['kit', { id: 'q', result: 'yes' }],
      ['target', { id: 'r', method: 'never answered' }],
      ['target', { id: 1, result: 'done' }],
      ['target', { method: 'later' }],
    );
    const live = { method: 'work', params: { _meta: { progressToken: 5 } } };
    const steps = answersTo(replay(exchanges, []), live);
    expect(steps).toEqual([
      { kind: 'notify', message: { method: 'progress', params: { progressToken: 5, n: 1 } } },
      { kind: 'request', message: { method: 'ask' }, waits: true },
      { kind: 'request', message: { method: 'never answered' }, waits: false },
      { kind: 'reply', message: { result: 'done' } },
      { kind: 'notify', message: { method: 'later' } },
    ]);
    // Over HTTP nothing follows a reply, and who wants no progress gets none.
    const apart = answersTo(replay(exchanges, []), { method: 'work' }, { isApart: true });
    expect(apart?.map(({ message }) => message.method)).toEqual(['ask', 'never answered', 'later', undefined]);
  });

  it('goes on with repeated requests, and repeats the last answer, in each session', () => {
    const { exchanges } = recordingOf(
      ['kit', { id: 1, method: 'next' }],
      ['target', { id: 1, result: 'a' }],
      ['kit', { id: 2, method: 'next' }],
      ['target', { id: 2, result: 'b' }],
    );
    const of = replay(exchanges, []);
    const said = [1, 2, 3].flatMap(() => resultOf(answersTo(of, { method: 'next' })));
    expect(said).toEqual(['a', 'b', 'b']);
    expect(resultOf(answersTo(of, { method: 'next' }, { session: '2.1' }))).toEqual(['a']);
  });

  it('goes along with the conversations of the recording', () => {
    const { exchanges } = recordingOf(
      ['kit', { id: 1, method: 'who' }],
      ['target', { id: 1, result: 'first' }],
      ['kit', { id: 1, method: 'who' }, {}, 'two'],
      ['target', { id: 1, result: 'second' }, {}, 'two'],
      ['kit', { id: 2, method: 'only' }, {}, 'two'],
      ['target', { id: 2, result: 'here' }, {}, 'two'],
    );
    const of = replay(exchanges, []);
    const said = ['1.1', '2.1', '3.1'].flatMap((session) => resultOf(answersTo(of, { method: 'who' }, { session })));
    expect(said).toEqual(['first', 'second', 'second']);
    expect(resultOf(answersTo(of, { method: 'only' }))).toEqual(['here']);
  });

  it('prefers equal params, and takes others in ids, times and tokens', () => {
    const { exchanges } = recordingOf(
      ['kit', { id: 1, method: 'get', params: { userId: 'u-1', what: 'a' } }],
      ['target', { id: 1, result: { of: 'u-1' } }],
      ['kit', { id: 2, method: 'get', params: { userId: 'u-2', what: 'a' } }],
      ['target', { id: 2, result: { of: 'u-2' } }],
      ['kit', { id: 3, method: 'get', params: { userId: 'user-3', what: 'b' } }],
      ['target', { id: 3, result: { of: 'user-3' } }],
    );
    const of = replay(exchanges, []);
    const get = (userId: string, what: string) => resultOf(answersTo(of, { method: 'get', params: { what, userId } }));
    expect(get('u-2', 'a')).toEqual([{ of: 'u-2' }]);
    expect(get('user-9', 'b')).toEqual([{ of: 'user-9' }]);
    expect(get('u-1', 'c')).toBeUndefined();
    expect(of.report().unmatched).toEqual([
      { method: 'get', count: 1, reason: 'params/what: got "c", and line 2 has "a"' },
    ]);
  });

  it('answers whoever begins, whatever it says of itself', () => {
    const { exchanges } = recordingOf(
      ['kit', { id: 1, method: 'initialize', params: { clientInfo: { name: 'one-client-1' } } }],
      ['target', { id: 1, result: { serverInfo: { name: 'one-client-1' } } }],
    );
    const live = { method: 'initialize', params: { clientInfo: { name: 'other-client-2' } } };
    expect(resultOf(answersTo(replay(exchanges, ['initialize']), live))).toEqual([
      { serverInfo: { name: 'one-client-1' } },
    ]);
    expect(answersTo(replay(exchanges, []), live)).toBeUndefined();
  });

  it('reports what nobody asked for, and never answers what has no reply', () => {
    const { exchanges, left } = recordingOf(
      ['target', { method: 'before all' }],
      ['kit', { id: 1, method: 'a' }],
      ['target', { id: 1, result: 1 }],
      ['kit', { id: 2, method: 'cut' }],
    );
    const of = replay(exchanges, []);
    expect(answersTo(of, { method: 'cut' })).toBeUndefined();
    const { unused, answers, unmatched } = of.report();
    expect([unused.map(({ line }) => line), answers, unmatched.length, left]).toEqual([
      [3],
      1,
      1,
      [{ line: 2, kind: 'notify', method: 'before all' }],
    ]);
  });

  it('keeps all replies to one request, and the stream that each came on', () => {
    const { exchanges } = recordingOf(
      ['kit', { id: 1, method: 'stream' }, { stream: 's' }],
      ['kit', { id: 1, method: 'stream', params: { other: true } }, { stream: 't' }],
      ['target', { id: 1, result: 'x' }, { stream: 't', sse: {} }],
      ['target', { id: 1, result: 'a' }, { stream: 's', sse: {} }],
      ['target', { id: 1, result: 'b' }, { stream: 's', sse: {} }],
    );
    expect(exchanges.map(({ steps }) => steps.map(({ message }) => message.result))).toEqual([['a', 'b'], ['x']]);
    expect(exchanges.every(({ isStream }) => isStream)).toBe(true);
  });
});
