import { chmodSync, lstatSync, mkdirSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

/** A folder for temporary files that nobody but this user can read or write. Undefined if there is none that is safe. */
export function ownFolder(name: string): string | undefined {
  const { uid } = userInfo();
  const path = join(tmpdir(), `proctor-${name}-${uid}`);
  try {
    mkdirSync(path, { mode: 0o700, recursive: true });
    const found = lstatSync(path);
    // Somebody else may have made it, or a link, to read what is written there.
    if (!found.isDirectory() || (uid >= 0 && found.uid !== uid)) return undefined;
    if (uid >= 0 && (found.mode & 0o077) !== 0) chmodSync(path, 0o700);
    return path;
  } catch {
    return undefined;
  }
}

/** Whether a process of this machine runs. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
