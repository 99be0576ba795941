import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { WriteError, writeAll } from './files.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'files-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('writes what is not there yet, with its folders, and tells what that was', () => {
  writeFileSync(join(folder, 'a'), 'as it is');
  const files = [
    { path: join(folder, 'a'), text: 'as it is' },
    { path: join(folder, 'deep/er/b'), text: 'new' },
  ];
  expect(writeAll(files)).toEqual([join(folder, 'deep/er/b')]);
  expect(readFileSync(join(folder, 'deep/er/b'), 'utf8')).toBe('new');
});

it('writes nothing where one of them can not be written', () => {
  mkdirSync(join(folder, 'file'));
  writeFileSync(join(folder, 'no-folder'), '');
  const files = [
    { path: join(folder, 'a'), text: 'new' },
    { path: join(folder, 'no-folder/b'), text: 'new' },
  ];
  expect(() => writeAll(files)).toThrow(WriteError);
  expect(readdirSync(folder).sort()).toEqual(['file', 'no-folder']);
});
