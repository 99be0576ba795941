import { describe, expect, it } from 'vitest';
import type { WireRecord } from '../wire/record.js';
import { cutRecord } from './cut-record.js';

const base = { seq: 0, time: 0, from: 'kit', channel: 'main' } as const;

describe('cutRecord', () => {
  it('leaves a small record as it is', () => {
    const record: WireRecord = { ...base, kind: 'message', message: { a: 1 }, text: '{"a":1}' };
    expect(cutRecord(record)).toBe(record);
  });

  it('cuts a long text and keeps its size in bytes', () => {
    const text = `{"a":"${'ä'.repeat(100_000)}"}`;
    const cut = cutRecord({ ...base, kind: 'message', message: { a: 'x' }, text });
    expect(cut).toMatchObject({ kind: 'message', size: 200_008 });
    expect(cut.text).toHaveLength(65_536);
    expect(cut.message).toBeUndefined();
  });

  it('cuts a long message that has no text', () => {
    const cut = cutRecord({
      ...base,
      kind: 'message',
      message: { list: Array.from({ length: 100_000 }, () => 'abc') },
    });
    expect(cut.text?.startsWith('{"list":["abc",')).toBe(true);
    expect(cut.message).toBeUndefined();
  });

  it('cuts bytes', () => {
    const cut = cutRecord({ ...base, kind: 'bytes', bytes: new Uint8Array(1_000_000) });
    expect(cut).toMatchObject({ size: 1_000_000 });
    expect(cut.bytes).toHaveLength(65_536);
  });
});
