import { existsSync, mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Makes a folder and those above it that are missing. `mkdirSync` with `recursive` tries for ever if the system has no room for one, as
 * below /proc. Throws the error of the system; a file in place of a folder is found by whoever goes on.
 *
 * @param mode the permissions of each folder that is made; by default what the system gives
 */
export function makeFolder(path: string, mode?: number): void {
  const folder = resolve(path);
  if (existsSync(folder)) return;
  makeFolder(dirname(folder), mode);
  try {
    mkdirSync(folder, mode);
  } catch (error) {
    // Another process was faster.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
