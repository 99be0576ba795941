import { describe, expect, it } from 'vitest';
import { sources } from '../testing/source.js';
import { excerpt } from './excerpt.js';

const file = 'cases/demo/server/tools.yaml';
const source = sources[file]!;

describe('excerpt', () => {
  it('shows a step of several lines with the caret below its first character', () => {
    expect(excerpt(source, { file, line: 12, col: 9 }, 'wrong')).toEqual([
      '    12 |       - call:',
      '       |         ^ wrong',
      '    13 |           request: tools/call',
      '    14 |           params: { name: no-such-tool }',
      '    15 |           error: { code: -32602 }',
      '    16 |         check: DEMO-TOOL-06',
    ]);
  });

  it('stops at the next step', () => {
    expect(excerpt(source, { file, line: 7, col: 9 }, '')).toHaveLength(3);
    expect(excerpt(source, { file, line: 7, col: 7 }, '')).toHaveLength(3);
  });

  it('keeps tabs, so that the caret stands where it should', () => {
    const [, caret] = excerpt(source, { file, line: 19, col: 6 }, 'here');
    expect(caret).toBe('       | \t    ^ here');
  });

  it('cuts long lines, spells out control characters and is empty outside the text', () => {
    const place = { file, line: 1, col: 1 };
    const [line] = excerpt(`\u001b[2J${'x'.repeat(500)}`, place, '', 60);
    expect([...line!].length).toBe(60);
    expect(line).toContain('\\x1b[2J');
    expect(excerpt('one line', { file, line: 5, col: 1 }, '')).toEqual([]);
  });
});
