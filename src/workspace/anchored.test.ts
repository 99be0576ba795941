import {
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openBelow, Swapped } from './anchored.js';
import { NoRegularFile } from './no-regular-file.js';

const { O_RDONLY, O_WRONLY, O_CREAT } = constants;
let base: string;
let root: string;
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'anchored-')));
  root = join(base, 'root');
  mkdirSync(join(root, 'a/b'), { recursive: true });
  mkdirSync(join(base, 'outside/b'), { recursive: true });
  writeFileSync(join(base, 'outside/secret'), 'secret');
  writeFileSync(join(base, 'outside/b/file'), 'secret');
  writeFileSync(join(root, 'a/b/file'), 'mine');
});
afterEach(() => rmSync(base, { recursive: true }));

test('opens a file, and makes one with its folders', () => {
  closeSync(openBelow({ root, place: join(root, 'a/b/file') }, O_RDONLY));
  const made = openBelow({ root, place: join(root, 'new/folder/file') }, O_WRONLY | O_CREAT, true);
  writeSync(made, 'text');
  closeSync(made);
  expect(readFileSync(join(root, 'new/folder/file'), 'utf8')).toBe('text');
});

test('makes no folder unless it is told to', () => {
  expect(() => openBelow({ root, place: join(root, 'none/file') }, O_WRONLY | O_CREAT)).toThrow('ENOENT');
  expect(existsSync(join(root, 'none'))).toBe(false);
});

test.each(['a', 'a/b', 'a/b/file'])('goes nowhere by %s once that has become a link', (part) => {
  const place = join(root, 'a/b/file');
  rmSync(join(root, part), { recursive: true });
  symlinkSync(part === 'a/b/file' ? join(base, 'outside/secret') : join(base, 'outside'), join(root, part));
  for (const parents of [false, true])
    expect(() => openBelow({ root, place }, O_WRONLY | O_CREAT, parents)).toThrow(Swapped);
  expect(readFileSync(join(base, 'outside/secret'), 'utf8')).toBe('secret');
  expect(existsSync(join(base, 'outside/file'))).toBe(false);
});

test('opens no folder as a file', () => {
  expect(() => openBelow({ root, place: join(root, 'a/b') }, O_RDONLY)).toThrow(NoRegularFile);
});

test('makes no path that is too long for its name', () => {
  const place = join(root, 'a/'.repeat(3000), 'x');
  expect(() => openBelow({ root, place }, O_WRONLY | O_CREAT, true)).toThrow('ENAMETOOLONG');
  expect(existsSync(join(root, 'a/a'))).toBe(false);
});
