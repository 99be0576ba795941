import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { claimFile } from './claim.js';
import { ownFolder } from './own-folder.js';

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'claim-')));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Where the note of a file is. */
const noteOf = (name: string) =>
  join(ownFolder('writing')!, createHash('sha256').update(join(folder, name)).digest('hex').slice(0, 32));

it('gives each writer a file of its own while others write, and the named one again afterwards', () => {
  const claims = [1, 2, 3].map(() => claimFile('log.ndjson', folder));
  expect(claims.map(({ path }) => path)).toEqual(['log.ndjson', 'log-2.ndjson', 'log-3.ndjson']);
  for (const { release } of claims) release();
  const again = claimFile('log.ndjson', folder);
  expect(again.path).toBe('log.ndjson');
  again.release();
});

it('knows a file under all of its names', () => {
  writeFileSync(join(folder, 'real'), '');
  symlinkSync('real', join(folder, 'link'));
  const first = claimFile('real', folder);
  const second = claimFile('link', folder);
  expect(second.path).toBe('link-2');
  first.release();
  second.release();
});

it('takes over from a process that has died', () => {
  // No process has so large a number.
  writeFileSync(noteOf('log'), '999999999');
  const claim = claimFile('log', folder);
  expect(claim.path).toBe('log');
  claim.release();
  expect(existsSync(noteOf('log'))).toBe(false);
});

it('never numbers a device or an open file of this process', () => {
  for (const path of ['/dev/null', '/dev/stdout', '/dev/fd/1'])
    expect([claimFile(path).path, claimFile(path).path]).toEqual([path, path]);
});
