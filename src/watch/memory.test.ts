import { describe, expect, it } from 'vitest';
import type { WireRecord } from '../wire/record.js';
import { Memory, REMEMBERED } from './memory.js';
import { reply, request } from './testing.js';

const base = { seq: 0, time: 0, channel: 'main', kind: 'message' } as const;
const kit = (message: WireRecord['message'], extra: Partial<WireRecord> = {}): WireRecord =>
  ({ ...base, from: 'kit', message, ...extra }) as WireRecord;
const target = (message: WireRecord['message'], extra: Partial<WireRecord> = {}): WireRecord =>
  ({ ...base, from: 'target', message, ...extra }) as WireRecord;

describe('Memory', () => {
  it('names the method of the request that a response answers', () => {
    const memory = new Memory();
    memory.note(kit(request('a', 'greet')));
    expect(memory.note(target(reply('a', {})))).toMatchObject({ method: 'greet', answersBefore: 0 });
    expect(memory.note(target(reply('a', {})))).toMatchObject({ method: 'greet', answersBefore: 1 });
    expect(memory.note(target(reply('b', {}))).method).toBeUndefined();
  });

  it('knows what a response answers whose id was used before by a request that is over', () => {
    const memory = new Memory();
    memory.note(kit(request(1, 'greet')));
    memory.note(target(reply(1, {})));
    memory.note(kit(request(1, 'ask')));
    expect(memory.note(target(reply(1, {})))).toMatchObject({ method: 'ask', answersBefore: 0 });
    memory.note(kit(request(1, 'greet')));
    memory.note(kit(request(1, 'ask')));
    expect(memory.note(target(reply(1, {}))).method).toBeUndefined();
  });

  it('counts no id as used whose request was refused for want of credentials', () => {
    const memory = new Memory();
    const post = (channel: string) =>
      memory.note(kit(request(1, 'greet'), { channel, http: { method: 'POST', headers: {} } }));
    const answer = (channel: string, status: number) =>
      memory.note(target(undefined, { kind: 'http', channel, http: { status, headers: {} } }));
    const reused: boolean[] = [];
    for (const [channel, status] of [
      ['a', 401],
      ['b', 403],
      ['c', 200],
      ['d', 401],
      ['e', 200],
    ] as const) {
      reused.push(post(channel).reused);
      answer(channel, status);
    }
    expect(reused).toEqual([false, false, false, true, true]);
  });

  it('takes the body of a response for a message only where it looks like one, or answers a request', () => {
    const http = { method: 'POST', headers: {} };
    const memory = new Memory();
    memory.note(kit({ jsonrpc: '2.0', method: 'ready' }, { channel: 'a', http }));
    const accepted = { channel: 'a', http: { status: 202, headers: {} } };
    expect(memory.note(target(null, accepted))).toMatchObject({ body: true });
    expect(memory.note(target({ jsonrpc: '2.0', id: null, result: {} }, accepted))).toMatchObject({ body: false });
    memory.note(kit(request(1, 'greet'), { channel: 'b', http }));
    expect(memory.note(target(null, { channel: 'b', http: { status: 200, headers: {} } }))).toMatchObject({
      body: false,
    });
  });

  it('forgives the answer to every id inside a batch or bytes that were broken on purpose', () => {
    const memory = new Memory();
    memory.note(kit([request(1, 'x'), request('two', 'y')], { deliberate: true }));
    const text = '{"id": 3, "id": "f\\u006fur"}{"id":-5';
    memory.note(kit(undefined, { kind: 'bytes', bytes: Buffer.from(text), deliberate: true }));
    for (const id of [1, 'two', 3, 'four', -5])
      expect(memory.note(target(reply(id, {}))).forgiven, String(id)).toBe(true);
    expect(memory.note(target(reply(6, {}))).forgiven).toBe(false);
  });

  it('forgives the answer to a fraction under the integer that it is read as, whatever had that id before', () => {
    for (const [sent, read] of [
      ['1.5', 1],
      ['-1.5', -1],
      ['1e0', 1],
    ] as const) {
      const memory = new Memory();
      memory.note(kit(request(read, 'greet')));
      memory.note(target(reply(read, {})));
      const text = `{"jsonrpc":"2.0","id":${sent},"method":"ping"}`;
      memory.note(kit(undefined, { kind: 'bytes', bytes: Buffer.from(text), deliberate: true }));
      expect(memory.note(target(reply(read, {}))).forgiven, `${sent} as ${read}`).toBe(true);
    }
  });

  it('forgives our error without id after the target sent what can not be read', () => {
    const memory = new Memory();
    memory.note(target(undefined, { kind: 'bytes', bytes: Buffer.from('{') }));
    const error = { jsonrpc: '2.0', id: null, error: { code: -32700, message: 'no' } };
    expect(memory.note(kit(error)).forgiven).toBe(true);
  });

  it('forgets in a flood, and says so', () => {
    const memory = new Memory();
    for (let n = 0; n <= 2 * REMEMBERED; n += 1) memory.note(target(request(n, 'ask')));
    expect(memory.forgot('target')).toBe(true);
    expect(memory.forgot('kit')).toBe(false);
    expect(memory.askedBy('target', 0)).toBeUndefined();
    expect(memory.askedBy('target', 2 * REMEMBERED)).toBeDefined();
  });
});
