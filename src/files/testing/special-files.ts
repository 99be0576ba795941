import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, ftruncateSync, mkdirSync, mkdtempSync, openSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What a repository can have in place of a file that says something: the name, and what it is called in an error. */
export const SPECIAL: readonly [name: string, what: string][] = [
  ['link-to-zero', 'a device'],
  ['link-to-random', 'a device'],
  ['link-to-full', 'a device'],
  ['link-to-fifo', 'a FIFO'],
  ['link-to-socket', 'a socket'],
  ['link-to-folder', 'a directory'],
  ['folder', 'a directory'],
  ['socket', 'a socket'],
];

/** Makes a folder with everything that is no file and a file of 3 GB that takes no place. Call `close` at the end. */
export async function specialFiles(): Promise<{ folder: string; close(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'special-'));
  const at = (name: string) => join(folder, name);
  const server = createServer().listen(at('socket'));
  await once(server, 'listening');
  execFileSync('mkfifo', [at('fifo')]);
  mkdirSync(at('folder'));
  for (const device of ['zero', 'random', 'full']) symlinkSync(`/dev/${device}`, at(`link-to-${device}`));
  for (const name of ['fifo', 'socket', 'folder', 'huge']) symlinkSync(at(name), at(`link-to-${name}`));
  symlinkSync(at('loop'), at('loop'));
  const huge = openSync(at('huge'), 'w');
  ftruncateSync(huge, 3e9);
  closeSync(huge);
  return {
    folder,
    async close() {
      server.close();
      await once(server, 'close');
      rmSync(folder, { recursive: true });
    },
  };
}
