import { mkdtempSync, readdirSync, rmSync, unlinkSync } from 'node:fs';
import { rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Folders that are there at the moment. */
const made = new Set<string>();
let watching = false;

/** Makes a folder for a while; returns its whole path. Should this process exit before it was removed, it goes with it. */
export function makeTempFolder(prefix: string): string {
  if (!watching) process.once('exit', removeAll);
  watching = true;
  const path = mkdtempSync(join(tmpdir(), prefix));
  made.add(path);
  return path;
}

/** Removes a folder with all that is in it. Never throws. */
export async function removeTempFolder(path: string): Promise<void> {
  if (await removeFlat(path)) return void made.delete(path);
  const gone = await rm(path, { recursive: true, force: true, maxRetries: 3 }).then(
    () => true,
    () => false,
  );
  if (gone) made.delete(path);
}

/**
 * Most have a few files or none, and to look for more takes ten times as long. Some file systems take ms to remove a folder: that
 * much is not done on this thread.
 */
async function removeFlat(path: string): Promise<boolean> {
  try {
    for (const name of readdirSync(path)) unlinkSync(join(path, name));
    await rmdir(path);
    return true;
  } catch {
    return false;
  }
}

/** The last resort when this process exits: nothing can be awaited any more, and what was killed may still be writing. */
function removeAll(): void {
  for (const path of made) {
    try {
      rmSync(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 20 });
    } catch {
      // What can't be removed now never will be.
    }
  }
}
