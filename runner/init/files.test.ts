import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { checkWritable, WriteError, writeAll } from './files.js';

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
  expect(writeAll(files, folder)).toEqual([join(folder, 'deep/er/b')]);
  expect(readFileSync(join(folder, 'deep/er/b'), 'utf8')).toBe('new');
});

it('writes nothing where one of them can not be written', () => {
  mkdirSync(join(folder, 'file'));
  writeFileSync(join(folder, 'no-folder'), '');
  const files = [
    { path: join(folder, 'a'), text: 'new' },
    { path: join(folder, 'no-folder/b'), text: 'new' },
  ];
  expect(() => writeAll(files, folder)).toThrow(WriteError);
  expect(readdirSync(folder).sort()).toEqual(['file', 'no-folder']);
});

it('writes nothing if one of them leads out of the folder by a link', () => {
  const outside = mkdtempSync(join(tmpdir(), 'outside-'));
  symlinkSync(outside, join(folder, '.github'));
  const files = ['a', '.github/workflows/b'].map((name) => ({ path: join(folder, name), text: 'new' }));
  expect(() => writeAll(files, folder)).toThrow('nothing was written: .github/workflows/b leads by a link to ');
  expect(() => checkWritable('.github/workflows/b', folder)).toThrow(WriteError);
  expect([readdirSync(folder), readdirSync(outside)]).toEqual([['.github'], []]);
  rmSync(outside, { recursive: true });
});
