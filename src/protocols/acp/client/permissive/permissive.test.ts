import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../../json/json.js';
import { bareLink, settle } from '../../../../jsonrpc/fixtures/wired.js';
import { rewritten } from '../../../../jsonrpc/rewriting.js';
import { rewritesOf } from './rewrites.js';
import { PERMISSIVE, PERMISSIVE_OPTIONS } from './variants.js';

/** A permissive client at its border: what it is asked, what it answers, and what leaves. */
function border(...names: string[]) {
  const { link, sent, feed } = bareLink();
  const ours = rewritten(link, rewritesOf(PERMISSIVE_OPTIONS.read(names)));
  const heard: Json[] = [];
  ours.listen(({ message = null }) => heard.push(message));
  const send = (message: JsonObject) => ours.send({ jsonrpc: '2.0', ...message });
  return {
    ours,
    heard,
    send,
    /** The answer that leaves in the place of this one. */
    answer(method: string, params: JsonObject, answer: JsonObject) {
      feed({ kind: 'message', message: { jsonrpc: '2.0', id: 1, method, params } });
      send({ id: 1, ...answer });
      const { jsonrpc: _, id: __, ...rest } = sent.at(-1)!.message;
      return rest;
    },
    feed: (message: JsonObject) => feed({ kind: 'message', message: { jsonrpc: '2.0', ...message } }),
    sent: () => sent.map(({ message }) => message),
  };
}

describe('permissive options of the client', () => {
  it('are all taken by some variant', () => {
    const taken = new Set(PERMISSIVE.flatMap(({ wordings }) => [...PERMISSIVE_OPTIONS.read(wordings)]));
    expect(() => PERMISSIVE_OPTIONS.read(['no-such'])).toThrow(/Unknown permissive variant/);
    expect(taken).toEqual(new Set(PERMISSIVE_OPTIONS.names));
  });

  it('bare-lines, ends-at-end: part of a file', () => {
    const { answer } = border('bare-lines', 'ends-at-end');
    const read = (lines: JsonObject, content: string) =>
      answer('fs/read_text_file', { path: '/a', ...lines }, { result: { content } });
    expect(read({ line: 1, limit: 1 }, 'one\n')).toEqual({ result: { content: 'one' } });
    expect(read({ line: 2 }, 'two\n')).toEqual({ result: { content: 'two' } });
    expect(read({ limit: null }, 'one\ntwo\n')).toEqual({ result: { content: 'one\ntwo\n' } });
    expect(read({ line: 3 }, '')).toMatchObject({ error: { code: -32602 } });
    expect(read({ line: 1, limit: 0 }, '')).toEqual({ result: { content: '' } });
  });

  it('sparse-exit, null-exit, null-results, other-codes: other answers of the same meaning', () => {
    const { answer } = border('sparse-exit', 'null-exit', 'null-results', 'other-codes', 'open-meta');
    const exit = { exitCode: 3, signal: null };
    expect(answer('terminal/wait_for_exit', {}, { result: exit })).toEqual({
      result: { exitCode: 3, _meta: expect.anything() },
    });
    const output = { output: '', truncated: false };
    expect(answer('terminal/output', {}, { result: { ...output, exitStatus: exit } }).result).toMatchObject({
      exitStatus: { exitCode: 3 },
    });
    expect(answer('terminal/output', {}, { result: output }).result).toMatchObject({ exitStatus: null });
    expect(answer('terminal/kill', {}, { result: {} })).toEqual({ result: null });
    expect(answer('terminal/kill', {}, { error: { code: -32002, message: 'x' } })).toMatchObject({
      error: { code: -32603 },
    });
  });

  it('unhurried, late-cancel: each second answer and a cancel leave later, at the latest at the end', async () => {
    const { ours, send, sent } = border('unhurried', 'late-cancel');
    const answered = () => sent().flatMap(({ id }) => id ?? []);
    const cancelled = () => sent().some(({ method }) => method === 'session/cancel');
    for (const id of [1, 2, 3, 4]) send({ id, result: {} });
    expect(answered()).toEqual([2, 4]);
    await settle();
    expect(answered()).toEqual([2, 4, 1, 3]);
    send({ method: 'session/cancel', params: { sessionId: 's' } });
    send({ id: 5, result: {} });
    expect([answered().includes(5), cancelled()]).toEqual([false, false]);
    ours.close();
    expect([answered().includes(5), cancelled()]).toEqual([true, true]);
  });

  it('odd-ids: an answer finds its question, and one to another id nobody', () => {
    const { send, sent, heard, feed } = border('odd-ids');
    send({ id: 1, method: 'initialize', params: {} });
    expect(sent()[0]!.id).toBe('größe 1 "😀"');
    feed({ id: 1, result: {} });
    feed({ id: 'größe 1 "😀"', result: { x: 1 } });
    expect(heard).toEqual([{ jsonrpc: '2.0', id: 1, result: { x: 1 } }]);
  });
});
