import { describe, expect, it } from 'vitest';
import { Output } from './output.js';

const bytes = (text: string) => new Uint8Array(Buffer.from(text));

describe('output of a terminal', () => {
  it('is whole up to its limit', () => {
    const output = new Output(9);
    output.push('stdout', bytes('aé😀é'));
    expect([output.text(), output.truncated]).toEqual(['aé😀é', false]);
  });

  it.each([
    ['aébécédé', 4, 'dé'],
    ['日本語日本語', 7, '本語'],
    ['😀😁😂', 6, '😂'],
    ['😀😁😂', 3, ''],
    ['abcdef', 3, 'def'],
    ['abc', 0, ''],
  ])('of %j keeps at most %i bytes, the last, and whole characters', (text, limit, kept) => {
    const output = new Output(limit);
    output.push('stdout', bytes(text));
    expect([output.text(), output.truncated]).toEqual([kept, true]);
  });

  it('cuts alike however the bytes come', () => {
    const text = 'größe 😀 日本 '.repeat(9_000);
    const whole = new Output(1_001);
    whole.push('stdout', bytes(text));
    const pieces = new Output(1_001);
    const all = bytes(text);
    for (let at = 0; at < all.length; at += 7) pieces.push('stdout', all.subarray(at, at + 7));
    expect(pieces.text()).toBe(whole.text());
    expect(text.endsWith(whole.text())).toBe(true);
    expect(Buffer.byteLength(whole.text())).toBeLessThanOrEqual(1_001);
  });

  it('waits for the rest of a character, of each stream for itself', () => {
    const output = new Output(100);
    output.push('stdout', Uint8Array.of(0xf0, 0x9f));
    expect(output.text()).toBe('');
    output.push('stderr', bytes('err '));
    output.push('stdout', Uint8Array.of(0x98, 0x80));
    expect(output.text()).toBe('err 😀');
    output.push('stdout', Uint8Array.of(0xc3));
    output.end();
    expect(output.text()).toBe('err 😀\uFFFD');
  });
});
