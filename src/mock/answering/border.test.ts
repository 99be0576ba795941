import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../json/json.js';
import { type Carried, openBorder } from '../../wire/carried.js';
import { answeringBorder } from './border.js';
import type { Play, Step } from './play.js';

const request = (id: number, method: string, more: Partial<Carried> = {}): Carried => ({
  ...{ kind: 'message', message: { jsonrpc: '2.0', id, method, params: { a: 1 } } },
  ...more,
});
const reply = (id: number, more: Partial<Carried> = {}): Carried => ({
  ...{ kind: 'message', message: { jsonrpc: '2.0', id, error: { code: -32601, message: 'no' } } },
  ...more,
});
const notify: Step = { kind: 'notify', message: { method: 'note' } };
const ask: Step = { kind: 'request', message: { method: 'ask' }, waits: true };
const done: Step = { kind: 'reply', message: { result: { b: 2 } } };

/** A border that answers the method `planned` by these steps, and a reference that refuses at once. */
function world(steps: Step[], more: { isStream?: boolean; mute?: boolean } = {}) {
  const out: Carried[] = [];
  const heard: Carried[] = [];
  const said: unknown[] = [];
  const lost: Step[] = [];
  function* played(): Play['steps'] {
    for (const step of steps) {
      const answer = yield step;
      if (answer) said.push(answer);
    }
  }
  const border = answeringBorder(openBorder, {
    source: {
      answer: ({ method }) =>
        method === 'planned' || method === 'initialize'
          ? { steps: played(), isStream: more.isStream ?? false }
          : undefined,
    },
    ...{ begins: ['initialize'], mute: more.mute ?? false },
    lost: (step) => void lost.push(step),
  });
  return {
    ...{ out, heard, said, lost, border },
    hears: (carried: Carried) => border.hears(carried, (one) => void heard.push(one)),
    sends: (carried: Carried) => border.sends(carried, (one) => void out.push(one)),
    messages: () => out.flatMap(({ message }) => (message === undefined ? [] : [message as JsonObject])),
  };
}

describe('answeringBorder', () => {
  it('answers in place of the reference, which hears a request that it refuses', () => {
    const { hears, sends, heard, messages } = world([notify, done]);
    hears(request(7, 'planned'));
    expect(heard).toEqual([{ kind: 'message', message: { jsonrpc: '2.0', id: 7, method: 'proctor/answered' } }]);
    sends(reply(7));
    expect(messages()).toEqual([
      { jsonrpc: '2.0', method: 'note' },
      { jsonrpc: '2.0', id: 7, result: { b: 2 } },
    ]);
  });

  it('lets the reference hear how its peer begins, and leaves other requests to it', () => {
    const { hears, sends, heard, messages } = world([done]);
    hears(request(1, 'initialize'));
    hears(request(2, 'other'));
    expect(heard).toEqual([request(1, 'initialize'), request(2, 'other')]);
    sends(reply(2));
    sends({ kind: 'message', message: { jsonrpc: '2.0', id: 1, result: { own: true } } });
    expect(messages()).toEqual([reply(2).message, { jsonrpc: '2.0', id: 1, result: { b: 2 } }]);
  });

  it('waits for the reply to a request of its own, which the reference does not hear', () => {
    const { hears, sends, heard, messages, said } = world([ask, notify, done]);
    hears(request(7, 'planned'));
    sends(reply(7));
    const [asked, ...more] = messages();
    expect([asked?.method, more]).toEqual(['ask', []]);
    const answer = { jsonrpc: '2.0', id: String(asked?.id), result: 'yes' };
    hears({ kind: 'message', message: answer });
    expect([said, heard.length]).toEqual([[answer], 1]);
    expect(messages().slice(1)).toEqual([
      { jsonrpc: '2.0', method: 'note' },
      { jsonrpc: '2.0', id: 7, result: { b: 2 } },
    ]);
  });

  describe('over HTTP', () => {
    const head = { http: { method: 'POST', path: '/', headers: {} }, stream: 's' };
    const status = {
      http: { status: 400, headers: { 'content-type': 'application/json', session: 'x' } },
      stream: 's',
    };

    it('answers in one body, with the status of what it says', () => {
      const { hears, sends, heard, out } = world([done]);
      hears(request(7, 'planned', head));
      expect(heard[0]?.message).toEqual({ jsonrpc: '2.0', id: 7, method: 'planned', params: [] });
      sends(reply(7, status));
      const { headers } = status.http;
      expect(out).toEqual([
        {
          kind: 'message',
          message: { jsonrpc: '2.0', id: 7, result: { b: 2 } },
          http: { status: 200, headers },
          stream: 's',
        },
      ]);
    });

    it('answers by a stream if there is more than the reply', () => {
      const { hears, sends, out } = world([notify, done]);
      hears(request(7, 'planned', head));
      sends(reply(7, status));
      expect(out.map(({ kind, http, sse, stream }) => [kind, http?.status, sse, stream])).toEqual([
        ['http', 200, undefined, 's'],
        ['message', undefined, {}, 's'],
        ['message', undefined, {}, 's'],
        ['closed', undefined, undefined, 's'],
      ]);
      expect(out[0]?.http?.headers).toMatchObject({ 'content-type': 'text/event-stream', session: 'x' });
    });

    it('says everything before the stream ends that the reference has begun', () => {
      const { hears, sends, out } = world([ask, done]);
      hears(request(7, 'planned', head));
      sends({ kind: 'http', http: { status: 200, headers: {} }, stream: 's' });
      sends(reply(7, { sse: { id: '1' }, stream: 's' }));
      sends({ kind: 'closed', closed: { how: 'end' }, stream: 's' });
      expect(out.map(({ kind }) => kind)).toEqual(['http', 'message']);
      const { id } = out[1]!.message as JsonObject;
      hears({ kind: 'message', message: { jsonrpc: '2.0', id: id!, result: 1 }, ...head, stream: 't' });
      expect(out.slice(2).map(({ kind, sse }) => [kind, sse])).toEqual([
        ['message', { id: '1' }],
        ['closed', undefined],
      ]);
    });

    it('passes on what the transport refuses', () => {
      const { hears, sends, out } = world([done]);
      hears(request(7, 'planned', head));
      const refusal: Carried = { kind: 'message', message: { jsonrpc: '2.0', id: null, error: {} }, ...status };
      sends(refusal);
      expect(out).toEqual([refusal]);
    });

    it('reports what can not be sent beside the reply of a client', () => {
      const { hears, sends, out, lost } = world([notify, done]);
      hears(request(7, 'planned', { sse: {}, stream: 's' }));
      sends(reply(7, { http: { method: 'POST', path: '/', headers: {} } }));
      expect([lost, out.map(({ message }) => (message as JsonObject).result)]).toEqual([[notify], [{ b: 2 }]]);
    });
  });

  it('keeps back what the reference says of its own accord if it shall be silent', () => {
    const { hears, sends, messages } = world([done], { mute: true });
    const own: Carried = { kind: 'message', message: { jsonrpc: '2.0', method: 'own' } };
    sends(own);
    hears(request(1, 'other'));
    sends(own);
    sends(reply(1));
    sends(own);
    expect(messages()).toEqual([own.message, reply(1).message]);
  });

  it('tells connections apart, with ids that differ', () => {
    const { border } = world([ask, done]);
    const ids = [border.ofConnection!(), border.ofConnection!()].map((one) => {
      const sent: JsonObject[] = [];
      one.hears(request(1, 'planned'), () => undefined);
      one.sends(reply(1), ({ message }) => void sent.push(message as JsonObject));
      return sent[0]?.id;
    });
    expect(new Set(ids).size).toBe(2);
  });

  it('answers whoever has closed its side of a pipe', () => {
    const { hears, sends, messages } = world([done]);
    hears(request(7, 'planned'));
    hears({ kind: 'closed', closed: { how: 'end' } });
    sends(reply(7));
    expect(messages()).toEqual([{ jsonrpc: '2.0', id: 7, result: { b: 2 } }]);
  });
});
