import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { CaseFolder } from './folder.js';
import { SpareFolders } from './spare-folders.js';
import { removeTempFolder } from './temp-folder.js';

it('gives a folder to one case at a time, and to a later one when it was left empty', async () => {
  const spares = new SpareFolders();
  const [first, second] = [spares.take(), spares.take()];
  expect(first).not.toBe(second);
  await spares.giveBack(first);
  expect(spares.take()).toBe(first);
  writeFileSync(join(first, 'file'), 'x');
  await spares.giveBack(first);
  expect(existsSync(first)).toBe(false);
  await spares.giveBack(second);
  await spares.close();
  expect(existsSync(second)).toBe(false);
});

it('gives no folder that is gone', async () => {
  const spares = new SpareFolders();
  const gone = spares.take();
  await removeTempFolder(gone);
  await spares.giveBack(gone);
  const next = spares.take();
  expect(existsSync(next)).toBe(true);
  await spares.giveBack(next);
  await spares.close();
});

it('keeps a folder that a case knows by its name from every other case', async () => {
  const spares = new SpareFolders();
  const before = new CaseFolder(spares);
  const root = before.root();
  await before.remove();
  const named = new CaseFolder(spares);
  expect([named.root(), named.path()]).toEqual([root, root]);
  await named.remove();
  expect(existsSync(root)).toBe(false);
  const never = new CaseFolder(spares);
  expect(never.path()).toBe(never.root());
  await never.remove();
  await spares.close();
});
