import { expect, it } from 'vitest';
import { stderrLines } from './stderr-lines.js';

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `line ${index + 1}`);

it('tells all of what is short, without empty lines', () => {
  expect(stderrLines('')).toEqual([]);
  expect(stderrLines('one\r\n\n  \ntwo\n')).toEqual(['one', 'two']);
  expect(stderrLines(numbered(11).join('\n'))).toEqual(numbered(11));
});

it('tells the first lines and the last of what is long, and how many are between them', () => {
  const lines = stderrLines(numbered(40).join('\n'));
  expect(lines).toEqual([...numbered(5), '… 30 more lines …', ...numbered(40).slice(-5)]);
});
