import { describe, expect, it } from 'vitest';
import { linked } from '../../src/wire/hyperlinks.js';
import { wrapLine } from './wrap.js';

describe('a line that is wider than the terminal', () => {
  it('is broken between words, and goes on a little further in', () => {
    expect(wrapLine('  one two three four five six', 22)).toEqual(['  one two three four', '    five six']);
    expect(wrapLine('short', 20)).toEqual(['short']);
  });

  it('keeps a long word whole', () => {
    const path = `cases/${'x'.repeat(40)}.yaml:1:1`;
    expect(wrapLine(`at ${path} it failed`, 30)).toEqual(['at', `  ${path}`, '  it failed']);
  });

  it('keeps its colours on each of its lines', () => {
    const lines = wrapLine(`\x1b[31m${'red '.repeat(12).trim()}\x1b[39m`, 24);
    expect(lines.length).toBeGreaterThan(1);
    for (const line of lines) {
      expect(line.trimStart().startsWith('\x1b[31m')).toBe(true);
      expect(line.endsWith('\x1b[39m')).toBe(true);
    }
  });

  it('keeps its links, on each of its lines', () => {
    const lines = wrapLine(
      `  ${linked('MCP-1 a b c d e f g h i j', 'https://a.example/b')} and more words than fit`,
      24,
    );
    expect(lines.length).toBeGreaterThan(1);
    const opened = lines.map((line) => line.split('\x1b]8;;https://a.example/b\x07').length - 1);
    const closed = lines.map((line) => line.split('\x1b]8;;\x07').length - 1);
    expect(closed).toEqual(opened);
    expect(opened[0]).toBe(1);
  });

  it('counts wide characters as two columns', () => {
    expect(wrapLine('漢字 漢字 漢字 漢字 漢字 漢字', 24)).toEqual(['漢字 漢字 漢字 漢字', '  漢字 漢字']);
  });

  it('is left to a terminal that is too narrow for words', () => {
    expect(wrapLine('one two three four', 10)).toEqual(['one two three four']);
  });
});
