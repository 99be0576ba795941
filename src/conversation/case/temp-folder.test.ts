import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeTempFolder, removeTempFolder } from './temp-folder.js';

it('removes a folder, whether something is in it or not, and one that is gone already', async () => {
  const empty = makeTempFolder('temp-folder-test-');
  const full = makeTempFolder('temp-folder-test-');
  mkdirSync(join(full, 'inner'));
  writeFileSync(join(full, 'inner', 'file'), 'x');
  for (const folder of [empty, full, empty]) await removeTempFolder(folder);
  expect([empty, full].map((folder) => existsSync(folder))).toEqual([false, false]);
});

it('removes links and leaves what they lead to', async () => {
  const [kept, linked] = [makeTempFolder('temp-folder-test-'), makeTempFolder('temp-folder-test-')];
  writeFileSync(join(kept, 'file'), 'x');
  symlinkSync(kept, join(linked, 'folder'));
  symlinkSync(join(kept, 'file'), join(linked, 'file'));
  await removeTempFolder(linked);
  expect([linked, join(kept, 'file')].map((path) => existsSync(path))).toEqual([false, true]);
  await removeTempFolder(kept);
});
