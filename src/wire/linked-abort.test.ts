import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { isKept } from './fixtures/kept.js';
import { linkedAbort } from './linked-abort.js';

describe('a linked signal', () => {
  it('aborts with its source, for its reason', () => {
    const source = new AbortController();
    const linked = linkedAbort(source.signal);
    expect(linked.signal.aborted).toBe(false);
    source.abort(new Error('interrupted'));
    expect(linked.signal.reason).toEqual(new Error('interrupted'));
  });

  it('is aborted at once where its source is', () => {
    const linked = linkedAbort(AbortSignal.abort('before'));
    expect(linked.signal.reason).toBe('before');
  });

  it('is aborted by itself, and its source is not', () => {
    const source = new AbortController();
    const linked = linkedAbort(source.signal);
    linked.abort('limit');
    expect([linked.signal.reason, source.signal.aborted]).toEqual(['limit', false]);
    source.abort('later');
    expect(linked.signal.reason).toBe('limit');
  });

  it('needs no source', () => {
    const linked = linkedAbort();
    linked.abort('alone');
    linked.release();
    expect(linked.signal.reason).toBe('alone');
  });

  it('follows no more once it is released', () => {
    const source = new AbortController();
    const linked = linkedAbort(source.signal);
    linked.release();
    source.abort();
    expect(linked.signal.aborted).toBe(false);
  });

  it('keeps nothing of who listens once it is released', async () => {
    const source = new AbortController();
    expect(await isKept(new WeakRef(listened(source.signal)))).toBe(false);
    expect(getEventListeners(source.signal, 'abort')).toEqual([]);
  });
});

/** What a listener knows that nobody takes off. */
function listened(source: AbortSignal): object {
  const linked = linkedAbort(source);
  const data = { records: [] };
  linked.signal.addEventListener('abort', () => data.records, { once: true });
  linked.release();
  return data;
}
