import { expect, test } from 'vitest';
import { closest, didYouMean, listOf } from '../../../src/json/suggest.js';
import { excerptOf, formatProblem, problemAt, sortProblems } from './problems.js';

const span = (line: number, col: number, length: number) => ({ place: { file: 'f', line, col }, length });

test('an excerpt shows the line and the carets below it', () => {
  expect(excerptOf('name: x\n  comand: [node]\n', span(2, 3, 6))).toBe('    2 |   comand: [node]\n      |   ^^^^^^');
  expect(excerptOf('a\r\nb: c\r\n', span(2, 4, 99))).toBe('    2 | b: c\n      |    ^');
  expect(excerptOf(`${'\n'.repeat(99)}x: 1`, span(100, 1, 1))).toBe('    100 | x: 1\n        | ^');
});

test('a tab before the place stays a tab, so that the carets keep theirs', () => {
  expect(excerptOf('\ta: b', span(1, 5, 1))).toBe('    1 | \ta: b\n      | \t   ^');
});

test('a long line is cut around the place', () => {
  const text = `${'x'.repeat(400)}HERE${'y'.repeat(400)}`;
  const [line, carets] = excerptOf(text, span(1, 401, 4)).split('\n') as [string, string];
  expect(line.length).toBeLessThan(140);
  expect(line).toContain('HERE');
  expect(carets.indexOf('^')).toBe(line.indexOf('HERE'));
  expect(carets).toMatch(/\^{4}$/);
});

test('an empty place at the end of a line or file still shows one caret', () => {
  expect(excerptOf('a:', span(1, 3, 1))).toBe('    1 | a:\n      |   ^');
  expect(excerptOf('a', span(9, 1, 1))).toBe('    9 | \n      | ^');
});

test('a problem of a whole file has no place', () => {
  expect(formatProblem({ file: 'f.yaml', message: 'does not exist', excerpt: '' })).toBe('f.yaml  does not exist');
});

test('problems are sorted by place, and each is said once', () => {
  const at = (line: number, message: string, file = 'a') => ({
    file,
    place: { file, line, col: 1 },
    message,
    excerpt: '',
  });
  const sorted = sortProblems([at(2, 'x'), at(1, 'z', 'b'), at(1, 'y'), at(2, 'x'), at(1, 'a')]);
  expect(sorted.map(({ file, place, message }) => `${file}${place?.line}${message}`)).toEqual([
    'a1a',
    'a1y',
    'a2x',
    'b1z',
  ]);
});

test('a place in a file that can no longer be read has no excerpt', () => {
  const problem = problemAt('/nowhere', { file: 'x.yaml', line: 3, col: 1 }, 'is wrong', 'do better');
  expect(formatProblem(problem)).toBe('x.yaml:3:1  is wrong; do better');
});

test.each([
  ['comand', ['command', 'cwd'], 'command'],
  ['sned', ['send', 'start'], 'send'],
  ['$tpye', ['$type', '$any'], '$type'],
  ['reqest', ['reply', 'request'], 'request'],
  ['Expect', ['expect', 'exit'], 'expect'],
  ['vers', ['version', 'env'], 'version'],
  ['xyz', ['command', 'env'], undefined],
  ['a', ['b', 'again'], undefined],
  ['tool', ['tools', 'tooling'], 'tools'],
  ['x', ['x'], undefined],
])('the known word closest to %s is found, if one is close', (word, words, meant) => {
  expect(closest(word, words)).toBe(meant);
});

test('suggestions and lists', () => {
  expect(didYouMean('stdoi', ['stdio', 'http'])).toBe('did you mean `stdio`?');
  expect(didYouMean('smtp9', ['a', 'b'])).toBe('there are `a` and `b`');
  expect(didYouMean('x', [])).toBeUndefined();
  expect(
    didYouMean(
      'zzz',
      Array.from({ length: 40 }, (_, n) => `name-${n}`),
    ),
  ).toBeUndefined();
  expect(listOf(['a', 'b', 'c'], 'or')).toBe('`a`, `b` or `c`');
  expect(listOf([])).toBe('');
});
