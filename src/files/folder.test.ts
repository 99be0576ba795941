import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeFolder } from './folder.js';
import { locked } from './lock.js';
import { checkPlace, draftOf, replaceFile } from './write.js';

let home = '';
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'folder-'));
  writeFileSync(join(home, 'file'), '');
});
afterAll(() => rmSync(home, { recursive: true }));

it('makes a folder and those above it, once', () => {
  const folder = join(home, 'a/b/c');
  makeFolder(folder, 0o700);
  makeFolder(folder);
  expect(['a', 'a/b', 'a/b/c'].map((one) => statSync(join(home, one)).mode & 0o777)).toEqual([0o700, 0o700, 0o700]);
});

it('gives up where the system has no room for one', () => {
  expect(() => makeFolder(join(home, 'file/b'))).toThrow(/ENOTDIR/);
});

/** Node's own way to make folders never ends there. */
const hasProc = existsSync('/proc/self');
it.skipIf(!hasProc)('ends below /proc, whoever writes there', async () => {
  expect(() => makeFolder('/proc/x/y')).toThrow(/ENOENT/);
  expect(() => draftOf('/proc/x/y/f', 'text', home)).toThrow(/ENOENT/);
  expect(() => replaceFile('x/y', 'text', '/proc')).toThrow(/ENOENT/);
  await expect(locked('x/y/lock', '/proc', () => undefined)).rejects.toThrow(/ENOENT/);
});

it('what can not be written is found before, and leaves nothing behind', () => {
  expect(() => checkPlace('file/a/b', home)).toThrow(/^ENOTDIR/);
  if (hasProc) expect(() => checkPlace('/proc/x/y/f', home)).toThrow(/^ENOENT/);
  expect(checkPlace('new/a/b', home)).toBeUndefined();
  expect(existsSync(join(home, 'new'))).toBe(false);
});
