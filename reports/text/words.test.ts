import { describe, expect, it } from 'vitest';
import { oneLine, printable } from '../../src/json/visible.js';
import { count, cut, digits, duration, shortIds, size } from './words.js';

describe('words', () => {
  it('spells out what would move the cursor, change colours or reorder text', () => {
    expect(printable('\u001b[31mred\u001b[0m\u0007 \u009b2J \u202egnp')).toBe(
      '\\x1b[31mred\\x1b[0m\\x07 \\x9b2J \\u{202e}gnp',
    );
    expect(printable('one\n\ttwo\r\n größer 😀')).toBe('one\n\ttwo\\r\n größer 😀');
    expect(oneLine('a\n\tb')).toBe('a\\n\\tb');
  });

  it('cuts between characters and says so', () => {
    expect(cut('abcdef', 6)).toBe('abcdef');
    expect(cut('abcdefg', 6)).toBe('abcde…');
    expect(cut('😀😀😀😀', 3)).toBe('😀😀…');
    expect(cut('x'.repeat(1_000_000), 4)).toBe('xxx…');
  });

  it('counts and measures', () => {
    expect([0, 12, 999, 1000, 4812, 1234567].map(digits)).toEqual(['0', '12', '999', '1 000', '4 812', '1 234 567']);
    expect([count(1, 'case'), count(2, 'case')]).toEqual(['1 case', '2 cases']);
    expect([0, 84, 999, 1912, 59_949, 61_000, 125_000].map(duration)).toEqual([
      '0 ms',
      '84 ms',
      '999 ms',
      '1.9 s',
      '59.9 s',
      '1 min 1 s',
      '2 min 5 s',
    ]);
    expect([812, 2048, 2_200_000].map(size)).toEqual(['812 B', '2.0 KiB', '2.1 MiB']);
  });

  it('leaves out what an id shares with the one before', () => {
    expect(shortIds(['a.b.early', 'a.b.late', 'a.c.x', 'a.c.x.row', 'a.c.y'])).toBe(
      'a.b.early, .late, a.c.x, a.c.x.row, a.c.y',
    );
    expect(shortIds(['ping', 'pong'])).toBe('ping, pong');
    expect(shortIds([])).toBe('');
  });
});
