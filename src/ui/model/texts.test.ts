import { describe, expect, it } from 'vitest';
import { readAddress, writeAddress } from './address.js';
import { visible, visibleLines } from './visible.js';
import { count, counted, duration, partOf, stamp } from './wording.js';

describe('texts from outside', () => {
  it('show what would hide, move or reorder text', () => {
    expect(visible('a\nb\tc\u001b[31m\u202ed\u200be\u007f')).toBe('a⏎b⇥c␛[31m⟨U+202E⟩d⟨U+200B⟩e␡');
    expect(visibleLines('a\nb\u0007')).toBe('a\nb␇');
    expect(visible('<b>ä 漢 🙂</b>')).toBe('<b>ä 漢 🙂</b>');
  });
});

describe('wording', () => {
  it('says times and counts as people do', () => {
    expect([0.4, 1, 463, 999.6, 5900, 72_000].map(duration)).toEqual([
      '< 1 ms',
      '1 ms',
      '463 ms',
      '1.0 s',
      '5.9 s',
      '1:12',
    ]);
    expect([stamp(1043), stamp(undefined)]).toEqual(['1.043', '']);
    expect([count(10401), counted(1, 'case'), counted(2, 'reply', 'replies')]).toEqual([
      '10,401',
      '1 case',
      '2 replies',
    ]);
    expect(['acp/agent', 'mcp/harn-server'].map(partOf)).toEqual(['agent', 'server']);
  });
});

describe('address', () => {
  it('holds what is looked at, and brings it back', () => {
    const address = { token: 'abc', filter: 'dir:in tool:"a b"', view: 'sequence', tab: 'send', selected: 12 } as const;
    const written = writeAddress(address);
    expect(written).toBe('#token=abc&filter=dir:in+tool:%22a+b%22&view=sequence&tab=send&message=12');
    expect(readAddress(written)).toEqual(address);
  });

  it('takes nothing that is not of it', () => {
    expect(readAddress('#token=<b>&view=x&tab=y&message=-1')).toEqual({ filter: '', view: 'rows', tab: 'message' });
  });
});
